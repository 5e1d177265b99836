"""A line taken apart: `userId|TYPE|parameter|...`. What is wrong inside a parameter that
stands where it should is left to the one who answers the request."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

USER = re.compile(rb"[0-9]{1,18}")
SQUARE = re.compile(rb"(-?[0-9]+),(-?[0-9]+)")
NICK = re.compile("[a-zA-Z0-9]{1,20}")
"""What a nickname may look like."""


class Request(NamedTuple):
    """What somebody asks for, and under which number."""

    user: int
    kind: str
    words: tuple[Any, ...] = ()


def nick(word: bytes) -> str:
    """A nickname, letter by letter as it came."""
    return word.decode("latin-1")


def square(word: bytes) -> tuple[int, int] | None:
    """The x and y of a square, on the board or not; None if these are not two integers."""
    found = SQUARE.fullmatch(word)
    return (int(found[1]), int(found[2])) if found else None


PARAMETERS: dict[bytes, tuple[str, tuple[Callable[[bytes], Any], ...]]] = {
    kind.encode(): (kind, parameters)
    for kind, parameters in {
        "CONNECT": (nick,),
        "LOGOUT": (),
        "GET_GAMES": (),
        "CREATE_GAME": (),
        "EXIT_GAME": (),
        "JOIN_GAME": (nick,),
        "GET_GAME_STATE": (),
        "TURN": (square, square),
        "PING": (),
    }.items()
}
"""Every request and how its parameters are read."""


def read(line: bytes) -> Request | None:
    """The request in a line without its end; None if it is none."""
    user, *fields = line.split(b"|")
    known = PARAMETERS.get(fields[0]) if fields else None
    if known is None or b"\0" in line or not fields[-1] or not USER.fullmatch(user):
        return None
    kind, parameters = known
    if len(fields) != len(parameters) + 1:
        return None
    words = tuple([read(field) for read, field in zip(parameters, fields[1:], strict=True)])
    return None if None in words else Request(int(user), kind, words)
