"""Boards: every request in every state, answered by one of the messages of its page."""

import json
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tablehall.protocols.boards import BoardsDoor
from tests.fuzz.machine import CLIENTS, QUIET, DoorMachine

GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente", "Go", "", None, 7]
NAMES = ["anna", "bob", "carl", "dora", "", " ", "x" * 100, None, 3]
HOME = {"LOGIN_SUCCESS", "GAME_INIT", "SET_GAME_STATE", "NEWLY_CREATED_GAME", "JOIN_GAME_SUCCESS"}
TURNED = {"SET_GAME_STATE", "GAME_END", "ERROR"}


def known(*answers: str) -> dict[str, set[str]]:
    """Answers for those who are logged in; everybody else hears an ERROR."""
    return {"": {"ERROR"}, "in": set(answers)}


class BoardsMachine(DoorMachine):
    kind = BoardsDoor
    pushed: ClassVar = {"SET_OPEN_GAMES", "GAME_INIT", "SET_GAME_STATE", "GAME_END", "SET_USER_PROFILE"}
    answers: ClassVar = {
        "LOGIN": {"": {*HOME, "LOGIN_ERROR", "ERROR"}, "in": {"LOGIN_ERROR", "ERROR"}},
        "GET_USER_PROFILE": {"": {"SET_USER_PROFILE", "ERROR"}},
        "GET_OPEN_GAMES": {"": {"SET_OPEN_GAMES", "ERROR"}},
        "GET_ALL_SUPPORTED_GAMES": {"": {"SET_ALL_SUPPORTED_GAMES", "ERROR"}},
        "PING": {"": {"(nothing)", "PONG"}},
        "CREATE_GAME": {"": {"NEWLY_CREATED_GAME", "CREATE_GAME_FAILED", "ERROR"}},
        "JOIN_GAME": {"": {"JOIN_GAME_SUCCESS", "JOIN_GAME_FAILED", "ERROR"}},
        "TURN": {"": TURNED},
        "nonsense": {"": {"ERROR"}},
    }

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Any] = [1, "1", None, -5]

    def next_state(self, who: int, state: str, heard: str) -> str:
        return "in" if heard == "LOGIN_SUCCESS" else state

    def name(self, message: bytes) -> str:
        told = json.loads(message)
        if told["type"] == "NEWLY_CREATED_GAME":
            self.games.append(told["gameId"])
        return str(told["type"])

    def sends(self, who: int, verb: str, **keys: Any) -> None:
        self.asks(who, verb, json.dumps({"type": verb, **keys}).encode())

    @rule(who=CLIENTS, name=st.sampled_from(NAMES))
    def logs_in(self, who: int, name: Any) -> None:
        self.sends(who, "LOGIN", username=name)

    @rule(who=CLIENTS, name=st.sampled_from(NAMES))
    def looks_at_a_profile(self, who: int, name: Any) -> None:
        self.sends(who, "GET_USER_PROFILE", username=name)

    @rule(who=CLIENTS, verb=st.sampled_from(["GET_OPEN_GAMES", "GET_ALL_SUPPORTED_GAMES", "PING"]))
    def asks_plainly(self, who: int, verb: str) -> None:
        self.sends(who, verb)

    @rule(who=CLIENTS, game=st.sampled_from(GAMES))
    def creates(self, who: int, game: Any) -> None:
        self.sends(who, "CREATE_GAME", gameName=game)

    @rule(who=CLIENTS, data=st.data())
    def joins(self, who: int, data: st.DataObject) -> None:
        self.sends(who, "JOIN_GAME", gameId=data.draw(st.sampled_from(self.games)))

    @rule(
        who=CLIENTS,
        piece=st.sampled_from([0, 1, 2, 7, 20, "1", None]),
        r=st.integers(-1, 8),
        c=st.integers(-1, 8),
    )
    def turns(self, who: int, piece: Any, r: int, c: int) -> None:
        self.sends(who, "TURN", pieceId=piece, r=r, c=c)

    @rule(
        who=CLIENTS,
        text=st.one_of(st.text(max_size=20), st.sampled_from(["[]", "{}", '{"type":7}', "1", "null"])),
    )
    def talks_nonsense(self, who: int, text: str) -> None:
        self.asks(who, "nonsense", b"?" + text.encode() if text[:1] not in "[{1n" else text.encode())


BoardsMachine.TestCase.settings = QUIET
TestBoards = BoardsMachine.TestCase
