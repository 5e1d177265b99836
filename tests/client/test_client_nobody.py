"""Where no hall is, a client says so and why: in the same words with asyncio and without it."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from tablehall.client import Guest, NobodyThereError
from tablehall.client import sync as without_asyncio
from tablehall.client.blocking import BlockingWire
from tablehall.client.wire import Wire
from tests.client.guests import a_name
from tests.conftest import RunningHall

SOMETHING_ELSE = "something else is there; the house door has the address of the page"
TOO_LONG = "it takes too long"
NO_TLS = "no secure connection can be made with it; a hall without TLS has an http:// address"

ComeIn = Callable[[str], None]
Open = Callable[[str, float], None]


def _come_in(address: str) -> None:
    async def come_in() -> None:
        await Guest(address, name=a_name("anna")).come_in()

    asyncio.run(come_in())


def _open(url: str, within: float) -> None:
    asyncio.run(Wire.open(url, within))


@pytest.fixture(
    params=[_come_in, lambda address: without_asyncio.Guest(address, name=a_name("anna")).come_in()]
)
def come_in(request: pytest.FixtureRequest) -> ComeIn:
    """Come to an address, in either way."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=[_open, BlockingWire.open])
def open_wire(request: pytest.FixtureRequest) -> Open:
    """Connect to an address within so many seconds, in either way."""
    return request.param  # type: ignore[no-any-return]


def why(no: pytest.ExceptionInfo[NobodyThereError], address: str) -> str:
    """What a client says in brackets behind the address."""
    said = str(no.value)
    assert said.startswith(f"No hall answers at {address} (")
    return said.partition("(")[2].removesuffix(").")


@pytest.mark.parametrize("scheme", ["ws", "wss"])
def test_a_port_on_which_nothing_is_open(come_in: ComeIn, scheme: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(NobodyThereError) as no:
            come_in(f"{scheme}://{address}")
    assert why(no, address) == "nothing is open on that port"


@pytest.mark.parametrize("name", ["nobody.invalid", "two..dots"])
def test_a_name_that_no_machine_has(come_in: ComeIn, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def look_up(host: str, *words: object, **more: object) -> object:
        if host == "nobody.invalid":  # as a resolver says it, and without asking one
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return real(host, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(NobodyThereError) as no:
        come_in(f"{name}:8080")
    assert why(no, f"{name}:8080") == "no machine has that name"


@contextlib.contextmanager
def served(answer: bytes | None) -> Iterator[str]:
    """An address where somebody says this to everybody who connects, and hangs up; None: they say nothing."""
    listening, over = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def serve() -> None:
        while not over.is_set():
            with listening.accept()[0] as connection, contextlib.suppress(OSError):
                connection.recv(4096)
                if answer is None:
                    over.wait()
                else:
                    connection.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    with listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        over.set()
        socket.create_connection(listening.getsockname()).close()  # or they would wait for one more
        thread.join()


@pytest.mark.parametrize(
    ("scheme", "answer", "within", "reason"),
    [
        ("ws", b"HTTP/1.1 200 OK\r\n\r\nhello", 10.0, SOMETHING_ELSE),
        ("ws", b"", 10.0, SOMETHING_ELSE),
        ("ws", b"x" * 70_000, 10.0, SOMETHING_ELSE),
        ("ws", None, 0.2, TOO_LONG),
        ("wss", b"HTTP/1.1 400 Bad Request\r\n\r\n", 10.0, NO_TLS),
    ],
)
def test_whatever_is_no_house_door(
    open_wire: Open, scheme: str, answer: bytes | None, within: float, reason: str
) -> None:
    with served(answer) as address, pytest.raises(NobodyThereError) as no:
        open_wire(f"{scheme}://{address}/ws", within)
    assert why(no, address) == reason


def test_a_door_that_opens_and_never_says_welcome(
    come_in: ComeIn, hall: RunningHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The door of another protocol, which waits for its own words."""
    for shell in ("line", "sync"):
        monkeypatch.setattr(f"tablehall.client.{shell}.FIRST_WELCOME", 0.5)
    host, port = hall.doors["boards"]
    with pytest.raises(NobodyThereError) as no:
        come_in(f"{host}:{port}")
    assert why(no, f"{host}:{port}") == SOMETHING_ELSE
