"""Plays a transcript against a server and says where the server departs from it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from tablehall.conformance import steps
from tablehall.conformance.page import Block
from tablehall.conformance.patterns import Bound, Pattern, PatternError, fill
from tablehall.conformance.wires import (
    WIRES,
    DatagramWire,
    Goodbye,
    Place,
    Wire,
    WireError,
    http_get,
    is_ours,
)

PATIENCE = 3.0
"""Seconds to wait for an answer; a datagram comes soon or never."""
PATIENCE_WITH_DATAGRAMS = 1.0
PATIENCE_WITH_LUCK = 30.0
SETTLE = 0.05
"""Seconds for what nobody expected to arrive at the end of a transcript."""
SHOWN_BEFORE, LONGEST_BEFORE = 10, 200


class Exchange(NamedTuple):
    """Something that went over a wire: `>` said, `>>` said in raw bytes, `<` heard."""

    who: str
    sign: str
    text: str

    def __str__(self) -> str:
        return f"{self.who} {self.sign} {self.text}"


class DepartureError(Exception):
    """The server did something else than the page says."""

    def __init__(
        self, block: Block, line: int, what: str, facts: Mapping[str, str], log: list[Exchange]
    ) -> None:
        self.line, self.what, self.facts = line, what, dict(facts)
        self.before = [short(str(exchange)) for exchange in log[-SHOWN_BEFORE:]]
        self.heard = sum(exchange.sign == "<" for exchange in log) + ("got" in facts)
        shown = {"rule": block.rule, **facts} if block.rule else facts
        told = [f"{block.page}:{line}: {what}", *(f"  {key:<9}{value}" for key, value in shown.items())]
        if self.before:
            told += [f"  {'before':<9}{self.before[0]}", *(f"  {'':<9}{one}" for one in self.before[1:])]
        super().__init__("\n".join(told))

    @property
    def notes(self) -> list[str]:
        """What was added to it later: how the server has ended, and its last words."""
        notes: list[str] = getattr(self, "__notes__", [])
        return notes


def short(text: str) -> str:
    """The beginning of a long message."""
    return text if len(text) <= LONGEST_BEFORE else f"{text[:LONGEST_BEFORE]}..."


class Control(Protocol):
    """What can be done to a server that belongs to one block."""

    async def restart(self) -> None:
        """Kill it and start it again on the same data and ports."""

    async def stop(self) -> None:
        """Tell it to stop."""


class Inbox(asyncio.Queue[str | Goodbye]):
    """What somebody has heard, without what they answer at once."""

    def __init__(self, reflex: Callable[[str], bool] = lambda _: False) -> None:
        super().__init__()
        self._reflex = reflex

    def put_nowait(self, item: str | Goodbye) -> None:
        if isinstance(item, Goodbye) or not self._reflex(item):
            super().put_nowait(item)


class Person:
    """Somebody in a transcript: what they have heard and nobody has looked at yet."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.wire: Wire | None = None
        self.patience = PATIENCE
        self.indifferent = False

    def waiting(self) -> list[str | Goodbye]:
        """Everything heard and not expected so far."""
        return [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]


def left_out(block: Block, doors: Mapping[str, Place], control: Control | None) -> str:
    """Why a block cannot be played here; nothing if it can."""
    if reason := out_of_reach(block, doors):
        return reason
    return "it wants a server of its own" if block.own_server and control is None else ""


def out_of_reach(block: Block, doors: Mapping[str, Place]) -> str:
    """Why nobody can come where a block has them come, or from there; nothing if they can."""
    if missing := sorted(block.doors - doors.keys()):
        return f"it comes to the door {missing[0]}, too"
    if foreign := [address for address in sorted(block.addresses) if not is_ours(address)]:
        return f"somebody in it comes from {foreign[0]}, and this machine has no such address"
    return ""


async def play(
    block: Block, doors: Mapping[str, Place], control: Control | None = None, patience: float = 1.0
) -> list[Exchange]:
    """Play a block; `doors[""]` is the one its page is about. Returns what was exchanged,
    raises `DepartureError` at the first difference. `patience` makes every wait longer."""
    playing = Playing(block, doors, control, patience)
    try:
        for step in block.steps:
            await playing.do(step)
        await playing.expect_no_more()
    finally:
        await playing.close()
    return playing.log


class Playing:
    """A block while it is played."""

    def __init__(
        self, block: Block, doors: Mapping[str, Place], control: Control | None, patience: float
    ) -> None:
        self.block = block
        self.doors = doors
        self.control = control
        self.patience = patience
        self.people: dict[str, Person] = {}
        self.bound: Bound = {}
        self.reflexes: list[steps.Answers] = []
        self.log: list[Exchange] = []

    async def do(self, step: Any) -> None:
        """One step."""
        if step.who.startswith("$"):
            step = self._named(step)
        person = self.people.setdefault(step.who, Person()) if step.who else Person()
        try:
            await DO[type(step)](self, step, person)
        except TimeoutError:
            raise self._differs(step, f"nothing came of it in {PATIENCE * self.patience:g} s") from None
        except (PatternError, WireError, OSError) as error:
            raise self._differs(step, str(error)) from error

    def _named(self, step: steps.Step) -> steps.Step:
        """The step of whoever has the name that was heard."""
        name = self.bound.get(step.who[1:])
        if name not in self.people:
            raise self._differs(step, f"{step.who} is to do something, but that is {name!r}, who is not here")
        return replace(step, who=name)

    def _differs(self, step: steps.Step, what: str, **facts: str) -> DepartureError:
        return DepartureError(self.block, step.line, what, facts, self.log)

    # Doing.

    async def _connects(self, step: steps.Connects, person: Person) -> None:
        if person.wire is not None:
            raise self._differs(step, f"{step.who} is connected already")
        place = self.doors[step.door]
        person.inbox = Inbox(lambda heard: self._reflex(step.who, wire, heard))
        person.patience = PATIENCE_WITH_DATAGRAMS if place.transport == "datagrams" else PATIENCE
        wire = WIRES[place.transport](person.inbox)
        await asyncio.wait_for(wire.open(place, step.path, step.address), PATIENCE * self.patience)
        person.wire = wire

    def _reflex(self, who: str, wire: Wire, heard: str) -> bool:
        """Answer what is answered at once; whether it is not to be looked at further."""
        done = False
        for answers in self.reflexes:
            bound = dict(self.bound)
            if answers.who in ("", who) and not answers.pattern.differs(heard, bound):
                wire.say(fill(answers.text, bound))
                done = done or not answers.who
        return done

    async def _answers(self, step: steps.Answers, person: Person) -> None:
        self.reflexes.append(step)

    def _wire(self, step: steps.Step, person: Person) -> Wire:
        if person.wire is None:
            raise self._differs(step, f"{step.who} is not connected")
        return person.wire

    async def _says(self, step: steps.Says, person: Person) -> None:
        text = fill(step.text, self.bound)
        self.log.append(Exchange(step.who, ">", text))
        self._wire(step, person).say(text)

    async def _says_raw(self, step: steps.SaysRaw, person: Person) -> None:
        self.log.append(Exchange(step.who, ">>", repr(step.data)[2:-1]))
        self._wire(step, person).say_raw(step.data)

    async def _ends(self, step: steps.Ends, person: Person) -> None:
        wire = self._wire(step, person)
        if step.how != "shuts":
            self._nothing_waits(step, step.who, person)
            person.wire = None
        await wire.end(step.how)

    async def _gets(self, step: steps.Gets, person: Person) -> None:
        getting = http_get(self.doors[""], fill(step.path, self.bound), fill(step.body, self.bound))
        for line in await asyncio.wait_for(getting, PATIENCE * self.patience):
            person.inbox.put_nowait(line)

    async def _ignores(self, step: steps.IgnoresTheRest, person: Person) -> None:
        person.indifferent = True

    async def _later(self, step: steps.Later, person: Person) -> None:
        await asyncio.sleep(step.seconds)

    async def _server(self, step: steps.ServerDoes, person: Person) -> None:
        assert self.control is not None, "asked for with left_out()"
        if step.what == "stops":
            await self.control.stop()
            return
        wires = [somebody.wire for somebody in self.people.values()]
        for wire in wires:
            if isinstance(wire, DatagramWire):
                wire.patient = True
        await self.control.restart()
        for somebody in self.people.values():
            if isinstance(somebody.wire, DatagramWire):
                continue  # who sends datagrams does not notice
            if somebody.wire is not None:
                await somebody.wire.end("closes")
            somebody.wire, somebody.inbox = None, Inbox()

    async def _settings(self, step: steps.ServerHas, person: Person) -> None:
        """They were there before the block began."""

    # Hearing.

    async def _next(self, step: steps.Step, person: Person, expected: str) -> str | Goodbye:
        patience = person.patience * self.patience
        try:
            heard = await asyncio.wait_for(person.inbox.get(), patience)
        except TimeoutError:
            what = f"{step.who} heard nothing for {patience:g} s"
            raise self._differs(step, what, expected=expected) from None
        self.log.append(Exchange(step.who, "<", str(heard)))
        return heard

    async def _hears(self, step: steps.Hears, person: Person) -> None:
        expected = f"... {step.pattern.text}" if step.eventually else step.pattern.text
        late = self._late()
        while asyncio.get_running_loop().time() < late:
            heard = await self._next(step, person, expected)
            gone = isinstance(heard, Goodbye)
            where = "the connection is over" if gone else step.pattern.differs(str(heard), self.bound)
            if not where:
                return
            if gone or not step.eventually:
                raise self._unexpected(step, expected, heard, where)
        raise self._differs(step, f"{step.who} has not heard it so far", expected=expected)

    def _late(self) -> float:
        """When it is too late for what comes at some time."""
        return asyncio.get_running_loop().time() + PATIENCE_WITH_LUCK

    def _unexpected(self, step: steps.Step, expected: str, got: str | Goodbye, where: str) -> DepartureError:
        self.log.pop()
        return self._differs(
            step, f"{step.who} heard something else", expected=expected, got=str(got), where=where
        )

    async def _hears_in_any_order(self, step: steps.HearsInAnyOrder, person: Person) -> None:
        expected = "\n           ".join(pattern.text for pattern in step.patterns)
        heard = [await self._next(step, person, expected) for _ in step.patterns]
        bound = in_some_order(step.patterns, [str(one) for one in heard], self.bound)
        if bound is None:
            got = "\n           ".join(str(one) for one in heard)
            raise self._differs(step, f"{step.who} heard something else", expected=expected, got=got)
        self.bound = bound

    async def _hears_at_some_time(self, step: steps.HearsAtSomeTime, person: Person) -> None:
        expected = "\n           ".join(pattern.text for pattern in step.patterns)
        heard: list[str] = []
        late = self._late()
        while asyncio.get_running_loop().time() < late:
            heard = [*heard, str(await self._next(step, person, expected))][-len(step.patterns) :]
            bound = dict(self.bound)
            if len(heard) == len(step.patterns) and not any(
                pattern.differs(one, bound) for pattern, one in zip(step.patterns, heard, strict=True)
            ):
                self.bound = bound
                return
        raise self._differs(step, f"{step.who} has not heard it so far", expected=expected)

    async def _hears_nothing(self, step: steps.HearsNothing, person: Person) -> None:
        try:
            heard = await asyncio.wait_for(person.inbox.get(), step.seconds)
        except TimeoutError:
            return
        raise self._differs(step, f"{step.who} heard something", expected="nothing", got=str(heard))

    async def _is_closed(self, step: steps.IsClosed, person: Person) -> None:
        expected = Goodbye(step.code)
        heard = await self._next(step, person, str(expected))
        late = asyncio.get_running_loop().time() + person.patience * self.patience
        while person.indifferent and not isinstance(heard, Goodbye):
            if asyncio.get_running_loop().time() > late:
                break
            heard = await self._next(step, person, str(expected))
        if not isinstance(heard, Goodbye) or step.code not in (None, heard.code):
            raise self._unexpected(step, str(expected), heard, "the connection is to be closed")
        if person.wire is not None:
            await person.wire.end("closes")
        person.wire = None

    # The end.

    def _nothing_waits(self, step: steps.Step, who: str, person: Person) -> None:
        waiting = person.waiting()
        if waiting and not person.indifferent:
            raise self._differs(step, f"{who} heard more than the page says", got=str(waiting[0]))

    async def expect_no_more(self) -> None:
        """Nobody has heard anything that the transcript does not say."""
        await asyncio.sleep(SETTLE)
        for who, person in self.people.items():
            self._nothing_waits(self.block.steps[-1], who, person)

    async def close(self) -> None:
        """Everybody leaves."""
        for person in self.people.values():
            if person.wire is not None:
                await person.wire.end("closes")


def in_some_order(patterns: tuple[Pattern, ...], heard: list[str], bound: Bound) -> Bound | None:
    """What the names stand for if these messages fit these patterns in some order."""
    if not patterns:
        return bound
    for place, message in enumerate(heard):
        tried = dict(bound)
        if not patterns[0].differs(message, tried):
            rest = in_some_order(patterns[1:], heard[:place] + heard[place + 1 :], tried)
            if rest is not None:
                return rest
    return None


DO: dict[type[steps.Step], Callable[[Playing, Any, Person], Awaitable[None]]] = {
    steps.Connects: Playing._connects,
    steps.Says: Playing._says,
    steps.SaysRaw: Playing._says_raw,
    steps.Hears: Playing._hears,
    steps.HearsInAnyOrder: Playing._hears_in_any_order,
    steps.HearsAtSomeTime: Playing._hears_at_some_time,
    steps.HearsNothing: Playing._hears_nothing,
    steps.Ends: Playing._ends,
    steps.IsClosed: Playing._is_closed,
    steps.Gets: Playing._gets,
    steps.Answers: Playing._answers,
    steps.IgnoresTheRest: Playing._ignores,
    steps.Later: Playing._later,
    steps.ServerDoes: Playing._server,
    steps.ServerHas: Playing._settings,
}
