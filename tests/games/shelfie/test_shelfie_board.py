"""The living room: its cells, what may be picked, and dealing it again."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played, Reason, Refusal, Rule
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, Pick, Put, ShelfieNo, Table, game
from tablehall.games.shelfie.board import CELLS, EMPTY, FULL_BAG, deal, picks
from tablehall.games.shelfie.moves import BoardChanged, TilesPicked
from tablehall.games.shelfie.tiles import LETTERS, NAMES, Tile


def room(tiles: str, players: int = 2) -> str:
    """A room with these tiles, each written as row, column and letter: `43C 44B`."""
    cells = list(EMPTY[players])
    for tile in tiles.split():
        assert cells[10 * int(tile[0]) + int(tile[1])] == "."
        cells[10 * int(tile[0]) + int(tile[1])] = tile[2]
    return "".join(cells)


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile(int(tile[0]), int(tile[1]), NAMES[tile[2]]) for tile in text.split())


def table(layout: str, players: int = 2, **changes: Any) -> Table:
    """A table with this room; all other tiles are in the bag."""
    start = game.setup(players, Options(), Dice(b"board"))
    laid = room(layout, players)
    bag = tuple(22 - laid.count(letter) for letter in LETTERS)
    return replace(start, room=laid, bag=bag, **changes)


def refused(state: Table, move: Pick | Put) -> Reason:
    answer = game.play(state, state.turn, move, Dice(b"x"))
    assert isinstance(answer, Refusal)
    assert move not in game.legal(state, state.turn)
    return answer.reason


def played(state: Table, move: Pick | Put) -> Played[Table]:
    answer = game.play(state, state.turn, move, Dice(b"x"))
    assert isinstance(answer, Played)
    assert move in game.legal(state, state.turn)
    return answer


@pytest.mark.parametrize(("players", "cells"), [(2, 29), (3, 37), (4, 45)])
def test_the_room_grows_with_the_players(players: int, cells: int) -> None:
    start = game.setup(players, Options(), Dice(b"room"))
    assert len(CELLS[players]) == cells == len(game.view(start, None).room_tiles)
    assert sum(start.bag) == 132 - cells
    assert [start.room.count(kind) + left for kind, left in zip(LETTERS, start.bag, strict=True)] == [22] * 6


def test_the_masks_are_those_of_the_box() -> None:
    rows = [EMPTY[3][10 * x : 10 * x + 9] for x in range(9)]
    assert rows == [
        "   .     ",
        "   ..    ",
        "  .....  ",
        "  .......",
        " ....... ",
        ".......  ",
        "  .....  ",
        "    ..   ",
        "     .   ",
    ]
    assert sorted(set(CELLS[4]) - set(CELLS[3])) == [4, 15, 31, 40, 48, 57, 73, 84]
    assert sorted(set(CELLS[3]) - set(CELLS[2])) == [3, 22, 26, 38, 50, 62, 66, 85]


def test_one_to_three_tiles_in_a_line_may_be_picked_in_any_order() -> None:
    state = table("32C 33B 34G 35F 43T")
    for line in ("32C", "33B 32C", "32C 33B 34G", "34G 32C 33B", "33B 34G 35F", "43T 33B"):
        assert played(state, Pick(tiles(line))).state.hand == line.replace(" ", "")[2::3]


def test_a_pick_is_announced_in_its_own_order() -> None:
    picked = played(table("32C 33B 34G 35F 25P"), Pick(tiles("34G 32C 33B")))
    assert picked.events == (
        BoardChanged(tiles("34G 32C 33B"), added=False),
        TilesPicked(picked.state.turn, ("GAME", "CAT", "BOOK")),
    )
    assert picked.state.room == room("35F 25P")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", ShelfieNo.WRONG_NUMBER),
        ("32C 33B 34G 35F", ShelfieNo.WRONG_NUMBER),
        ("32B", ShelfieNo.TYPES_DO_NOT_MATCH),
        ("32C 32C", ShelfieNo.DUPLICATE),
        ("32C 34G", ShelfieNo.NOT_IN_LINE),
        ("32C 33B 43T", ShelfieNo.NOT_IN_LINE),
        ("32C 43T", ShelfieNo.NOT_IN_LINE),
        ("36P", ShelfieNo.NO_TILE_THERE),
        ("00C", ShelfieNo.NO_TILE_THERE),
    ],
)
def test_a_bad_pick_is_refused_with_its_reason(line: str, reason: ShelfieNo) -> None:
    assert refused(table("32C 33B 34G 35F 43T"), Pick(tiles(line))) is reason


@pytest.mark.parametrize(("x", "y"), [(-1, 3), (3, -1), (9, 4), (4, 9), (3, 12), (-7, 3)])
def test_there_is_nothing_outside_the_room(x: int, y: int) -> None:
    state = table("32C 33B 34G 35F 43T")
    assert refused(state, Pick((Tile(x, y, "CAT"),))) is ShelfieNo.NO_TILE_THERE


def test_every_picked_tile_needs_a_free_side_before_the_pick() -> None:
    state = table("34C 43B 44G 45F 46P 54T 24C")
    assert refused(state, Pick(tiles("44G"))) is ShelfieNo.NO_FREE_SIDE
    assert refused(state, Pick(tiles("34C 44G"))) is ShelfieNo.NO_FREE_SIDE
    assert refused(state, Pick(tiles("43B 44G 45F"))) is ShelfieNo.NO_FREE_SIDE
    assert played(state, Pick(tiles("45F 46P"))).state.hand == "FP"


def test_a_side_outside_the_mask_is_free() -> None:
    state = game.setup(2, Options(), Dice(b"edge"))
    corner = next(tile for tile in game.view(state, None).room_tiles if (tile.x, tile.y) == (1, 3))
    assert played(state, Pick((corner,))).state.hand == corner.type[0]


def test_no_more_tiles_than_the_emptiest_column_takes() -> None:
    full = "CBGFTP"
    for free in (1, 2):
        shelf = (full, full[: 6 - free], full, full, full)
        state = table("32C 33B 34G 35F")
        state = replace(state, shelves=(shelf, shelf))
        most = tiles("32C 33B 34G")
        assert refused(state, Pick(most[: free + 1])) is ShelfieNo.TOO_MANY_FOR_YOUR_SHELF
        assert played(state, Pick(most[:free])).state.hand == "CBG"[:free]


def test_a_turn_is_a_pick_and_then_a_put() -> None:
    state = table("32C 33B 34G 35F")
    assert refused(state, Put(0, ("CAT",))) is ShelfieNo.PICK_FIRST
    holding = played(state, Pick(tiles("32C"))).state
    assert refused(holding, Pick(tiles("33B"))) is ShelfieNo.PUT_FIRST


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_only_the_seat_on_turn_may_pick(seat: int) -> None:
    state = table("32C 33B 34G 35F", order=(1, 0), turn=1)
    answer = game.play(state, seat, Pick(tiles("32C")), Dice(b"x"))
    assert answer == Refusal(Rule.NOT_YOUR_TURN) or (seat == 1 and isinstance(answer, Played))


def test_a_put_names_all_tiles_in_hand_and_a_column_with_room() -> None:
    shelf = ("CBGFT", "", "CBGF", "CBGFTP", "")
    state = table("32C 33B", hand="CB", shelves=(shelf, shelf))
    for column in (-1, 5):
        assert refused(state, Put(column, ("CAT", "BOOK"))) is ShelfieNo.NO_SUCH_COLUMN
    for column in (0, 3):
        assert refused(state, Put(column, ("CAT", "BOOK"))) is ShelfieNo.COLUMN_FULL
    assert refused(state, Put(1, ("CAT",))) is ShelfieNo.NOT_THE_TILES_IN_HAND
    assert refused(state, Put(1, ("CAT", "CAT"))) is ShelfieNo.NOT_THE_TILES_IN_HAND
    assert refused(state, Put(1, ("CAT", "BOOK", "BOOK"))) is ShelfieNo.NOT_THE_TILES_IN_HAND
    assert refused(state, Put(1, ())) is ShelfieNo.NOT_THE_TILES_IN_HAND
    assert played(state, Put(2, ("BOOK", "CAT"))).state.shelves[state.turn][2] == "CBGFBC"
    assert len(game.legal(state, state.turn)) == 3 * 2


def test_equal_tiles_make_no_second_order() -> None:
    state = table("32C 33B", hand="CCB")
    orders = {move.tiles for move in game.legal(state, state.turn) if isinstance(move, Put)}
    assert orders == {("CAT", "CAT", "BOOK"), ("CAT", "BOOK", "CAT"), ("BOOK", "CAT", "CAT")}
    assert len(game.legal(state, state.turn)) == 5 * 3


def test_tiles_without_neighbours_go_back_and_the_room_is_dealt_again() -> None:
    state = table("24C 32B 33G 53F")
    picked = played(state, Pick(tiles("33G")))
    gone, held, leftovers, dealt = picked.events
    assert gone == BoardChanged(tiles("33G"), added=False)
    assert held == TilesPicked(state.turn, ("GAME",))
    assert leftovers == BoardChanged(tiles("24C 32B 53F"), added=False)
    assert dealt == BoardChanged(game.view(picked.state, None).room_tiles, added=True)
    assert len(dealt.tiles) == 29
    after = picked.state
    everything = after.room + after.hand
    assert [everything.count(k) + left for k, left in zip(LETTERS, after.bag, strict=True)] == [22] * 6


def test_an_emptied_room_leaves_nothing_to_go_back() -> None:
    picked = played(table("32B 33G"), Pick(tiles("32B 33G")))
    assert [getattr(event, "added", None) for event in picked.events] == [False, None, True]


@pytest.mark.parametrize("rest", ["44C 45B", "34C 44B"])
def test_two_neighbours_are_enough_to_play_on(rest: str) -> None:
    picked = played(table(f"32C {rest}"), Pick(tiles("32C")))
    assert picked.state.room == room(rest)
    assert len(picked.events) == 2


def test_tiles_that_touch_only_at_a_corner_are_no_neighbours() -> None:
    assert len(played(table("32C 44B 53G"), Pick(tiles("32C"))).events) == 4


def test_a_short_bag_fills_what_it_can_from_the_top() -> None:
    state = replace(table("24C 32B 33G 53F", players=4), bag=(0, 0, 0, 0, 0, 9))
    picked = played(state, Pick(tiles("33G")))
    assert picked.state.bag == (0,) * 6
    assert [10 * tile.x + tile.y for tile in picked.events[-1].tiles] == list(CELLS[4][:12])
    assert sorted(picked.state.room.replace(" ", "").replace(".", "")) == sorted("CBF" + "P" * 9)


def test_an_empty_bag_deals_the_leftovers_again() -> None:
    state = replace(table("24C 32B 33G 53F"), bag=(0,) * 6)
    picked = played(state, Pick(tiles("33G")))
    assert sorted(tile.type for tile in picked.events[-1].tiles) == ["BOOK", "CAT", "FRAME"]
    assert picked.state.bag == (0,) * 6


def test_every_tile_left_in_the_bag_is_equally_likely() -> None:
    dice = Dice(b"fair")
    first = [deal(2, (30, 10, 0, 0, 0, 0), dice)[0].strip(" ")[0] for _ in range(4000)]
    assert 2880 < first.count("C") < 3120
    assert first.count("C") + first.count("B") == 4000


def test_a_table_keeps_no_order_of_the_bag() -> None:
    start = game.setup(4, Options(), Dice(b"bag"))
    assert len(start.bag) == len(FULL_BAG) == 6
    one, other = (deal(4, start.bag, Dice(key))[0] for key in (b"one", b"two"))
    assert one != other


def test_a_full_room_offers_picks_only_at_its_edge() -> None:
    start = game.setup(2, Options(), Dice(b"full"))
    singles = {(tile.x, tile.y) for pick in picks(start.room, 1) for tile in pick}
    cells = {divmod(cell, 10) for cell in CELLS[2]}
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
    assert singles == {(x, y) for x, y in cells if any((x + a, y + b) not in cells for a, b in sides)}
