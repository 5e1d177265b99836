"""A state machine of hypothesis in front of a door: four clients, requests right and wrong in any
order. Whatever is answered must be in the documented set for what was asked in that state."""

import json
import os
from collections import defaultdict
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tablehall.protocols.door import Door
from tablehall_lab.fuzz.room import Room

CLIENTS = st.integers(0, 3)
QUIET = settings(
    max_examples=int(os.environ.get("TABLEHALL_TEST_GAMES", "25")),
    derandomize="TABLEHALL_TEST_GAMES" not in os.environ,
    stateful_step_count=40,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class DoorMachine(RuleBasedStateMachine):
    """Everything but the words of a protocol."""

    kind: ClassVar[type[Door]]
    answers: ClassVar[dict[str, dict[str, set[str]]]]
    """For every request the possible answers, by the state of who asks ("" is any other)."""
    pushed: ClassVar[set[str]]
    """What may come to anybody at any time."""
    patience: ClassVar[int] = 0
    """So many milliseconds an answer may take that waits for somebody else's acknowledgement."""
    door_settings: ClassVar[dict[str, Any]] = {}
    gap: ClassVar[int] = 0
    """So many milliseconds an answer may take, where messages are kept apart."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room(self.kind, settings=self.door_settings)
        self.read: dict[int, int] = defaultdict(int)
        self.states: dict[int, str] = defaultdict(str)

    # The words of a protocol.

    def say(self, who: int, verb: str, data: Any) -> bytes:
        """A request as it goes over the wire; `data` is whatever hypothesis drew."""
        raise NotImplementedError

    def name(self, message: bytes) -> str:
        """The kind of something that was heard."""
        return str(json.loads(message).get("type", ""))

    def next_state(self, who: int, state: str, heard: str) -> str:
        """The state of a client who heard something."""
        return state

    def teardown(self) -> None:
        self.room.keeps_its_promises()

    # What clients do.

    def asks(self, who: int, verb: str, request: bytes) -> None:
        """Send a request and look at what everybody heard."""
        state = self.states[who]
        self.room.says(who, request)
        self.room.wait(self.gap)
        allowed = self.answers[verb]
        expected = allowed.get(state, allowed.get("", set()))
        heard = [self.name(message) for message in self._news(who)]
        if self.patience and expected and not expected & set(heard):
            self.room.wait(self.patience)
            heard += [self.name(message) for message in self._news(who)]
        strange = set(heard) - expected - self.pushed
        assert not strange, (
            f"{request!r} in state {state!r} was answered by {strange}; documented: {expected}"
        )
        closed = self.room.socket is None and self.room.clients[who].closing
        assert not expected or "(nothing)" in expected or expected & set(heard) or closed, (
            f"{request!r} in state {state!r} was not answered: {heard}"
        )
        self._take(who, heard)
        self._others(who)

    def _others(self, who: int) -> None:
        for other in sorted({*self.room.clients, *self.read} - {who}):
            heard = [self.name(message) for message in self._news(other)]
            assert set(heard) <= self.pushed, f"somebody else's request told client {other}: {heard}"
            self._take(other, heard)

    def _take(self, who: int, heard: list[str]) -> None:
        for message in heard:
            self.states[who] = self.next_state(who, self.states[who], message)
        client = self.room.clients.get(who)
        if client is not None and client.closing:
            self.states[who] = ""

    def _news(self, who: int) -> list[bytes]:
        if self.room.socket is not None:
            written = bytes(self.room.socket.sent.get((f"10.0.0.{who}", 4000), b""))
        else:
            client = self.room.clients.get(who)
            written = bytes(client.written) if client is not None else b""
        new, self.read[who] = written[self.read[who] :], len(written)
        return frames(new) if self.kind.transport == "websocket" else [m for m in new.split(b"\n") if m]

    @rule(who=CLIENTS)
    def hangs_up(self, who: int) -> None:
        """A connection is lost."""
        if who in self.room.clients:
            self.room.clients[who].hang_up()
            self.room.wait(self.gap)
            self.states[who] = ""
            self._others(-1)

    @rule(milliseconds=st.sampled_from([1, 100, 1000, 20_000]))
    def time_passes(self, milliseconds: int) -> None:
        self.room.wait(milliseconds)
        self._others(-1)


def frames(data: bytes) -> list[bytes]:
    """The text messages in what a WebSocket heard, behind the answer to its handshake."""
    if data.startswith(b"HTTP/"):
        data = data.partition(b"\r\n\r\n")[2]
    found = []
    while data:
        size, start = data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10], "big"), 10
        if data[0] & 15 == 1:
            found.append(data[start : start + size])
        data = data[start + size :]
    return found
