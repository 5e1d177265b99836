"""What has changed in the lobby since those who look on were last told, in the words of the house door."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from tablehall.hall.notices import News
from tablehall.protocols.house import render, replies
from tablehall.protocols.lobby import Change

encode = msgspec.json.Encoder().encode


class Changes(News):
    """The latest of each table that came, changed or went after everybody was last told."""

    __slots__ = ("_framed", "changes", "told")

    def __init__(self, changes: Sequence[Change], told: int) -> None:
        self.shared = None
        self.changes = changes
        self.told = told
        self._framed: dict[int, bytes] = {}

    def since(self, listing: int, frame: Callable[[bytes], bytes]) -> bytes:
        """The messages for a client that was shown the list after this change of it, as they go over the
        wire. Most of them were told since, and hear the same; who has just begun to look on has seen a
        part of it in the list."""
        seen = max(listing, self.told)
        framed = self._framed.get(seen)
        if framed is None:
            framed = self._framed[seen] = b"".join([frame(encode(reply)) for reply in self._after(seen)])
        return framed

    def _after(self, seen: int) -> Iterator[replies.Listed]:
        for came, news in self.changes:
            known, gone = came <= seen, news.change == "gone"
            if news.listing > seen and (known or not gone):
                change: Literal["opened", "changed", "gone"] = (
                    "gone" if gone else "changed" if known else "opened"
                )
                yield render.listed(change, news)
