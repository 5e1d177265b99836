"""What happens in one cell of the table of returns."""

from collections.abc import Callable
from typing import NamedTuple

from tests.presence.bottle import A_MOMENT
from tests.presence.document import Cell
from tests.presence.people import Party, Player

BREATH, DOWN, APART = 5_000, 3_000, 5_000
"""How long the two sit there before somebody goes; how long the server is down; how long after the first of
two the second returns, and after the last return the game is looked at."""
LONG = {"5 s": 5_000, "40 s": 40_000, "3 min": 180_000, "15 min": 900_000, "a day": 86_700_000}


def _tab(party: Party, gone: list[Player]) -> None:
    for player in gone:
        player.close_tab()


def _client(party: Party, gone: list[Player]) -> None:
    for player in gone:
        assert player.line is not None
        player.line.close()


def _cable(party: Party, gone: list[Player]) -> None:
    """Right after the first of them was heard, or it would be chance how soon it is noticed."""
    first = gone[0].line
    assert first is not None
    first.spoke = False
    while not first.spoke:
        party.bottle.wait(A_MOMENT)
    for player in gone:
        assert player.line is not None
        player.line.cut()


def _killed(party: Party, gone: list[Player]) -> None:
    party.bottle.kill()
    _restarted(party, gone)


def _stopped(party: Party, gone: list[Player]) -> None:
    party.bottle.stop()
    _restarted(party, gone)


def _restarted(party: Party, gone: list[Player]) -> None:
    """The server is up again, and who has not gone is back at once."""
    party.bottle.wait(DOWN)
    party.bottle.start()
    for player in (party.one, party.other):
        if player not in gone:
            player.come_back()


GOINGS: dict[str, Callable[[Party, list[Player]], None]] = {
    "tab": _tab,
    "client killed": _client,
    "cable": _cable,
    "server killed": _killed,
    "server stopped": _stopped,
}


class Seen(NamedTuple):
    """What there was to see at the end of a cell."""

    found: tuple[str, ...]
    """What those who returned have found."""
    told: tuple[str, ...]
    """What those who stayed were told."""
    late: bool
    """Whether somebody was let in only after some tries."""
    turn_passed: bool
    """Whether it is somebody else's turn than before, or what they had begun is lost."""
    goes_on: bool
    """Whether the game goes on."""
    story: tuple[str, ...]
    """What was written into the log of the table meanwhile."""

    def outcome(self) -> str:
        """All that in a word of the document; what no word fits is told as it is."""
        found, told = "/".join(sorted({*self.found})), "/".join(sorted({*self.told}))
        word = OUTCOMES.get((found, told)) or ("" if told else OUTCOMES.get((found, "calm"), ""))
        if word in GOING_ON and not self.goes_on:
            word = ""
        elif word == "kept":
            word = self._kept()
        elif word == "place freed" and "Closed" in self.story:
            word = "table gone"
        if self.late and word in ("kept", "table waits"):
            word += NOT_AT_ONCE
        return word or f"no word for {self}"

    def _kept(self) -> str:
        """What has become of a seat that is still there."""
        if "Saved" in self.story:
            return "brought back"
        if "Expired" in self.story:
            return "played for"
        return "turn passed" if self.turn_passed else "kept"


OUTCOMES = {
    ("seat", "calm"): "kept",
    ("seat", "asked"): "asked",
    ("waiting", "calm"): "table waits",
    ("saves", "calm"): "in the saves",
    ("nothing", "won"): "forfeit",
    ("nothing", "calm"): "place freed",
    ("nothing", "sent away"): "table gone",
    ("out of time", "out of time"): "out of time",
    ("out of time", ""): "out of time",
    ("closed", "closed"): "closed",
    ("registers again", "calm"): "registers again",
}
"""What the page calls it, by what who returns finds and who stayed was told..."""
GOING_ON = ("kept", "asked", "in the saves", "registers again")
NOT_AT_ONCE = ", not at once"
REFINED = (
    *("turn passed", "played for", "brought back", "table gone"),
    *(f"{word}{NOT_AT_ONCE}" for word in ("kept", "table waits")),
)
"""... and what there is to say beyond that."""


def travel(make: Callable[[str], Party], cell: Cell) -> Seen:
    """Live through a cell."""
    party = make(cell.where)
    gone = {"one": [party.one], "other": [party.other], "all": [party.one, party.other]}[cell.who]
    stayed = [player for player in (party.one, party.other) if player not in gone]
    party.bottle.wait(BREATH)
    since, position = party.bottle.clock(), party.position()
    for player in stayed:
        player.take_note()
    GOINGS[cell.what](party, gone)
    party.bottle.wait(A_MOMENT)
    party.meanwhile()
    party.bottle.wait(LONG[cell.long])
    for player in gone:
        player.come_back()
        party.bottle.wait(APART)
    found = tuple(party.found(player) for player in (gone[:1] if cell.where == "waiting" else gone))
    told = tuple(party.told(player) for player in stayed)
    story = party.story(since)
    passed = found[0] == "seat" and party.position() != position
    goes_on = party.goes_on(found[0])
    return Seen(found, told, any(player.late for player in gone), passed, goes_on, story)
