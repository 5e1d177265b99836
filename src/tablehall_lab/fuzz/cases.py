"""Cases: bytes that are read as a conversation, and the conversations of the protocol pages as
bytes to begin with.

The first line says how: `t` for messages, `r` for bytes as they are (on a WebSocket without the
handshake), and by which path. Each line after it is one client's: its first character says whose,
and the rest is the message. `~` at the beginning of a message is no message: `~c` hangs up, `~w`
lets half a second pass and `~W` a minute. `$` stands for the latest number or secret heard.
"""

import re
from collections.abc import Iterator

from tablehall.conformance.page import Block, read_page
from tablehall.conformance.pages import pages
from tablehall.conformance.steps import Connects, Says, SaysRaw
from tablehall.protocols.door import Door
from tablehall_lab.fuzz.room import Room

PATHS = ("/", "/ws", "/games")
PAGES = {"pipes_original": "pipes"}
"""The doors that stand on the page of another one."""
MOST = 200
"""So many lines of a case are read."""
VARIABLE = re.compile(r"\$\w+")


class SplitError(Exception):
    """The hall answers differently when the same bytes arrive in other pieces."""


def play(kind: type[Door], case: bytes, cuts: tuple[int, ...] = ()) -> tuple[list[bytes], int]:
    """Have a conversation: what everybody heard, and how many messages there were."""
    head, *lines = case.split(b"\n")[: MOST + 1]
    room = Room(kind, PATHS[sum(head[1:2]) % len(PATHS)])
    raw = head[:1] == b"r" and room.socket is None
    for line in lines:
        who, data = sum(line[:1]) % 4, line[1:]
        if data[:1] == b"~":
            _does(room, who, data[1:2])
        elif raw:
            room.messages += 1
            room.raw(room.client(who, upgrade=head[2:3] == b"u"), data + b"\r\n", cuts)
        else:
            room.says(who, room.filled_in(who, data), cuts)
        room.wait(0)
    room.wait(10)
    room.keeps_its_promises()
    return room.heard(), room.messages


def _does(room: Room, who: int, what: bytes) -> None:
    if what == b"c" and who in room.clients:
        room.clients[who].hang_up()
    elif what == b"w":
        room.wait(500)
    elif what == b"W":
        room.wait(60_000)


def check(kind: type[Door], case: bytes) -> int:
    """Play a case whole and in pieces: both must go well, and alike."""
    whole, messages = play(kind, case)
    if kind.transport != "datagrams":
        cuts = (1, len(case) // 3, len(case) // 2, sum(case[-9:]))
        pieces, _ = play(kind, case, cuts)
        if whole != pieces:
            raise SplitError(f"in one piece:\n{whole}\nin pieces at {cuts}:\n{pieces}")
    return messages


def corpus(kind: type[Door]) -> Iterator[bytes]:
    """The conversations of the pages of the protocol that this door speaks."""
    for block in read_page(pages()[PAGES.get(kind.name, kind.name)]):
        yield from _from_block(block)


def _from_block(block: Block) -> Iterator[bytes]:
    people: list[str] = []
    lines: list[bytes] = []
    path = 0
    for step in block.steps:
        if step.who and step.who not in people:
            people.append(step.who)
        letter = b"ABCD"[people.index(step.who) % 4 :][:1] if step.who else b"A"
        if isinstance(step, Connects) and step.path in PATHS:
            path = PATHS.index(step.path)
        elif isinstance(step, Says):
            lines.append(letter + VARIABLE.sub("$", step.text).encode())
        elif isinstance(step, SaysRaw):
            lines.append(letter + step.data.replace(b"\n", b" "))
    if lines:
        yield b"\n".join((b"t" + bytes((48 + path,)), *lines))
