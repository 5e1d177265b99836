"""Requests that wait for their answers."""

import asyncio
from typing import Any

import msgspec

from tablehall.client.errors import ClientError, RefusedError
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply

QUESTIONS = (
    requests.Games,
    requests.Lobby,
    requests.Saves,
    requests.Contests,
    requests.Legal,
    requests.Watch,
    requests.Ping,
)
"""What changes nothing by being asked twice."""

Request = requests.AnyRequest | dict[str, Any]


class Desk:
    """Where the answers to one connection's requests arrive; they come in the requests' order."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Future[AnyReply]] = {}
        self._number = 0

    def put(self, request: Request) -> tuple[int, Request, asyncio.Future[AnyReply]]:
        """Number a request: its number, the request as it goes out, and where its answer will be."""
        self._number += 1
        answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = answer
        if isinstance(request, dict):
            return self._number, {**request, "re": self._number}, answer
        return self._number, msgspec.structs.replace(request, re=self._number), answer

    def take(self, reply: AnyReply) -> None:
        """Hand an answer to whoever waits for it. What the hall cannot read it refuses without
        a number: that is the answer to the oldest request."""
        number = reply.re
        if number is None and isinstance(reply, replies.Refused):
            number = min(self._waiting, default=None)
        if not isinstance(number, int):
            return
        answer = self._waiting.pop(number, None)
        if answer is None or answer.done():
            return
        if isinstance(reply, replies.Refused):
            answer.set_exception(RefusedError(reply))
        else:
            answer.set_result(reply)

    def clear(self, error: ClientError) -> None:
        """There will be no answers any more."""
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(error)
                answer.exception()  # nobody may be left who wants to know
