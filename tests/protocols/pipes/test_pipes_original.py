"""What the original dialect is told otherwise, and what no dialect is told, in time that passes at will."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tablehall.games.api import Absence
from tablehall.hall import commands
from tablehall.hall.clock import ClockSpec
from tablehall.hall.notices import Listed
from tablehall.hall.terms import Terms
from tablehall.protocols.pipes import PipesDoor, Settings, lines
from tablehall.protocols.pipes.dialects import ORIGINAL
from tablehall_lab.fuzz.room import Room
from tests.protocols.pipes.desk import Client, Desk

GRACE = Settings().grace


def only_table(desk: Desk) -> int:
    """The number of the one table there is."""
    (number,) = desk.hall.tables
    return number


# Coming back.


@pytest.mark.parametrize("original", [False, True])
def test_the_first_to_return_hears_of_being_alone_when_it_can_understand_it(original: bool) -> None:
    desk = Desk()
    for client in desk.playing(original=original):
        client.close()
    ben = desk.named("ben", original=original)
    assert ben.codes()[-1] == ("201" if original else "290")
    assert [line[:3] for line in ben.asks("GET_GAME_STATE")] == (["207", "290"] if original else ["207"])
    assert [line[:3] for line in ben.asks("GET_GAME_STATE")] == ["207"]
    desk.named("ann", original=original)
    assert ben.codes()[-1] == "295"


def test_who_has_not_heard_of_being_alone_does_not_hear_that_it_is_over() -> None:
    desk = Desk()
    for client in desk.playing(original=True):
        client.close()
    ben = desk.named("ben", original=True)
    desk.named("ann", original=True)
    assert ben.codes()[-1] == "201"
    assert [line[:3] for line in ben.asks("GET_GAME_STATE")] == ["207"]


def test_a_question_for_the_board_keeps_its_place_among_the_news() -> None:
    desk = Desk()
    for client in desk.playing(original=True):
        client.close()
    ben = desk.named("ben", original=True)
    ann = desk.client()
    ann.says("0|CONNECT|ann")
    ben.says(f"{ben.id}|GET_GAME_STATE")  # by now ann is back, and ben is about to hear of it
    desk.tell()
    assert ben.codes()[-2:] == ["201", "207"]


# On the screen on which it waits.


def closes(desk: Desk, _: Client) -> None:
    """The keeper closes the table."""
    desk.decide(commands.Close(only_table(desk)))


def grace_ends(_: Desk, ann: Client) -> None:
    """The lost player is awaited no longer."""
    ann.pings_for(GRACE)


@pytest.mark.parametrize(("ends", "document"), [(closes, "210"), (grace_ends, "280")])
@pytest.mark.parametrize("original", [False, True])
def test_a_game_that_stands_still_is_over(
    ends: Callable[[Desk, Client], None], document: str, original: bool
) -> None:
    desk = Desk()
    ann, ben = desk.playing(original=original)
    ben.close()
    desk.tell()
    ends(desk, ann)
    assert [code for code in ann.codes() if code != "100"][-1] == ("205" if original else document)
    assert ann.asks("CREATE_GAME") == ["204"]


@pytest.mark.parametrize("original", [False, True])
def test_a_game_that_waits_is_closed(original: bool) -> None:
    desk = Desk()
    ann = desk.named("ann", original=original)
    ann.asks("CREATE_GAME")
    closes(desk, ann)
    assert ann.codes()[-1] == ("205" if original else "210")


def test_who_has_a_board_hears_of_the_end_as_everybody_does() -> None:
    desk = Desk()
    ann, ben = desk.playing(original=True)
    ben.asks("EXIT_GAME")
    assert ann.codes()[-1] == "280"


# The beginning is told again.


def begun(desk: Desk) -> tuple[Client, Client]:
    """Ann's game has begun; she has not asked for the board."""
    ann, ben = desk.named("ann", original=True), desk.named("ben", original=True)
    ann.asks("CREATE_GAME")
    ben.asks("JOIN_GAME|ann")
    return ann, ben


def test_the_beginning_is_told_until_the_board_is_asked_for() -> None:
    desk = Desk()
    ann, ben = begun(desk)
    desk.wait(4_500)
    assert ann.codes().count("270") == 4
    ann.asks("GET_GAME_STATE")
    desk.wait(10_000)
    assert ann.codes().count("270") == 4
    assert "270" not in ben.codes()


@pytest.mark.parametrize("last", ["TURN|0,1|1,2", "EXIT_GAME", "GET_GAME_STATE"])
def test_who_shows_that_it_has_heard_is_not_told_again(last: str) -> None:
    desk = Desk()
    ann, _ = begun(desk)
    ann.asks(last)
    desk.wait(10_000)
    assert ann.codes().count("270") == 1


def test_nothing_is_told_again_when_the_game_is_over_or_the_connection_lost() -> None:
    desk = Desk()
    ann, ben = begun(desk)
    ben.asks("EXIT_GAME")
    desk.wait(10_000)
    assert ann.codes().count("270") == 1
    ann, _ = begun(Desk())
    ann.close()
    assert not [name for conn, name in ann.desk.alarms if conn == ann.conn]


def test_a_game_that_stands_still_does_not_begin() -> None:
    desk = Desk()
    ann, ben = begun(desk)
    ben.close()
    desk.tell()
    desk.wait(10_000)
    assert ann.codes().count("270") == 1
    desk.named("ben", original=True)
    desk.wait(1_500)
    assert ann.codes()[-2:] == ["295", "270"]


def test_the_document_tells_it_once() -> None:
    desk = Desk()
    ann, ben = desk.named("ann"), desk.named("ben")
    ann.asks("CREATE_GAME")
    ben.asks("JOIN_GAME|ann")
    desk.wait(10_000)
    assert ann.codes().count("270") == 1


# Pacing.


def test_two_lines_are_never_less_than_the_gap_apart() -> None:
    room = Room(PipesDoor)
    said: list[tuple[int, bytes]] = []
    transport = room.client(0)
    write = transport.write

    def noted(data: bytes) -> None:
        said.append((room.pipeline.clock(), data))
        write(data)

    transport.write = noted  # type: ignore[method-assign]
    room.says(0, b"0|PING\n0|CONNECT|ann\n1|CREATE_GAME\n1|GET_GAMES\nx\n1|PING\nx\nx\nx")
    room.wait(2_000)
    codes = ["100", "200", "204", "203", "450", "100", "450", "450", "450", "460"]
    assert [data.decode().rstrip("\n").split("|")[0] for _, data in said] == codes
    assert all(after - before >= ORIGINAL.gap for (before, _), (after, _) in pairwise(said))
    assert ORIGINAL.gap == 60


# Tables of the house.


def house_table(desk: Desk, absence: Absence, clock: ClockSpec = ClockSpec()) -> tuple[int, int]:  # noqa: B008
    """A table that zoe has opened through the house door: its number, and hers."""
    person = desk.decide(commands.Enter(1000, "guest", "zoe")).person
    table = desk.decide(commands.Open(person.id, Terms("dama", clock=clock), absence))
    return table.sheet.table, person.id


@pytest.mark.parametrize("original", [False, True])
def test_a_game_that_does_not_stand_still_announces_no_pause(original: bool) -> None:
    desk = Desk()
    house_table(desk, Absence(pause=False), ClockSpec("answer", 24 * 3_600_000))
    ben = desk.named("ben", original=original)
    assert ben.asks("JOIN_GAME|zoe") == ["206"]
    desk.decide(commands.Lost(1000))
    assert ben.codes()[-1] == "206"
    ben.close()
    desk.tell()
    again = desk.named("ben", original=original)
    assert again.codes()[-1] == "201"
    assert [line[:3] for line in again.asks("GET_GAME_STATE")] == ["207"]


def test_a_table_whose_host_is_away_is_not_there() -> None:
    desk = Desk()
    number, _ = house_table(desk, Absence(held=60_000))
    table = desk.hall.tables[number]
    here = table.scene
    gone = replace(here, seats=tuple(seat and replace(seat, away=1) for seat in here.seats))
    assert lines.push(Listed("changed", table.sheet, gone, table.game, here)) == b"260|zoe\n"
    assert lines.push(Listed("changed", table.sheet, here, table.game, gone)) == b"250|zoe\n"
    table.scene = gone
    desk.hall.adopt(table, here)
    ben = desk.named("ben")
    assert ben.asks("GET_GAMES") == ["203"]
    assert ben.asks("JOIN_GAME|zoe") == ["412"]
