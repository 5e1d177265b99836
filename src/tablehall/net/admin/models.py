"""What the keeper's page can be sent, and how it is answered."""

import hashlib
import ipaddress
from typing import Annotated, Any, TypeVar

import msgspec
from aiohttp import web

from tablehall.games.api import UNREADABLE

PAGE = 200
"""So many entries of a list in one answer."""

encode = msgspec.json.Encoder().encode
Asked = TypeVar("Asked")
Minutes = Annotated[int, msgspec.Meta(ge=1, le=5_256_000)]


class Kick(msgspec.Struct, forbid_unknown_fields=True):
    """Show out a person, or a program that takes part in a contest."""

    person: int = 0
    program: str = ""
    contest: str = ""


class CloseTable(msgspec.Struct, forbid_unknown_fields=True):
    """Close a table."""

    table: int


class NewBan(msgspec.Struct, forbid_unknown_fields=True):
    """Ban a name, an address or both, for so many minutes or for good."""

    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    address: Annotated[str, msgspec.Meta(max_length=64)] = ""
    minutes: Minutes | None = None
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


class DrainHall(msgspec.Struct, forbid_unknown_fields=True):
    """Let nobody new in, or everybody again."""

    on: bool


class DeleteSave(msgspec.Struct, forbid_unknown_fields=True):
    """Delete a save."""

    game: str
    name: str


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def answer(value: Any) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    return web.Response(body=encode(value), content_type="application/json", headers=headers)


def problem(kind: type[web.HTTPException], sentence: str, wait: int = 0) -> web.HTTPException:
    """What is wrong, in one sentence."""
    headers = {"Cache-Control": "no-store"}
    if kind is web.HTTPUnauthorized:
        headers["WWW-Authenticate"] = 'Bearer realm="keeper"'
    if wait:
        headers["Retry-After"] = str(wait)
    return kind(text=encode({"wrong": sentence}).decode(), content_type="application/json", headers=headers)


async def read(request: web.Request, kind: type[Asked]) -> Asked:
    """What is asked for, if it makes sense."""
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except UNREADABLE as error:
        raise problem(web.HTTPBadRequest, f"That cannot be read: {error}") from error


def part(found: list[Any], request: web.Request, name: str) -> dict[str, Any]:
    """The part of a list that is asked for: `from` an entry on, at most `limit` of them."""
    start, limit = (number(request.query.get(key)) for key in ("from", "limit"))
    limit = min(PAGE, limit or PAGE)
    return {name: found[start : start + limit], "total": len(found), "from": start}


def number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else 0


def find(request: web.Request) -> str:
    return request.query.get("find", "").strip().casefold()


def normal(address: str) -> str:
    """An address as it is compared: in one spelling, IPv4 as such."""
    if not address:
        return ""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError as error:
        if address == "local":
            return address
        raise problem(web.HTTPBadRequest, f"{address} is no address; say one like 192.0.2.7.") from error
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)
