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
    return_is_a_join: bool
    """Whether who is back hears a JoinResponse with their id before anything else, and no Hello; otherwise
    they hear their own Reconnected."""
    newest_chat_first: bool
    hears_of_unknown_ids: bool
    """Whether a Reconnect with an id that nobody has is answered."""
    start_again: str
    """What a client is told to do that has to start again; empty: it cannot ask for a Hello a second time
    and is sent one."""
    hears_why: bool
    """Whether a refusal in the protocol's fixed words is followed by a sentence for the person."""


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
    return_is_a_join=False,
    newest_chat_first=False,
    hears_of_unknown_ids=True,
    start_again="Start again with HelloCommand.",
    hears_why=False,
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
    return_is_a_join=True,
    newest_chat_first=True,
    hears_of_unknown_ids=False,
    start_again="",
    hears_why=True,
)

DIALECTS = {dialect.name: dialect for dialect in (DOCUMENT, ORIGINAL)}
