"""Random evenings in the hall: several people at several tables do whatever comes to mind.

The stage checks after every command that all is in order and that what is refused changed
nothing; here a shadow of every table, replayed record by record, must equal the live one.
"""

import os
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tablehall.games.api import Absence
from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Command
from tablehall.hall.hall import Limits
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tests.hall.order import portrait
from tests.hall.parlour import GAMES
from tests.hall.stage import Somebody, Stage

NAMES = ("ann", "ben", "cat", "dan", "eve")
LIMITS = Limits(tables=6, tables_each=4, spectators=2, saves=3, finished=2)
CLOCKS = (ClockSpec(), ClockSpec("answer", 5000), ClockSpec("total", 20_000, increment=1000))
ABSENCES = (
    None,
    Absence(grace=10_000),
    Absence(grace=10_000, pause=True),
    Absence(grace=5000, then="stay", alone=30_000, all_gone=60_000),
    Absence(grace=0, then="stay", all_gone=20_000),
    Absence(grace=20_000, pause=True, then="stay", alone=15_000),
)
DOORS = (None, None, None, frozenset({"cups", "stones"}))
pick = st.integers(0, 999)


class Evening(RuleBasedStateMachine):
    """Everybody in the hall, and a shadow of every table."""

    def __init__(self) -> None:
        super().__init__()
        self.stage = Stage(LIMITS)
        self.known: dict[str, Somebody] = {}
        self.kinds: dict[str, Any] = {}
        self.shadows: dict[int, Table] = {}

    # Who and where.

    def person(self, who: int) -> Somebody:
        people = list(self.known.values())
        return people[who % len(people)] if people else Somebody(0, 0, "")

    def table(self, where: int) -> int:
        tables = list(self.stage.hall.tables)
        return tables[where % len(tables)] if tables else 1

    def ask(self, command: Command) -> Any:
        decision = self.stage.ask(command)
        return None if decision.refused else decision.result

    # Coming and going.

    @rule(
        who=pick,
        kind=st.sampled_from(("guest", "guest", "visitor", "stranger")),
        asks=st.booleans(),
        door=pick,
    )
    def enter(self, who: int, kind: Any, asks: bool, door: int) -> None:
        name = NAMES[who % len(NAMES)]
        self.kinds.setdefault(name, kind)
        self._come(name, asks, DOORS[door % len(DOORS)])

    def _come(self, name: str, asks: bool = False, games: frozenset[str] | None = None) -> None:
        """With their secret if they have one; if the hall has forgotten them, anew."""
        kind, old = self.kinds[name], self.known.get(name)
        given = "" if kind == "stranger" else name
        for secret in ([old.secret] if old and old.secret else []) + [""]:
            self.stage.conns += 1
            command = commands.Enter(
                *(self.stage.conns, kind, given, secret),
                games=games,
                asks=asks,
                brings_back=not asks,
                ticket_kept=5000,
            )
            if entered := self.ask(command):
                self.known[name] = Somebody(entered.person.id, self.stage.conns, entered.secret or secret)
                return

    @rule(who=pick)
    def lose(self, who: int) -> None:
        self.ask(commands.Lost(self.person(who).conn))

    @rule(who=pick, way=st.sampled_from((commands.LogOut, commands.LogOut, commands.Kick)))
    def depart(self, who: int, way: Any) -> None:
        self.ask(way(self.person(who).id))

    @rule(who=pick, on=st.booleans())
    def watch_lobby(self, who: int, on: bool) -> None:
        self.ask(commands.WatchLobby(self.person(who).conn, on))

    # Tables.

    @rule(who=pick, game=st.sampled_from(sorted(GAMES)), size=pick, rules=pick, how=pick)
    def open(self, who: int, game: str, size: int, rules: int, how: int) -> None:
        seats = GAMES[game].seats
        self.ask(
            commands.Open(
                self.person(who).id,
                Terms(
                    game,
                    seats[size % len(seats)],
                    clock=CLOCKS[rules % len(CLOCKS)],
                    start="asked" if how % 5 == 0 else "full",
                    rated=how % 2 == 0,
                ),
                ABSENCES[rules // 3 % len(ABSENCES)],
                sit=how % 7 != 0,
                name=NAMES[who % len(NAMES)],
            )
        )

    @rule(who=pick, where=pick, name=st.sampled_from(("", *NAMES)))
    def join(self, who: int, where: int, name: str) -> None:
        self.ask(commands.Join(self.person(who).id, self.table(where), name=name))

    @rule(where=pick)
    def gather(self, where: int) -> None:
        """Everybody comes back and sits down at one table."""
        table = self.table(where)
        for name in list(self.known):
            if self.stage.hall.people.here(self.known[name].id) is None:
                self._come(name)
            self.ask(commands.Join(self.known[name].id, table, name=name))

    @rule(who=pick, where=pick, what=pick, seats=st.integers(1, 5))
    def arrange(self, who: int, where: int, what: int, seats: int) -> None:
        by, table = self.person(who).id, self.table(where)
        some: list[Command] = [
            commands.Start(by, table),
            commands.Resize(by, table, seats),
            commands.Watch(by, table),
            commands.Watch(by, table, on=False),
            commands.Leave(by, table),
            commands.Close(table),
        ]
        self.ask(some[what % len(some)])

    # Playing.

    @precondition(lambda self: self.stage.hall.tables)
    @rule(where=pick, which=pick, moves=st.integers(1, 4))
    def play(self, where: int, which: int, moves: int) -> None:
        number = self.table(where)
        for _ in range(moves):
            scene, game = self.stage.scene(number), self.stage.known[number].game
            if number not in self.stage.hall.tables or not scene.turn.seats:
                return
            on_turn = scene.turn.seats[which % len(scene.turn.seats)]
            legal = game.legal(scene.state, on_turn)
            seat = scene.seats[on_turn]
            assert seat is not None
            self.ask(commands.Act(seat.person, number, legal[which % len(legal)]))

    @rule(who=pick, where=pick, move=st.sampled_from((b'{"fingers":2}', b'{"type":"lift"}', b"{}", b"?")))
    def meddle(self, who: int, where: int, move: bytes) -> None:
        self.ask(commands.Act(self.person(who).id, self.table(where), move))

    @rule(
        who=pick, where=pick, kind=st.sampled_from(("takeback", "draw", "rematch")), all_agree=st.booleans()
    )
    def propose(self, who: int, where: int, kind: Any, all_agree: bool) -> None:
        table = self.table(where)
        self.ask(commands.Propose(self.person(who).id, table, kind))
        for person in list(self.known.values()) if all_agree else []:
            self.ask(commands.Answer(person.id, table, True))

    @rule(who=pick, where=pick, yes=st.booleans())
    def answer(self, who: int, where: int, yes: bool) -> None:
        self.ask(commands.Answer(self.person(who).id, self.table(where), yes))

    @rule(who=pick, where=pick)
    def resign(self, who: int, where: int) -> None:
        self.ask(commands.Resign(self.person(who).id, self.table(where)))

    @rule(who=pick, where=pick, to=st.sampled_from((None, None, *NAMES)))
    def say(self, who: int, where: int, to: str | None) -> None:
        self.ask(commands.Say(self.person(who).id, self.table(where), "hm", to))

    @rule(who=pick, where=pick, name=st.sampled_from("abc"), put_away=st.booleans())
    def save(self, who: int, where: int, name: str, put_away: bool) -> None:
        self.ask(commands.Save(self.person(who).id, self.table(where), name, put_away))

    @precondition(lambda self: self.stage.hall.saves)
    @rule(who=pick, which=pick)
    def reopen(self, who: int, which: int) -> None:
        game, name = sorted(self.stage.hall.saves)[which % len(self.stage.hall.saves)]
        self.ask(commands.Reopen(self.person(who).id, name, game))

    # Time.

    @rule(ms=st.sampled_from((1, 900, 4000, 9000, 16_000, 70_000, 700_000)), late=st.booleans())
    def wait(self, ms: int, late: bool) -> None:
        (self.stage.oversleep if late else self.stage.wait)(ms)

    @rule(down=st.sampled_from((0, 3000, 100_000, -5000)), alive=st.booleans())
    def restart(self, down: int, alive: bool) -> None:
        assert self.stage.restart(down, alive) == []

    # What must hold, besides what the stage looks at itself.

    @invariant()
    def replay_equals_live(self) -> None:
        for number, live in self.stage.known.items():
            shadow = self.shadows.setdefault(number, Table(live.game))
            if shadow.scene.seq < live.scene.seq:
                for line in self.stage.lines(number)[shadow.scene.seq + 1 :]:
                    self._follow(shadow, line)
            assert portrait(shadow) == portrait(live)

    def _follow(self, shadow: Table, line: bytes) -> None:
        record = records.decode(line)
        if isinstance(record, records.Opened | records.Reopened) and record.commitment:
            shadow.seed = self.stage.seeds[record.commitment]
        shadow.replay(line)

    @invariant()
    def nobody_gains_time(self) -> None:
        for table in self.stage.hall.tables.values():
            scene, clock = table.scene, table.sheet.clock
            assert scene.status != "playing" or max(scene.running) <= self.stage.hall.now
            most = clock.time + clock.increment * (scene.seq + 1)
            assert all(0 <= left <= most for left in scene.left)

    def teardown(self) -> None:
        self.stage.check_logs()


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=int(os.environ.get("TABLEHALL_EVENINGS", "100")),
    stateful_step_count=int(os.environ.get("TABLEHALL_STEPS", "70")),
    deadline=None,
    derandomize="TABLEHALL_EVENINGS" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
