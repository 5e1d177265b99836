"""Verification: a good export is accepted, and nothing can be changed in one unnoticed."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import drawn, won_by
from tablehall.games.dice import commitment
from tablehall.hall import commands, records
from tablehall.hall.commands import Answer, Leave, Propose, Reopen, Resign, Save, Say
from tablehall.hall.notices import Happened
from tablehall.hall.table import LogError, Table
from tablehall.hall.verify import opening, replayed, seal, unseal, verify
from tablehall.journal.api import whole_log
from tests.hall.parlour import GAMES, Draw, Lift, Shake
from tests.hall.stage import Stage

Game = Callable[[Stage], int]


def by_the_dice(stage: Stage) -> int:
    """A game of Cups with some talk, played to its end."""
    table, (ann, _) = stage.party(game="cups", options={"sides": 20}, entropy="mine")
    stage.play(table, Shake(), Shake())
    stage.do(Say(ann.id, table, "höher!"))
    stage.play(table, Lift(), Shake(), Lift())
    stage.do(Say(ann.id, table, "well played"))
    return table


def by_the_rules(stage: Stage) -> int:
    table, _ = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    return table


def by_resigning(stage: Stage) -> int:
    table, (ann, _) = stage.party()
    stage.play(table, 0)
    stage.do(Resign(ann.id, table))
    return table


def by_agreement(stage: Stage) -> int:
    table, (ann, ben) = stage.party()
    stage.do(Propose(ann.id, table, "draw"))
    stage.do(Answer(ben.id, table, True))
    return table


def by_leaving(stage: Stage) -> int:
    table, people = stage.party("a", "b", "c", game="stones")
    stage.lose(people[1])
    stage.play(table, Draw(), Draw())
    stage.back(people[1])
    stage.do(Leave(people[0].id, table))
    stage.do(Leave(people[1].id, table))
    return table


def from_a_save(stage: Stage) -> int:
    """A copy of a game that was played to its end elsewhere, with new dice."""
    table, (ann, ben) = stage.party(game="cups")
    stage.play(table, Shake())
    stage.do(Save(ann.id, table, "again", put_away=False))
    stage.play(table, Lift(), Lift())
    stage.do(Leave(ann.id, table))
    stage.do(Leave(ben.id, table))
    copy: Table = stage.do(Reopen(ann.id, "again", "cups")).result
    stage.join(ann, copy.sheet.table)
    stage.join(ben, copy.sheet.table)
    stage.play(copy.sheet.table, Shake(), Shake(), Lift(), Lift())
    return copy.sheet.table


def from_a_drawer(stage: Stage) -> int:
    """A game put away and brought back."""
    table, people = stage.party(game="cups")
    stage.play(table, Shake())
    stage.do(Save(people[0].id, table, "again"))
    stage.do(Reopen(people[0].id, "again", "cups"))
    for person in people:
        stage.join(person, table)
    stage.play(table, Shake(), Lift(), Lift())
    return table


def closed_by_the_keeper(stage: Stage) -> int:
    table, _ = stage.party(game="cups")
    stage.play(table, Shake())
    stage.do(commands.Close(table))
    return table


ENDINGS: list[Game] = [
    by_the_dice,
    by_the_rules,
    by_resigning,
    by_agreement,
    by_leaving,
    from_a_save,
    from_a_drawer,
    closed_by_the_keeper,
]


def lines_of(stage: Stage, game: Game) -> list[bytes]:
    return whole_log(stage.journal, game(stage))


def check(export: bytes) -> Table:
    return verify(unseal(export), GAMES)


def forged(lines: list[bytes], number: int, **changes: Any) -> list[bytes]:
    """A log with one record changed and every hash after it made to fit."""
    record = replace(records.decode(lines[number]), **changes)
    return chained([*lines[:number], records.encode(record), *lines[number + 1 :]])


def chained(lines: list[bytes]) -> list[bytes]:
    fitting: list[bytes] = []
    for seq, line in enumerate(lines):
        prev = records.digest(fitting[-1]) if fitting else records.GENESIS
        fitting.append(records.encode(replace(records.decode(line), seq=seq, prev=prev)))
    return fitting


def find(lines: list[bytes], kind: type) -> int:
    """The number of the last record of a kind."""
    return max(n for n, line in enumerate(lines) if isinstance(records.decode(line), kind))


@pytest.mark.parametrize("game", ENDINGS)
def test_a_good_export_is_accepted(stage: Stage, game: Game) -> None:
    lines = lines_of(stage, game)
    table = check(seal(lines))
    last = records.decode(lines[-1])
    assert table.scene.seq == last.seq
    assert table.scene.status == ("closed" if game is closed_by_the_keeper else "finished")
    assert chained(lines) == lines


def test_every_flipped_byte_is_found(stage: Stage) -> None:
    export = seal(lines_of(stage, by_the_dice))
    for place in range(len(export)):
        for flip in (0x01, 0x20, 0x80):
            bad = export[:place] + bytes([export[place] ^ flip]) + export[place + 1 :]
            with pytest.raises(LogError):
                check(bad)


def test_every_missing_byte_is_found(stage: Stage) -> None:
    export = seal(lines_of(stage, by_the_rules))
    for place in range(len(export)):
        with pytest.raises(LogError):
            check(export[:place] + export[place + 1 :])


def test_every_torn_end_is_found(stage: Stage) -> None:
    export = seal(lines_of(stage, by_the_rules))
    for place in range(len(export)):
        with pytest.raises(LogError):
            check(export[:place])


def test_a_seal_in_other_words_is_broken(stage: Stage) -> None:
    export = seal(lines_of(stage, by_the_rules))
    with pytest.raises(LogError, match="the seal is for"):
        check(export.replace(b'"records":', b'"records": '))
    with pytest.raises(LogError, match="seal is missing or broken"):
        check(export.replace(b'"what":"sealed"', b'"what":"sealed","by":"me"'))


def test_a_missing_doubled_or_moved_record_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_dice)
    for number in range(len(lines)):
        for bad in (
            lines[:number] + lines[number + 1 :],
            [*lines[: number + 1], *lines[number:]],
            [*lines[:number], *lines[number + 1 : number + 2], lines[number], *lines[number + 2 :]],
        ):
            if bad != lines:
                with pytest.raises(LogError):
                    check(b"\n".join([*bad, *seal(lines).splitlines()[-1:]]) + b"\n")
            if bad != lines[: len(bad)]:
                with pytest.raises(LogError):
                    check(seal(bad))


def test_the_message_names_the_record(stage: Stage) -> None:
    lines = lines_of(stage, by_the_dice)
    bad = lines[4].replace(b'"at":1', b'"at":2')
    with pytest.raises(LogError, match="record 4: the chain of hashes is broken after it"):
        check(seal([*lines[:4], bad, *lines[5:]]))


def test_an_empty_export_and_a_foreign_file_are_none(stage: Stage) -> None:
    for bad in (b"", b"\n", b"hello\n", b"{}\n", seal([]), b"\xff\n", b"[" * 9999 + b"\n"):
        with pytest.raises(LogError):
            check(bad)


def test_a_changed_throw_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_dice)
    for kind in (records.Started, records.Moved):
        number = max(n for n, line in enumerate(lines) if getattr(records.decode(line), "throws", ()))
        number = number if kind is records.Moved else find(lines, kind)
        throws = records.decode(lines[number]).throws  # type: ignore[union-attr]
        bad = forged(lines, number, throws=((throws[0] + 1) % 20, *throws[1:]))
        with pytest.raises(LogError, match=f"record {number}: the dice say"):
            check(seal(bad))


def test_a_throw_left_out_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_dice)
    with pytest.raises(LogError, match="the dice say"):
        check(seal(forged(lines, find(lines, records.Started), throws=())))


def test_another_seed_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_dice)
    number = find(lines, records.Ended)
    for seed in ("00" * 32, "", "not hex"):
        with pytest.raises(LogError, match="seed"):
            check(seal(forged(lines, number, seed=seed)))
    other = forged(forged(lines, number, seed="00" * 32), 0, commitment=commitment(bytes(32)))
    with pytest.raises(LogError, match="the dice say"):
        check(seal(other))


def test_stirring_the_dice_differently_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_dice)
    with pytest.raises(LogError, match="the dice say"):
        check(seal(forged(lines, 1, entropy="yours")))


def test_a_move_the_rules_forbid_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_rules)
    number = find(lines, records.Moved)
    with pytest.raises(LogError, match=f"record {number}: It is not your turn"):
        check(seal(forged(lines, number, seat=1)))


def test_a_move_before_the_start_is_found(stage: Stage) -> None:
    lines = lines_of(stage, by_the_rules)
    started = find(lines, records.Started)
    with pytest.raises(LogError, match=f"record {started}"):
        check(seal(chained(lines[:started] + lines[started + 1 :])))


@pytest.mark.parametrize("game", [g for g in ENDINGS if g is not closed_by_the_keeper])
def test_a_wrong_outcome_is_found(stage: Stage, game: Game) -> None:
    lines = lines_of(stage, game)
    number = find(lines, records.Ended)
    ended = records.decode(lines[number])
    assert isinstance(ended, records.Ended)
    seats = len(ended.outcome.ranks)
    others = [won_by(seat, seats, ended.outcome.reason) for seat in range(seats)]
    others += [drawn(seats, ended.outcome.reason), replace(ended.outcome, reason="magic")]
    for other in others:
        if other != ended.outcome:
            with pytest.raises(LogError, match=f"record {number}: the rules say"):
                check(seal(forged(lines, number, outcome=other)))


@pytest.mark.parametrize("game", [by_the_rules, by_resigning, by_agreement])
def test_a_game_cut_short_is_found(stage: Stage, game: Game) -> None:
    lines = lines_of(stage, game)
    for number in range(1, len(lines) - 1):
        with pytest.raises(LogError):
            check(seal(chained([*lines[:number], lines[-1]])))


def test_a_game_that_is_not_over_cannot_be_verified(stage: Stage) -> None:
    table, _ = stage.party()
    with pytest.raises(LogError, match="not ended yet"):
        check(seal(stage.journal.log(table)))


def test_a_log_of_unknown_or_newer_rules_is_left_alone(stage: Stage) -> None:
    lines = lines_of(stage, by_the_rules)
    with pytest.raises(LogError, match="does not know the game"):
        check(seal(forged(lines, 0, game="poker")))
    with pytest.raises(LogError, match="newer rules"):
        check(seal(forged(lines, 0, version=2)))
    with pytest.raises(LogError, match="does not begin with the opening"):
        check(seal(chained(lines[1:])))


def test_a_replay_tells_what_the_players_were_told(stage: Stage) -> None:
    table, (ann, _) = stage.party(game="cups")
    stage.play(table, Shake(), Shake(), Lift(), Lift())
    lines = stage.journal.log(table)
    told = {news.record.seq: news.events for news in stage.heard(ann, Happened)}
    for news in replayed(opening(lines, GAMES), lines):
        assert told.get(news.record.seq, news.events) == news.events


def with_a_whisper(stage: Stage) -> int:
    """A game in which something was said to one player alone, before its end and after it."""
    table, (ann, ben) = stage.party()
    stage.do(Say(ann.id, table, "between us: a secret", "ben"))
    stage.play(table, 0, 3, 1, 4, 2)
    stage.do(Say(ben.id, table, "another secret", "ann"))
    return table


def test_an_export_keeps_whispers_to_itself_and_is_still_verified(stage: Stage) -> None:
    export = seal(lines_of(stage, with_a_whisper))
    assert b"secret" not in export
    assert export.count(b'"what":"withheld"') == 2
    assert check(export).scene.outcome == won_by(0, reason="line")


def test_every_flipped_byte_of_an_export_with_whispers_is_found(stage: Stage) -> None:
    export = seal(lines_of(stage, with_a_whisper))
    for place in range(len(export)):
        bad = export[:place] + bytes([export[place] ^ 1]) + export[place + 1 :]
        with pytest.raises(LogError):
            check(bad)
