"""A name is one for everybody; its owner reads it as they typed it, and a silent one can be taken over."""

from typing import Any

import pytest

from tablehall.protocols.lobby import PACE
from tests.protocols.boards.room import Desk, Json, Room, begin

TYPED = {" anna ": "anna", "rene\u0301": "ren\u00e9", "\tjose\u0301 ": "jos\u00e9", "anna": "anna"}
"""What may be typed, and what the others call it then."""


def names_in(messages: list[Json]) -> set[str]:
    """Every name that is written anywhere: whose turn it is, whose piece, who has won, who waits."""
    found: set[str] = set()

    def look(value: Any, key: str = "") -> None:
        if isinstance(value, dict):
            for inner, part in value.items():
                look(part, inner)
        elif isinstance(value, list):
            for part in value:
                look(part, key)
        elif key in ("turn", "owner", "winner", "players", "opponent", "opponents", "username") and value:
            found.add(value)

    look(messages)
    return found


def come(room: Room, typed: str, path: str) -> Desk:
    """Somebody logs in, and nobody looks at the answer yet."""
    desk = Desk(room, next(room.conns), path)
    room.desks[desk.conn] = desk
    desk.say("LOGIN", username=typed)
    room.settle()
    return desk


@pytest.mark.parametrize("path", ["/", "/games"])
@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("game", ["Tic Tac Toe", "Chess", "Connect Four"])
def test_everybody_reads_their_own_name_as_they_typed_it(typed: str, path: str, game: str) -> None:
    room = Room()
    anna, bob, eve = come(room, typed, path), room.come("bob", path), room.come("eve")
    begin(room, anna, bob, game)
    for desk, other in ((anna, bob), (bob, anna), (anna, bob)):
        state = next(m for m in reversed(desk.said) if m["type"] == "SET_GAME_STATE")
        assert state["turn"] == (typed if desk is anna else "bob"), "it is never their turn"
        spots = [(p["id"], s) for p in state["user_pool"] for s in state["valid_placements"]]
        moves = [(e["pieceId"], s) for e in state["valid_movements"] for s in e["moves"]]
        piece, spot = (spots or moves)[-1]
        desk.say("TURN", pieceId=piece, **spot)
        desk.say("TURN", pieceId=piece, r=99, c=0)
        other.say("TURN", pieceId=piece, r=99, c=0)
        room.settle()
    bob.leave()
    anna.say("GET_USER_PROFILE", username=TYPED[typed])
    anna.say("GET_USER_PROFILE", username=typed)
    room.settle()
    room.later(60_000)
    assert [m["winner"] for m in anna.said if m["type"] == "GAME_END"] == [typed]
    assert [m["username"] for m in anna.said if m["type"] == "SET_USER_PROFILE"] == [typed] * 2
    assert names_in(anna.said) == {typed, "bob"}
    assert names_in(bob.said) == {TYPED[typed], "bob"}
    assert names_in(eve.said) == {TYPED[typed]}
    anna.said.clear()
    anna.say("CREATE_GAME", gameName=game)
    anna.say("GET_OPEN_GAMES")
    room.settle()
    room.later(PACE)
    assert [m["openGames"][0]["players"] for m in anna.said if "openGames" in m] == [[typed]] * 2
    assert eve.said[-1]["openGames"][0]["players"] == [TYPED[typed]]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (" " * 252 + "anna", "LOGIN_SUCCESS"),
        (" " * 253 + "anna", "LOGIN_ERROR"),
        ("e\u0301" * 64, "LOGIN_SUCCESS"),
        ("e\u0301" * 65, "LOGIN_ERROR"),
    ],
)
def test_what_is_typed_is_sent_back_often_and_has_a_limit(typed: str, answer: str) -> None:
    assert come(Room(), typed, "/games").heard() == [answer]


def test_the_same_name_typed_in_another_way_is_the_same_name() -> None:
    room = Room()
    anna, bob = come(room, "rene\u0301 ", "/games"), room.come("bob")
    begin(room, anna, bob, "Pente")
    rival = come(room, " ren\u00e9", "/")
    assert rival.last["errorMessage"] == "Somebody of that name is logged in."
    anna.leave()
    rival.say("LOGIN", username=" ren\u00e9")
    room.settle()
    assert rival.last["turn"] == " ren\u00e9"


def test_a_name_that_has_been_silent_for_half_a_minute_can_be_taken_over() -> None:
    room = Room()
    anna, bob = room.come("anna", "/games"), room.come("bob")
    begin(room, anna, bob, "Tic Tac Toe")
    anna.heard(), bob.heard()
    room.time += 20_000
    anna.say("PING")
    room.time += 29_999
    rival = come(room, "anna", "/games")
    assert rival.heard() == ["LOGIN_ERROR"]
    room.time += 1
    rival.say("LOGIN", username="anna")
    room.settle()
    assert rival.heard() == ["LOGIN_SUCCESS", "GAME_INIT", "SET_GAME_STATE"]
    assert anna.last["errorMessage"] == "Somebody has logged in under this name elsewhere."
    assert anna.closed
    anna.leave()
    assert bob.heard() == [], "nobody was away"
    rival.say("TURN", pieceID=1, r=1, c=1)
    room.settle()
    assert bob.heard() == ["SET_GAME_STATE"]
    assert room.door.lookers == {bob.conn: bob.session, rival.conn: rival.session}


def test_a_silent_name_is_not_absent_and_nobody_else_can_be_taken_over() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = begin(room, anna, bob, "Chess")
    guest = Desk(room, next(room.conns), "/")
    room.later(299_000)
    assert not room.hall.tables[table].scene.anybody_away()
    for name in ("anna", "somebody new"):
        assert room.door.silent(name, room.time) == (anna.conn if name == "anna" else 0)
    anna.leave()
    assert room.door.silent("anna", room.time) == 0
    guest.say("LOGIN", username="anna")
    assert room.door.lookers == {bob.conn: bob.session, guest.conn: guest.session}
