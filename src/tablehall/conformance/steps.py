"""The steps of a transcript: what somebody does or hears, and how that is written.

Each line is a step; an indented line goes on with the one before, and a line that begins
with `#` is a comment. `FORMS` at the end is the whole language.
"""

import re
from collections.abc import Callable, Iterator
from typing import cast

import msgspec

from tablehall.conformance.patterns import Pattern, PatternError, read_pattern
from tablehall.conformance.wires import How


class PageError(ValueError):
    """A page that cannot be executed; says where and why."""


class Step(msgspec.Struct, frozen=True):
    """Something that somebody does or hears; `$name`: whoever has the name that it stands for."""

    line: int
    who: str


class Connects(Step, frozen=True):
    """Somebody comes to a door; by default to the one the page is about."""

    door: str
    path: str
    address: str


class Says(Step, frozen=True):
    """Somebody sends a message."""

    text: str


class SaysRaw(Step, frozen=True):
    """Somebody sends bytes as they are: no line end, and a binary message on a WebSocket."""

    data: bytes


class Hears(Step, frozen=True):
    """Somebody hears a message; `eventually`: others may come before it."""

    pattern: Pattern
    eventually: bool = False


class HearsInAnyOrder(Step, frozen=True):
    """Somebody hears these messages next, in whatever order."""

    patterns: tuple[Pattern, ...]


class HearsAtSomeTime(Step, frozen=True):
    """Somebody hears these messages one after the other, whatever comes before them."""

    patterns: tuple[Pattern, ...]


class HearsNothing(Step, frozen=True):
    """Nothing is said to somebody for a while."""

    seconds: float


class Ends(Step, frozen=True):
    """Somebody closes their connection, breaks it off, or says that they will say no more."""

    how: How


class IsClosed(Step, frozen=True):
    """The server closes somebody's connection, a WebSocket perhaps with a certain code."""

    code: int | None


class Gets(Step, frozen=True):
    """Somebody asks for a document by HTTP; hears status and type, then the body's lines."""

    path: str
    body: str = ""
    """What they post; nothing: they get it."""


class Answers(Step, frozen=True):
    """From now on such a message is answered at once: by somebody, or by everybody, and then it
    is not looked at further."""

    pattern: Pattern
    text: str


class IgnoresTheRest(Step, frozen=True):
    """Whatever else somebody hears does not matter."""


class Later(Step, frozen=True):
    """Time passes."""

    seconds: float


class ServerDoes(Step, frozen=True):
    """The server is killed and started again on the same data, or is told to stop."""

    what: str


class ServerHas(Step, frozen=True):
    """A line of the settings file of the server that this block wants for itself."""

    setting: str


def read_steps(text: str, page: str, first: int) -> Iterator[Step]:
    """The steps of a transcript whose first line has this number."""
    for line, written, more in _joined(text, first):
        try:
            yield _step(line, written, more)
        except (PatternError, PageError) as error:
            raise PageError(f"{page}:{line}: {error}") from error


def _joined(text: str, first: int) -> Iterator[tuple[int, str, list[str]]]:
    """Each step's line and the indented lines below it."""
    current: tuple[int, str, list[str]] | None = None
    for number, written in enumerate(text.splitlines(), first):
        if not written.strip() or written.startswith("#"):
            continue
        if written[0].isspace() and current is not None:
            current[2].append(written.strip())
        else:
            if current is not None:
                yield current
            current = (number, written.rstrip(), [])
    if current is not None:
        yield current


def _step(line: int, written: str, more: list[str]) -> Step:
    for form, make in FORMS:
        found = form.fullmatch(written)
        if found is not None:
            return make(line, found, more)
    raise PageError(f"nobody knows what this means: {written}")


Make = Callable[[int, re.Match[str], list[str]], Step]


def _connects(line: int, found: re.Match[str], _: list[str]) -> Step:
    return Connects(line, found["who"], found["door"] or "", found["path"] or "/", found["address"] or "")


def _posts(line: int, found: re.Match[str], more: list[str]) -> Step:
    return Gets(line, found["who"], found["path"], " ".join([found["body"], *more]))


def _says(line: int, found: re.Match[str], more: list[str]) -> Step:
    return Says(line, found["who"], " ".join([found["text"] or "", *more]))


def _hears(line: int, found: re.Match[str], more: list[str]) -> Step:
    text = " ".join([found["text"] or "", *more])
    eventually = text.startswith("... ")
    return Hears(line, found["who"], read_pattern(text.removeprefix("... ").strip()), eventually)


def _any_order(line: int, found: re.Match[str], more: list[str]) -> Step:
    return HearsInAnyOrder(line, found["who"], _below(more))


def _at_some_time(line: int, found: re.Match[str], more: list[str]) -> Step:
    return HearsAtSomeTime(line, found["who"], _below(more))


def _below(more: list[str]) -> tuple[Pattern, ...]:
    """The messages written below a step."""
    texts: list[str] = []
    for part in more:
        if part.startswith("<"):
            texts.append(part[1:].strip())
        elif texts:
            texts[-1] += f" {part}"
    if len(texts) < 2:
        raise PageError("write the messages below, each on an indented line that begins with <")
    return tuple(read_pattern(text) for text in texts)


def _raw(line: int, found: re.Match[str], _: list[str]) -> Step:
    return SaysRaw(line, found["who"], unescape(found["text"]))


def _answers(line: int, found: re.Match[str], _: list[str]) -> Step:
    who = "" if found["who"] == "everybody" else found["who"]
    return Answers(line, who, read_pattern(found["heard"]), found["text"])


_ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0", "\\": b"\\", "s": b" "}


def unescape(text: str) -> bytes:
    r"""Bytes from text with \xNN, \n, \r, \t, \0, \s (a blank) and \\ in it."""
    data = b""
    for part in re.findall(r"\\x[0-9a-fA-F]{2}|\\.|[^\\]+|\\$", text):
        if part.startswith("\\x"):
            data += bytes.fromhex(part[2:])
        elif part.startswith("\\"):
            if part[1:] not in _ESCAPES:
                raise PageError(f"{part} is no escape; write \\xNN")
            data += _ESCAPES[part[1:]]
        else:
            data += part.encode()
    return data


_WHO = r"(?P<who>(?!server\b|later\b)\$?[A-Za-z]\w*)"


def _form(written: str, make: Make) -> tuple[re.Pattern[str], Make]:
    """A form of step; blanks may be wider, to align the lines of a dialogue."""
    return re.compile(written.replace("WHO", _WHO).replace(" ", " +")), make


def _seconds(found: re.Match[str]) -> float:
    return int(found["time"]) / (1000 if found["unit"] == "ms" else 1)


_TIME = r"(?P<time>\d+) (?P<unit>ms|s)"

FORMS = [
    _form(
        r"WHO connects(?: to (?P<door>\w+))?(?: (?P<path>/\S*))?(?: from (?P<address>[\d.:a-f]+))?",
        _connects,
    ),
    _form(r"WHO\s*>> (?P<text>.+)", _raw),
    _form(r"WHO\s*>(?: (?P<text>.*))?", _says),
    _form(
        r"WHO sends (?P<size>\d+) bytes of (?P<what>\w)",
        lambda n, f, _: Says(n, f["who"], f["what"] * int(f["size"])),
    ),
    _form(r"WHO\s*<(?: (?P<text>.*))?", _hears),
    _form(r"WHO hears in any order", _any_order),
    _form(r"WHO hears at some time", _at_some_time),
    _form(rf"WHO hears nothing for {_TIME}", lambda n, f, _: HearsNothing(n, f["who"], _seconds(f))),
    _form(r"WHO (?P<how>closes|resets|shuts)", lambda n, f, _: Ends(n, f["who"], cast(How, f["how"]))),
    _form(
        r"WHO is closed(?: with (?P<code>\d+))?",
        lambda n, f, _: IsClosed(n, f["who"], int(f["code"]) if f["code"] else None),
    ),
    _form(r"WHO gets (?P<path>/\S*)", lambda n, f, _: Gets(n, f["who"], f["path"])),
    _form(r"WHO posts (?P<path>/\S*) (?P<body>.+)", _posts),
    _form(r"WHO answers (?P<heard>.+) with (?P<text>.+)", _answers),
    _form(r"WHO ignores the rest", lambda n, f, _: IgnoresTheRest(n, f["who"])),
    _form(rf"later {_TIME}", lambda n, f, _: Later(n, "", _seconds(f))),
    _form(r"server (?P<what>restarts|stops)", lambda n, f, _: ServerDoes(n, "", f["what"])),
    _form(r"server has (?P<setting>.+)", lambda n, f, _: ServerHas(n, "", f["setting"])),
]
"""The steps as they are written, the whole language of the transcripts."""
