"""A stage for the hall: drives it with explicit times and seeded chance, remembers what it
decides, collects who was told what, and checks after every command that all is in order."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tablehall.games.api import Absence, AnyGame, Reason
from tablehall.games.board import Place
from tablehall.games.dice import commitment
from tablehall.hall import commands, facts, records, saves
from tablehall.hall.commands import Command
from tablehall.hall.deadlines import wake
from tablehall.hall.decision import Decision, encode
from tablehall.hall.hall import Hall, Limits
from tablehall.hall.notices import News
from tablehall.hall.recovery import rebuild, recover
from tablehall.hall.scene import Scene
from tablehall.hall.table import Table
from tablehall.hall.terms import Terms
from tablehall.journal.api import Batch, Journal, whole_log
from tablehall.journal.memory import MemoryJournal
from tests.hall.order import check_order, picture, portrait
from tests.hall.parlour import GAMES

START = 1_700_000_000_000
N = TypeVar("N")
NEVER = 30 * 24 * 3600 * 1000


class Somebody(NamedTuple):
    """A person who came in, and what they were told at the door."""

    id: int
    conn: int
    secret: str


class Stage:
    """A hall under test."""

    def __init__(self, limits: Limits | None = None, seed: int = 1, journal: Journal | None = None) -> None:
        self.now = START
        self.limits = limits or Limits()
        self.chance = random.Random(seed).randbytes
        self.hall = Hall(GAMES, self.chance, self.limits)
        self.journal = journal or MemoryJournal()
        self.seeds: dict[str, bytes] = {}
        self.known: dict[int, Table] = {}
        self.news: dict[int, list[tuple[News, int | None]]] = defaultdict(list)
        self.conns = 0

    # Asking and waiting.

    def ask(self, command: Command) -> Decision:
        """Have the hall decide; a refused command must have changed nothing."""
        before = picture(self.hall)
        decision = self.hall.handle(command, self.now)
        if decision.refused is not None:
            assert picture(self.hall) == before, f"{command} was refused but changed something"
            assert not decision.remembers(), f"{command} was refused but is remembered"
            assert not decision.notices, f"{command} was refused but somebody is told"
        return self._take(decision)

    def do(self, command: Command) -> Decision:
        """A command that is accepted."""
        decision = self.ask(command)
        assert decision.refused is None, f"{command}: {decision.refused}"
        return decision

    def refused(self, command: Command) -> Reason:
        """Why a command is refused."""
        decision = self.ask(command)
        assert decision.refused is not None, f"{command} was accepted"
        return decision.refused

    def wait(self, ms: int) -> None:
        """Let time pass, every alarm ringing when it is due."""
        until = self.now + ms
        while (due := self.hall.alarms.next()) is not None and due <= until:
            self.now = max(self.now, due)
            self._take(wake(self.hall, self.now))
        self.now = until

    def oversleep(self, ms: int) -> None:
        """Let time pass, and look at the alarms only afterwards."""
        self.now += ms
        self._take(wake(self.hall, self.now))

    def _take(self, decision: Decision) -> Decision:
        batch = Batch()
        batch.add(decision)
        self.journal.commit(batch)
        for audience, news in decision.notices:
            for conn, seat in audience:
                self.news[conn].append((news, seat))
        for number, table in self.hall.tables.items():
            if self.known.get(number) is not table:
                self.known[number] = table
                self.seeds[commitment(table.seed)] = table.seed
        check_order(self.hall, self.journal)
        return decision

    # People and tables.

    def enter(self, name: str = "", kind: Any = "guest", **more: Any) -> Somebody:
        """Somebody comes in over a new connection."""
        self.conns += 1
        person, secret, _ = self.do(commands.Enter(self.conns, kind, name, **more)).result
        return Somebody(person.id, self.conns, secret)

    def employ(self, level: int = 1, count: int = 3) -> list[Somebody]:
        """The house's own players come in."""
        bots = [self.enter(f"bot {number}", "bot") for number in range(1, count + 1)]
        self.hall.staff["", level] = [bot.id for bot in bots]
        return bots

    def lose(self, *people: Somebody) -> None:
        """Their connections are gone."""
        for somebody in people:
            self.do(commands.Lost(somebody.conn))

    def back(self, somebody: Somebody, **more: Any) -> Somebody:
        """They come back with their secret."""
        return self.enter(secret=somebody.secret, **more)._replace(secret=somebody.secret)

    def open(self, by: Somebody, game: str = "tictactoe", **more: Any) -> int:
        """A table; returns its number."""
        wanted = set(Terms.__struct_fields__) - {"absence"}
        terms = {name: more.pop(name) for name in wanted & more.keys()}
        table: Table = self.do(commands.Open(by.id, Terms(game, **terms), **more)).result
        return table.sheet.table

    def join(self, by: Somebody, table: int, **more: Any) -> None:
        self.do(commands.Join(by.id, table, **more))

    def party(self, *names: str, game: str = "tictactoe", **more: Any) -> tuple[int, list[Somebody]]:
        """People at a table at which the game has begun."""
        people = [self.enter(name) for name in names or ("ann", "ben")]
        table = self.open(people[0], game, seats=len(people), **more)
        for guest in people[1:]:
            self.join(guest, table)
        return table, people

    def patient(self, **rules: Any) -> Absence:
        """Rules of absence by which nothing happens for a long time, but for those given."""
        return Absence(**{"grace": NEVER, "all_gone": NEVER, **rules})

    def act(self, by: Somebody, table: int, move: Any) -> None:
        self.do(commands.Act(by.id, table, move))

    def play(self, table: int, *moves: Any) -> None:
        """Moves by whoever is on turn; a number is a square 3r + c of Tic Tac Toe."""
        for move in moves:
            scene = self.scene(table)
            seat = scene.seats[scene.turn.seats[0]]
            assert seat is not None
            what = Place(*divmod(move, 3)) if isinstance(move, int) else move
            self.do(commands.Act(seat.person, table, what))

    # Looking around.

    def table(self, number: int) -> Table:
        return self.hall.tables[number]

    def scene(self, number: int) -> Scene:
        return self.known[number].scene

    def log(self, number: int) -> list[records.AnyRecord]:
        return [records.decode(line) for line in self.journal.log(number)]

    def lines(self, number: int) -> list[bytes]:
        """A table's records from the very first, written down or still a draft."""
        return whole_log(self.journal, number) or [line for _, _, line in self.known[number].draft or ()]

    def story(self, number: int) -> str:
        """What happened at a table, in a word for each record."""
        return " ".join(type(record).__name__ for record in self.log(number))

    def heard(self, somebody: Somebody, kind: type[N]) -> list[N]:
        """The news of a kind that their connection was told since it was last asked for."""
        news: list[N] = [n for n, _ in self.news[somebody.conn] if isinstance(n, kind)]
        self.news[somebody.conn] = [(n, s) for n, s in self.news[somebody.conn] if not isinstance(n, kind)]
        return news

    # The hall stops and starts again.

    def restart(self, down: int = 0, alive: bool = True, games: Mapping[str, AnyGame] = GAMES) -> list[str]:
        """The hall dies here and is recovered later, with these games; returns what could not be brought
        back."""
        if alive:
            batch = Batch()
            batch.keep(facts.Alive(self.now))
            self.journal.commit(batch)
        scratch = Hall(GAMES, self.chance, self.limits)
        for remembered in self.journal.live_tables():
            if remembered.number not in self.hall.missing:
                again = rebuild(scratch, remembered)
                assert portrait(again) == portrait(self.hall.tables[remembered.number])
        self.now += down
        self.hall = Hall(games, self.chance, self.limits)
        self.news.clear()
        decision, problems = recover(self.hall, self.journal.kept(), self.journal.live_tables(), self.now)
        self._take(decision)
        return problems

    # At the end of every test.

    def check_logs(self) -> None:
        """Replay every log ever written: it must lead to exactly what was seen live."""
        for number, live in self.known.items():
            assert portrait(self.replayed(self.lines(number))) == portrait(live), (
                f"replay differs: {self.story(number)}"
            )

    def replayed(self, lines: Sequence[bytes]) -> Table:
        """A table rebuilt from its log; on the way every snapshot must be worth the log before."""
        opened = records.decode(lines[0])
        assert isinstance(opened, records.Opened)
        table = Table(GAMES[opened.game])
        for line in lines:
            record = records.decode(line)
            assert records.encode(record) == line, f"{record} does not survive JSON"
            if isinstance(record, records.Opened | records.Reopened) and record.commitment:
                table.seed = self.seeds[record.commitment]
            table.replay(line)
            again = saves.decode(encode(saves.SaveFile.of(table))).table(table.game, table.seed)
            assert portrait(again) == portrait(table), f"the snapshot after {record} differs"
        return table
