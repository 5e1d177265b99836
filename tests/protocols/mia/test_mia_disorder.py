"""Whatever clients send, in whatever order: nothing breaks, and nobody touches another's seat."""

import random
from collections import Counter

import pytest

from tablehall.games.mia import game
from tablehall.hall.verify import verify
from tablehall.protocols.mia import MaexchenSettings, MiaSettings
from tests.protocols.mia.desk import Client, Desk

VERBS = [
    "REGISTER", "REGISTER_SPECTATOR", "UNREGISTER", "JOIN_GAME", "JOIN_ROUND", "JOIN", "JOIN_SPECTATOR",
    "ROLL", "SEE", "ANNOUNCE", "GAME_STARTED", "HEARTBEAT", "", "\x00", "🎲",
]  # fmt: skip
NAMES = ["anna", "bob", "carl", "dora", "ünicode", "x" * 20, "x" * 21, "a b", ""]
DICE = ["6,3", "21", "7,7", "", "1", "6,6", "-1,2", "𝟞,𝟛"]


def something(chance: random.Random, tokens: list[str]) -> bytes:
    """A datagram that may mean something."""
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(60))
    pool = [*NAMES, *DICE, *tokens[-8:]]
    fields = [chance.choice(VERBS), *(chance.choice(pool) for _ in range(chance.randrange(4)))]
    return ";".join(fields).encode() + chance.choice([b"", b"", b"\r\n", b"\xff"])


def sensible(chance: random.Random, client: Client, name: str, tokens: list[str]) -> str:
    """An answer to the last question, right or wrong."""
    token = tokens[-1] if tokens else "x"
    return chance.choice(
        [
            f"REGISTER;{name}",
            f"JOIN_GAME;{name};{token}",
            f"JOIN_GAME;{name};{token}",
            f"ROLL;{token}",
            f"ROLL;{token}",
            f"SEE;{token}",
            f"ANNOUNCE;{chance.randrange(1, 7)},{chance.randrange(1, 7)};{token}",
        ]
    )


def check(desk: Desk) -> None:
    """Everything fits together."""
    for contest in {id(s.contest): s.contest for s in desk.sessions.values()}.values():
        roster = contest.roster
        for client, who in roster.clients.items():
            assert who.client == client
        for name, who in roster.players.items():
            assert who.name == name
            assert who.match is None or contest.running[who.match.table.sheet.table] is who.match
        for number, match in contest.running.items():
            assert desk.hall.tables[number] is match.table
            assert len(match.players) == len(match.table.scene.seats) >= 2
        seated = [who for match in contest.running.values() for who in match.players]
        assert len({id(who) for who in seated}) == len(seated)
        assert contest.window.awaited <= set(roster.players.values())
        assert len(contest.alarms) <= len(contest.running) + 4


@pytest.mark.parametrize("seed", range(12))
def test_disorder(seed: int) -> None:
    chance = random.Random(seed)
    settings = MiaSettings(table_size=chance.choice([2, 3, 40]), fill=chance.choice([0, 0, 3]))
    desk = Desk(settings, MaexchenSettings(shared=seed % 2 == 0), seed)
    clients = [
        desk.client(port, host, door)
        for door in (desk.mia, desk.maexchen)
        for host in ("10.0.0.1", "10.0.0.2")
        for port in (1, 2, 3)
    ]
    tokens: dict[int, list[str]] = {number: [] for number in range(len(clients))}
    for _ in range(3000):
        number = chance.randrange(len(clients))
        client = clients[number]
        for message in client.heard():
            tokens[number].append(message.rsplit(";", 1)[-1])
        if chance.random() < 0.3:
            client.say(something(chance, tokens[chance.randrange(len(clients))]))
        else:
            client.say(sensible(chance, client, f"bot{number}", tokens[number]))
        if chance.random() < 0.1:
            desk.wait(chance.choice([1, 10, 100, 300]))
            check(desk)
    assert desk.contest.games > 10
    points: Counter[str] = Counter()
    for listing in desk.journal.tables(limit=100_000):
        done = verify(desk.journal.log(listing.table), {"mia": game})
        assert done.scene.outcome is not None
        for seat, score in zip(done.scene.seats, done.scene.outcome.scores, strict=True):
            assert seat is not None
            points[seat.name] += score
    kept: Counter[str] = Counter()
    for session in {id(s.contest): s for s in desk.sessions.values()}.values():
        for name, standing in session.contest.roster.standings.items():
            kept[name] += standing.points
    assert +points == +kept


def test_a_silent_field_costs_nothing_and_is_forgotten() -> None:
    desk = Desk()
    for port in range(50):
        desk.client(port).say(f"REGISTER;bot{port}")
    desk.wait(700_000)
    assert not desk.contest.roster.players
    before = desk.sent
    desk.wait(600_000)
    assert desk.sent == before
