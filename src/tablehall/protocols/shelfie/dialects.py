"""The two ways of speaking My Shelfie: as the document says, and as the original client does.

A dialect changes spellings and shapes only. Players of both sit at one table.
"""

from typing import Literal

import msgspec

FIXED_GOALS = ("6_ADJACENT", "5_ADJACENT", "4_ADJACENT", "3_ADJACENT")

No = Literal["full", "name", "taken", "lobby"]
"""Why somebody cannot sit down."""


class Dialect(msgspec.Struct, frozen=True):
    """How one kind of client wants to be spoken to."""

    name: str
    join_errors: dict[No, str]
    whole_board: bool
    """Whether a BoardUpdate is always the whole board instead of the change."""
    fixed_goals: tuple[str, ...]
    """What `goals` in GameSetUp always are; empty: the common cards in play."""
    personal_as_text: bool
    """Whether `personal` in GameSetUp is one string instead of a list."""
    save_puts_away: bool
    """Whether a game that is saved is put away instead of going on."""
    full_hangs_up: bool
    """Whether the connection is closed after a Join to a full game."""
    hears_own_return: bool
    """Whether Reconnected is sent to the one who is back, too."""
    newest_chat_first: bool


DOCUMENT = Dialect(
    name="document",
    join_errors={
        "full": "FullGameException",
        "name": "NickNameException",
        "taken": "NickNameTakenException",
        "lobby": "IllegalLobbyException",
    },
    whole_board=False,
    fixed_goals=(),
    personal_as_text=False,
    save_puts_away=True,
    full_hangs_up=True,
    hears_own_return=True,
    newest_chat_first=False,
)

ORIGINAL = Dialect(
    name="original",
    join_errors={
        "full": "FullGameException",
        "name": "NicknameException",
        "taken": "NicknameTakenException",
        "lobby": "IllegalLobbyException",
    },
    whole_board=True,
    fixed_goals=FIXED_GOALS,
    personal_as_text=True,
    save_puts_away=False,
    full_hangs_up=False,
    hears_own_return=False,
    newest_chat_first=True,
)

DIALECTS = {dialect.name: dialect for dialect in (DOCUMENT, ORIGINAL)}
