"""What a protocol is: a door with its limits, and a session for everybody who comes in.

Protocols know no sockets. The pipeline hands a session what arrived, one line or message at a
time, and a port to answer through.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, ClassVar, Literal, Protocol

import msgspec

from tablehall.hall.addresses import Network
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.hall.people import Person
from tablehall.hall.shares import NotNegative as NotNegative
from tablehall.hall.shares import Positive as Positive
from tablehall.hall.table import Table

Transport = Literal["lines", "websocket", "datagrams"]


class DoorLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What bounds a connection. Times are milliseconds."""

    message: Positive = 65_536
    """The longest line, frame or datagram."""
    rate: Positive = 2_000
    """Messages a second, sustained; beyond it the connection is read more slowly. A message counts once, and
    once more for every KiB that it is answered with."""
    burst: Positive = 10_000
    address_rate: Positive = 50_000
    """The same for everybody behind one address together: more than moves can come to, so that a class of
    pupils or a room of bots does not meet it, and less than lists would."""
    address_burst: Positive = 200_000
    connections: Positive = 20_000
    per_address: Positive = 5_000
    """Connections, at most: of everybody, and of one address (an IPv6 network of 64 bits counts as one)."""
    idle: NotNegative = 300_000
    """A connection that says nothing for so long is closed; 0: never."""
    ping: NotNegative = 30_000
    """How often a silent WebSocket is asked whether it is still there; 0: never."""
    unread: Positive = 1_048_576
    """Bytes that may wait for a slow reader."""
    slow: Positive = 20_000
    """How long a slow reader may lag behind."""


class Port(Protocol):
    """What the pipeline gives a session."""

    conn: int
    address: str

    def now(self) -> int:
        """The time."""

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        """Have a decision remembered, then give the answer, then tell its news."""

    def answer(self, data: bytes) -> None:
        """Send something after everything decided so far has been remembered."""

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        """The same for one message that may be long: its pieces are made when they can be sent, and whatever
        else is to be sent waits until they are. So they must be made of what does not change."""

    def send_long(self, pieces: Iterator[bytes]) -> None:
        """Send such a message at once."""

    def write(self, data: bytes) -> None:
        """Send something at once (only for what depends on no decision, and for news)."""

    def frame(self, data: bytes) -> bytes:
        """A message as it goes over the wire, for all connections of a door that hear the same."""

    def send(self, framed: bytes) -> None:
        """Write a message that is framed already."""

    def close(self) -> None:
        """Hang up after what was answered has been sent."""

    def pace(self, gap: int) -> None:
        """From now on leave so many milliseconds between two messages (0: none)."""

    def alarm(self, name: str, after: int | None) -> None:
        """Have `Session.ring(name)` called after so many milliseconds; None: not at all."""


class Session(ABC):
    """One connection's side of the conversation."""

    def __init__(self, hall: Hall, port: Port) -> None:
        self.hall = hall
        self.port = port

    def opened(self) -> None:  # noqa: B027 (most protocols wait for the client to speak)
        """The connection stands."""

    @abstractmethod
    def receive(self, data: bytes) -> None:
        """A line, message or datagram arrived, without its framing."""

    @abstractmethod
    def too_long(self) -> None:
        """A line or message over the limit arrived and was skipped."""

    def binary(self) -> None:  # noqa: B027 (as the boards protocol wants it)
        """A binary message arrived where only text makes sense; by default it is ignored."""

    @abstractmethod
    def tell(self, news: News, seat: int | None) -> None:
        """The hall has news for this connection, seen through this seat's eyes."""

    def ring(self, name: str) -> None:  # noqa: B027 (most protocols set no alarms)
        """An alarm set through the port is due."""

    def caught_up(self) -> None:  # noqa: B027 (most protocols drop slow readers)
        """A slow reader has read everything; news were left out meanwhile."""

    def broken(self) -> None:  # noqa: B027
        """Something went wrong on our side while answering; the connection goes on."""

    @abstractmethod
    def lost(self) -> None:
        """The connection is gone."""


def rendered_once(news: News, key: Any, render: Callable[..., bytes], *about: Any) -> bytes:
    """News in bytes, rendered for the first connection that reads them under this key."""
    shared = news.shared
    if shared is None:
        return render(*about)
    data = shared.get(key)
    if data is None:
        data = shared[key] = render(*about)
    return data


def tables_of(hall: Hall, person: Person, games: Container[str], *statuses: str) -> Iterator[Table]:
    """Where somebody sits, of the tables of some games that stand so."""
    for number in person.tables:
        table = hall.tables.get(number)
        if table is not None and table.sheet.game in games and table.scene.status in statuses:
            yield table


class DatagramPort(Port, Protocol):
    """What the pipeline gives the one session of a datagram door. Anybody can write a datagram that seems to
    come from elsewhere: to an address outside the networks the door trusts little is sent before somebody
    there has said a token that was sent to them."""

    def registers(self, addr: tuple[Any, ...]) -> bool:
        """Somebody registers from an address, which buys it some bytes; False: too often."""

    def sure(self, addr: tuple[Any, ...]) -> bool:
        """Whether somebody receives at an address who wants to."""

    def expect(self, addr: tuple[Any, ...], token: str) -> None:
        """A token is about to be sent to an address, and to no other."""

    def said(self, addr: tuple[Any, ...], token: str) -> bool:
        """Somebody has said a token; returns whether it is sure by now that they receive there."""

    def send_to(self, data: bytes, addr: tuple[Any, ...]) -> None:
        """Send a datagram at once, if the address may be sent so much."""

    def group(self, addresses: Sequence[tuple[Any, ...]]) -> Any:
        """Addresses that will hear the same."""

    def send_all(self, data: bytes, group: Any) -> None:
        """Send a datagram to everybody in a group at once."""

    def catch_up(self) -> None:
        """Hand over every datagram that has arrived by now."""

    def count(self, what: str) -> None:
        """Count something for the figures."""

    def tell(self, news: News, seat: int | None) -> None:
        """Have `Session.tell` called at once; whatever it raises harms nobody but is logged."""


class DatagramSession(Session):
    """The only session of a datagram door: it tells its peers apart by their addresses."""

    @abstractmethod
    def receive_from(self, data: bytes, addr: tuple[Any, ...]) -> None:
        """A datagram arrived."""

    def too_long_from(self, addr: tuple[Any, ...]) -> None:
        """A datagram over the limit arrived; by default nothing is said about it."""

    def receive(self, data: bytes) -> None:
        raise TypeError("a datagram comes with an address")

    def too_long(self) -> None:
        raise TypeError("a datagram comes with an address")


class Door(ABC):
    """A protocol on an address."""

    name: ClassVar[str]
    title: ClassVar[str]
    transport: ClassVar[Transport]
    port: ClassVar[int]
    """Where it listens unless told otherwise."""
    paths: ClassVar[dict[str, str]] = {"/": ""}
    """The addresses of a WebSocket door, as `serve` prints them, and for whom each is."""
    page: ClassVar[str] = ""
    """The file that describes it, if a package brings both: `tablehall conform` executes it."""
    limits: ClassVar[DoorLimits] = DoorLimits()
    Settings: ClassVar[Any] = None
    """What can be set beside address and port: a struct with defaults."""
    front: ClassVar[bool] = False
    """Whether it is the hall's front door: the port that is set for the hall is its own, and beside its
    WebSocket it serves pages and figures over HTTP."""
    open_to_pages: ClassVar[bool] = False
    """Whether pages from anywhere may speak to it, or only the hall's own and those that were named."""
    patient: ClassVar[bool] = False
    """Whether a slow reader is brought up to date later instead of being dropped."""
    trusted: tuple[Network, ...] = ()
    """Networks beside this machine and private ones where datagrams come from whom they seem to."""
    registrations: int = 512
    """How often somebody may register at a datagram door in a few seconds."""

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        self.hall = hall
        self.settings = settings

    @abstractmethod
    def session(self, port: Port, path: str = "/") -> Session:
        """A session for a new connection (`path`: of a WebSocket's address)."""

    def game_cards(self) -> Sequence[Any]:
        """The games, as a front door lists them."""
        return ()

    def document(self, path: str, host: str) -> tuple[str, bytes] | None:
        """What HTTP GET of a path gives on a WebSocket door: content type and body. `host` is what the
        client calls this server, port included; it may be anything."""
        return None
