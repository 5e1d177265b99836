"""Sessions on a hall without sockets: the order of things, several tables, the ids of pieces."""

from typing import Any

import msgspec
import pytest

from tablehall.games.board import Place
from tablehall.hall import commands
from tablehall.hall.terms import Terms
from tablehall.protocols.boards import BoardsDoor, Settings
from tablehall.protocols.lobby import PACE
from tests.protocols.boards.room import Json, Room, begin, person


def test_nothing_is_told_before_it_is_remembered() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    begin(room, anna, bob, "Tic Tac Toe")
    anna.heard(), bob.heard()
    anna.say("TURN", pieceId=1, r=0, c=0)
    anna.say("TURN", pieceId=2, r=0, c=1)
    anna.say("GET_OPEN_GAMES")
    assert anna.said == bob.said == []
    room.settle()
    first, refused, listed = anna.said
    assert first["diffs"] == [{"pieceId": 1, "id": 1, "r": 0, "c": 0}]
    assert (refused["diffs"], refused["board"]) == ([], first["board"])
    assert refused["errorMessage"] == "It is not your turn."
    assert listed["type"] == "SET_OPEN_GAMES"
    assert bob.heard() == ["SET_GAME_STATE"]


def test_games_opened_at_the_same_moment_are_listed_in_the_order_of_their_opening() -> None:
    room = Room()
    desks = [room.come(name) for name in ("anna", "bob", "carl", "dora")]
    for desk, game in zip(desks, ("Pente", "Chess", "Tic Tac Toe", "Chess"), strict=True):
        desk.say("CREATE_GAME", gameName=game)
        room.settle()
    desks[0].say("GET_OPEN_GAMES")
    room.settle()
    room.later(PACE)
    for listed in desks[0].said[-2:]:
        assert [game["players"] for game in listed["openGames"]] == [["anna"], ["bob"], ["carl"], ["dora"]]


def test_both_may_move_before_either_is_told() -> None:
    """Each is then told of one move after the other, with the ids and the board of that moment."""
    room = Room()
    anna, bob = room.come("anna"), room.come("bob", "/games")
    begin(room, anna, bob, "Connect Four")
    anna.heard(), bob.heard()
    for row in range(3):
        anna.say("TURN", pieceId=21 - row, r=row, c=0)
        bob.say("TURN", pieceId=22 + row, r=row, c=1)
    room.settle()
    assert len(anna.said) == len(bob.said) == 6
    for number, (first, second) in enumerate(zip(anna.said, bob.said, strict=True)):
        row, column = divmod(number, 2)
        piece = 22 + row if column else 21 - row
        assert first["diffs"] == second["diffs"] == [{"pieceId": piece, "id": piece, "r": row, "c": column}]
        assert first["board"][row][column]["id"] == second["board"][column][row]["id"] == piece
        assert sum(piece is not None for line in first["board"] for piece in line) == number + 1


def test_whoever_plays_at_two_tables_is_shown_one_after_the_other() -> None:
    room = Room()
    anna, bob, carl = room.come("anna"), room.come("bob"), room.come("carl")
    first = begin(room, anna, bob, "Chess")
    anna.heard()
    room.time += 1000
    other = room.do(commands.Open(person(carl), Terms("pente"))).result.sheet.table
    room.do(commands.Join(person(anna), other))  # as some other door might
    room.settle()
    assert anna.heard() == []
    assert carl.heard() == ["GAME_INIT", "SET_GAME_STATE"]
    carl.say("TURN", pieceId=1, r=9, c=9)
    room.settle()
    assert anna.heard() == []
    anna.say("TURN", pieceId=9, r=3, c=0)
    room.settle()
    assert anna.heard() == ["SET_GAME_STATE"]
    room.do(commands.Resign(person(bob), first))
    room.settle()
    shown = [m for m in anna.said if m["type"] != "SET_OPEN_GAMES"]
    assert anna.heard() == ["SET_GAME_STATE", "GAME_END", "GAME_INIT", "SET_GAME_STATE"]
    assert (shown[2]["gameId"], shown[3]["turn"], shown[3]["diffs"]) == (other, "anna", [])
    anna.say("TURN", pieceId=2, r=0, c=0)
    room.settle()
    assert carl.heard() == ["SET_GAME_STATE", "SET_GAME_STATE"]


def test_a_keeper_closes_a_table_and_shows_somebody_out() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = begin(room, anna, bob, "Pente")
    anna.heard(), bob.heard()
    room.do(commands.Close(table))
    room.settle()
    last, end = [m for m in anna.said if m["type"] != "SET_OPEN_GAMES"]
    assert (last["turn"], last["valid_placements"], last["diffs"]) == ("", [], [])
    assert end == {"type": "GAME_END", "winner": "", "message": "The table was closed"}
    room.do(commands.Kick(person(bob)))
    room.settle()
    assert bob.said[-1] == {"type": "ERROR", "errorMessage": "The server closes this connection."}
    assert bob.closed
    assert not anna.closed


def test_ids_stay_while_only_other_doors_see_what_happens() -> None:
    room = Room()
    anna = room.come("anna")
    guest = room.do(commands.Enter(99, "guest", "guest")).result.person
    anna.say("CREATE_GAME", gameName="Checkers")
    room.settle()
    table = next(m["gameId"] for m in anna.said if m["type"] == "NEWLY_CREATED_GAME")
    room.do(commands.Join(guest.id, table))
    room.settle()
    before = next(m["board"] for m in anna.said if m["type"] == "SET_GAME_STATE")
    man = before[2][6]["id"]
    anna.say("TURN", pieceId=man, r=3, c=7)
    room.settle()
    anna.leave()
    legal = room.hall.games["checkers"].legal(room.hall.tables[table].scene.state, 1)
    room.do(commands.Act(guest.id, table, legal[0]))
    room.settle()
    again = room.come("anna", heard=["LOGIN_SUCCESS", "GAME_INIT", "SET_GAME_STATE"])
    after = again.last["board"]
    assert {p["id"] for row in after for p in row if p} == {p["id"] for row in before for p in row if p}
    assert after[3][7]["id"] == man


def test_more_moves_than_a_table_keeps_in_mind_may_be_missed() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    table = begin(room, anna, bob, "Pente")
    seats = person(anna), person(bob)
    for square in range(3):
        room.do(commands.Act(seats[square % 2], table, Place(square, square)))
    room.settle()
    for conn, desk in ((98, anna), (99, bob)):  # they go on through another door
        desk.leave()
        room.do(commands.Enter(conn, "visitor", desk.session.screen.reader.name))
    for square in range(3, 19):
        room.do(commands.Act(seats[square % 2], table, Place(square, 18 - square)))
    room.do(commands.Lost(98))
    room.settle()
    board = room.come("anna", heard=["LOGIN_SUCCESS", "GAME_INIT", "SET_GAME_STATE"]).last["board"]
    there = {(r, c) for r, row in enumerate(board) for c, piece in enumerate(row) if piece}
    assert there == {(n, n) for n in range(3)} | {(n, 18 - n) for n in range(3, 19)}


def test_the_ids_of_pieces_are_forgotten_with_their_tables() -> None:
    room = Room()
    anna, bob = room.come("anna"), room.come("bob")
    for _ in range(100):
        table = begin(room, anna, bob, "Tic Tac Toe")
        room.do(commands.Resign(person(anna), table))
        room.settle()
        assert anna.heard()[-1] == bob.heard()[-1] == "GAME_END"
    assert not room.hall.tables
    assert len(room.door.piece_ids.tables) < 60


@pytest.mark.parametrize(
    ("dialect", "path", "columns_first"),
    [
        ("auto", "/", False),
        ("auto", "/games", True),
        ("auto", "/games/", True),
        ("auto", "/Games", True),
        ("auto", "//games", True),
        ("auto", "/GAMES//", True),
        ("auto", "/games/x", False),
        ("auto", "/game", False),
        ("document", "/games", False),
        ("original", "/", True),
    ],
)
def test_a_setting_overrides_the_path(dialect: Any, path: str, columns_first: bool) -> None:
    room = Room(Settings(dialect=dialect))
    anna, bob = room.come("anna", path), room.come("bob")
    begin(room, anna, bob, "Connect Four")
    board = next(m["board"] for m in anna.said if m["type"] == "SET_GAME_STATE")
    assert len(board) == (7 if columns_first else 6)


@pytest.mark.parametrize(
    "wrong",
    [
        {"grace": -1},
        {"grace": 10**12},
        {"dialect": "klingon"},
        {"gracious": 1},
        {"bots": -1},
        {"bot_level": 4},
    ],
)
def test_settings_that_make_no_sense(wrong: Json) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Settings)


def test_grace_is_what_the_settings_say() -> None:
    room = Room(Settings(grace=1234))
    anna, bob = room.come("anna"), room.come("bob")
    table = begin(room, anna, bob, "Chess")
    absence = room.hall.tables[table].sheet.absence
    assert (absence.grace, absence.then, absence.pause) == (1234, "forfeit", False)
    assert (absence.all_gone, absence.held) == (600_000, 10_000)
    assert BoardsDoor(room.hall).absence.grace == 60_000
