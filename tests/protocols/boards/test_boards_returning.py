"""Going away and coming back, in simulated time: what is kept, for how long, and what is told."""

import pytest

from tablehall.protocols.lobby import PACE
from tests.protocols.boards.room import Desk, Room, begin

MINUTE, DAY = 60_000, 24 * 3600 * 1000
BACK = ["LOGIN_SUCCESS", "GAME_INIT", "SET_GAME_STATE"]


def listed(desk: Desk) -> list[int]:
    """The open games that somebody was last told of."""
    return next([game["id"] for game in m["openGames"]] for m in reversed(desk.said) if "openGames" in m)


def waiting_room(room: Room) -> tuple[Desk, Desk, int]:
    """Anna has an open game and is lost; eve looks at the list."""
    anna, eve = room.come("anna", "/games"), room.come("eve")
    anna.say("CREATE_GAME", gameName="Chess")
    room.settle()
    game = int(next(m["gameId"] for m in anna.said if m["type"] == "NEWLY_CREATED_GAME"))
    assert listed(eve) == [game]
    anna.leave()
    room.later(PACE)
    assert listed(eve) == []
    return anna, eve, game


def test_an_open_game_waits_ten_seconds_for_its_creator() -> None:
    room = Room()
    _, eve, game = waiting_room(room)
    room.later(9_999 - PACE)
    eve.say("JOIN_GAME", gameId=game)
    room.settle()
    assert eve.last["errorMessage"] == "Game no longer exists"
    desk = Desk(room, next(room.conns), "/games")
    room.desks[desk.conn] = desk
    desk.say("LOGIN", username="anna")
    room.settle()
    assert [m["type"] for m in desk.said] == ["LOGIN_SUCCESS", "SET_OPEN_GAMES"]
    assert listed(desk) == listed(eve) == [game]
    room.later(MINUTE)
    assert game in room.hall.tables, "its creator is here"


def test_after_ten_seconds_an_open_game_is_gone() -> None:
    room = Room()
    _, eve, game = waiting_room(room)
    room.later(10_000)
    assert game not in room.hall.tables
    again = room.come("anna")
    again.say("GET_OPEN_GAMES")
    room.settle()
    assert listed(again) == listed(eve) == []


def middle_of_a_game(room: Room) -> tuple[Desk, Desk]:
    anna, bob = room.come("anna", "/games"), room.come("bob")
    begin(room, anna, bob, "Tic Tac Toe")
    anna.say("TURN", pieceID=1, r=1, c=1)
    room.settle()
    return anna, bob


@pytest.mark.parametrize("first", ["anna", "bob"])
def test_while_both_are_gone_nothing_counts_and_then_the_other_has_the_whole_grace(first: str) -> None:
    room = Room()
    other = "bob" if first == "anna" else "anna"
    for desk in middle_of_a_game(room):
        desk.leave()
    room.later(9 * MINUTE)
    here = room.come(first, heard=BACK)
    room.later(MINUTE - 1)
    assert here.heard() == []
    room.later(1)
    last, end = [m for m in here.said if m["type"] != "SET_OPEN_GAMES"]
    assert (last["type"], last["turn"]) == ("SET_GAME_STATE", other)
    assert end == {"type": "GAME_END", "winner": first, "message": "Opponent left"}


@pytest.mark.parametrize("first", ["anna", "bob"])
def test_a_game_that_both_left_for_a_day_goes_on_when_they_log_in_again(first: str) -> None:
    room = Room()
    for desk in middle_of_a_game(room):
        desk.leave()
    room.later(10 * MINUTE)
    assert not room.hall.tables
    room.later(DAY)
    here = room.come(first, "/games", heard=BACK)
    assert here.last["board"][1][1]["owner"] == "anna"
    second = room.come("bob" if first == "anna" else "anna", "/games", heard=BACK)
    bob = here if first == "bob" else second
    here.heard()
    bob.say("TURN", pieceID=bob.last["user_pool"][0]["id"], r=0, c=0)
    room.settle()
    assert here.heard() == second.heard() == ["SET_GAME_STATE"]
    assert bob.last["turn"] == "anna"
    bob.say("GET_USER_PROFILE", username="anna")
    room.settle()
    assert bob.last["games"] == [], "nobody has lost"


def test_whoever_hears_that_a_game_was_put_away_hears_how_to_go_on_with_it() -> None:
    room = Room()
    anna, bob = middle_of_a_game(room)
    anna.heard(), bob.heard()
    decision = room.hall.deciding(room.time)
    decision.put_away(next(iter(room.hall.tables.values())))
    room.waiting.append((0, None, decision.notices))
    room.settle()
    for desk in (anna, bob):
        end = next(m for m in desk.said if m["type"] == "GAME_END")
        assert (end["winner"], end["message"]) == ("", "Everybody was away: log in again to go on")
