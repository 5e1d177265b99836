"""What each person sees, what stays secret, and the table in words."""

import random

from msgspec.structs import replace

from tablehall.games.api import Played
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, Table, game
from tablehall.games.shelfie.board import EMPTY
from tablehall.games.shelfie.cards import PERSONAL, CommonCard
from tablehall.games.shelfie.scoring import personal_points
from tablehall.games.shelfie.tiles import Tile


def start(players: int = 3) -> Table:
    return game.setup(players, Options(), Dice(b"views"))


def test_my_shelfie_keeps_the_promises_of_a_game() -> None:
    check_game(game, games=60)


def test_a_player_sees_their_own_personal_card_only() -> None:
    state = start()
    for seat in range(3):
        cards = game.view(state, seat).personal
        assert cards[seat] == PERSONAL[state.personal[seat]]
        assert [card is None for card in cards] == [other != seat for other in range(3)]


def test_a_spectator_sees_no_personal_card_until_the_end() -> None:
    state = start()
    assert game.view(state, None).personal == (None, None, None)
    cards = tuple(PERSONAL[number] for number in state.personal)
    ended = replace(state, over=True)
    assert game.view(ended, None).personal == game.view(ended, 1).personal == cards


def test_a_view_tells_how_many_tiles_are_in_the_bag_and_not_which() -> None:
    state = start()
    assert game.view(state, 0).bag == 132 - 37
    other = replace(state, bag=tuple(reversed(state.bag)))
    assert game.view(other, 0) == game.view(state, 0)


def test_a_view_lists_tiles_where_they_are() -> None:
    state = replace(start(), shelves=(("CB", "", "", "", "T"), ("",) * 5, ("",) * 5))
    view = game.view(state, None)
    assert view.shelf_tiles(0) == (Tile(0, 0, "CAT"), Tile(0, 1, "BOOK"), Tile(4, 0, "TROPHY"))
    assert view.shelf_tiles(1) == ()
    assert len(view.room_tiles) == 37
    assert all(view.room[tile.x][tile.y] == tile.type[0] for tile in view.room_tiles)


def test_redealt_cards_agree_with_the_points_on_the_table() -> None:
    rng, changed = random.Random(3), 0
    dice = Dice(b"redeal")
    state = start(4)
    while not state.over:
        for seat in (None, 0, 3):
            other = game.redeal(state, seat, dice)
            assert len(set(other.personal)) == 4
            assert seat is None or other.personal[seat] == state.personal[seat]
            pairs = zip(state.shelves, state.personal, other.personal, strict=True)
            assert all(personal_points(shelf, a) == personal_points(shelf, b) for shelf, a, b in pairs)
            changed += other != state
        played = game.play(state, state.turn, rng.choice(game.legal(state, state.turn)), dice)
        assert isinstance(played, Played)
        state = played.state
    assert changed > 100
    assert game.redeal(state, 0, dice) == state


def test_a_card_that_cannot_be_exchanged_stays() -> None:
    goals = PERSONAL[5].goals
    cells = {(goal.x, goal.y): goal.type[0] for goal in goals}
    fulfilled = tuple("".join(cells.get((x, y), "x") for y in range(6)) for x in range(5))
    state = replace(start(2), personal=(5, 9), shelves=(fulfilled, ("",) * 5))
    assert {game.redeal(state, 1, Dice(bytes([key]))).personal for key in range(20)} == {(5, 9)}


def test_if_no_other_deal_is_possible_the_cards_stay() -> None:
    wishes_of_five = {(goal.x, goal.y): goal.type[0] for goal in PERSONAL[5].goals}
    shelf = tuple("".join(wishes_of_five.get((x, y), "x") for y in range(6)) for x in range(5))
    state = replace(start(2), personal=(4, 5), shelves=(shelf, shelf))
    assert game.redeal(state, 0, Dice(b"none")) == state


def test_cards_dealt_anew_tell_nothing_of_the_true_ones() -> None:
    """Also when the first card dealt is the only one that would have fitted the last player."""
    wishes_of_five = {(goal.x, goal.y): goal.type[0] for goal in PERSONAL[5].goals}
    full = tuple("".join(wishes_of_five.get((x, y), "x") for y in range(6)) for x in range(5))
    state = replace(start(3), personal=(4, 5, 6), shelves=(("",) * 5, full, ("",) * 5))
    other = replace(state, personal=(4, 5, 7))
    for seed in range(100):
        anew = game.redeal(state, 0, Dice(bytes([seed]))).personal
        assert anew == game.redeal(other, 0, Dice(bytes([seed]))).personal
        assert anew[:2] == (4, 5)


PICTURE = """\
Seat 1 is on turn and holds BOOK, CAT. Last round: seat 0 has filled the shelf.

Living room, 90 tiles in the bag:
   0 1 2 3 4 5 6 7 8
 0
 1       . .
 2       . . .
 3     . . . C . .
 4   . . . . . . .
 5   . . . . T .
 6       . . .
 7         . .
 8

Shelves in playing order:
Seat 0, 12 points:
 5 . . . . .
 4 . . . . .
 3 . . . . .
 2 . . . . .
 1 B . . . .
 0 C . . . T
   0 1 2 3 4
Seat 1, 1 point (away):
 5 . . . . .
 4 . . . . .
 3 . . . . .
 2 . . . . .
 1 . . . . .
 0 . . . . .
   0 1 2 3 4

Common card X: tokens left 4, 8 for seat 0.
Common card STAIRS: tokens left none, 8 for seat 1, 4 for seat 0.
Personal card 3 of seat 1: PLANT 2,3, FRAME 0,4, CAT 1,2, BOOK 0,0, GAME 3,4, TROPHY 4,2."""


def test_the_table_in_words() -> None:
    room = list(EMPTY[2])
    room[35], room[55] = "C", "T"
    state = Table(
        room="".join(room),
        bag=(15,) * 6,
        shelves=(("CB", "", "", "", "T"), ("",) * 5),
        order=(0, 1),
        turn=1,
        commons=(CommonCard("X", (4,), (0,)), CommonCard("STAIRS", (), (1, 0))),
        personal=(1, 3),
        points=(12, 1),
        hand="BC",
        finisher=0,
        away=(1,),
    )
    assert game.describe(game.view(state, 1)) == PICTURE
    ended = game.describe(game.view(replace(state, over=True, gone=(1,)), None))
    assert ended.startswith("The game is over.\n")
    assert "Seat 1, 1 point (gone):" in ended
    assert "Personal card 1 of seat 0" in ended
