"""Somebody who acts: they come in at any node, play, look on, move to another node, hang up."""

import traceback
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablehall.cluster import fibers
from tablehall.cluster.node import Node
from tablehall.hall import commands, notices, records
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision
from tablehall.hall.people import Kind, Person
from tablehall.hall.terms import Terms

if TYPE_CHECKING:
    from tests.cluster.bottle.world import World

GAME = "tictactoe"
TABLES_MOST = 3
"""Nobody opens a table who sits at so many."""
FIRST = (records.Opened, records.Sat, records.Saved, records.Proposed)
"""By what somebody may hear of a table for the first time."""
BRINGS = (commands.Open, commands.Join, commands.Watch, commands.Reopen)
"""After these the table is before them."""
IMPATIENT = 0.05
"""How likely it is that somebody who waits at the entrance hangs up when it is their turn."""


class Client:
    """A person of flesh and blood; they have one connection, and perhaps older ones still open."""

    def __init__(self, world: "World", name: str, kind: Kind) -> None:
        self.world, self.name, self.kind = world, name, kind
        self.secret = ""
        self.visit: Visit | None = None

    @property
    def inside(self) -> "Visit | None":
        """The connection, if they believe to be in."""
        return self.visit if self.visit is not None and self.visit.state == "in" else None

    def act(self) -> None:
        """Do something, whatever comes to mind."""
        visit, chance = self.visit, self.world.chance
        if visit is None or visit.state == "out":
            self.come()
        elif visit.state == "entering" and chance.random() < IMPATIENT:
            visit.hang_up()
        elif visit.state == "in" and (person := visit.node.hall.people.by_id.get(visit.by)) is not None:
            wishes = self._wishes(visit, person)
            (wish,) = chance.choices([wish for _, wish in wishes], [often for often, _ in wishes])
            wish()

    def come(self) -> None:
        """Come in at any node; the connection of before is not closed for that."""
        self.visit = Visit(self, self.world.any_epoch())
        self.world.visits.append(self.visit)
        self.visit.enter()

    def _wishes(self, visit: "Visit", person: Person) -> list[tuple[int, Callable[[], None]]]:
        """What they could do, and how often they would."""
        by, chance = visit.by, self.world.chance
        mine, there, begins = sorted(person.tables), self.world.tables(), self.world.tables("waiting")
        name = self.name if self.kind == "stranger" else ""
        wishes: list[tuple[int, Callable[[], None]]] = [(12, visit.hang_up)]

        def wish(often: int, command: Command) -> None:
            wishes.append((often, lambda: visit.give(command)))

        if self.kind != "visitor":
            wishes.append((8, self.come))
        if len(mine) < TABLES_MOST:
            wish(10, commands.Open(by, Terms(GAME), name=name))
        if begins:
            wish(20, commands.Join(by, chance.choice(begins), name=name))
        if there:
            wish(5, commands.Watch(by, chance.choice(there)))
            wish(7, commands.Leave(by, chance.choice(mine or there)))
        theirs = sorted(visit.node.hall.saves_of.get(by, ()))
        if saves := theirs or sorted(visit.node.hall.saves):
            wish(10 if theirs else 2, commands.Reopen(by, chance.choice(saves)[1], GAME))
        if mine:
            at = chance.choice(mine)
            place = b'{"type":"place","r":%d,"c":%d}' % (chance.randrange(3), chance.randrange(3))
            wish(6, commands.Propose(by, at, "rematch"))
            wish(4, commands.Resign(by, at))
            wish(2, commands.Save(by, at, f"save{self.world.step}"))
            wish(4, commands.Say(by, at, f"text{self.world.step}"))
            wish(20, commands.Act(by, at, place))
        return wishes


class Visit:
    """One connection of somebody, as the house door has it."""

    def __init__(self, client: Client, epoch: int) -> None:
        self.client, self.world, self.epoch = client, client.world, epoch
        self.name = f"{client.name}@{epoch}"
        self.node: Node = self.world.nodes[epoch]
        self.conn = self.node.pipeline.connect(self)
        self.by = 0
        """Who it is in the hall; 0: nobody."""
        self.state = "entering"
        """entering, in, doing, gone (but the hall does not know it yet) or out."""
        self.seen: dict[int, int] = {}
        """The last record of each table that they were told of."""
        self._waits = False
        self._later: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()

    # A session that may have to wait for another node.

    def waits(self) -> None:
        self._waits = True

    def goes_on(self) -> None:
        self._waits = False
        while self._later and not self._waits:
            function, args = self._later.popleft()
            self._talk(function, *args)

    def failed(self, doing: str, *, logged: bool = False) -> None:
        if not logged:
            self.world.problems.append(f"{self.name}: {doing} failed: {traceback.format_exc()}")
        if self.state == "gone":
            self.state = "out"
        elif self.by:
            self.state = "in"
        else:
            self.hang_up()

    def _talk(self, function: Callable[..., None], *args: Any) -> None:
        if self._waits:
            self._later.append((function, args))
        else:
            fibers.run(self, function.__name__, function, args)

    # What they hear.

    def write(self, data: bytes) -> None: ...
    def flush(self) -> None: ...
    def ring(self, name: str) -> None: ...
    def uncongested(self) -> None: ...

    def tell(self, news: Any, seat: int | None) -> None:
        self._talk(self._hear, news, seat, self.state == "entering")

    def _hear(self, news: Any, seat: int | None, early: bool) -> None:
        if isinstance(news, notices.Parted):
            self.by = 0
            self.hang_up()
        elif isinstance(news, notices.Happened) and (news.sheet.table in self.seen or not early):
            self._follow(news, seat)  # what was over before they were in is nothing to them

    def _follow(self, news: notices.Happened, seat: int | None) -> None:
        """Whoever sits at a table misses nothing; who looks on may be shown the whole of it anew."""
        table, seq, kind = news.sheet.table, news.record.seq, type(news.record)
        known = self.seen.get(table)
        if known is None:
            if seat is None:
                return  # they looked on before they came back
            if kind not in FIRST and news.scene.status not in ("saved", "finished"):
                self.world.problems.append(f"{self.name}: first told of {table} by {kind.__name__} {seq}")
        elif seq > known + 1 and seat is not None:
            self.world.problems.append(f"{self.name}: told {seq} of {table} after {known}")
        self.seen[table] = max(seq, known or 0)

    # What they do.

    def enter(self) -> None:
        """Come in."""
        self._talk(self._enter)

    def _enter(self) -> None:
        client, node = self.client, self.node
        kind, secret = client.kind, client.secret
        command = commands.Enter(
            self.conn,
            kind,
            "" if secret or kind == "stranger" else client.name,
            secret,
            asks=kind == "guest",
            starts_afresh=kind == "visitor",
            ticket_kept=1000,
        )
        decision = node.hall.handle(command, node.pipeline.clock())
        if decision.refused is not None:
            self._turned_away(decision.refused.name)
            return
        person = decision.result.person
        self.by, client.secret = person.id, decision.result.secret or client.secret
        for table in person.tables:
            if table in node.hall.tables:
                self.seen[table] = node.hall.tables[table].scene.seq
        if self.state == "entering":
            self.state = "in"
        node.pipeline.submit(self.conn, decision)

    def _turned_away(self, why: str) -> None:
        if why == "UNKNOWN_SECRET":
            self.client.secret = ""
        elif why not in ("NAME_IN_USE", "NAME_TAKEN"):
            self.world.problems.append(f"{self.name} cannot come in: {why}")
        self.node.pipeline.submit(0, Decision())
        self.hang_up()

    def give(self, command: Command) -> None:
        """Have the hall do something."""
        self.state = "doing"
        self.world.trace.note("command", self.name, repr(command).encode())
        self._talk(self._give, command)

    def _give(self, command: Command) -> None:
        node = self.node
        if not self.by:
            return
        decision = node.hall.handle(command, node.pipeline.clock())
        if self.state == "doing":
            self.state = "in"
        counts, kind = self.world.trace.counts, type(command).__name__
        if decision.refused is not None:
            counts[f"{kind} {decision.refused.name}"] += 1
            return
        counts[kind] += 1
        if isinstance(command, BRINGS) and (table := decision.result) is not None:
            self.seen[table.sheet.table] = table.scene.seq
        node.pipeline.submit(self.conn, decision)

    def hang_up(self) -> None:
        """The connection is gone."""
        if self.state not in ("gone", "out"):
            self.state = "gone"
            self.node.pipeline.disconnect(self.conn)
            self._talk(self._lost)

    def _lost(self) -> None:
        node, self.by = self.node, 0
        node.pipeline.submit(0, node.hall.handle(commands.Lost(self.conn), node.pipeline.clock()))
        self.state = "out"

    def cut_off(self) -> None:
        """The node is gone, and whatever was asked there."""
        self.by, self.state, self._waits = 0, "out", False
        self._later.clear()
