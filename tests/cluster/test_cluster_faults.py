"""Something goes wrong under three nodes: nothing is lost, nothing doubled, and everybody plays on."""

from collections.abc import Iterator

import pytest

from tablehall.cluster.membership import Beat, Membership, Times
from tablehall.protocols.house.replies import Happened
from tablehall_lab.crash.cluster import crash_once, in_words, longest_pause, summary
from tablehall_lab.crash.faults import FAULTS
from tablehall_lab.crash.laboratory import Laboratory, laboratory
from tablehall_lab.crash.players import Pair
from tablehall_lab.crash.told import Reckoning, Told, Try, check_log, reckon


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    """A hall that nobody else uses: others would notice what is done to it."""
    with laboratory(tmp_path_factory.mktemp("faults")) as running:
        yield running


@pytest.mark.parametrize("fault", FAULTS)
async def test_nothing_acknowledged_is_lost_or_doubled(lab: Laboratory, fault: str) -> None:
    run = await crash_once(lab, FAULTS[fault], f"test/{fault}")
    print(in_words(run, 1), *run.stuck, *run.problems, run.nodes_said, sep="\n")
    assert not run.failed
    assert run.concerned
    assert run.acknowledged >= 9 * run.tables, "everybody moved before and after"
    assert run.fault in summary([run])


def tries(*fates: str) -> list[Try]:
    """Moves that were asked for, such as `+a` (acknowledged), `?a` (nobody knows), `-a` (refused)."""
    found = []
    for fate in fates:
        one = Try(1, 0, fate[1])
        one.fate = {"+": "acknowledged", "?": "unknown", "-": "refused"}[fate[0]]  # type: ignore[assignment]
        found.append(one)
    return found


@pytest.mark.parametrize(
    ("asked", "kept", "found"),
    [
        (["+a", "+b"], "ab", (0, 0)),
        (["+a", "?b", "+c"], "ac", (0, 0)),
        (["+a", "?b", "+c"], "abc", (0, 0)),
        (["?a", "+a"], "a", (0, 0)),
        (["?a", "+a"], "aa", (0, 0)),
        (["-a", "+b"], "b", (0, 0)),
        (["+a", "+b"], "a", (1, 0)),
        (["+a", "+b"], "abb", (0, 1)),
        (["+a", "+b"], "ba", (1, 1)),
        (["?a"], "aa", (0, 1)),
        (["-a"], "a", (0, 1)),
        (["?a", "+b"], "ba", (0, 1)),
    ],
)
def test_what_was_told_is_reckoned_against_what_was_kept(
    asked: list[str], kept: str, found: tuple[int, int]
) -> None:
    assert reckon(tries(*asked), list(kept)) == Reckoning(*found)


def test_a_record_that_two_heard_differently_is_noticed() -> None:
    told = Told()
    told.heard(Happened(table=1, seq=4, at=9, what="moved", seat=0, move={}))
    assert not told.problems
    told.heard(Happened(table=1, seq=4, at=9, what="moved", seat=1, move={}))
    assert "record 4 was told in two ways" in told.problems[0]


def test_a_table_that_is_not_in_the_journal_is_noticed() -> None:
    assert check_log(7, [], None) == ["table 7: it was acknowledged, and is not in the journal"]


def test_the_longest_pause_is_that_within_a_game() -> None:
    pair = Pair(("anna", "bob"), "dama", 0, (0, 1), Told())
    pair.table, pair.moved = 2, [(9.0, 1), (10.5, 1), (11.0, 1), (15.0, 2), (15.5, 2)]
    within = longest_pause([pair], 10.0, 16.0)
    between = longest_pause([pair], 10.0, 16.0, within=False)
    assert within is not None
    assert (within.lasted, within.begun) == (1.5, -1.0)
    assert between is not None
    assert (between.lasted, between.begun) == (4.0, 1.0)


def test_nobody_comes_back_in_an_era_that_is_over() -> None:
    members = Membership(5, Times())
    assert members.heard(Beat(3, "alpha"), 0.0)
    members.over(3)
    assert not members.heard(Beat(3, "alpha"), 0.1), "a heartbeat that was on its way for long"
    assert members.leader() == 5
    assert members.heard(Beat(8, "alpha"), 0.2), "started anew"
