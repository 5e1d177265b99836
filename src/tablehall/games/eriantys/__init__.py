"""Eriantys: lead students to the islands, win professors, and build the most towers.

For two, three, or two teams of two (seats 0 and 2 against 1 and 3), in a basic and an
expert game. The table begins with everybody choosing a tower and a wizard.
"""

from tablehall.games.api import Absence, Game, Outcome, Played, Refusal, Rule, Turn, Value
from tablehall.games.dice import Dice
from tablehall.games.eriantys import playing, setup, words
from tablehall.games.eriantys.events import EriantysEvent, Told
from tablehall.games.eriantys.look import LOOK
from tablehall.games.eriantys.moves import EriantysMove, No
from tablehall.games.eriantys.state import Table
from tablehall.games.eriantys.views import TableView, seen


class EriantysOptions(Value, frozen=True, forbid_unknown_fields=True):
    """How it is played."""

    expert: bool = False
    """With coins and characters."""


class Eriantys(Game[Table, EriantysMove, TableView]):
    name, title = "eriantys", "Eriantys"
    seats = (2, 3, 4)
    State, Move, View, Event, Options = Table, EriantysMove, TableView, EriantysEvent, EriantysOptions
    open_information = True
    look = LOOK
    absence = Absence(grace=60_000, pause=False, then="stay")

    def setup(self, seats: int, options: EriantysOptions, dice: Dice) -> Table:
        return setup.open_table(seats, options.expert, dice)

    def turn(self, state: Table) -> Turn:
        return Turn((state.seat,) if state.outcome is None else ())

    def legal(self, state: Table, seat: int) -> list[EriantysMove]:
        return playing.choices(state) if seat == state.seat and state.outcome is None else []

    def play(self, state: Table, seat: int, move: EriantysMove, dice: Dice) -> Played[Table] | Refusal:
        if state.outcome is not None:
            return Refusal(Rule.GAME_OVER)
        if seat != state.seat:
            return Refusal(Rule.NOT_YOUR_TURN)
        told: Told = []
        after = playing.MAKE[type(move)](state, move, dice, told)
        if isinstance(after, No):
            return Refusal(after)
        if after.dropped:
            after = playing.play_for_dropped(after, dice, told)
        return Played(after, tuple(told))

    def view(self, state: Table, seat: int | None) -> TableView:
        return seen(state)

    def outcome(self, state: Table) -> Outcome | None:
        return state.outcome

    def expire(self, state: Table, seat: int, dice: Dice) -> Played[Table]:
        told: Told = []
        if seat == state.seat and state.outcome is None:
            state = playing.play_for_absent(state, dice, told)
            state = playing.play_for_dropped(state, dice, told)
        return Played(state, tuple(told))

    def drop(self, state: Table, seat: int, dice: Dice) -> Played[Table]:
        told: Told = []
        if state.outcome is None and seat not in state.dropped:
            state = playing.leave(state, seat, dice, told)
        return Played(state, tuple(told))

    def describe(self, view: TableView) -> str:
        return words.describe(view)


game = Eriantys()
