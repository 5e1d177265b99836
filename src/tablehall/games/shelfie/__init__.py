"""My Shelfie: pick tiles in the living room, put them on your shelf, please the cards.

Seats are where people sit; who plays when is drawn at the start (`Table.order`). A turn is
two moves, a pick and a put. The order of the tiles in a pick is heard by everybody, so the
same tiles in another order are another move. Every event is public; the only secrets are the
personal cards, and after the end they lie open. Points are announced live, so a careful
opponent can tell how much of a personal card is fulfilled, and draw conclusions.

The absent are passed over, keep their points and can win. In the last round this means that
whoever leaves on the last turn ends the game. A seat dropped for good ranks behind all that
stayed, and the last one that stays wins.

What is in the bag can be counted by whoever watches the table (22 of each kind), what comes
next is not decided before it is drawn; a view holds the number of tiles left only.
"""

from msgspec.structs import replace

from tablehall.games.api import Absence, Game, Outcome, Played, Refusal, Rule, Turn
from tablehall.games.dice import Dice
from tablehall.games.shelfie import board, moves, picture, table, turns
from tablehall.games.shelfie.look import LOOK
from tablehall.games.shelfie.moves import Pick, Put, ShelfieNo
from tablehall.games.shelfie.playing import pick, put, puts
from tablehall.games.shelfie.shelf import room_for
from tablehall.games.shelfie.table import Options, Table, TableView, lay, other_cards, seen_by

__all__ = ["Options", "Pick", "Put", "Shelfie", "ShelfieNo", "Table", "TableView", "game"]


class Shelfie(Game[Table, moves.Move, TableView]):
    """The rules of My Shelfie."""

    name, title = "shelfie", "My Shelfie"
    State, Move, View, Event, Options = Table, moves.Move, TableView, moves.Event, table.Options
    seats = (2, 3, 4)
    look = LOOK
    absence = Absence(grace=600_000, pause=False, then="stay", alone=60_000)

    def setup(self, seats: int, options: table.Options, dice: Dice) -> Table:
        return lay(seats, options, dice)

    def turn(self, state: Table) -> Turn:
        return Turn(() if state.over else (state.turn,))

    def legal(self, state: Table, seat: int) -> list[moves.Move]:
        if state.over or seat != state.turn:
            return []
        shelf = state.shelves[seat]
        if state.hand:
            return [Put(column, tiles) for column, tiles in puts(shelf, state.hand)]
        return [Pick(tiles) for tiles in board.picks(state.room, room_for(shelf))]

    def play(self, state: Table, seat: int, move: moves.Move, dice: Dice) -> Played[Table] | Refusal:
        if state.over:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        return pick(state, move.tiles, dice) if isinstance(move, Pick) else put(state, move)

    def view(self, state: Table, seat: int | None) -> TableView:
        return seen_by(seat, state)

    def outcome(self, state: Table) -> Outcome | None:
        return turns.ranking(state) if state.over else None

    def away(self, state: Table, seat: int, dice: Dice) -> Played[Table] | None:
        return None if state.over or seat in state.absent else turns.leave(state, seat)

    def back(self, state: Table, seat: int, dice: Dice) -> Played[Table] | None:
        return None if state.over or seat not in state.away else turns.come_back(state, seat)

    def drop(self, state: Table, seat: int, dice: Dice) -> Played[Table]:
        return Played(state) if state.over or seat in state.gone else turns.leave_for_good(state, seat)

    def redeal(self, state: Table, seat: int | None, dice: Dice) -> Table:
        return replace(state, personal=other_cards(seat, state, dice))

    def describe(self, view: TableView) -> str:
        return picture.describe(view)


game = Shelfie()
