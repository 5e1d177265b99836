"""What a guest hears without having asked."""

import msgspec

from tablehall.protocols.house import replies


class Away(msgspec.Struct, frozen=True):
    """The connection is lost; in so many seconds it is tried again. `welcome` says that it is back."""

    why: str
    again: float


News = (
    replies.Table
    | replies.Happened
    | replies.Gathered
    | replies.Listed
    | replies.LobbyList
    | replies.Welcome
    | replies.Parted
    | Away
)
"""Everything that is told without being the answer to a question."""
