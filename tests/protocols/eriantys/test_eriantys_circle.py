"""The circle around a table, without sockets: what hardly ever happens over them."""

import random

from tablehall.games import house_games
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Happened
from tablehall.hall.terms import Terms
from tablehall.protocols.eriantys.acks import MOST_UNTOLD, Circle


class Somebody:
    """A client that notes what it hears and is asked to do."""

    def __init__(self, by: int) -> None:
        self.by = by
        self.prompt = True
        self.told: list[bytes] = []
        self.awaited = False
        self.obeyed = 0

    def hear(self, text: bytes) -> None:
        self.told.append(text)

    def await_it(self, on: bool) -> None:
        self.awaited = on

    def tag_for(self, seq: int) -> bytes:
        return b""

    def obey_next(self) -> bool:
        self.obeyed += 1
        return False

    def dismissed(self) -> None:
        raise AssertionError("nobody closes this table")


class Room:
    """A hall with one waiting table of Eriantys, at which everybody sits that is asked for."""

    def __init__(self, people: int) -> None:
        self.hall = Hall(house_games(), random.Random(1).randbytes)
        self.people = [self.do(commands.Enter(conn, "stranger")).result.person.id for conn in range(people)]
        opened = self.do(commands.Open(self.people[0], Terms("eriantys", 4, start="asked"), sit=False))
        self.table = opened.result.sheet.table
        self.circle = Circle(self.table)
        self.members = [self.sit(person) for person in self.people]

    def do(self, command: commands.Command) -> Decision:
        decision = self.hall.handle(command, 1)
        assert decision.refused is None
        return decision

    def sit(self, person: int) -> Somebody:
        decision = self.do(commands.Join(person, self.table, name=f"number{person}"))
        somebody = Somebody(person)
        self.circle.join(somebody, self.circle.expect(decision))
        self.tell(decision)
        return somebody

    def resize(self, seats: int) -> Decision:
        return self.do(commands.Resize(self.people[0], self.table, seats))

    def tell(self, decision: Decision) -> None:
        for _, news in decision.notices:
            assert isinstance(news, Happened)
            self.circle.hear(news)

    def everybody_acknowledges(self) -> None:
        while any(member.awaited for member in self.members):
            for member in self.members:
                self.circle.acknowledged(member)


def test_everybody_hears_a_thing_once_however_often_it_is_brought() -> None:
    room = Room(2)
    room.everybody_acknowledges()
    before = [len(member.told) for member in room.members]
    decision = room.resize(3)
    room.tell(decision)
    room.tell(decision)
    assert [len(member.told) for member in room.members] == [count + 1 for count in before]


def test_a_request_waits_until_what_was_decided_has_been_told() -> None:
    room = Room(1)
    (anna,) = room.members
    room.everybody_acknowledges()
    decision = room.resize(3)
    room.circle.expect(decision)
    room.circle.ask(anna)
    assert anna.obeyed == 0
    room.tell(decision)
    assert anna.obeyed == 0, "it has not been acknowledged"
    room.everybody_acknowledges()
    assert anna.obeyed == 1


def test_requests_go_on_when_nobody_is_left_who_would_bring_the_news() -> None:
    """Anna asks for something and is lost; bob comes back before the news of it are out, and
    is told the table as it is then."""
    room = Room(1)
    (anna,) = room.members
    room.everybody_acknowledges()
    decision = room.resize(3)
    room.circle.expect(decision)
    bob = Somebody(99)
    room.circle.join(bob, room.hall.tables[room.table].scene.seq + 1)
    room.circle.ask(bob)
    assert bob.obeyed == 0
    room.circle.leave(anna)
    assert bob.obeyed == 1


def test_when_far_too_much_waits_nobody_is_waited_for() -> None:
    room = Room(2)
    room.everybody_acknowledges()
    anna, bob = room.members
    heard = len(bob.told)
    for number in range(MOST_UNTOLD + 5):
        room.circle.acknowledged(anna)
        room.tell(room.resize(2 + number % 2))
    assert len(bob.told) - heard == MOST_UNTOLD + 5
    assert not bob.awaited
    assert not bob.prompt
