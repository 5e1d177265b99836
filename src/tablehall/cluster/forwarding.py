"""Forwarding: commands that another node decides on, and those that others want decided here."""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tablehall.cluster import fibers, messages
from tablehall.cluster.messages import Ask, Done, Effects
from tablehall.cluster.publishing import RemoteDecision
from tablehall.cluster.shared import EPOCH_SHIFT, LEADER_ONLY, OF_SAVES, epochs_of
from tablehall.hall import commands, facts
from tablehall.hall.commands import Command
from tablehall.hall.decision import Decision
from tablehall.hall.entrance import Entered
from tablehall.hall.table import Table
from tablehall.net.pipeline import Pipeline

if TYPE_CHECKING:
    from tablehall.cluster.node import Node

GIVE_UP_AFTER = 15.0
"""Seconds after which nobody waits any longer for a node to answer."""
BRIEFLY = 0.4
"""Seconds after which nobody who comes in waits any longer for a node that has nothing to say: it may have
died a moment ago."""
NEVER_GIVEN_UP = ("Lost", "LogOut")
"""Nobody need wait for it, but it must be done, whoever leads then."""
REMEMBERED = 60.0
"""Seconds for which a command that was applied is known by its number."""


class Pending:
    """A command that another node was asked to decide on."""

    __slots__ = ("ask", "fiber", "place", "sent_to", "since", "until")

    def __init__(self, ask: Ask, place: int | None, fiber: Any) -> None:
        self.ask = ask
        self.place = place
        self.fiber = fiber
        self.since = time.monotonic()
        self.until = self.since + GIVE_UP_AFTER
        self.sent_to: int | None = None


class Forwarding:
    """What this node asks of others, and they of it."""

    def __init__(self, node: "Node") -> None:
        self.node, self.hall, self.pipeline, self.epoch = node, node.hall, node.pipeline, node.epoch
        self.pending: dict[str, Pending] = {}
        self.given_up: set[str] = set()
        """The numbers of those who wanted to come in and did not wait until the leader answered."""
        self.applied: OrderedDict[str, tuple[float, Done]] = OrderedDict()
        """What was decided on for others, so that nothing is done twice."""
        self.undecided: list[tuple[int, Ask]] = []
        """What came before this node was leading."""
        self.failovers = 0
        """Dead nodes whose tables do not belong to anybody yet."""
        self._awaiting_failover: list[Any] = []
        self._asks = 0
        hall = self.hall
        hall.ask, hall.barrier, hall.await_failover = self.ask, self.barrier, self.await_failover
        hall.barrier_briefly = lambda: self.barrier(patience=BRIEFLY)

    def ask(self, place: int | None, command: Command) -> Decision:
        """Ask whoever decides on this, and wait for the answer."""
        fiber = fibers.current()
        if fiber is None:
            raise fibers.Unreachable("this cannot wait for another node")
        self._ask(place, command, fiber)
        answer = fibers.suspend()
        if isinstance(answer, Exception):
            raise answer
        decision: Decision = answer
        return decision

    def barrier(self, enough: Callable[[], bool] = lambda: False, patience: float = GIVE_UP_AFTER) -> None:
        """Wait until everything that others had told before now has been heard (or enough of it): whoever
        was shown something through another node may ask for it here a moment later."""
        fiber = fibers.current()
        if fiber is None:
            return
        awaited = set()
        for epoch in list(self.node.links.links):
            pending = self._ask(None, messages.Barrier(), fiber, of=epoch)
            pending.until = pending.since + patience
            awaited.add(pending.ask.id)
        while awaited & self.pending.keys() and not enough():
            fibers.suspend()
        for number in awaited:  # who is dead, and not known to be, need not be waited for
            self.pending.pop(number, None)

    def await_failover(self) -> None:
        """Wait until everything that the dead have left belongs to somebody: what only they knew of is
        known then."""
        fiber = fibers.current()
        if fiber is None or not self.failovers:
            return
        self._awaiting_failover.append(fiber)
        fibers.suspend()
        self.barrier()

    def failover_done(self) -> None:
        """What one node has left belongs to somebody."""
        self.failovers -= 1
        if not self.failovers:
            awaited, self._awaiting_failover = self._awaiting_failover, []
            for fiber in awaited:
                fibers.resume(fiber, None)

    def tell(self, place: int | None, command: Command) -> None:
        """Have a table's owner, or the leader, do something; nobody waits for it."""
        self._ask(place, command, None)

    def tell_owner(self, table: int, command: Command) -> None:
        """Have a table's owner do something; nobody waits for it."""
        if table in self.hall.remote:
            self.tell(table, command)

    def _ask(self, place: int | None, command: Command, fiber: Any, of: int = 0) -> Pending:
        self._asks += 1
        self.pipeline.counts["forwarded"] += 1
        ask = Ask(f"{self.epoch}.{self._asks}", *messages.wrap(command))
        pending = self.pending[ask.id] = Pending(ask, place, fiber)
        if of:
            pending.sent_to = of
            self.node.links.say(of, messages.encode(ask))
        else:
            self._send(pending)
        return pending

    def _send(self, pending: Pending) -> None:
        """To whoever decides on it now; when nobody does, it waits for the successor."""
        place, hall = pending.place, self.hall
        if place is None:
            target: int | None = self.node.members.leader()
        elif place in hall.remote:
            target = self.node.members.epoch_of(hall.remote[place])
        else:
            target = self.epoch
        if target is None or target == pending.sent_to:
            return
        pending.sent_to = target
        if target == self.epoch:
            self.node.loop.call_soon(self.asked, self.epoch, pending.ask)
        else:
            self.node.links.say(target, messages.encode(pending.ask))

    def look_after_pending(self, now: float) -> None:
        for pending in list(self.pending.values()):
            is_barrier = pending.ask.kind == "Barrier"
            if pending.ask.id not in self.pending:
                continue  # whoever went on before has no need of it any more
            if is_barrier and (pending.sent_to not in self.node.links.links or now > pending.until):
                self.answered(Done(pending.ask.id))  # the dead tell nothing more
            elif now > pending.until and pending.fiber is not None:
                fiber, pending.fiber = pending.fiber, None
                if pending.ask.kind not in NEVER_GIVEN_UP:
                    del self.pending[pending.ask.id]
                if pending.ask.kind == "Enter":
                    self.given_up.add(pending.ask.id)
                fibers.resume(fiber, fibers.Unreachable("no node answers"))
            elif not is_barrier:
                self._send(pending)
        forgotten = []
        while self.applied:
            first = next(iter(self.applied))
            if now - self.applied[first][0] < REMEMBERED:
                break
            del self.applied[first]
            forgotten.append(facts.Noted("asked", first, None))
        if forgotten:
            decision = Decision()
            decision.facts = forgotten
            Pipeline.submit(self.pipeline, 0, decision)

    def asked(self, epoch: int, ask: Ask, *, after_barrier: bool = False) -> None:
        """Decide for another node, once."""
        if epoch != self.epoch and epoch not in self.node.members.alive:
            return  # it has died while its question waited: whoever it let in is not here
        command = messages.unwrap(ask.kind, ask.command)
        if ask.id in self.applied:
            self._repeat(epoch, ask.id, command)
            return
        if self.node.early is not None and type(command) is messages.Barrier:
            self.node.links.say(epoch, messages.encode(Effects([], Done(ask.id))))  # it has told nothing yet
            return
        if self.node.early is not None or (type(command) in LEADER_ONLY and not self.hall.leads):
            if self.node.leading or self.node.early is not None:
                self.undecided.append((epoch, ask))
            else:
                self._send_back(epoch, ask)
            return
        if getattr(command, "table", None) in self.hall.remote:
            self._send_back(epoch, ask)
            return
        by: int = getattr(command, "by", 0)
        unknown = by and self.hall.people.here(by) is None
        if isinstance(command, OF_SAVES):
            unknown = unknown or (command.game, command.name) not in self.hall.saves
        if unknown and not after_barrier:
            fibers.spawn(self._asked_by_newcomer, epoch, ask)
            return
        self.pipeline.counts["decided_for_others"] += 1
        decision = self.hall.decide(command, self.pipeline.now(), 0 if epoch == self.epoch else epoch)
        done = outcome_of(decision, ask.id)
        if decision.remembers():
            noted = facts.Noted("asked", ask.id, messages.encode(done.repeatable()))
            decision.facts = [*decision.facts, noted]
            self.applied[ask.id] = (time.monotonic(), done)
        self._submit(epoch, decision, done)

    def _submit(self, epoch: int, decision: Decision, done: Done) -> None:
        """Have it remembered and told, and answer whoever asked."""
        if epoch == self.epoch:
            self.pipeline.submit(0, decision, then=lambda: self.answered(done, decision.notices))
        else:
            self.pipeline.submit(0, decision, to=(epoch, done))

    def _asked_by_newcomer(self, epoch: int, ask: Ask) -> None:
        """Who asks is not here, or came in so lately that the leader has not told it here yet."""
        self.barrier()
        self.asked(epoch, ask, after_barrier=True)

    def _send_back(self, epoch: int, ask: Ask) -> None:
        if epoch == self.epoch:
            if ask.id in self.pending:
                self.pending[ask.id].sent_to = None
        else:
            self.node.links.say(epoch, messages.encode(messages.Misdirected(ask.id)))

    def misdirected(self, epoch: int, number: str) -> None:
        """That node does not decide on this: whoever does is asked with the next look at what is pending."""
        if number in self.pending and self.pending[number].sent_to == epoch:
            self.pending[number].sent_to = None

    def decide_waiting(self) -> None:
        """This node leads: whoever asked before gets an answer."""
        undecided, self.undecided = self.undecided, []
        for epoch, ask in undecided:
            self.asked(epoch, ask)

    def _repeat(self, epoch: int, number: str, command: Command) -> None:
        """It was applied already, here or by the one before: only the answer was lost."""
        done = self.applied[number][1]
        if isinstance(command, commands.Enter):
            decision = self.hall.enter_again(command, done, self.pipeline.now())
            self._submit(epoch, decision, outcome_of(decision, number))
        elif self._still_here(epoch, command):  # whoever saw to it could not tell
            decision = self.hall.decide(command, self.pipeline.now(), epoch)
            self._submit(epoch, decision, done)
        else:  # it may not be remembered yet: the answer waits its turn
            self._submit(epoch, Decision(), done)

    def _still_here(self, epoch: int, command: Command) -> bool:
        """Whether somebody is here at the node that wanted them to leave."""
        if type(command) is commands.Lost:
            return command.conn in self.hall.people.by_conn
        if type(command) is commands.LogOut:
            person = self.hall.people.here(command.by)
            return person is not None and epoch in epochs_of(person)
        return False

    def answered(self, done: Done, news: Sequence[Any] = ()) -> None:
        pending = self.pending.pop(done.id, None)
        if done.id in self.given_up:
            self.given_up.discard(done.id)
            self._came_too_late(done)
        elif pending is not None and pending.fiber is not None:
            fibers.resume(pending.fiber, self._brought(done, news))

    def _brought(self, done: Done, news: Sequence[Any]) -> RemoteDecision | fibers.Unreachable:
        """What an answer means here."""
        hall, decision = self.hall, RemoteDecision()
        try:
            decision.refused = messages.reason(done.refused)
        except KeyError:
            return fibers.Unreachable(f"refused for a reason that is unknown here: {done.refused}")
        decision.notices = [*news]
        if done.person:
            person = hall.people.by_id.get(done.person)
            if person is None:
                return fibers.Unreachable("gone again")
            decision.result = Entered(person, done.secret, done.returning)
        elif done.table:
            decision.result = hall.tables.get(done.table)
            if decision.result is None:
                return fibers.Unreachable("gone again")
        return decision

    def _came_too_late(self, done: Done) -> None:
        """Nobody waits any longer for this answer. Whoever was let in by it and has hung up is not here."""
        person = self.hall.people.by_id.get(done.person)
        for conn in person.conns if person is not None else ():
            if conn >> EPOCH_SHIFT == self.epoch and conn not in self.pipeline.connections:
                self.tell(None, commands.Lost(conn))


def outcome_of(decision: Decision, id_: str) -> Done:
    """The answer to a command for the node that asked."""
    done = Done(id_, messages.spell(decision.refused))
    result = decision.result
    if isinstance(result, Table):
        done.table = result.sheet.table
    elif isinstance(result, Entered):
        done.person, done.secret, done.returning = result.person.id, result.secret, result.returning
    return done
