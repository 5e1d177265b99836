"""Where a hall is: what people write, and the URL of its house door."""

from urllib.parse import urlsplit

DEFAULT = "127.0.0.1:8080"
SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


def house_url(address: str = "") -> str:
    """The house door of `host`, `host:port`, or an http or WebSocket URL.

    >>> house_url("hall.example:9000")
    'ws://hall.example:9000/ws'
    """
    written = address.strip() or DEFAULT
    bare = "://" not in written
    try:
        parts = urlsplit(f"ws://{written}" if bare else written)
        port = parts.port or (8080 if bare else None)
    except ValueError as error:
        raise _no_address(address) from error
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise _no_address(address)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = parts.path if parts.path not in ("", "/") else "/ws"
    return f"{SCHEMES[parts.scheme]}://{host}{f':{port}' if port else ''}{path}"


def _no_address(written: str) -> ValueError:
    return ValueError(f"{written!r} is no address: write HOST, HOST:PORT or http://HOST:PORT.")


def shown(url: str) -> str:
    """The address in a house door's URL, as people say it."""
    return urlsplit(url).netloc
