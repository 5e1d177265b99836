"""How moves are written and read."""

from typing import Any

import msgspec
import pytest

from tablehall.games import house_games
from tablehall.games.board import Step
from tablehall.games.chess.fen import from_fen
from tablehall.games.dice import Dice
from tablehall.games.look import Look
from tablehall.games.notation import Meant
from tablehall.protocols.house.replies import Happened
from tablehall.terminal.books import Scribe
from tablehall.terminal.choices import Choices, UnclearError
from tablehall.terminal.spelling import relabelled, spell

LOOKS = {name: game.look for name, game in house_games().items()}


def start(game: str, seats: int = 2) -> tuple[Any, list[Any]]:
    """The view and the moves of whoever begins, as the house door brings them."""
    rules = house_games()[game]
    state = rules.setup(seats, rules.Options(), Dice(b"seed" * 8))
    seat = rules.turn(state).seats[0]
    view, moves = rules.view(state, seat), rules.legal(state, seat)
    return msgspec.to_builtins(view), [msgspec.json.decode(msgspec.json.encode(move)) for move in moves]


def step(r: int, c: int, to_r: int, to_c: int) -> dict[str, Any]:
    return {"type": "step", "r": r, "c": c, "to_r": to_r, "to_c": to_c}


def place(r: int, c: int, **more: str) -> dict[str, Any]:
    return {"type": "place", "r": r, "c": c, **more}


@pytest.mark.parametrize(
    ("move", "game", "spelling"),
    [
        (step(1, 4, 3, 4), "chess", "e2e4"),
        (place(2, 2), "tictactoe", "c3"),
        (place(18, 18), "pente", "s19"),
        (place(7, 4, piece="queen"), "chess", "e8=queen"),
        (place(0, 3), "connect_four", "column 4"),
        ({"type": "roll"}, "mia", "roll"),
        ({"type": "announce", "dice": [2, 1]}, "mia", "announce, dice 2,1"),
        ({"type": "to_island", "student": 2, "island": 7}, "eriantys", "to island 7, student yellow"),
        (
            {"type": "pick", "tiles": [{"x": 1, "y": 3, "type": "CAT"}, {"x": 2, "y": 3, "type": "BOOK"}]},
            "shelfie",
            "pick, tiles 1,3 CAT and 2,3 BOOK",
        ),
        ({"type": "put", "column": 0, "tiles": ["BOOK"]}, "shelfie", "put, column 0, tiles BOOK"),
        ({"type": "use_character", "card": 3, "student": None, "from_card": []}, "eriantys",
         "use character, card 3"),
        ("pass", "go", "pass"),
    ],
)  # fmt: skip
def test_a_move_is_spelled_as_people_write_it(move: Any, game: str, spelling: str) -> None:
    assert spell(move, LOOKS.get(game, Look())) == spelling


@pytest.mark.parametrize("written", ["e2e4", "E2-E4", " e2 e4 ", "e2xe4", "e2->e4"])
def test_squares_are_read_however_they_are_joined(written: str) -> None:
    assert Choices(LOOKS["chess"], start("chess")[1]).find(written) == Meant(step(1, 4, 3, 4))


@pytest.mark.parametrize("game", sorted(house_games()))
def test_every_move_is_found_by_its_number_and_by_its_own_spelling(game: str) -> None:
    moves = start(game)[1]
    choices = Choices(LOOKS[game], moves)
    for number, spelling, move in choices.listed():
        assert choices.find(str(number)).move == move
        assert choices.find(spelling).move == move


def test_a_column_is_a_number_where_stones_fall_also_when_others_are_full() -> None:
    choices = Choices(LOOKS["connect_four"], [place(0, 0), place(3, 2), place(1, 6)])
    assert choices.find("3").move == place(3, 2)
    assert choices.find("column 7").move == place(1, 6)
    with pytest.raises(UnclearError, match="no move number 2"):
        choices.find("2")


@pytest.mark.parametrize(("written", "becomes"), [("e7e8q", "q"), ("e7-e8=Q", "q"), ("e7e8knight", "knight")])
def test_a_pawn_that_reaches_the_last_row_says_what_it_becomes(written: str, becomes: str) -> None:
    choices = Choices(LOOKS["chess"], [step(6, 4, 7, 4), step(0, 0, 0, 1)])
    assert choices.find(written) == Meant(step(6, 4, 7, 4), becomes)


def test_only_on_the_last_row_a_pawn_becomes_something() -> None:
    with pytest.raises(UnclearError):
        Choices(LOOKS["chess"], start("chess")[1]).find("e2e4q")


@pytest.mark.parametrize(
    ("written", "piece"),
    [("q", "queen"), ("N", "knight"), ("rook", "rook"), ("e8b", "bishop"), ("e8=n", "knight")],
)
def test_a_waiting_pawn_becomes_what_is_written(written: str, piece: str) -> None:
    rules = house_games()["chess"]
    state = from_fen("8/4P3/8/8/8/k7/8/7K w - - 0 1")
    played = rules.play(state, 0, Step(6, 4, 7, 4), Dice(b"x" * 32))
    moves = [msgspec.json.decode(msgspec.json.encode(move)) for move in rules.legal(played.state, 0)]  # type: ignore[union-attr]
    assert Choices(LOOKS["chess"], moves).find(written).move == place(7, 4, piece=piece)


def test_enough_of_a_spelling_is_a_move_too_little_is_not() -> None:
    choices = Choices(LOOKS["mia"], [{"type": "roll"}, {"type": "announce", "dice": [3, 1]},
                              {"type": "announce", "dice": [3, 2]}])  # fmt: skip
    assert choices.find("announce 3,2").move == {"type": "announce", "dice": [3, 2]}
    with pytest.raises(UnclearError, match="2 moves"):
        choices.find("announce")
    with pytest.raises(UnclearError, match="no move now"):
        choices.find("see")


def test_a_list_is_filtered_by_words_in_any_order() -> None:
    _, moves = start("shelfie")
    choices = Choices(LOOKS["shelfie"], moves)
    some = choices.listed("pick 3,2")
    assert 0 < len(some) < len(moves)
    assert all("3,2" in spelling for _, spelling, _ in some)


@pytest.mark.parametrize(
    ("game", "foot", "top"),
    [("chess", "   a b c d e f g h", " 8 r n b q"), ("connect_four", "   1 2 3 4 5 6 7", " 6 . . .")],
)
def test_the_games_own_picture_gets_the_names_in_which_moves_are_written(
    game: str, foot: str, top: str
) -> None:
    view, _ = start(game)
    rules = house_games()[game]
    text = relabelled(rules.describe(msgspec.convert(view, rules.View)), view, rules.look)
    lines = text.split("\n")
    assert lines[0].startswith(top)
    assert foot in lines


def test_what_follows_the_picture_is_left_as_it_is() -> None:
    view, _ = start("pente")
    rules = house_games()["pente"]
    text = relabelled(rules.describe(msgspec.convert(view, rules.View)), view, rules.look)
    assert text.endswith("   a b c d e f g h i j k l m n o p q r s\nPairs captured: X 0, O 0")
    assert text.startswith("19 .")


def test_other_words_are_left_as_they_are() -> None:
    view, _ = start("shelfie")
    assert relabelled("Seat 0 is on turn.", view, LOOKS["shelfie"]) == "Seat 0 is on turn."


def choices(game: str, state: Any) -> Choices:
    """The choices in a position, with the notation of the game's books."""
    rules = house_games()[game]
    (seat,) = rules.turn(state).seats
    moves = [msgspec.to_builtins(move) for move in rules.legal(state, seat)]
    return Choices(rules.look, moves, msgspec.to_builtins(rules.view(state, seat)), rules.notation)


def test_chess_is_read_as_in_books_and_by_squares() -> None:
    here = choices("chess", house_games()["chess"].setup(2, None, Dice(b"seed" * 8)))
    for written in ("Nf3", "nf3", "Ng1f3", "g1f3", "G1-F3", "Nf3  g1f3"):
        assert here.find(written).move == step(0, 6, 2, 5)
    assert here.find("e4").move == step(1, 4, 3, 4)
    assert ("Nf3  g1f3" in here.labels, "g1f3" in here.spellings) == (True, True)
    with pytest.raises(UnclearError, match="'Nf6' is no move now"):
        here.find("Nf6")


def test_a_move_that_does_not_say_which_piece_is_answered_with_which() -> None:
    here = choices("chess", from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    with pytest.raises(UnclearError, match="'Nd2' could be 2 moves: Nbd2 b1d2; Nfd2 f3d2"):
        here.find("Nd2")
    assert here.find("Nbd2").move == step(0, 1, 1, 3)


@pytest.mark.parametrize(("written", "then"), [("e8=Q", "q"), ("e8N+", "n"), ("e7e8q", "q"), ("e8", "")])
def test_a_promotion_is_written_as_one_move(written: str, then: str) -> None:
    here = choices("chess", from_fen("8/4P3/8/8/8/k7/8/7K w - - 0 1"))
    assert here.find(written) == Meant(step(6, 4, 7, 4), then)


def test_checkers_is_read_by_the_numbers_of_its_squares() -> None:
    here = choices("checkers", house_games()["checkers"].setup(2, None, Dice(b"seed" * 8)))
    assert here.find("11-15").move == here.find("c3d4").move == step(2, 2, 3, 3)
    with pytest.raises(UnclearError, match="'11-18' is no move now"):
        here.find("11-18")


def test_a_foreign_position_is_spelled_by_its_squares() -> None:
    moves = [step(0, 0, 1, 0)]
    for view in (None, {"rows": [[[0, "wazir"]], [None]], "turn": 0}, {"rows": 5}):
        here = Choices(LOOKS["chess"], moves, view, house_games()["chess"].notation)
        assert (here.labels, here.find("a1a2").move) == (["a1a2"], moves[0])
        with pytest.raises(UnclearError):
            here.find("Nf3")


def moved(move: Any, **more: Any) -> Happened:
    return Happened(table=1, seq=4, at=0, what="moved", seat=0, move=move, **more)


def test_the_story_is_told_as_in_books() -> None:
    scribe = Scribe(LOOKS["chess"])
    went = Happened(table=1, seq=5, at=0, what="went", seat=0)
    assert (scribe.hear(moved(step(0, 0, 7, 0), notation="Ra8+")), scribe.hear(went)) == ("Ra8+", "")
    assert scribe.hear(moved(step(6, 4, 7, 3), notation="exd8", more=True)) == "exd8"
    assert (scribe.hear(went), scribe.hear(moved(place(7, 3), notation="=Q#"))) == ("", "exd8=Q#")
    assert scribe.hear(moved(step(0, 4, 1, 4), notation="Ke2")) == "Ke2"


@pytest.mark.parametrize("what", ["taken_back", "a whole table"])
def test_what_does_not_follow_is_not_put_behind(what: str) -> None:
    scribe = Scribe(LOOKS["chess"])
    scribe.hear(moved(step(6, 4, 7, 4), notation="e8", more=True))
    if what == "taken_back":
        scribe.hear(Happened(table=1, seq=5, at=0, what=what, plies=1))
    else:
        scribe.begin_anew()
    assert scribe.hear(moved(step(6, 3, 7, 3), notation="d8", more=True)) == "d8"


def test_a_hall_that_writes_no_notation_is_told_by_squares() -> None:
    assert Scribe(LOOKS["chess"]).hear(moved(step(1, 4, 3, 4))) == "e2e4"


def test_numbers_that_no_board_shows_are_not_told() -> None:
    scribe = Scribe(LOOKS["checkers"], told=house_games()["checkers"].notation.told)  # type: ignore[union-attr]
    assert scribe.hear(moved(step(2, 2, 3, 3), notation="11-15")) == "c3d4"


@pytest.mark.parametrize(
    ("game", "label"),
    [("dama", "a2b3"), ("connect_four", "column 1"), ("pente", "a1"), ("tictactoe", "a1")],
)
def test_a_move_is_not_called_the_same_twice(game: str, label: str) -> None:
    here = choices(game, house_games()[game].setup(2, None, Dice(b"seed" * 8)))
    assert label in [spell(move, LOOKS[game]) for move in here.moves]
    assert here.labels == here.spellings
