"""The two moves of a turn: the pick, which may empty the room, and the put, which scores."""

from itertools import permutations

from msgspec.structs import replace

from tablehall.games.api import Played, Refusal
from tablehall.games.dice import Dice
from tablehall.games.shelfie import board
from tablehall.games.shelfie.cards import COMMON, CommonCard
from tablehall.games.shelfie.moves import (
    BoardChanged,
    CommonTaken,
    Event,
    LastRound,
    PointsChanged,
    Put,
    ShelfieNo,
    Shelved,
    TilesPicked,
    TurnPassed,
)
from tablehall.games.shelfie.scoring import points
from tablehall.games.shelfie.shelf import COLUMNS, ROWS, Shelf, is_full, room_for, shelved
from tablehall.games.shelfie.table import Table
from tablehall.games.shelfie.tiles import Kind, Tile, letters, names
from tablehall.games.shelfie.turns import next_in_order


def pick(table: Table, tiles: tuple[Tile, ...], dice: Dice) -> Played[Table] | Refusal:
    """Take tiles into the hand; when none of the rest has a neighbour, deal the room again."""
    if no := why_not_pick(table, tiles):
        return Refusal(no)
    kinds = tuple([tile.type for tile in tiles])
    events: list[Event] = [BoardChanged(tiles, added=False), TilesPicked(table.turn, kinds)]
    room, bag = board.without(table.room, tiles), table.bag
    if board.all_alone(board.occupied(room)):
        if leftovers := board.tiles_in(room):
            events.append(BoardChanged(leftovers, added=False))
        room, bag = board.deal(len(table.order), board.put_back(bag, room), dice)
        events.append(BoardChanged(board.tiles_in(room), added=True))
    return Played(replace(table, room=room, bag=bag, hand=letters(kinds)), tuple(events))


def why_not_pick(table: Table, tiles: tuple[Tile, ...]) -> ShelfieNo | None:
    """What is wrong with picking these tiles, if anything."""
    if table.hand:
        return ShelfieNo.PUT_FIRST
    if not 1 <= len(tiles) <= 3:
        return ShelfieNo.WRONG_NUMBER
    mask = 0
    for tile in tiles:
        if not (0 <= tile.x < board.ROWS and 0 <= tile.y < board.COLUMNS):
            return ShelfieNo.NO_TILE_THERE
        cell = board.STRIDE * tile.x + tile.y
        letter = table.room[cell]
        if letter in " .":
            return ShelfieNo.NO_TILE_THERE
        if letter != tile.type[0]:
            return ShelfieNo.TYPES_DO_NOT_MATCH
        mask |= 1 << cell
    if mask.bit_count() < len(tiles):
        return ShelfieNo.DUPLICATE
    if len(tiles) > room_for(table.shelves[table.turn]):
        return ShelfieNo.TOO_MANY_FOR_YOUR_SHELF
    if mask & ~board.free_sided(board.occupied(table.room)):
        return ShelfieNo.NO_FREE_SIDE
    return None if mask in board.LINES else ShelfieNo.NOT_IN_LINE


def puts(shelf: Shelf, hand: str) -> list[tuple[int, tuple[Kind, ...]]]:
    """Every way to put the hand on a shelf: a column with room, and an order of the tiles."""
    orders = [names("".join(order)) for order in sorted(set(permutations(hand)))]
    columns = [x for x, column in enumerate(shelf) if len(column) + len(hand) <= ROWS]
    return [(column, order) for column in columns for order in orders]


def put(table: Table, move: Put) -> Played[Table] | Refusal:
    """Put the hand on the shelf, take the tokens that it earns, and pass the turn."""
    if no := why_not_put(table, move):
        return Refusal(no)
    seat = table.turn
    shelf = shelved(table.shelves[seat], move.column, letters(move.tiles))
    events: list[Event] = [Shelved(seat, move.column, move.tiles)]
    commons = tuple([achieved(common, seat, shelf, events) for common in table.commons])
    finisher = table.finisher
    if finisher is None and is_full(shelf):
        finisher = seat
        events.append(LastRound(seat))
    total = points(seat, shelf, table.personal[seat], commons, finisher == seat)
    if total != table.points[seat]:
        events.append(PointsChanged(seat, total))
    after = next_in_order(table, finisher is not None, table.absent)
    if after is not None:
        events.append(TurnPassed(after))
    state = replace(
        table,
        shelves=(*table.shelves[:seat], shelf, *table.shelves[seat + 1 :]),
        turn=seat if after is None else after,
        commons=commons,
        points=(*table.points[:seat], total, *table.points[seat + 1 :]),
        hand="",
        finisher=finisher,
        over=after is None and finisher is not None,
    )
    return Played(state, tuple(events))


def why_not_put(table: Table, move: Put) -> ShelfieNo | None:
    """What is wrong with this put, if anything."""
    if not table.hand:
        return ShelfieNo.PICK_FIRST
    if not 0 <= move.column < COLUMNS:
        return ShelfieNo.NO_SUCH_COLUMN
    if sorted(letters(move.tiles)) != sorted(table.hand):
        return ShelfieNo.NOT_THE_TILES_IN_HAND
    if len(table.shelves[table.turn][move.column]) + len(table.hand) > ROWS:
        return ShelfieNo.COLUMN_FULL
    return None


def achieved(common: CommonCard, seat: int, shelf: Shelf, events: list[Event]) -> CommonCard:
    """The common card after this shelf was held against it; a token taken is an event."""
    if seat in common.takers or not COMMON[common.name](shelf):
        return common
    events.append(CommonTaken(seat, common.name, common.tokens[-1]))
    return CommonCard(common.name, common.tokens[:-1], (*common.takers, seat))
