"""The bots of the pages as clients under test: right as they are, and with five mistakes planted in each."""

import re
import sys
from pathlib import Path
from typing import NamedTuple

PAGES = Path(__file__).parents[2] / "docs" / "bots"
ARGUMENTS = {"boards": "'Connect Four'"}


class Plant(NamedTuple):
    """A mistake: these lines of the bot become others, and the judge has to name this rule."""

    rule: str
    old: str
    new: str


PLANTS = {
    "mia": [
        Plant("see first", "        claim = -1\n", "        pass\n"),
        Plant("higher", 'mine if mine > claim else max(claim + 1, rank["6,1"])', "mine"),
        Plant("dice", 'say("ANNOUNCE", throws[', 'say("ANNOUNCE", [t.replace(",", "") for t in throws]['),
        Plant(
            "join token",
            '    elif verb == "ANNOUNCED":\n',
            '    elif verb == "PLAYER_ROLLS":\n        say("JOIN_GAME", name, fields[1])\n'
            '    elif verb == "ANNOUNCED":\n',
        ),
        Plant(
            "sound",
            '    elif verb == "SCORE":\n',
            '    elif verb == "HEARTBEAT":\n        raise ValueError(verb)\n    elif verb == "SCORE":\n',
        ),
    ],
    "pipes": [
        Plant("line", 'encode() + b"\\n")', 'encode() + b"\\r\\n")'),
        Plant("user id", 'if code in ("200", "201"): number', 'if code in ("200",): number'),
        Plant("on turn", 'if code == "207" else not my_turn', 'if code == "207" else True'),
        Plant("state", '"206", "270", "295")', '"206", "295")'),
        Plant("logged in", '("204", "412", "414")', '("204", "402", "412", "414")'),
    ],
    "boards": [
        Plant("pong", "say(0x8A, data) or hear()", "hear()"),
        Plant("listed", "pieceId=piece, **spot)", 'pieceId=piece, r=spot["c"], c=spot["r"])'),
        Plant("on turn", "min(1, len(turns))): say(", "min(2, len(turns))): say("),
        Plant("seated", "        seated = True\n", "        seated = False\n"),
        Plant("logs in", '"LOGIN_ERROR": sys.exit(', '"LOGIN_ERROR": str('),
    ],
    "shelfie": [
        Plant("pong id", 'say("Pong", id=my_id)', 'say("Pong", id="NoId")'),
        Plant("closes", "sys.exit(print(me", "(print(me"),
        Plant("moves", '("TurnNotify", "GameSetUp") and', '("TurnNotify", "GameSetUp", "BoardUpdate") and'),
        Plant(
            "name",
            '    elif name == "TurnNotify"',
            '    elif name == "ChatMessage": say("Thanks", id=my_id)\n    elif name == "TurnNotify"',
        ),
        Plant("keys", "easyRule=False", "easyRule=0"),
    ],
    "eriantys": [
        Plant("acknowledges", 'quiet = {"PossibleGames"', 'quiet = {"AssistantUsed", "PossibleGames"'),
        Plant("no response", '"GameEntered", "ExitGameSuccess"', '"ExitGameSuccess"'),
        Plant("on turn", ' if arguments["NextPlayer"] == me else []', ""),
        Plant("phase", 'len(arguments["players"]) == wanted', "wanted"),
        Plant("choice", '"PINK_FAIRIES"]', '"PINK_FAIRIES", "PURPLE_COWS"]'),
    ],
}


def source(protocol: str) -> str:
    """The bot as it stands on its page."""
    page = (PAGES / f"{protocol}.md").read_text("utf-8")
    found = re.search(r"^```python[^\n]*\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def planted(protocol: str, *plants: Plant) -> str:
    """The bot with mistakes."""
    text = source(protocol)
    for plant in plants:
        assert text.count(plant.old) == 1, plant
        text = text.replace(plant.old, plant.new)
    return text


def command(folder: Path, protocol: str, *plants: Plant) -> str:
    """How the client is started that is written into this folder."""
    bot = folder / f"{protocol}_bot.py"
    bot.write_text(planted(protocol, *plants), "utf-8")
    return f"{sys.executable} {bot} {{host}} {{port}} {{name}} {ARGUMENTS.get(protocol, '')}"
