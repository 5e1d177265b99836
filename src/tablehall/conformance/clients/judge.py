"""What every judge of a client has: rules, what was found, and what the client still owes."""

import json
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from tablehall.conformance.runner import Exchange, short

SHOWN_BEFORE = 6
ANSWER = 2.0
"""Seconds for whatever the document gives no time for; a program takes milliseconds."""


class Rule(NamedTuple):
    """What a client has to keep to, in the document's words."""

    name: str
    says: str
    section: str
    document: bool = True
    """False: it is an extension of ours."""


class Finding(NamedTuple):
    """Where a client departs from a rule."""

    rule: Rule
    did: str
    before: tuple[Exchange, ...] = ()


class Debt(NamedTuple):
    """Something that the client has to say, and until when."""

    rule: Rule
    did: str
    until: float


CONNECTS = Rule("connects", "The client speaks to the server that it was told.", "the command")
PLAYS = Rule("plays", "The client takes part until the conversation has come to its end.", "the command")
SOUND = Rule("sound", "The client does not fall over what it hears.", "the command")


class Judge(ABC):
    """Listens to both sides of one conversation. Each protocol has one that knows its document."""

    frame: ClassVar[Rule]
    """What a message has to look like on the wire."""

    def __init__(self, clock: Callable[[], float], patience: float = 1.0) -> None:
        self.clock = clock
        self.patience = patience
        self.findings: list[Finding] = []
        self.debts: dict[str, Debt] = {}
        self.heard: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.log: deque[Exchange] = deque(maxlen=SHOWN_BEFORE)
        self.blamed = False
        """Whether something was wrong with the client's last message already."""
        self.done = False
        """Whether it is over: nothing that happens now counts."""

    # What happens.

    def client_said(self, text: str) -> None:
        """The client has sent a message."""
        self.log.append(Exchange("client", ">", text))
        self.blamed = False
        self.said[self.kind(text)] += 1
        self.on_client(text)

    def server_said(self, text: str, *, scripted: bool = False) -> None:
        """The client is sent a message; a scripted one does not come from the hall."""
        self.log.append(Exchange("client", "<", text))
        self.heard[self.kind(text)] += 1
        self.on_server(text, scripted=scripted)

    def connected(self) -> None:
        """A new connection: whatever was known of the last one is void."""
        self.debts.clear()
        self.log.append(Exchange("client", "opens", "a connection"))
        self.begin()

    def closed(self) -> None:
        """The client has closed its connection."""
        self.log.append(Exchange("client", "closes", "it"))
        self.settle("close")
        if ping := self.debts.pop("ping", None):
            self.finds(ping.rule, ping.did)
        self.on_closed()

    # What a protocol knows.

    @abstractmethod
    def kind(self, text: str) -> str:
        """What kind of message this is."""

    @abstractmethod
    def begin(self) -> None:
        """A conversation begins."""

    @abstractmethod
    def on_client(self, text: str) -> None:
        """Judge what the client says."""

    @abstractmethod
    def on_server(self, text: str, *, scripted: bool) -> None:
        """Learn from what the server says."""

    def on_closed(self) -> None:  # noqa: B027 (most protocols demand nothing then)
        """Judge what the client has left undone."""

    # What comes of it.

    def finds(self, rule: Rule, did: str) -> None:
        """The client has departed from a rule; each is told once in a conversation."""
        self.blamed = True
        if not self.done and all(finding.rule != rule for finding in self.findings):
            self.findings.append(Finding(rule, short(did), tuple(self.log)))

    def expects(
        self, what: str, rule: Rule, did: str, within: float = ANSWER, since: float | None = None
    ) -> None:
        """From now on, or since then, the client owes something, and has so many seconds for it."""
        begins = self.clock() if since is None else since
        self.debts[what] = Debt(rule, did, begins + within * self.patience)

    def settle(self, *what: str) -> None:
        """The client owes this no longer."""
        for one in what:
            self.debts.pop(one, None)

    def look(self) -> bool:
        """Notice what is overdue; whether anything is."""
        late = [what for what, debt in self.debts.items() if debt.until < self.clock()]
        for what in late:
            debt = self.debts.pop(what)
            self.finds(debt.rule, debt.did)
        return bool(late)


class JsonJudge(Judge):
    """A judge of messages that are JSON objects."""

    key: ClassVar[str]
    """Under which a message says what kind it is."""
    form: ClassVar[Rule]
    """What every message has to be."""

    def kind(self, text: str) -> str:
        return str((_read(text) or {}).get(self.key, ""))

    def on_client(self, text: str) -> None:
        message = _read(text)
        if message is None or not isinstance(message.get(self.key), str):
            self.finds(self.form, f"it sent {text!r}")
        else:
            self.on_request(message, text)

    @abstractmethod
    def on_request(self, message: dict[str, Any], text: str) -> None:
        """Judge an object that the client has sent."""

    def on_server(self, text: str, *, scripted: bool) -> None:
        self.on_reply(json.loads(text), scripted)

    @abstractmethod
    def on_reply(self, message: dict[str, Any], scripted: bool) -> None:
        """Learn from an object that the server has sent."""


def _read(text: str) -> dict[str, Any] | None:
    """The object in a text, if there is one."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def of_type(value: Any, kind: type) -> bool:
    """Whether a JSON value is of this type; true and false are no numbers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
