"""Eriantys: every request in every state, answered by one of the messages that the page lists for it."""

import json
import re
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tablehall.conformance.pages import CHECKOUT
from tablehall.protocols.eriantys import EriantysDoor
from tests.fuzz.machine import CLIENTS, QUIET, DoorMachine

PAGE = (CHECKOUT / "eriantys.md").read_text("utf-8")
WORD = re.compile(r"`(\w+)`")
ALWAYS = {"ImpossibleActionError", "ArgumentNotCorrectError"}
"""Not now, or not with these arguments: half of what is sent here is wrong on purpose."""
COLOURS = ["BLUE_UNICORNS", "GREEN_FROGS", "YELLOW_GNOMES", "RED_DRAGONS", "PINK_FAIRIES", "MAUVE", 4]
VALUES: dict[str, list[Any]] = {
    "numOfPlayers": [2, 2, 2, 3, 5, "2"],
    "wantExpert": [True, False, False, 1],
    "newNum": [2, 3, 4, 9],
    "nickname": ["anna", "bob", "carl", "dora", "", 5],
    "Tower": ["BLACK", "WHITE", "GREY", "PINK"],
    "wizard": ["W1", "W2", "W3", "W4", 9],
    "Assistant": [*(f"CARD_{n}" for n in range(1, 11)), "CARD_11"],
    "Student": COLOURS,
    "IslandID": [0, 1, 5, 11, 12, -1],
    "Positions": [1, 1, 2, 3, 0, 9],
    "CloudID": [0, 1, 2, 7],
    "Card": [*(f"CARD{n}" for n in range(1, 13)), "CARD0"],
}


def column(heading: str, number: int) -> dict[str, set[str]]:
    """The words in a column of one of the page's lists, by what is listed."""
    below = PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|") for line in below.splitlines() if line.startswith("| `")]
    return {WORD.findall(row[1])[0]: set(WORD.findall(row[number])) for row in rows}


ERRORS = set(column("All errors", 1))
NEWS = set(column("All messages of the server", 1))
KEYS = column("All messages of a client", 2)
ANSWERS = column("All messages of a client", 3)


class EriantysMachine(DoorMachine):
    kind = EriantysDoor
    patience = 10_000
    pushed: ClassVar = {f"news of {name}" for name in NEWS | {"Ping"}}
    answers: ClassVar = {
        **{
            verb: {"": words | ALWAYS if words else {"(nothing)", "ImpossibleActionError"}}
            for verb, words in ANSWERS.items()
        },
        "UseCharacterCard": {"": ERRORS | {"CharacterCardUsed"}},
        "nonsense": {"": ALWAYS},
    }

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.games: list[Any] = ["", "1234567890", 7]
        self.tokens: list[Any] = ["", "wrong"]

    def name(self, message: bytes) -> str:
        told = json.loads(message)
        arguments, name = told["arguments"], str(told["message"])
        if name == "GameCreated":
            self.games.append(arguments["gameId"])
        if name == "GameEntered":
            self.tokens.append(arguments["token"])
        return name if "inReplyTo" in told or name in ERRORS else f"news of {name}"

    def _take(self, who: int, heard: list[str]) -> None:
        """Whatever was told is acknowledged: until then requests wait."""
        super()._take(who, heard)
        client = self.room.clients[who]
        if any(name.startswith("news of") for name in heard) and not client.closing:
            self.room.says(who, b'{"message":"Acknowledgment"}')
            self.room.wait(0)
            if more := [self.name(message) for message in self._news(who)]:
                assert set(more) <= self.pushed
                self._take(who, more)

    @rule(who=CLIENTS, verb=st.sampled_from(sorted(KEYS)), data=st.data())
    def asks_for_something(self, who: int, verb: str, data: st.DataObject) -> None:
        self.asked += 1
        known = {**VALUES, "gameId": self.games, "token": self.tokens}
        arguments = {
            key: data.draw(st.sampled_from(known[key])) for key in sorted(KEYS[verb]) if key in known
        }
        if verb in ("EnterGame", "ExitFromGame"):
            arguments["nickname"] = ["anna", "bob", "carl", "dora"][who]
        request = {"message": verb, "arguments": arguments, "id": self.asked}
        self.asks(who, verb, json.dumps(request).encode())

    @rule(who=CLIENTS, expert=st.booleans())
    def two_begin(self, who: int, expert: bool) -> None:
        """The way to a running game is long: a helping hand."""
        other, names = (who + 1) % 4, ["anna", "bob", "carl", "dora"]
        create = {"message": "CreateNewGame", "arguments": {"numOfPlayers": 2, "wantExpert": expert}, "id": 0}
        self.asks(who, "CreateNewGame", json.dumps(create).encode())
        for client in (who, other):
            enter = {"gameId": self.games[-1], "nickname": names[client]}
            self.asks(
                client,
                "EnterGame",
                json.dumps({"message": "EnterGame", "arguments": enter, "id": 0}).encode(),
            )

    @rule(
        who=CLIENTS,
        text=st.sampled_from(["[]", "{}", "7", "null", '{"message":7}', '{"message":"Dance"}', "\x00"]),
    )
    def talks_nonsense(self, who: int, text: str) -> None:
        self.asks(who, "nonsense", text.encode())


EriantysMachine.TestCase.settings = QUIET
TestEriantys = EriantysMachine.TestCase
