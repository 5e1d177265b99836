"""Promises: who adds chance to dice before there is a table was told the hash of their seed before."""

from typing import Any

import pytest

from tablehall.games.dice import Dice, commitment, dice_key
from tablehall.hall import records
from tablehall.hall.commands import Answer, LogOut, Open, Propose, Resign
from tablehall.hall.promises import promise_to
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.hall.terms import BotPlan, Terms
from tablehall.hall.verify import stirrers, verify
from tablehall.journal.api import whole_log
from tests.hall.parlour import GAMES
from tests.hall.stage import Somebody, Stage


def promised(stage: Stage, whom: Somebody) -> str:
    """What somebody is told of the next table they open."""
    return promise_to(stage.hall, stage.hall.people.by_id[whom.id])


def opened(stage: Stage, table: int) -> records.Opened:
    first = stage.log(table)[0]
    assert isinstance(first, records.Opened)
    return first


def stirred(stage: Stage, table: int) -> tuple[str, ...]:
    """Who, by the log of a finished game alone, has stirred its dice in time."""
    lines = whole_log(stage.journal, table)
    return stirrers(verify(lines, GAMES), lines)


def test_a_table_has_the_seed_that_was_promised(stage: Stage) -> None:
    ann = stage.enter("ann")
    told, at = promised(stage, ann), stage.now
    assert promised(stage, ann) == told
    stage.wait(5000)
    first = opened(stage, stage.open(ann, entropy="mine"))
    assert (first.commitment, first.promised) == (told, at)


def test_no_seed_is_promised_twice(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    told = []
    for _ in range(3):
        told += [promised(stage, ann), promised(stage, ben)]
        stage.open(ann)
        stage.open(ben)
    assert len(set(told)) == 6


def test_who_was_promised_nothing_gets_a_seed_all_the_same(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    told = promised(stage, ann)
    first = opened(stage, stage.open(ben))
    assert first.promised == 0
    assert first.commitment != told
    assert b"promised" not in whole_log(stage.journal, first.table)[0]


def test_a_refused_table_uses_no_promise_up(stage: Stage) -> None:
    ann = stage.enter("ann")
    told = promised(stage, ann)
    assert stage.refused(Open(ann.id, Terms("no such game"))) is Why.NO_SUCH_GAME
    assert stage.refused(Open(ann.id, Terms("cups"), entropy="x" * 65)) is Why.BAD_ENTROPY
    assert promised(stage, ann) == told


@pytest.mark.parametrize("way", ["lost", "left"])
def test_a_promise_is_forgotten_when_its_owner_is_gone(stage: Stage, way: str) -> None:
    ann = stage.enter("ann")
    told = promised(stage, ann)
    stage.lose(ann) if way == "lost" else stage.do(LogOut(ann.id, ann.conn))
    assert promised(stage, stage.back(ann)) != told


def test_the_host_has_a_say_also_when_the_game_begins_at_once(stage: Stage) -> None:
    stage.employ()
    ann = stage.enter("ann")
    told = promised(stage, ann)
    table = stage.open(ann, "cups", bots=BotPlan(1), entropy="mine")
    assert stage.scene(table).status == "playing"
    assert opened(stage, table).commitment == told
    assert stage.table(table).dice.key == dice_key(stage.table(table).seed, ("mine", ""))
    stage.do(Resign(ann.id, table))
    assert stirred(stage, table) == ("ann",)


def test_without_a_promise_the_house_knew_the_share_of_the_host(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "cups", entropy="mine")
    stage.join(ben, table, entropy="from ben")
    stage.do(Resign(ann.id, table))
    assert stirred(stage, table) == ("ben",)


# Playing again.


def over(stage: Stage, *names: str, **more: Any) -> tuple[int, list[Somebody]]:
    """A game that is over, and who played it."""
    table, people = stage.party(*names or ("ann", "ben"), game="cups", **more)
    stage.do(Resign(people[0].id, table))
    return table, people


def test_a_rematch_has_the_seed_that_was_promised_at_the_end(stage: Stage) -> None:
    table, (ann, ben) = over(stage)
    ended = stage.log(table)[-1]
    assert isinstance(ended, records.Ended)
    assert ended.rematch == stage.scene(table).rematch != ""
    at = stage.now
    stage.wait(1000)
    mine = promised(stage, ann), promised(stage, ben)
    stage.do(Propose(ann.id, table, "rematch", "from ann"))
    fresh: Table = stage.do(Answer(ben.id, table, True, "from ben")).result
    assert (fresh.sheet.commitment, opened(stage, fresh.sheet.table).promised) == (ended.rematch, at)
    assert fresh.dice.key == Dice((fresh.seed, ("from ben", "from ann"))).key
    assert (promised(stage, ann), promised(stage, ben)) == mine  # those are for tables they open themselves
    stage.do(Resign(ann.id, fresh.sheet.table))
    assert stirred(stage, fresh.sheet.table) == ("ben", "ann")


def test_who_sends_nothing_adds_nothing_to_a_rematch(stage: Stage) -> None:
    table, (ann, ben) = over(stage, entropy="for the first game")
    stage.do(Propose(ben.id, table, "rematch", "from ben"))
    fresh: Table = stage.do(Propose(ann.id, table, "rematch")).result
    assert [seat.entropy for seat in fresh.scene.seats if seat] == ["from ben", ""]


def test_what_came_with_a_proposal_that_was_declined_is_forgotten(stage: Stage) -> None:
    table, (ann, ben) = over(stage)
    stage.do(Propose(ann.id, table, "rematch", "too early"))
    stage.do(Answer(ben.id, table, False, "no"))
    stage.do(Propose(ben.id, table, "rematch", "from ben"))
    fresh: Table = stage.do(Answer(ann.id, table, True)).result
    assert [seat.entropy for seat in fresh.scene.seats if seat] == ["from ben", ""]


def test_another_rematch_of_the_same_game_was_promised_nothing(stage: Stage) -> None:
    table, (ann, ben) = over(stage)
    for yes in (True, False, True):
        if not stage.scene(table).proposal:
            stage.do(Propose(ann.id, table, "rematch", "from ann"))
        fresh = stage.do(Answer(ben.id, table, yes, "from ben")).result
    assert opened(stage, fresh.sheet.table).promised == 0
    assert fresh.sheet.commitment != stage.scene(table).rematch
    assert [seat.entropy for seat in fresh.scene.seats] == ["", ""]  # the house knew them before it drew


@pytest.mark.parametrize("entropy", ["x" * 65, "\ud800"])
def test_a_bad_share_is_refused(stage: Stage, entropy: str) -> None:
    table, (ann, ben) = over(stage)
    assert stage.refused(Propose(ann.id, table, "rematch", entropy)) is Why.BAD_ENTROPY
    stage.do(Propose(ann.id, table, "rematch"))
    assert stage.refused(Answer(ben.id, table, True, entropy)) is Why.BAD_ENTROPY


def test_the_seed_of_a_rematch_stays_secret(stage: Stage) -> None:
    table, (ann, ben) = over(stage)
    promise = stage.table(table).promise
    assert promise is not None
    stage.do(Propose(ann.id, table, "rematch"))
    fresh = stage.do(Answer(ben.id, table, True)).result
    assert fresh.seed == promise.seed
    told = b"".join(whole_log(stage.journal, table)) + b"".join(whole_log(stage.journal, fresh.sheet.table))
    assert promise.seed.hex().encode() not in told
    stage.do(Resign(ann.id, fresh.sheet.table))
    last = stage.log(fresh.sheet.table)[-1]
    assert isinstance(last, records.Ended)
    assert commitment(bytes.fromhex(last.seed)) == opened(stage, fresh.sheet.table).commitment
