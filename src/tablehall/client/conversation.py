"""What one person says to a hall and what it answers, without any I/O."""

from typing import Any, NamedTuple

import msgspec

from tablehall.games.api import UNREADABLE
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply

Request = requests.AnyRequest | dict[str, Any]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyReply).decode


class Asked(NamedTuple):
    """A request that waits for its answer."""

    request: Request
    about: Any
    """Whatever the one who asked wants to have beside the answer."""


class Heard(NamedTuple):
    """Something the hall said, and the request that it answers, if any."""

    reply: AnyReply
    asked: Asked | None


class Conversation:
    """Who one is, what one has asked, and what is answered; it outlives the connections it is held over."""

    def __init__(self, name: str = "", secret: str = "", code: str = "", *, words: bool = False) -> None:
        self.name, self.secret, self.words = name, secret, words
        self.code = code
        """What another device of one's own was given by `pair`; it can be used once."""
        self.person = 0
        """Who one is in the hall; 0: nobody yet."""
        self.waiting: dict[int, Asked] = {}
        self._number = 0

    def hello(self, about: Any = None) -> bytes:
        """Say who you are: with a code or the secret you are known, with a name alone you are new."""
        secret = "" if self.code else self.secret
        name = "" if self.code or secret else self.name
        return self.ask(requests.Hello(name=name, secret=secret, code=self.code, words=self.words), about)

    def ask(self, request: Request, about: Any = None) -> bytes:
        """A request as it goes out, with a number by which its answer is known."""
        self._number += 1
        self.waiting[self._number] = Asked(request, about)
        if isinstance(request, dict):
            return _encode({**request, "re": self._number})
        return _encode(msgspec.structs.replace(request, re=self._number))

    def hear(self, message: bytes | str) -> Heard | None:
        """A message of the hall; None: of a kind that came after this client."""
        try:
            reply: AnyReply = _decode(message)
        except UNREADABLE:
            return None
        if isinstance(reply, replies.Welcome):
            self.person, self.name = reply.person, reply.name
            self.secret, self.code = reply.secret or self.secret, ""
        return Heard(reply, self._answers(reply))

    def _answers(self, reply: AnyReply) -> Asked | None:
        """Answers come in the requests' order. What the hall cannot read it refuses without a number:
        that is the answer to the oldest request."""
        number = reply.re
        if number is None and isinstance(reply, replies.Refused):
            number = min(self.waiting, default=None)
        return self.waiting.pop(number, None) if isinstance(number, int) else None

    def cut(self) -> list[Asked]:
        """The connection is over: what will never be answered."""
        waiting, self.waiting = list(self.waiting.values()), {}
        return waiting
