"""The house door: every request in every state, answered by its reply or refused with a documented reason."""

import json
from typing import Any, ClassVar, get_args

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tablehall.conformance.pages import CHECKOUT
from tablehall.games import house_games
from tablehall.protocols.house import HouseDoor, requests
from tests.fuzz.machine import CLIENTS, QUIET, DoorMachine

PAGE = (CHECKOUT / "house.md").read_text("utf-8")
NO = {"refused"}
REPLIES = {
    "hello": {"welcome"},
    "games": {"games"},
    "lobby": {"lobby"},
    "legal": {"legal"},
    "saves": {"saves"},
    "contests": {"contests"},
    "ping": {"pong"},
    "pair": {"code"},
    "sync": {"table", "happened", "done"},
    **{verb: {"table"} for verb in ("open", "join", "watch", "reopen")},
}
VERBS = {
    str(kind.__struct_config__.tag): kind.__struct_encode_fields__ for kind in get_args(requests.AnyRequest)
}
GAMES = [*house_games(), "go", ""]
JUNK: st.SearchStrategy[Any] = st.sampled_from([None, True, -1, 2**70, 1.5, "", "x" * 70, [], {}])


class HouseMachine(DoorMachine):
    kind = HouseDoor
    pushed: ClassVar = {"happened", "listed", "gathered", "parted", "table"}
    answers: ClassVar = {verb: {"": REPLIES.get(verb, {"done"}) | NO} for verb in VERBS} | {
        "nonsense": {"": NO}
    }

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Any] = [1]
        self.secrets: list[Any] = ["wrong"]

    def name(self, message: bytes) -> str:
        told = json.loads(message)
        if told["type"] == "refused":
            assert f"| `{told['reason']}` |" in PAGE or told["reason"] in ("unreadable", "broken"), told
            assert told["reason"] != "broken", told
        if told["type"] == "table":
            self.tables.append(told["card"]["table"])
        if told.get("secret"):
            self.secrets.append(told["secret"])
        return str(told["type"])

    def value(self, key: str) -> st.SearchStrategy[Any]:
        known: dict[str, st.SearchStrategy[Any]] = {
            "table": st.sampled_from(self.tables[-4:]),
            "secret": st.sampled_from(["", "", *self.secrets[-2:]]),
            "name": st.sampled_from(["anna", "bob", "carl", "dora", "one", ""]),
            "game": st.sampled_from(GAMES),
            "kind": st.sampled_from(["takeback", "draw", "rematch", "put_away", "war"]),
            "text": st.sampled_from(["hello", "", "x" * 501]),
            "contest": st.sampled_from(["mia", "none"]),
            "start": st.sampled_from(["full", "asked"]),
            "move": st.builds(
                lambda r, c: {"type": "place", "r": r, "c": c}, st.integers(0, 3), st.integers(0, 3)
            ),
            "to": st.sampled_from([None, "anna", "nobody"]),
            "options": st.just({}),
            "clock": st.sampled_from([{}, {"kind": "answer", "time": 1000}, {"kind": "total", "time": 5}]),
            "absence": st.sampled_from([None, {"grace": 1000, "pause": True}]),
            "bots": st.sampled_from([None, {"level": 1}]),
            "code": st.sampled_from(["", "wrong"]),
            "seat": st.sampled_from([None, 0, 1, 9]),
            "entropy": st.sampled_from(["", "luck"]),
            "title": st.sampled_from(["", "a game"]),
        }
        if key in ("seats", "level", "since"):
            return st.integers(-1, 4)
        return known.get(key, st.booleans())

    @rule(
        who=CLIENTS,
        verb=st.sampled_from(sorted(VERBS)),
        data=st.data(),
        junk=st.sampled_from([0, 0, 0, 0, 1]),
    )
    def asks_for_something(self, who: int, verb: str, data: st.DataObject, junk: int) -> None:
        keys = {key: data.draw(self.value(key)) for key in VERBS[verb] if key != "re"}
        if junk and keys:
            keys[data.draw(st.sampled_from(sorted(keys)))] = data.draw(JUNK)
        self.asks(who, verb, json.dumps({"type": verb, **keys, "re": 5}).encode())

    @rule(who=CLIENTS)
    def comes_in(self, who: int) -> None:
        name = ["anna", "bob", "carl", "dora"][who]
        self.asks(who, "hello", json.dumps({"type": "hello", "name": name}).encode())

    @rule(who=CLIENTS, other=CLIENTS, verb=st.sampled_from(["save", "reopen", "delete", "join", "act"]))
    def plays_a_game_that_is_saved(self, who: int, other: int, verb: str) -> None:
        """The same few requests about one game, so that it is saved, brought back and deleted by anybody."""
        table, names = self.tables[-1], ["anna", "bob", "carl", "dora"]
        requests_: dict[str, dict[str, Any]] = {
            "save": {"table": table, "name": "one"},
            "reopen": {"game": "tictactoe", "name": "one"},
            "delete": {"game": "tictactoe", "name": "one"},
            "join": {"table": table, "name": names[other]},
            "act": {"table": table, "move": {"type": "place", "r": who % 3, "c": other % 3}},
        }
        self.asks(who, verb, json.dumps({"type": verb, **requests_[verb], "re": 6}).encode())

    @rule(who=CLIENTS, other=CLIENTS)
    def begins_a_game(self, who: int, other: int) -> None:
        request = {"type": "open", "game": "tictactoe", "rated": False, "re": 7}
        self.asks(who, "open", json.dumps(request).encode())
        self.asks(other, "join", json.dumps({"type": "join", "table": self.tables[-1], "re": 8}).encode())

    @rule(
        who=CLIENTS,
        text=st.sampled_from(["[]", "{}", "7", "null", '{"type":7}', '{"type":"dance"}', "\x00", ""]),
    )
    def talks_nonsense(self, who: int, text: str) -> None:
        self.asks(who, "nonsense", text.encode())


HouseMachine.TestCase.settings = QUIET
TestHouse = HouseMachine.TestCase
