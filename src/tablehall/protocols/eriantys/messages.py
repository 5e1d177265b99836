"""Messages of the server: one JSON object on a line, some of them to be acknowledged."""

from typing import Any, NamedTuple

import msgspec

UNACKNOWLEDGED = "StudentToDiningRoomMoved"
"""The one notification for which the document wants no acknowledgement."""

_encode = msgspec.json.Encoder().encode


def message(name: str, tag: bytes = b"", /, **arguments: Any) -> bytes:
    """A message as it goes over the wire."""
    text = _encode({"message": name, "arguments": arguments})
    return tagged(text + b"\n", tag) if tag else text + b"\n"


def tagged(text: bytes, tag: bytes) -> bytes:
    """The same message, as the answer to the request with this `id`."""
    return text[:-2] + b',"inReplyTo":' + tag + b"}\n"


class Notification(NamedTuple):
    """Something that everybody at a table is told."""

    texts: tuple[bytes, ...]
    """The same for everybody, or one for each seat."""
    acknowledged: bool = True
    """Whether it has to be acknowledged before the next one."""
    last: bool = False
    """Whether the table is gone after it."""

    def seen_from(self, seat: int | None) -> bytes:
        """What the player in this seat is told."""
        return self.texts[seat or 0] if len(self.texts) > 1 else self.texts[0]


def same(name: str, **arguments: Any) -> Notification:
    """A notification that is the same for everybody."""
    return Notification((message(name, **arguments),), name != UNACKNOWLEDGED)
