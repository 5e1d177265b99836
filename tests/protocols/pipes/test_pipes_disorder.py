"""Everything in any order: requests ahead of their answers, noise, connections that come and go."""

import os
import random
from typing import Literal

import pytest

from tablehall.hall.commands import Close, Kick
from tablehall.hall.hall import Limits
from tablehall.hall.notices import Parted
from tablehall.protocols.pipes import Settings
from tablehall.protocols.pipes.states import TRANSITIONS
from tests.hall.order import picture
from tests.protocols.pipes.desk import Client, Desk

ROUNDS = int(os.environ.get("TABLEHALL_TEST_GAMES", "1"))
NICKS = ["ann", "ben", "eve", "joe", "kim"]
STEPS = 4_000
ANYWHERE = ["LOGOUT", "EXIT_GAME", "GET_GAME_STATE", "PING", "CREATE_GAME", "GET_GAMES", "JOIN_GAME", "TURN"]
LIKELY = {
    "lobby": ["LOGOUT", "CREATE_GAME", "GET_GAMES", "GET_GAMES", "JOIN_GAME", "JOIN_GAME"],
    "waiting": ["GET_GAMES", "PING", "PING"],
    "playing": ["TURN"] * 10,
}
LEAVING = ("200", "201", "205", "206", "210", "280", "204", "202")


def something(client: Client, chance: random.Random) -> str:
    """A request that may make sense."""
    person = client.session.person
    if person is None:
        return f"0|CONNECT|{chance.choice(NICKS)}"
    kinds = LIKELY[client.session.whereabouts(person)[0]] if chance.random() < 0.95 else ANYWHERE
    kind = chance.choice(kinds)
    if kind == "JOIN_GAME":
        kind = f"JOIN_GAME|{chance.choice(NICKS)}"
    if kind == "TURN":
        kind = f"TURN|{some_turn(client, chance)}"
    return f"{client.id}|{kind}"


def some_turn(client: Client, chance: random.Random) -> str:
    """A legal move where there is one."""
    assert client.session.person is not None
    _, table = client.session.whereabouts(client.session.person)
    if table is None or table.scene.state is None:
        return "0,1|1,2"
    seat = table.scene.seat_of(client.session.person.id)
    assert seat is not None
    moves = table.game.legal(table.scene.state, seat)
    move = chance.choice(list(moves)) if moves else None
    return f"{move.c},{move.r}|{move.to_c},{move.to_r}" if move and chance.random() < 0.95 else "9,9|9,9"


def known_games(heard: list[str]) -> set[str] | None:
    """The games that wait, as a client in the lobby knows them; None: it has not asked."""
    games: set[str] | None = None
    for line in heard:
        code, *names = line.split("|")
        if code in LEAVING:
            games = None
        elif code == "203":
            games = set(names)
        elif games is not None and code == "250":
            games.add(names[0])
        elif games is not None and code == "260":
            games.discard(names[0])
    return games


def check(desk: Desk) -> None:
    """Once everything is told, everybody knows where they are and what the lobby knows."""
    for client in desk.clients.values():
        if client.closed:
            assert client.conn not in desk.hall.lobby
            continue
        session = client.session
        place = session.notifications.place
        where = session.whereabouts(session.person)[0] if session.person else "lobby"
        assert where == ("playing" if place in ("alone", "unaware") else place)
        listening = session.person is not None and place in ("lobby", "waiting")
        assert (client.conn in desk.hall.lobby) == listening
        games = known_games(client.heard)
        if games is not None and place == "lobby" and session.person is not None:
            assert games == set(b"".join(desk.door.waiting.line()).decode().strip().split("|")[1:])


def disorder(seed: int, dialect: Literal["document", "original"]) -> set[str]:
    """Four clients do anything at any time; returns the codes they heard."""
    chance, desk = random.Random(seed), Desk(Settings(dialect=dialect, strikes=10**9))
    for _ in range(STEPS):
        here = [client for client in desk.clients.values() if not client.closed]
        if len(here) < 4:
            desk.client()
        elif chance.random() < 0.01:
            chance.choice(here).close()
        else:
            client = chance.choice(here)
            for _ in range(chance.randint(1, 4)):
                client.says(something(client, chance))
        if chance.random() < 0.5:
            desk.tell(chance.randint(1, 5))
        if chance.random() < 0.05:
            desk.wait(chance.choice((0, 0, 0, 2_000)))
            check(desk)
    return {line[:3] for client in desk.clients.values() for line in client.heard}


@pytest.mark.parametrize("number", range(ROUNDS))
def test_whatever_is_asked_for_ahead_of_the_answers_everybody_knows_where_they_are(number: int) -> None:
    codes: set[str] = set()
    for seed in range(number * 4, number * 4 + 4):
        codes |= disorder(seed, "document")
    assert codes >= {"100", "200", "201", "202", "203", "204", "205", "206", "207", "208", "210"}
    assert codes >= {"250", "260", "270", "280", "290", "295", "403", "404", "411", "412", "420"}


@pytest.mark.parametrize("number", range(ROUNDS))
def test_the_same_in_the_original_dialect(number: int) -> None:
    codes: set[str] = set()
    for seed in range(number * 4, number * 4 + 4):
        codes |= disorder(seed, "original")
    assert codes >= {"100", "200", "201", "202", "203", "204", "205", "206", "207", "208"}
    assert codes >= {"250", "260", "270", "280", "290", "295", "402", "403", "420", "460"}


@pytest.mark.parametrize("seed", range(3))
def test_noise_changes_nothing_and_is_always_answered(seed: int) -> None:
    chance, desk = random.Random(seed), Desk(Settings(strikes=10**9))
    one, two = desk.client(), desk.client()
    for client, *requests in ((one, "CONNECT|ann", "CREATE_GAME"), (two, "CONNECT|ben", "JOIN_GAME|ann")):
        for request in requests:
            client.says(f"{client.id}|{request}")
    desk.tell()
    words = [b"0", b"1", b"|", b",", b"TURN", b"CONNECT", b"-", b"\xff", b"\0", b"JOIN_GAME", b"9" * 30, b" "]
    before, heard = picture(desk.hall), len(one.heard)
    for number in range(2_000):
        parts = [chance.choice(words) for _ in range(chance.randint(0, 9))]
        one.says(b"".join(parts) if number % 2 else chance.randbytes(chance.randint(0, 60)))
    desk.tell()
    assert len(one.heard) == heard + 2_000
    assert set(one.heard[heard:]) <= {"450", "401", "410", "411", "403", "420"}
    assert picture(desk.hall) == before


def test_a_lost_opponent_is_announced_once() -> None:
    assert ("alone", "other lost") not in TRANSITIONS
    assert ("playing", "other returned") not in TRANSITIONS


def test_whoever_is_shown_out_hears_460() -> None:
    desk = Desk()
    ann = desk.client()
    ann.says("0|CONNECT|ann")
    decision = desk.hall.handle(Kick(ann.id), desk.time)
    desk.untold.append((0, None, decision.notices))
    desk.tell()
    assert ann.heard == ["200|1", "460"]
    assert ann.closed


def test_a_table_closed_by_the_keeper_is_over_for_everybody() -> None:
    desk = Desk()
    ann, ben, eve = desk.client(), desk.client(), desk.client()
    for client, *requests in (
        (ann, "CONNECT|ann", "CREATE_GAME"),
        (ben, "CONNECT|ben", "JOIN_GAME|ann"),
        (eve, "CONNECT|eve", "CREATE_GAME"),
    ):
        for request in requests:
            client.says(f"{client.id}|{request}")
    for number in list(desk.hall.tables):
        decision = desk.hall.handle(Close(number), desk.time)
        desk.untold.append((0, None, decision.notices))
    desk.tell()
    assert [client.heard[-1] for client in (ann, ben, eve)] == ["260|eve", "260|eve", "210"]
    assert ann.heard[-2] == ben.heard[-2] == "210"
    check(desk)


def test_a_game_opened_while_the_end_of_the_own_one_is_on_its_way_is_heard_of() -> None:
    desk = Desk()
    ann, ben, eve = desk.client(), desk.client(), desk.client()
    for client, *requests in (
        (eve, "CONNECT|eve"),
        (ann, "CONNECT|ann", "CREATE_GAME"),
        (ben, "CONNECT|ben", "JOIN_GAME|ann"),
    ):
        for request in requests:
            client.says(f"{client.id}|{request}")
    desk.tell()
    ben.says(f"{ben.id}|EXIT_GAME")
    eve.says(f"{eve.id}|CREATE_GAME")
    desk.tell()
    assert ann.heard[-2:] == ["280", "250|eve"]
    assert ben.heard[-2:] == ["205", "250|eve"]


def test_no_game_is_created_in_a_full_hall() -> None:
    desk = Desk()
    desk.hall.limits = Limits(tables=0)
    ann = desk.client()
    for request in ("CONNECT|ann", "CREATE_GAME", "GET_GAMES"):
        ann.says(f"{ann.id}|{request}")
    desk.tell()
    assert ann.heard == ["200|1", "406", "203"]


def test_when_the_hall_closes_the_connection_does() -> None:
    desk = Desk()
    ann = desk.client()
    ann.says("0|CONNECT|ann")
    desk.tell()
    desk.hall.closing = True
    ann.session.tell(Parted("closing"), None)
    assert ann.heard == ["200|1"]
    assert ann.closed
    late = desk.client()
    late.says("0|CONNECT|ben")
    desk.tell()
    assert late.heard == ["402"]


def test_a_failure_of_ours_is_answered_too() -> None:
    desk = Desk()
    ann = desk.client()
    ann.session.broken()
    desk.tell()
    assert ann.heard == ["450"]


@pytest.mark.parametrize(
    ("dialect", "first", "gap"),
    [
        ("auto", "0|PING", 60),
        ("auto", "00|PING", 60),
        ("auto", "1|PING", 0),
        ("auto", "0|CONNECT|ann", 0),
        ("auto", "", 0),
        ("auto", "nonsense", 0),
        ("document", "0|PING", 0),
        ("original", "0|CONNECT|ann", 60),
    ],
)
def test_the_first_line_tells_the_dialect_unless_it_is_set(dialect: str, first: str, gap: int) -> None:
    desk = Desk(Settings(dialect=dialect))  # type: ignore[arg-type]
    client = desk.client()
    client.says(first)
    client.says("0|PING")
    assert client.gap == gap
    assert (client.session.dialect.name == "original") == bool(gap)


def test_a_first_line_that_is_too_long_is_no_ping() -> None:
    client = Desk().client()
    client.session.too_long()
    client.says("0|PING")
    assert client.session.dialect.name == "document"
