"""RFC 6455, case by case, in the families of the usual conformance suite: plain messages (1), pings (2),
reserved bits (3), kinds of frames (4), fragments (5), UTF-8 (6) and goodbyes (7).

Each case is what a client sends, and what becomes of it: messages, and at the end the code of a goodbye if
the connection is closed. Every case is fed in one piece and byte by byte.
"""

from typing import NamedTuple

import pytest

from tablehall.client.frames import masked
from tablehall.net.websocket import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    FramingError,
    Reader,
)

LIMIT = 1 << 20
MORE = False
"""It is not the last frame of its message."""
Heard = tuple[int, bytes]


class Case(NamedTuple):
    """What is sent, and what is heard of it before the connection is closed, if it is."""

    sent: bytes
    heard: list[Heard]
    code: int = 0


def text(data: str | bytes) -> Heard:
    return TEXT, data.encode() if isinstance(data, str) else data


def goodbye(code: int, reason: bytes = b"") -> bytes:
    return masked(code.to_bytes(2, "big") + reason, CLOSE)


SIZES = (0, 125, 126, 127, 128, 65_535, 65_536)
MESSAGES = {f"1 {kind} of {size}": (kind, b"*" * size) for kind in (TEXT, BINARY) for size in SIZES}
PLAIN = {name: Case(masked(data, kind), [(kind, data)]) for name, (kind, data) in MESSAGES.items()}

HELLO = masked(b"Hello, world", TEXT)
SAYS_HELLO = [text("Hello, world")]

PINGS = {
    "2 empty": Case(masked(b"", PING), [(PING, b"")]),
    "2 with text": Case(masked(b"Hello", PING), [(PING, b"Hello")]),
    "2 with bytes that are no text": Case(masked(b"\x00\xff\xfe", PING), [(PING, b"\x00\xff\xfe")]),
    "2 with as much as fits": Case(masked(b"\xfe" * 125, PING), [(PING, b"\xfe" * 125)]),
    "2 with more than fits": Case(masked(b"\xfe" * 126, PING), [], 1002),
    "2 a pong that nobody asked for": Case(
        masked(b"", PONG) + masked(b"x", PONG) + masked(b"p", PING), [(PONG, b""), (PONG, b"x"), (PING, b"p")]
    ),
    "2 ten in a row": Case(
        b"".join(masked(bytes([n]), PING) for n in range(10)), [(PING, bytes([n])) for n in range(10)]
    ),
}


def reserved(frame: bytes, bits: int) -> bytes:
    """The same frame with some of its reserved bits set."""
    return bytes((frame[0] | bits << 4,)) + frame[1:]


RESERVED = {
    f"3 bits {bits:03b} of a frame of kind {kind:x}": Case(
        HELLO + reserved(masked(b"", kind), bits) + HELLO, SAYS_HELLO, 1002
    )
    for bits in range(1, 8)
    for kind in (TEXT, BINARY, CLOSE, PING, PONG)
}

KINDS = {
    f"4 kind {kind:x}, {size} bytes": Case(HELLO + masked(b"x" * size, kind) + HELLO, SAYS_HELLO, 1002)
    for kind in (3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF)
    for size in (0, 5)
}

A, B = masked(b"frag", TEXT, MORE), masked(b"ment", CONTINUATION)
WHOLE = [text("fragment")]
FRAGMENTS = {
    "5 a ping in fragments": Case(masked(b"a", PING, MORE) + masked(b"b", CONTINUATION), [], 1002),
    "5 a pong in fragments": Case(masked(b"a", PONG, MORE) + masked(b"b", CONTINUATION), [], 1002),
    "5 a text in two": Case(A + B, WHOLE),
    "5 a ping in between": Case(A + masked(b"p", PING) + B, [(PING, b"p"), *WHOLE]),
    "5 many pings in between": Case(
        A + masked(b"p", PING) * 3 + masked(b"ment", CONTINUATION, MORE) + masked(b"", CONTINUATION),
        [(PING, b"p")] * 3 + WHOLE,
    ),
    "5 empty fragments": Case(
        masked(b"", TEXT, MORE) + masked(b"", CONTINUATION, MORE) + masked(b"", CONTINUATION), [text("")]
    ),
    "5 the middle one is not empty": Case(
        masked(b"", TEXT, MORE) + masked(b"mid", CONTINUATION, MORE) + masked(b"", CONTINUATION),
        [text("mid")],
    ),
    "5 nothing to continue, and it ends": Case(masked(b"x", CONTINUATION) + HELLO, [], 1002),
    "5 nothing to continue, and it goes on": Case(masked(b"x", CONTINUATION, MORE) + HELLO, [], 1002),
    "5 nothing to continue after a whole message": Case(
        A + B + masked(b"x", CONTINUATION, MORE), WHOLE, 1002
    ),
    "5 a new text before the old one has ended": Case(A + HELLO, [], 1002),
    "5 a new text in fragments before the old one has ended": Case(A + A, [], 1002),
    "5 bytes before a text has ended": Case(A + masked(b"x", BINARY), [], 1002),
    "5 one byte at a time": Case(
        masked(b"a", TEXT, MORE) + masked(b"a", CONTINUATION, MORE) * 100 + masked(b"a", CONTINUATION),
        [text("a" * 102)],
    ),
}

GREEK = "κόσμε".encode()
GOOD_TEXTS = {
    "nothing": b"",
    "ASCII": b"Hello-!@#$%^&*()",
    "Greek": GREEK,
    "the smallest of two bytes": b"\xc2\x80",
    "the smallest of three bytes": b"\xe0\xa0\x80",
    "the smallest of four bytes": b"\xf0\x90\x80\x80",
    "the largest of one byte": b"\x7f",
    "the largest of two bytes": b"\xdf\xbf",
    "the largest of three bytes": b"\xef\xbf\xbf",
    "the largest there is": b"\xf4\x8f\xbf\xbf",
    "before the surrogates": b"\xed\x9f\xbf",
    "behind the surrogates": b"\xee\x80\x80",
    "a character that is none": b"\xef\xbf\xbe",
    "a zero": b"\x00",
    "the replacement character": b"\xef\xbf\xbd",
}
BAD_TEXTS = {
    "a byte that goes on with nothing": b"\x80",
    "several of them": b"\x80\xbf\x80\xbf",
    "the beginning of two bytes, and a blank": b"\xc2 ",
    "the beginning of two bytes, and nothing": b"\xc2",
    "the beginning of three bytes, and nothing": b"\xe0\xa0",
    "the beginning of four bytes, and nothing": b"\xf0\x90\x80",
    "one after the other": b"\xc3\xe0\xa0\xf0\x90\x80",
    "fe": b"\xfe",
    "ff": b"\xff",
    "a slash in two bytes": b"\xc0\xaf",
    "a slash in three": b"\xe0\x80\xaf",
    "a slash in four": b"\xf0\x80\x80\xaf",
    "the largest overlong of two bytes": b"\xc1\xbf",
    "the largest overlong of three bytes": b"\xe0\x9f\xbf",
    "the largest overlong of four bytes": b"\xf0\x8f\xbf\xbf",
    "an overlong zero": b"\xc0\x80",
    "the first surrogate": b"\xed\xa0\x80",
    "the last surrogate": b"\xed\xbf\xbf",
    "a pair of surrogates": b"\xed\xa0\x80\xed\xb0\x80",
    "beyond the last character": b"\xf4\x90\x80\x80",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "six bytes": b"\xfc\x84\x80\x80\x80\x80",
}


def in_frames(data: bytes) -> bytes:
    """A text in as many frames as it has bytes."""
    parts = [masked(data[at : at + 1], CONTINUATION if at else TEXT, MORE) for at in range(len(data))]
    return b"".join(parts) + masked(b"", CONTINUATION if data else TEXT)


UTF8 = {
    **{f"6 {name}": Case(masked(data, TEXT), [text(data)]) for name, data in GOOD_TEXTS.items()},
    **{f"6 {name}, in frames": Case(in_frames(data), [text(data)]) for name, data in GOOD_TEXTS.items()},
    **{f"6 {name}": Case(masked(data, TEXT) + HELLO, [], 1007) for name, data in BAD_TEXTS.items()},
    **{f"6 {name}, in frames": Case(in_frames(data) + HELLO, [], 1007) for name, data in BAD_TEXTS.items()},
    **{
        f"6 {name}, after good text": Case(masked(GREEK + data + b"edited", TEXT), [], 1007)
        for name, data in BAD_TEXTS.items()
    },
    **{
        f"6 {name}, as bytes": Case(masked(data, BINARY), [(BINARY, data)])
        for name, data in BAD_TEXTS.items()
    },
    "6 a ping in the middle of a letter": Case(
        masked(b"\xce", TEXT, MORE) + masked(b"", PING) + masked(b"\xba", CONTINUATION),
        [(PING, b""), text("κ")],
    ),
    "6 the next text begins anew": Case(masked(GREEK, TEXT) + masked(b"\xba", TEXT), [text(GREEK)], 1007),
}

SAID = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
NEVER_SAID = (0, 999, 1004, 1005, 1006, 1012, 1015, 1016, 1100, 2000, 2999, 5000, 65_535)
GOODBYES = {
    "7 without a code": Case(masked(b"", CLOSE), [(CLOSE, b"")]),
    "7 with half a code": Case(masked(b"\x03", CLOSE), [], 1002),
    "7 with a reason": Case(goodbye(1000, b"enough"), [(CLOSE, b"\x03\xe8enough")]),
    "7 with as long a reason as fits": Case(goodbye(1000, b"*" * 123), [(CLOSE, b"\x03\xe8" + b"*" * 123)]),
    "7 with a longer one": Case(goodbye(1000, b"*" * 124), [], 1002),
    "7 with a reason that is no text": Case(goodbye(1000, GREEK + b"\xed\xa0\x80"), [], 1007),
    "7 in fragments": Case(masked(b"\x03\xe8", CLOSE, MORE), [], 1002),
    "7 after a message": Case(HELLO + goodbye(1000), [*SAYS_HELLO, (CLOSE, b"\x03\xe8")]),
    "7 in the middle of a message": Case(A + goodbye(1001), [(CLOSE, b"\x03\xe9")]),
    **{f"7 code {code}": Case(goodbye(code), [(CLOSE, code.to_bytes(2, "big"))]) for code in SAID},
    **{f"7 code {code}": Case(goodbye(code), [], 1002) for code in NEVER_SAID},
    **{f"7 code {code} and a reason": Case(goodbye(code, b"x"), [], 1002) for code in NEVER_SAID},
}

CASES = {**PLAIN, **PINGS, **RESERVED, **KINDS, **FRAGMENTS, **UTF8, **GOODBYES}


def read(data: bytes, step: int) -> tuple[list[Heard], int]:
    """What is heard, and with which code the connection is closed; 0: it is not."""
    reader, heard = Reader(LIMIT), list[Heard]()
    try:
        for at in range(0, len(data), step):
            reader.feed(data[at : at + step])
            while (message := reader.next()) is not None:
                heard.append(message)
    except FramingError as error:
        return heard, error.code
    return heard, 0


@pytest.mark.parametrize("name", CASES)
def test_a_case(name: str) -> None:
    case = CASES[name]
    assert read(case.sent, max(1, len(case.sent))) == (case.heard, case.code)
    if len(case.sent) < 2000:
        assert read(case.sent, 1) == (case.heard, case.code)


@pytest.mark.parametrize("data", [*GOOD_TEXTS.values(), *BAD_TEXTS.values()])
def test_a_frame_that_arrives_whole_is_judged_like_any_other(data: bytes) -> None:
    """The short way takes only what it need not look at twice."""
    sent = masked(data, TEXT)
    short = Reader(LIMIT).whole(sent)
    assert short == (data if data.isascii() else None)


def test_the_end_of_a_message_that_cannot_become_right_is_not_waited_for() -> None:
    assert read(masked(GREEK + b"\xff", TEXT, MORE), 1) == ([], 1007)
    assert read(masked(b"\xed\xa0", TEXT, MORE) + masked(b"\x80", CONTINUATION, MORE), 1) == ([], 1007)
