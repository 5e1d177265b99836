"""Every door is fuzzed for a while, and the fuzzer finds what it is there to find."""

import random

import pytest
from msgspec.structs import replace

from tablehall.hall import seats
from tablehall.hall.table import Table
from tablehall.net.lines import LineReader
from tablehall.protocols.house import render
from tablehall.protocols.pipes import PipesDoor
from tablehall.protocols.pipes.session import PipesSession
from tablehall.server import all_doors
from tablehall_lab.fuzz.cases import SplitError, check, corpus, play
from tablehall_lab.fuzz.promises import LeakError
from tablehall_lab.fuzz.room import Room
from tablehall_lab.fuzz.search import search
from tablehall_lab.sim.trace import Broken

DOORS = all_doors()
SECONDS = 4
CONVERSATION = b"t0\nA0|CONNECT|anna\nB0|CONNECT|bob\nA1|CREATE_GAME\nB2|JOIN_GAME|anna\nA~c"


@pytest.mark.parametrize("door", DOORS)
def test_no_door_breaks_or_hangs(door: str) -> None:
    report = search(door, SECONDS)
    assert not report.problem, f"{report.problem}\ncase: {report.case!r}"
    assert report.covered > 100


@pytest.mark.parametrize("door", DOORS)
def test_the_conversations_of_the_page_are_answered_alike_in_any_pieces(door: str) -> None:
    cases = list(corpus(DOORS[door]))
    assert len(cases) > 5
    for case in cases:
        assert check(DOORS[door], case) > 0


def test_a_case_is_a_conversation() -> None:
    heard, messages = play(PipesDoor, CONVERSATION)
    assert messages == 4
    assert [part.split(b"\n")[0][:3] for part in heard] == [b"200", b"200"]
    assert b"270" in heard[0]


def test_time_passes_in_a_case() -> None:
    silent, _ = play(DOORS["shelfie"], b"t0\nA{}")
    pinged, _ = play(DOORS["shelfie"], b"t0\nA{}\nA~W")
    assert len(pinged[0]) > len(silent[0])


def test_numbers_that_were_heard_are_repeated() -> None:
    heard, _ = play(
        DOORS["house"],
        b"\n".join(
            (
                b"t0",
                b'A{"type":"hello","name":"anna"}',
                b'A{"type":"open","game":"tictactoe"}',
                b'A{"type":"leave","table":$,"re":7}',
            )
        ),
    )
    assert b'"done","re":7' in heard[0]


def test_a_session_that_depends_on_how_lines_are_split_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = LineReader.feed

    def forgetful(self: LineReader, data: bytes) -> None:
        feed(self, data if len(data) > 1 else b"?")

    monkeypatch.setattr(LineReader, "feed", forgetful)
    with pytest.raises(SplitError):
        check(PipesDoor, CONVERSATION)


def test_a_session_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PipesSession, "receive", lambda self, line: 1 // 0)
    room = Room(PipesDoor)
    failures: list[str] = []
    monkeypatch.setattr("tablehall.net.connection.log.exception", lambda what, **_: failures.append(what))
    room.says(0, b"0|PING")
    assert failures == ["a session failed"]


def test_cases_are_the_same_every_time() -> None:
    case = next(corpus(DOORS["eriantys"]))
    assert play(DOORS["eriantys"], case) == play(DOORS["eriantys"], case)


def test_bytes_without_any_sense_are_borne_by_every_door() -> None:
    chance = random.Random(1)
    for kind in DOORS.values():
        for _ in range(50):
            head = chance.choice((b"t0", b"r0", b"r0u"))
            check(kind, head + b"\nA" + chance.randbytes(chance.randrange(300)))


# What nobody may reach.

SAVED = b"\n".join(
    (
        b"t1",
        b'A{"type":"hello","name":"anna"}',
        b'B{"type":"hello","name":"bob"}',
        b'C{"type":"hello","name":"carl"}',
        b'A{"type":"lobby"}',
        b'B{"type":"lobby"}',
        b'C{"type":"lobby"}',
        b'A{"type":"open","game":"tictactoe","rated":false}',
        b"A~w",
        b'B{"type":"join","table":$}',
        b'A{"type":"save","table":$,"name":"ours"}',
        b'B{"type":"reopen","game":"tictactoe","name":"ours"}',
        b"B~w",
        b'C{"type":"join","table":$,"name":"anna"}',
        b'C{"type":"reopen","game":"tictactoe","name":"ours"}',
    )
)


def test_a_seat_that_is_somebody_elses_is_not_to_be_had() -> None:
    heard, _ = play(DOORS["house"], SAVED)
    assert b'"reason":"not_your_seat"' in heard[2]
    assert b'"reason":"no_such_save"' in heard[2]


def test_a_door_that_gives_seats_away_by_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_name(decision: object, table: Table, person: object, name: str) -> int:
        return next(n for n, seat in enumerate(table.scene.seats) if seat and seat.name == name)

    monkeypatch.setattr(seats, "_saved_seat", by_name)
    with pytest.raises(Broken, match="has taken seat"):
        play(DOORS["house"], SAVED)


def test_a_save_that_anybody_brings_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.hall.opening.may_reopen", lambda *_: True)
    leaves = b"\n".join((*SAVED.split(b"\n")[:11], SAVED.split(b"\n")[-1]))
    with pytest.raises(Broken, match="plays in none of its seats"):
        play(DOORS["house"], leaves)


def test_a_seed_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = render.whole_table
    leaking = lambda table, *about, **more: replace(whole(table, *about, **more), text=table.seed.hex())  # noqa: E731
    monkeypatch.setattr(render, "whole_table", leaking)
    with pytest.raises(LeakError, match="the seed"):
        play(DOORS["house"], SAVED[: SAVED.index(b'\nA{"type":"save')])


def test_a_secret_that_two_are_told_is_found() -> None:
    room = Room(DOORS["house"])
    told = b'{"type":"welcome","secret":"37c56bb4-9f91-43f2-b598-ba1feb200ab1"}'
    room.promises.check([told + told, b""])
    with pytest.raises(LeakError, match="2 clients"):
        room.promises.check([told, told])
