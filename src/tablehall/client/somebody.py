"""Who a guest is and what they know, whatever the wire: what the shells of the core have in common."""

import time
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from tablehall.client.conversation import Conversation
from tablehall.client.core import Core
from tablehall.client.followed import Followed
from tablehall.hall.people import Missed
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import TableCard

T = TypeVar("T", bound=Followed)


class Somebody(Generic[T]):
    """A person in the hall, as far as they have heard of it."""

    def __init__(self, conversation: Conversation, new_table: Callable[[replies.Table], T]) -> None:
        self.conversation = conversation
        self._core = Core(conversation, new_table)

    @property
    def name(self) -> str:
        """What one is called in the hall."""
        return self.conversation.name

    @property
    def person(self) -> int:
        """The number one has in the hall."""
        return self.conversation.person

    @property
    def secret(self) -> str:
        """With it one comes back to name and seats."""
        return self.conversation.secret

    @secret.setter
    def secret(self, secret: str) -> None:
        self.conversation.secret = secret

    @property
    def tables(self) -> Mapping[int, T]:
        """Where you sit or look on."""
        return self._core.tables

    @property
    def lobby_cards(self) -> Mapping[int, TableCard]:
        """The public tables, as they were last told of."""
        return self._core.lobby_cards

    @property
    def missed(self) -> tuple[Missed, ...]:
        """What became of games while you were away; told at every return until you say `seen`."""
        return self._core.missed

    def now(self) -> float:
        """What time it is in the hall, in milliseconds since 1970."""
        return time.time() * 1000 + self._core.ahead
