"""Every reason for which the hall says no, reached; whatever is refused changes nothing (the
stage compares a picture of the whole hall before and after each refusal)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tablehall.games.api import Absence, Rule
from tablehall.games.board import Place
from tablehall.hall import commands
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import (
    Act,
    Answer,
    Ban,
    Close,
    Command,
    Delete,
    Drain,
    Enter,
    Fill,
    Invite,
    Join,
    Kick,
    Leave,
    LogOut,
    Open,
    Overslept,
    Propose,
    Reopen,
    Resign,
    Resize,
    Save,
    Say,
    Start,
    Watch,
)
from tablehall.hall.hall import Limits
from tablehall.hall.refusals import Why
from tablehall.hall.terms import BotPlan, Terms
from tests.hall.parlour import Lift
from tests.hall.stage import Somebody, Stage

LIMITS = Limits(tables=8, tables_each=3, spectators=1, saves=2)


class Hallful:
    """A hall with a table in every state: ann and ben play, cat and dan are between games."""

    def __init__(self) -> None:
        self.stage = stage = Stage(LIMITS)
        self.playing, (self.ann, self.ben) = stage.party()
        self.cat, self.dan, self.eve = (stage.enter(name) for name in ("cat", "dan", "eve"))
        self.waiting = stage.open(self.cat, "stones", seats=3)
        self.private = stage.open(self.dan, private=True, spectators=True)
        self.finished = stage.open(self.cat)
        stage.join(self.dan, self.finished)
        stage.do(Resign(self.dan.id, self.finished))
        stage.do(Watch(self.eve.id, self.playing))
        self.vic = stage.enter("vic", "visitor")

    def duel(self, one: Somebody, two: Somebody, game: str = "stones", **more: object) -> int:
        table = self.stage.open(one, game, **more)
        self.stage.join(two, table)
        return table

    def put_away(self, name: str) -> str:
        table = self.duel(self.cat, self.ann)
        self.stage.do(Save(self.ann.id, table, name))
        return name

    def bots(self) -> str:
        """The house employs three players; the name of one of them."""
        self.stage.employ()
        return "bot 1"

    def with_bots(self, table: int) -> int:
        self.bots()
        return table

    def closing(self, command: Command) -> Command:
        self.stage.hall.closing = True
        return command

    def draining(self, command: Command) -> Command:
        self.stage.do(Drain())
        return command

    def banned(self, name: str) -> str:
        self.stage.do(Ban(name))
        return name

    def secret_of_banned(self, somebody: Somebody, name: str) -> str:
        self.banned(name)
        return somebody.secret

    def paused(self) -> int:
        table = self.duel(self.ann, self.dan, absence=Absence(pause=True))
        self.stage.lose(self.dan)
        return table

    def reopened(self) -> int:
        self.put_away("old")
        self.stage.do(Reopen(self.cat.id, "old", "stones"))
        return self.stage.hall.saves_out["stones", "old"]

    def in_play(self) -> str:
        self.stage.join(self.cat, self.reopened())
        return "old"

    def crowded(self) -> int:
        """Strangers open tables until the hall is full."""
        while len(self.stage.hall.tables) - 1 < LIMITS.tables:
            self.stage.open(self.stage.enter(kind="stranger"), name="x")
        return self.eve.id

    def short_of_disk(self) -> int:
        self.stage.hall.short_of_disk = True
        return self.eve.id

    def busy(self) -> int:
        for _ in range(3):
            self.stage.open(self.eve)
        return self.eve.id

    def named_at_table(self) -> int:
        self.stage.join(self.dan, self.waiting, name="Ännchen")
        return self.waiting

    def rated(self) -> tuple[int, int]:
        one, two = (self.stage.enter(name, asks=True) for name in ("one", "two"))
        return one.id, self.duel(one, two)

    def saved_once(self) -> int:
        table = self.duel(self.cat, self.ann)
        self.limit(saves_each=1)
        self.stage.do(Save(self.ann.id, table, "one", put_away=False))
        return table

    def limit(self, **limits: float) -> None:
        self.stage.hall.limits = replace(LIMITS, **limits)

    def loud(self) -> Somebody:
        while self.stage.ask(Say(self.ann.id, self.playing, "blah " * 99)).refused is None:
            pass
        return self.ann

    def guessing(self) -> Somebody:
        guesses = (self.stage.ask(Join(self.eve.id, self.private, f"guess {n}")) for n in range(1000))
        assert next(guess.refused for guess in guesses if guess.refused is not Why.WRONG_CODE)
        return self.eve

    def many_names(self) -> str:
        self.limit(people_per_address=2)
        for name in ("tim", "tom"):
            self.stage.enter(name, origin="2001:db8::1")
        return "2001:db8::2"

    def many_people(self) -> str:
        self.limit(people=len(self.stage.hall.people.by_id))
        return "zoe"

    def many_tables(self) -> int:
        self.limit(tables_per_address=1)
        tim, tom = (self.stage.enter(name, origin="192.0.2.1") for name in ("tim", "tom"))
        self.stage.open(tim)
        return tom.id

    def saved_twice(self) -> int:
        table = self.duel(self.cat, self.ann)
        self.stage.do(Save(self.ann.id, table, "one", put_away=False))
        self.stage.do(Save(self.ann.id, table, "two", put_away=False))
        return table


Scene = Callable[[Hallful], Command]
SCENES: list[tuple[Why | Rule, Scene]] = [
    (Why.WHO_ARE_YOU, lambda h: Open(99, Terms("tictactoe"))),
    (Why.WHO_ARE_YOU, lambda h: Join(99, h.waiting)),
    (Why.WHO_ARE_YOU, lambda h: Leave(99, h.waiting)),
    (Why.WHO_ARE_YOU, lambda h: Watch(99, h.playing)),
    (Why.WHO_ARE_YOU, lambda h: Say(99, h.playing, "hello")),
    (Why.WHO_ARE_YOU, lambda h: Reopen(99, "old", "stones")),
    (Why.WHO_ARE_YOU, lambda h: LogOut(99)),
    (Why.WHO_ARE_YOU, lambda h: Kick(99)),
    (Why.ALREADY_ENTERED, lambda h: Enter(h.ann.conn, "guest", "zoe")),
    (Why.BAD_NAME, lambda h: Enter(99, "guest", " ann")),
    (Why.BAD_NAME, lambda h: Enter(99, "visitor", "")),
    (Why.BAD_NAME, lambda h: Open(h.eve.id, Terms("tictactoe"), name="\n")),
    (Why.BAD_NAME, lambda h: Join(h.eve.id, h.waiting, name="x" * 65)),
    (Why.BANNED, lambda h: Enter(99, "guest", h.banned("ann"))),
    (Why.BANNED, lambda h: Enter(99, "visitor", h.banned("vic"))),
    (Why.BANNED, lambda h: Enter(99, "guest", h.banned("zoe"))),
    (Why.BANNED, lambda h: Enter(99, "guest", secret=h.secret_of_banned(h.ann, "ann"))),
    (Why.BANNED, lambda h: Enter(99, "stranger", h.banned("zoe"))),
    (Why.BANNED, lambda h: Open(h.eve.id, Terms("tictactoe"), name=h.banned("zoe"))),
    (Why.BANNED, lambda h: Join(h.eve.id, h.waiting, name=h.banned("zoe"))),
    (Why.NAME_TAKEN, lambda h: Enter(99, "guest", "ann")),
    (Why.NAME_IN_USE, lambda h: Enter(99, "visitor", "vic")),
    (Why.NAME_IN_USE, lambda h: Enter(99, "guest", "vic")),
    (Why.UNKNOWN_SECRET, lambda h: Enter(99, secret="?")),
    (Why.UNKNOWN_CODE, lambda h: Enter(99, code="ABCDEFGH")),
    (Why.WHO_ARE_YOU, lambda h: commands.Pair(99)),
    (Why.WHO_ARE_YOU, lambda h: commands.Seen(99)),
    (Why.WHO_ARE_YOU, lambda h: commands.Speak(99, "original")),
    (Why.NO_SUCH_TABLE, lambda h: commands.PutAway(1)),
    (Why.NOT_ON_OFFER, lambda h: commands.PutAway(h.playing)),
    (Why.NOT_SEATED, lambda h: commands.Claim(h.eve.id, h.playing, "win")),
    (Why.NOBODY_OVERDUE, lambda h: commands.Claim(h.ann.id, h.playing, "win")),
    (Why.UNKNOWN_SECRET, lambda h: Enter(99, "stranger", secret=h.ann.secret)),
    (Why.NO_SUCH_GAME, lambda h: Open(h.eve.id, Terms("poker"))),
    (Why.BAD_OPTIONS, lambda h: Open(h.eve.id, Terms("cups", options={"sides": 7}))),
    (Why.BAD_OPTIONS, lambda h: Open(h.eve.id, Terms("cups", options=b'{"sides": 6, "sided": 7}'))),
    (Why.BAD_OPTIONS, lambda h: Open(h.eve.id, Terms("cups", options=b"\xff"))),
    (Why.BAD_OPTIONS, lambda h: Open(h.eve.id, Terms("cups", options=b"[" * 100_000))),
    (Why.BAD_SEATS, lambda h: Open(h.eve.id, Terms("tictactoe", 3))),
    (Why.BAD_SEATS, lambda h: Open(h.eve.id, Terms("tictactoe"), seat=2)),
    (Why.BAD_SEATS, lambda h: Join(h.eve.id, h.waiting, seat=3)),
    (Why.BAD_SEATS, lambda h: Resize(h.cat.id, h.waiting, 5)),
    (Why.BAD_CLOCK, lambda h: Open(h.eve.id, Terms("tictactoe", clock=ClockSpec("answer", 99)))),
    (Why.BAD_ABSENCE, lambda h: Open(h.eve.id, Terms("tictactoe"), Absence(grace=-1))),
    (Why.BAD_TITLE, lambda h: Open(h.eve.id, Terms("tictactoe", title="x" * 101))),
    (Why.BAD_TITLE, lambda h: Open(h.eve.id, Terms("tictactoe", title="a\nb"))),
    (Why.TOO_MANY_TABLES, lambda h: Open(h.crowded(), Terms("tictactoe"))),
    (Why.SHORT_OF_DISK, lambda h: Open(h.short_of_disk(), Terms("tictactoe"))),
    (Why.TOO_MANY_SEATS, lambda h: Join(h.busy(), h.waiting)),
    (Why.NO_SUCH_TABLE, lambda h: Join(h.eve.id, 1)),
    (Why.NO_SUCH_TABLE, lambda h: Leave(h.eve.id, 1)),
    (Why.NO_SUCH_TABLE, lambda h: Watch(h.eve.id, 1)),
    (Why.NO_SUCH_TABLE, lambda h: Act(h.eve.id, 1, Place(0, 0))),
    (Why.NO_SUCH_TABLE, lambda h: Say(h.eve.id, 1, "hello")),
    (Why.NO_SUCH_TABLE, lambda h: Start(h.eve.id, 1)),
    (Why.NO_SUCH_TABLE, lambda h: Close(1)),
    (Why.WRONG_CODE, lambda h: Join(h.eve.id, h.private)),
    (Why.WRONG_CODE, lambda h: Watch(h.eve.id, h.private, "x")),
    (Why.TABLE_FULL, lambda h: Join(h.eve.id, h.playing)),
    (Why.SEAT_TAKEN, lambda h: Join(h.eve.id, h.waiting, seat=0)),
    (Why.SEAT_NAME_TAKEN, lambda h: Join(h.eve.id, h.named_at_table(), name="Ännchen")),
    (Why.NOT_YOUR_SEAT, lambda h: Join(h.eve.id, h.reopened())),
    (Why.ALREADY_SEATED, lambda h: Join(h.ann.id, h.playing)),
    (Why.ALREADY_SEATED, lambda h: Watch(h.ann.id, h.playing)),
    (Why.NOT_SEATED, lambda h: Act(h.eve.id, h.playing, Place(0, 0))),
    (Why.NOT_SEATED, lambda h: Start(h.eve.id, h.waiting)),
    (Why.NOT_SEATED, lambda h: Resize(h.eve.id, h.waiting, 2)),
    (Why.NOT_SEATED, lambda h: Resign(h.eve.id, h.playing)),
    (Why.NOT_SEATED, lambda h: Propose(h.eve.id, h.playing, "draw")),
    (Why.NOT_SEATED, lambda h: Answer(h.eve.id, h.playing, True)),
    (Why.NOT_SEATED, lambda h: Save(h.eve.id, h.playing, "mine")),
    (Why.NOT_SEATED, lambda h: Start(0, h.reopened())),
    (Why.NOT_HERE, lambda h: Leave(h.eve.id, h.waiting)),
    (Why.NOT_HERE, lambda h: Watch(h.eve.id, h.waiting, on=False)),
    (Why.NOT_HERE, lambda h: Say(h.eve.id, h.waiting, "hello")),
    (Why.ALREADY_STARTED, lambda h: Start(h.ann.id, h.playing)),
    (Why.ALREADY_STARTED, lambda h: Resize(h.ann.id, h.playing, 2)),
    (Why.NOT_STARTED, lambda h: Act(h.cat.id, h.waiting, Place(0, 0))),
    (Why.NOT_STARTED, lambda h: Resign(h.cat.id, h.waiting)),
    (Why.NOT_STARTED, lambda h: Save(h.cat.id, h.waiting, "mine")),
    (Why.NOT_READY, lambda h: Start(h.cat.id, h.waiting)),
    (Why.FINISHED, lambda h: Act(h.cat.id, h.finished, Place(0, 0))),
    (Why.FINISHED, lambda h: Join(h.eve.id, h.finished)),
    (Why.FINISHED, lambda h: Resign(h.cat.id, h.finished)),
    (Why.FINISHED, lambda h: Save(h.cat.id, h.finished, "mine")),
    (Why.PAUSED, lambda h: Act(h.ann.id, h.paused(), Place(0, 0))),
    (Why.NOT_A_MOVE, lambda h: Act(h.ann.id, h.playing, b'{"type":"step","r":0,"c":0}')),
    (Why.NOT_A_MOVE, lambda h: Act(h.ann.id, h.playing, b"\xff")),
    (Why.NOT_A_MOVE, lambda h: Act(h.ann.id, h.playing, b"[" * 100_000)),
    (Why.NOT_ON_OFFER, lambda h: Propose(h.ann.id, h.playing, "rematch")),
    (Why.NOT_ON_OFFER, lambda h: Propose(h.ann.id, h.playing, "takeback")),
    (Why.NOT_ON_OFFER, lambda h: Propose(h.ann.id, h.duel(h.ann, h.dan, "cups"), "draw")),
    (Why.NOT_ON_OFFER, lambda h: Propose(h.cat.id, h.finished, "draw")),
    (Why.NOTHING_PROPOSED, lambda h: Answer(h.ann.id, h.playing, True)),
    (Why.NOTHING_PROPOSED, lambda h: Answer(h.ann.id, h.playing, False)),
    (Why.NO_SPECTATORS, lambda h: Watch(h.eve.id, h.stage.open(h.ann, spectators=False))),
    (Why.TOO_MANY_SPECTATORS, lambda h: Watch(h.vic.id, h.playing)),
    (Why.BAD_TEXT, lambda h: Say(h.ann.id, h.playing, " \n")),
    (Why.BAD_TEXT, lambda h: Say(h.ann.id, h.playing, "x" * 501)),
    (Why.BAD_TEXT, lambda h: Say(h.ann.id, h.playing, "\ud800")),
    (Why.NO_SUCH_LISTENER, lambda h: Say(h.ann.id, h.playing, "psst", to="zoe")),
    (Why.NO_SUCH_LISTENER, lambda h: Say(h.eve.id, h.playing, "psst", to="ann")),
    (Why.BAD_SAVE_NAME, lambda h: Save(h.ann.id, h.playing, "../etc")),
    (Why.BAD_SAVE_NAME, lambda h: Save(h.ann.id, h.playing, "  ")),
    (Why.BAD_SAVE_NAME, lambda h: Save(h.ann.id, h.playing, "x" * 41)),
    (Why.BAD_SAVE_NAME, lambda h: Save(h.ann.id, h.playing, "a\n")),
    (Why.SAVE_EXISTS, lambda h: Save(h.ann.id, h.saved_twice(), "one")),
    (Why.NO_SUCH_SAVE, lambda h: Reopen(h.eve.id, "old", "stones")),
    (Why.NO_SUCH_SAVE, lambda h: Reopen(h.eve.id, h.put_away("old"), "cups")),
    (Why.SAVE_IN_PLAY, lambda h: Reopen(h.ann.id, h.in_play(), "stones")),
    (Why.SAVE_IN_PLAY, lambda h: Delete("stones", h.in_play(), h.ann.id)),
    (Why.NO_SUCH_SAVE, lambda h: Reopen(h.eve.id, h.put_away("theirs"), "stones")),
    (Why.NO_SUCH_SAVE, lambda h: Delete("stones", h.put_away("theirs"), h.eve.id)),
    (Why.NO_SUCH_SAVE, lambda h: Delete("stones", "never seen")),
    (Why.NEEDS_CONSENT, lambda h: Save(*h.rated(), "alone")),
    (Why.TOO_MANY_OF_YOUR_SAVES, lambda h: Save(h.ann.id, h.saved_once(), "another")),
    (Why.TALKING_TOO_FAST, lambda h: Say(h.loud().id, h.playing, "and so on")),
    (Why.TOO_MANY_GUESSES, lambda h: Join(h.guessing().id, h.private, "the last one")),
    (Why.TOO_MANY_GUESSES, lambda h: Watch(h.guessing().id, h.private, "the last one")),
    (Why.TOO_MANY_NAMES, lambda h: Enter(99, "guest", "zoe", origin=h.many_names())),
    (Why.TOO_MANY_NAMES, lambda h: Enter(99, "visitor", "zoe", origin=h.many_names())),
    (Why.TOO_MANY_PEOPLE, lambda h: Enter(99, "guest", h.many_people())),
    (Why.TOO_MANY_OPENED, lambda h: Open(h.many_tables(), Terms("tictactoe"))),
    (Why.TOO_MANY_SAVES, lambda h: Save(h.ann.id, h.saved_twice(), "three")),
    (Why.BAD_ENTROPY, lambda h: Open(h.eve.id, Terms("tictactoe"), entropy="x" * 65)),
    (Why.BAD_ENTROPY, lambda h: Join(h.eve.id, h.waiting, entropy="x" * 65)),
    (Why.BAD_ENTROPY, lambda h: Join(h.eve.id, h.waiting, entropy="\ud800")),
    (Why.NAME_TAKEN, lambda h: Enter(99, "guest", h.bots())),
    (Why.NAME_TAKEN, lambda h: Enter(99, "visitor", h.bots())),
    (Why.NAME_TAKEN, lambda h: Enter(99, "bot", "ann")),
    (Why.NO_BOTS, lambda h: Open(h.eve.id, Terms("tictactoe", bots=BotPlan(level=1)))),
    (Why.NO_BOTS, lambda h: Open(h.eve.id, Terms(h.bots() and "tictactoe", bots=BotPlan(level=3)))),
    (Why.NO_BOTS, lambda h: Invite(h.cat.id, h.waiting, 1)),
    (Why.BAD_BOTS, lambda h: Open(h.eve.id, Terms(h.bots() and "tictactoe", bots=BotPlan(level=0)))),
    (Why.BAD_BOTS, lambda h: Open(h.eve.id, Terms(h.bots() and "tictactoe", bots=BotPlan(after=-1)))),
    (Why.BAD_SEATS, lambda h: Invite(h.cat.id, h.with_bots(h.waiting), 1, -1)),
    (Why.BAD_SEATS, lambda h: Invite(h.cat.id, h.with_bots(h.waiting), 1, 3)),
    (Why.NOT_SEATED, lambda h: Invite(h.eve.id, h.with_bots(h.waiting), 1)),
    (Why.ALREADY_STARTED, lambda h: Invite(h.ann.id, h.with_bots(h.playing), 1)),
    (Why.ALREADY_STARTED, lambda h: Fill(h.waiting)),
    (Why.NO_SUCH_TABLE, lambda h: Fill(1)),
    (Why.NOT_SEATED, lambda h: Overslept(h.eve.id, h.playing)),
    (Why.FINISHED, lambda h: Overslept(h.cat.id, h.waiting)),
    (Why.CLOSING, lambda h: h.closing(Enter(99, "guest", "zoe"))),
    (Why.CLOSING, lambda h: h.draining(Enter(99, "guest", "zoe"))),
    (Why.CLOSING, lambda h: h.draining(Enter(99, "guest", "eve"))),
    (Why.CLOSING, lambda h: h.draining(Open(h.eve.id, Terms("tictactoe")))),
    (Why.CLOSING, lambda h: h.draining(Join(h.eve.id, h.waiting))),
    (Why.CLOSING, lambda h: h.closing(Open(h.eve.id, Terms("tictactoe")))),
    (Why.CLOSING, lambda h: h.closing(Join(h.eve.id, h.waiting))),
    (Why.CLOSING, lambda h: h.closing(Reopen(h.ann.id, h.put_away("old"), "stones"))),
    (Rule.NOT_YOUR_TURN, lambda h: Act(h.ben.id, h.playing, Place(0, 0))),
    (Rule.NOT_ALLOWED, lambda h: Act(h.dan.id, h.duel(h.ann, h.dan, "cups"), Lift())),
]


@pytest.mark.parametrize(
    ("why", "scene"), SCENES, ids=[f"{n}-{why.code}" for n, (why, _) in enumerate(SCENES)]
)
def test_the_hall_says_no(why: Why | Rule, scene: Scene) -> None:
    hallful = Hallful()
    assert hallful.stage.refused(scene(hallful)) is why
    hallful.stage.check_logs()


ELSEWHERE = {"NO_SUCH_CONTEST", "CONTEST_FULL", "IN_CONTEST", "GAME_MISSING"}
"""Reached by the tests of contests, and of games that are missing."""


def test_every_reason_is_reached() -> None:
    reached = {why.name for why, _ in SCENES if isinstance(why, Why)}
    assert {why.name for why in Why} == reached | ELSEWHERE


def test_every_reason_is_one_sentence_for_people() -> None:
    assert all(why.value.endswith(".") and why.value[0].isupper() for why in Why)
    assert Why.NOT_A_MOVE.code == "not_a_move"


def test_a_full_hall_still_lets_people_sit_down_at_its_tables() -> None:
    hallful = Hallful()
    hallful.stage.join(Somebody(hallful.crowded(), 0, ""), hallful.waiting)


def test_a_saves_game_may_be_gone_from_the_hall() -> None:
    hallful = Hallful()
    hallful.put_away("old")
    games = hallful.stage.hall.games
    hallful.stage.hall.games = {name: game for name, game in games.items() if name != "stones"}
    assert hallful.stage.refused(Reopen(hallful.ann.id, "old", "stones")) is Why.NO_SUCH_GAME
