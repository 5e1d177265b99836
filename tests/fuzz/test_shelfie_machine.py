"""My Shelfie: every request in every state, answered by one of the messages of its page."""

import json
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tablehall.protocols.shelfie import Settings, ShelfieDoor
from tests.fuzz.machine import CLIENTS, QUIET, DoorMachine

NO = {"ErrorMessage"}
NAMES = ["anna", "bob", "carl", "dora", "", "x" * 40, 7]
NEWS = {
    *("Ping", "TilesPicked", "ChatMessage", "GameSetUp", "BoardUpdate", "BookShelfUpdate", "PlayerPoints"),
    *("CommonCards", "TurnNotify", "Winner", "Disconnection", "Reconnected", "GameSaved"),
}


KEYS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "player": st.sampled_from(NAMES),
        "numOfPlayers": st.sampled_from([2, 2, 2, 3, 4, 9]),
        "game": st.sampled_from(["one", "../x", ""]),
        "message": st.sampled_from(["hello", "", "x" * 501]),
        "column": st.integers(-1, 5),
        "tiles": st.lists(
            st.fixed_dictionaries({"x": st.integers(0, 8), "y": st.integers(0, 8)}), max_size=3
        ),
    }
)


class ShelfieMachine(DoorMachine):
    kind = ShelfieDoor
    patience = Settings().moment
    pushed: ClassVar = NEWS | NO | {"Hello"}  # a client that cannot ask is told how the lobby stands
    answers: ClassVar = {
        "HelloCommand": {"": {"Hello", "JoinResponse"} | NO},
        "JoinNewAsFirst": {"": {"FirstJoinResponse", "JoinResponse"} | NO},
        "Join": {"": {"JoinResponse"} | NO},
        "GetSavedGames": {"": {"SavedGames"} | NO},
        "LoadGame": {"": {"LoadGameResponse"} | NO},
        "GetLoadedPlayers": {"": {"LoadedGamePlayers"} | NO},
        "JoinLoadedAsFirst": {"": {"FirstJoinResponse", "JoinResponse"} | NO},
        "Reconnect": {"": {"(nothing)", "JoinResponse"} | NEWS | NO},
        "Disconnect": {"": {"(nothing)"} | NO},
        "Pong": {"": {"(nothing)"}},
        "PickTilesCommand": {"": {"TilesPicked"} | NO},
        "PutTilesCommand": {"": {"BookShelfUpdate"} | NO},
        "SaveGame": {"": {"GameSaved"} | NO},
        "SendMessage": {"": {"ChatMessage"} | NO},
        "nonsense": {"": NO},
    }

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = ["NoId", "NoFirst"]

    def name(self, message: bytes) -> str:
        told = json.loads(message)
        for key in ("id", "firstPlayerId"):
            if told.get(key):
                self.ids.append(told[key])
        return str(told["name"])

    @rule(who=CLIENTS, verb=st.sampled_from(sorted(set(answers) - {"nonsense"})), data=st.data())
    def asks_for_something(self, who: int, verb: str, data: st.DataObject) -> None:
        keys: dict[str, Any] = data.draw(KEYS)
        keys |= {key: data.draw(st.sampled_from(self.ids[-4:])) for key in ("id", "idFirstPlayer")}
        if verb == "SendMessage" and keys["player"] == 7:
            del keys["player"]
        self.asks(who, verb, json.dumps({"name": verb, **keys}).encode())

    @rule(
        who=CLIENTS, text=st.sampled_from(["[]", "{}", "7", "null", '{"name":7}', '{"name":"Dance"}', "\x00"])
    )
    def talks_nonsense(self, who: int, text: str) -> None:
        self.asks(who, "nonsense", text.encode())


ShelfieMachine.TestCase.settings = QUIET
TestShelfie = ShelfieMachine.TestCase
