"""How the house door answers over HTTP: JSON, short answers in one go, long ones in pieces."""

from typing import Any

import msgspec
from aiohttp import web

encode = msgspec.json.Encoder().encode

PIECE = 65_536
"""Nobody is sent more than this at a time; the next piece follows when they read."""

SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
}


def json(value: Any) -> web.Response:
    """A value, to be read by programs."""
    return encoded(encode(value))


def encoded(body: bytes) -> web.Response:
    """The same of what is encoded already."""
    return web.Response(body=body, content_type="application/json")


def number(text: str | None, default: int) -> int:
    """A number from a query, or its default."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else default


def made_safe(response: web.StreamResponse) -> None:
    """What every answer has; a kept-alive connection could not become a WebSocket."""
    response.headers.update(SAFE_HEADERS)
    response.force_close()


def refused(error: web.HTTPException) -> web.Response:
    """The answer that an error is. Itself it would keep what it was raised in, which keeps the error."""
    error.__traceback__ = None
    response = web.Response(status=error.status, reason=error.reason, body=error.body, headers=error.headers)
    made_safe(response)
    return response


async def start_stream(
    request: web.Request, kind: str, headers: dict[str, str] | None = None
) -> web.StreamResponse:
    """The beginning of an answer that comes in pieces."""
    response = web.StreamResponse(headers=headers)
    response.content_type = kind
    response.charset = "utf-8" if kind.startswith("text/") else None
    made_safe(response)
    await response.prepare(request)
    return response


async def sent(request: web.Request, response: web.StreamResponse) -> web.StreamResponse:
    """An answer as it goes out: a long one a piece at a time, to whoever reads it."""
    made_safe(response)
    body = response.body if isinstance(response, web.Response) else None
    if request.method == "HEAD" or not isinstance(body, bytes) or len(body) <= PIECE:
        return response
    stream = web.StreamResponse(status=response.status, headers=response.headers)
    stream.content_length = len(body)
    stream.force_close()
    await stream.prepare(request)
    for start in range(0, len(body), PIECE):
        await stream.write(body[start : start + PIECE])
    return stream
