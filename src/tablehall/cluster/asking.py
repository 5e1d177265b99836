"""Asking: commands that another node decides on, and those that others want decided here."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from tablehall.cluster import waiting, words
from tablehall.cluster.lines import Lines
from tablehall.cluster.members import Members
from tablehall.cluster.shared import ERA, REGISTRARS, SharedHall
from tablehall.cluster.telling import Elsewhere, SharedFrame
from tablehall.cluster.words import Ask, Done, Step
from tablehall.hall import commands
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision
from tablehall.hall.entrance import Entered
from tablehall.hall.table import Table
from tablehall.net.pipeline import Pipeline

GIVE_UP_AFTER = 15.0
"""Seconds after which nobody waits any longer for a node to answer."""
BRIEFLY = 0.4
"""Seconds after which nobody who comes in waits any longer for a node that has nothing to say: it may have
died a moment ago."""
NEVER_GIVEN_UP = ("Lost", "LogOut")
"""Nobody need wait for it, but it must be done, whoever keeps the register then."""
REMEMBERED = 60.0
"""Seconds for which a command that was carried out is known by its number."""


class Pending:
    """A command that another node was asked to decide on."""

    __slots__ = ("ask", "place", "sent_to", "since", "strand", "until")

    def __init__(self, ask: Ask, place: int | None, strand: Any) -> None:
        self.ask = ask
        self.place = place
        self.strand = strand
        self.since = time.monotonic()
        self.until = self.since + GIVE_UP_AFTER
        self.sent_to: int | None = None


class Asking:
    """What this node asks of others, and they of it."""

    lines: Lines
    in_office = False

    def __init__(self, hall: SharedHall, pipeline: SharedFrame, era: int, members: Members) -> None:
        self.hall, self.pipeline, self.era, self.members = hall, pipeline, era, members
        self.loop: asyncio.AbstractEventLoop = pipeline.loop
        self.pending: dict[str, Pending] = {}
        self.given_up: set[str] = set()
        """The numbers of those who wanted to come in and did not wait until the registrar answered."""
        self.carried_out: OrderedDict[str, tuple[float, Done]] = OrderedDict()
        """What was decided on for others, so that nothing is done twice."""
        self.early: list[tuple[int, Step]] | None = []
        """What was heard before this node knew the hall."""
        self.undecided: list[tuple[int, Ask]] = []
        """What came before this node was in office."""
        self.estates = 0
        """Dead nodes whose tables do not belong to anybody yet."""
        self._heirs_awaited: list[Any] = []
        self._asks = 0
        hall.ask, hall.listen, hall.settle_estates = self.ask, self.listen, self.settle_estates
        hall.listen_briefly = lambda: self.listen(patience=BRIEFLY)

    def ask(self, place: int | None, command: Command) -> Decision:
        """Ask whoever decides on this, and wait for the answer."""
        strand = waiting.strand()
        if strand is None:
            raise waiting.Unreachable("this cannot wait for another node")
        self._ask(place, command, strand)
        answer = waiting.lay_aside()
        if isinstance(answer, Exception):
            raise answer
        decision: Decision = answer
        return decision

    def listen(self, enough: Callable[[], bool] = lambda: False, patience: float = GIVE_UP_AFTER) -> None:
        """Wait until everything that others had told before now has been heard (or enough of it): whoever
        was shown something through another node may ask for it here a moment later."""
        strand = waiting.strand()
        if strand is None:
            return
        awaited = set()
        for era in list(self.lines.lines):
            pending = self._ask(None, words.Listen(), strand, of=era)
            pending.until = pending.since + patience
            awaited.add(pending.ask.id)
        while awaited & self.pending.keys() and not enough():
            waiting.lay_aside()
        for number in awaited:  # who is dead, and not known to be, need not be waited for
            self.pending.pop(number, None)

    def settle_estates(self) -> None:
        """Wait until everything that the dead have left belongs to somebody: what only they knew of is
        known then."""
        strand = waiting.strand()
        if strand is None or not self.estates:
            return
        self._heirs_awaited.append(strand)
        waiting.lay_aside()
        self.listen()

    def estate_settled(self) -> None:
        """What one node has left belongs to somebody."""
        self.estates -= 1
        if not self.estates:
            awaited, self._heirs_awaited = self._heirs_awaited, []
            for strand in awaited:
                waiting.go_on(strand, None)

    def tell_registrar(self, command: Command) -> None:
        """Have the registrar do something; nobody waits for it."""
        self._ask(None, command, None)

    def tell_owner(self, table: int, command: Command) -> None:
        """Have a table's owner do something; nobody waits for it."""
        if table in self.hall.foreign:
            self._ask(table, command, None)

    def _ask(self, place: int | None, command: Command, strand: Any, of: int = 0) -> Pending:
        self._asks += 1
        self.pipeline.counts["passed_on"] += 1
        ask = Ask(f"{self.era}.{self._asks}", *words.wrap(command))
        pending = self.pending[ask.id] = Pending(ask, place, strand)
        if of:
            pending.sent_to = of
            self.lines.say(of, words.encode(ask))
        else:
            self._send(pending)
        return pending

    def _send(self, pending: Pending) -> None:
        """To whoever decides on it now; when nobody does, it waits for the heir."""
        place, hall = pending.place, self.hall
        if place is None:
            target: int | None = self.members.oldest()
        elif place in hall.foreign:
            target = self.members.era_of(hall.foreign[place])
        else:
            target = self.era
        if target is None or target == pending.sent_to:
            return
        pending.sent_to = target
        if target == self.era:
            self.loop.call_soon(self._asked, self.era, pending.ask)
        else:
            self.lines.say(target, words.encode(pending.ask))

    def _look_after_pending(self, now: float) -> None:
        for pending in list(self.pending.values()):
            listens = pending.ask.kind == "Listen"
            if pending.ask.id not in self.pending:
                continue  # whoever went on before has no need of it any more
            if listens and (pending.sent_to not in self.lines.lines or now > pending.until):
                self._answered(Done(pending.ask.id))  # the dead tell nothing more
            elif now > pending.until and pending.strand is not None:
                strand, pending.strand = pending.strand, None
                if pending.ask.kind not in NEVER_GIVEN_UP:
                    del self.pending[pending.ask.id]
                if pending.ask.kind == "Enter":
                    self.given_up.add(pending.ask.id)
                waiting.go_on(strand, waiting.Unreachable("no node answers"))
            elif not listens:
                self._send(pending)
        forgotten = []
        while self.carried_out and (first := next(iter(self.carried_out)))[0]:
            if now - self.carried_out[first][0] < REMEMBERED:
                break
            del self.carried_out[first]
            forgotten.append(("asked", first, None))
        if forgotten:
            decision = Decision()
            decision.kept = forgotten
            Pipeline.submit(self.pipeline, 0, decision)

    def _asked(self, era: int, ask: Ask, *, listened: bool = False) -> None:
        """Decide for another node, once."""
        if era != self.era and era not in self.members.alive:
            return  # it has died while its question waited: whoever it let in is not here
        command = words.unwrap(ask.kind, ask.command)
        if ask.id in self.carried_out:
            self._repeat(era, ask.id, command)
            return
        if self.early is not None and type(command) is words.Listen:
            self.lines.say(era, words.encode(Step([], Done(ask.id))))  # it has told nothing yet
            return
        if self.early is not None or (type(command) in REGISTRARS and not self.hall.registrar):
            if self.in_office or self.early is not None:
                self.undecided.append((era, ask))
            else:
                self._wrong(era, ask)
            return
        if getattr(command, "table", None) in self.hall.foreign:
            self._wrong(era, ask)
            return
        by: int = getattr(command, "by", 0)
        unknown = by and self.hall.people.here(by) is None
        if type(command) is commands.Reopen:
            unknown = unknown or (command.game, command.name) not in self.hall.saves
        if unknown and not listened:
            waiting.apart(self._asked_by_newcomer, era, ask)
            return
        self.pipeline.counts["decided_for_others"] += 1
        decision = self.hall.decide(command, self.pipeline.clock(), 0 if era == self.era else era)
        done = outcome_of(decision, ask.id)
        if decision.remembers():
            decision.kept = [*decision.kept, ("asked", ask.id, words.encode(done.repeatable()))]
            self.carried_out[ask.id] = (time.monotonic(), done)
        self._submit(era, decision, done)

    def _submit(self, era: int, decision: Decision, done: Done) -> None:
        """Have it remembered and told, and answer whoever asked."""
        if era == self.era:
            self.pipeline.submit(0, decision, then=lambda: self._answered(done, decision.notices))
        else:
            self.pipeline.submit(0, decision, to=(era, done))

    def _asked_by_newcomer(self, era: int, ask: Ask) -> None:
        """Who asks is not here, or came in so lately that the registrar has not told it here yet."""
        self.listen()
        self._asked(era, ask, listened=True)

    def _wrong(self, era: int, ask: Ask) -> None:
        if era == self.era:
            if ask.id in self.pending:
                self.pending[ask.id].sent_to = None
        else:
            self.lines.say(era, words.encode(words.Wrong(ask.id)))

    def decide_waiting(self) -> None:
        """This node is in office: whoever asked before gets his answer."""
        undecided, self.undecided = self.undecided, []
        for era, ask in undecided:
            self._asked(era, ask)

    def _repeat(self, era: int, number: str, command: Command) -> None:
        """It was carried out already, here or by the one before: only the answer was lost."""
        done = self.carried_out[number][1]
        if isinstance(command, commands.Enter):
            decision = self.hall.enter_again(command, done, self.pipeline.clock())
            self._submit(era, decision, outcome_of(decision, number))
        elif self._still_here(era, command):  # whoever saw to it could not tell
            decision = self.hall.decide(command, self.pipeline.clock(), era)
            self._submit(era, decision, done)
        else:  # it may not be remembered yet: the answer waits its turn
            self._submit(era, Decision(), done)

    def _still_here(self, era: int, command: Command) -> bool:
        """Whether somebody is here at the node that wanted him to leave."""
        if type(command) is commands.Lost:
            return command.conn in self.hall.people.by_conn
        if type(command) is commands.LogOut:
            person = self.hall.people.here(command.by)
            return person is not None and (person.conn or 0) >> ERA == era
        return False

    def _answered(self, done: Done, news: Sequence[Any] = ()) -> None:
        pending = self.pending.pop(done.id, None)
        if done.id in self.given_up:
            self.given_up.discard(done.id)
            self._came_too_late(done)
        elif pending is not None and pending.strand is not None:
            waiting.go_on(pending.strand, self._brought(done, news))

    def _brought(self, done: Done, news: Sequence[Any]) -> Elsewhere | waiting.Unreachable:
        """What an answer means here."""
        hall, decision = self.hall, Elsewhere()
        try:
            decision.refused = words.reason(done.refused)
        except KeyError:
            return waiting.Unreachable(f"refused for a reason that is unknown here: {done.refused}")
        decision.notices = [*news]
        if done.person:
            person = hall.people.by_id.get(done.person)
            if person is None:
                return waiting.Unreachable("gone again")
            decision.result = Entered(person, done.secret, done.returning)
        elif done.table:
            decision.result = hall.tables.get(done.table)
            if decision.result is None:
                return waiting.Unreachable("gone again")
        return decision

    def _came_too_late(self, done: Done) -> None:
        """Nobody waits any longer for this answer. Whoever was let in by it and has hung up is not here."""
        person = self.hall.people.by_id.get(done.person)
        conn = person.conn if person is not None else None
        if conn is not None and conn >> ERA == self.era and conn not in self.pipeline.connections:
            self.tell_registrar(commands.Lost(conn))


def outcome_of(decision: Decision, id_: str) -> Done:
    """The answer to a command for the node that asked."""
    done = Done(id_, words.spell(decision.refused))
    result = decision.result
    if isinstance(result, Table):
        done.table = result.sheet.table
    elif isinstance(result, Entered):
        done.person, done.secret, done.returning = result.person.id, result.secret, result.returning
    return done
