"""How Mia is spelled: in the document, and by the programs of its ancestor, Mäxchen.

The messages have the same meanings and differ in their words. Where a name in braces is left
out, the dialect does not say it.
"""

import msgspec

from tablehall.hall.refusals import Why

REGISTER, REGISTER_SPECTATOR, UNREGISTER = "register", "register spectator", "unregister"
JOIN, LOOK_ON, ROLL, SEE, ANNOUNCE = "join", "look on", "roll", "see", "announce"
REGISTERING, JOINING = {REGISTER, REGISTER_SPECTATOR}, {JOIN, LOOK_ON}


class Dialect(msgspec.Struct, frozen=True):
    """What clients say, by its meaning, and what they hear."""

    verbs: dict[str, str]
    rejected: dict[Why, str]
    """Why a registration is rejected; anything else is the last one."""
    starting: str
    started: str
    canceled: str
    your_turn: str
    rolls: str
    rolled: str
    announced: str
    wants_to_see: str
    actual_dice: str
    lost: str
    score: str
    score_after_cancel: bool = False
    heartbeat: int = 0
    """How often, in milliseconds, everybody is told that the server is alive; 0: never."""
    registered: str = "REGISTERED"
    unregistered: str = "UNREGISTERED"


VERBS = {
    "REGISTER": REGISTER,
    "REGISTER_SPECTATOR": REGISTER_SPECTATOR,
    "UNREGISTER": UNREGISTER,
    "JOIN_GAME": JOIN,
    "JOIN_ROUND": JOIN,
    "JOIN_SPECTATOR": LOOK_ON,
    "ROLL": ROLL,
    "SEE": SEE,
    "ANNOUNCE": ANNOUNCE,
}

DOCUMENT = Dialect(
    verbs=VERBS,
    rejected={Why.CONTEST_FULL: "REJECTED"},
    starting="GAME_STARTING;{token}",
    started="GAME_STARTED;{players};{game}",
    canceled="GAME_CANCELED;{why}",
    your_turn="YOUR_TURN;{token}",
    rolls="PLAYER_ROLLS;{name};{game}",
    rolled="ROLLED;{dice};{token}",
    announced="ANNOUNCED;{name};{dice};{game}",
    wants_to_see="PLAYER_WANTS_TO_SEE;{name};{game}",
    actual_dice="ACTUAL_DICE;{dice};{game}",
    lost="PLAYER_LOST;{names};{reason};{game}",
    score="SCORE;{points};{game}",
)

MAEXCHEN = Dialect(
    verbs={**VERBS, "JOIN": JOIN},
    rejected={
        Why.BAD_NAME: "REJECTED;INVALID_NAME",
        Why.NAME_TAKEN: "REJECTED;NAME_ALREADY_TAKEN",
        Why.CONTEST_FULL: "REJECTED",
    },
    starting="ROUND STARTING;{token}",
    started="ROUND STARTED;{number};{players}",
    canceled="ROUND CANCELED;{why}",
    your_turn="YOUR TURN;{token}",
    rolls="PLAYER ROLLS;{name}",
    rolled="ROLLED;{dice};{token}",
    announced="ANNOUNCED;{name};{dice}",
    wants_to_see="PLAYER WANTS TO SEE;{name}",
    actual_dice="ACTUAL DICE;{dice}",
    lost="PLAYER LOST;{names};{reason}",
    score="SCORE;{points}",
    score_after_cancel=True,
    heartbeat=2_000,
)
