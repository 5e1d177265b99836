"""Small games for the tests: dice under cups, fists thrown at once, and stones for three."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from tablehall.games.api import (
    Absence,
    AnyGame,
    Game,
    Outcome,
    Played,
    Refusal,
    Rule,
    Turn,
    Value,
    ranked,
    won_by,
)
from tablehall.games.connect_four import game as connect_four
from tablehall.games.dice import Dice
from tablehall.games.tictactoe import game as tictactoe


class CupOptions(Value, frozen=True, forbid_unknown_fields=True):
    sides: Literal[6, 20] = 6


class Shake(Value, frozen=True, tag="shake"):
    """Throw your own die again, unseen by the others."""


class Lift(Value, frozen=True, tag="lift"):
    """Show your die."""


class Shaken(Value, frozen=True, tag="shaken"):
    seat: int
    die: int | None


class Cup(Value, frozen=True):
    dice: tuple[int, ...]
    lifted: int = 0
    shakes: int = 0
    sides: int = 6


class CupView(Value, frozen=True):
    dice: tuple[int | None, ...]
    lifted: int


class Cups(Game[Cup, Shake | Lift, CupView]):
    """Everybody in turn may shake a cup of their own or lift it; the highest die wins."""

    name, title = "cups", "Cups"
    seats = (2, 3)
    State, Move, View, Event, Options = Cup, Shake | Lift, CupView, Shaken, CupOptions

    def setup(self, seats: int, options: CupOptions, dice: Dice) -> Cup:
        return Cup(tuple(dice.throw(options.sides) for _ in range(seats)), sides=options.sides)

    def turn(self, state: Cup) -> Turn:
        return Turn((state.lifted,) if state.lifted < len(state.dice) else ())

    def legal(self, state: Cup, seat: int) -> list[Shake | Lift]:
        if seat not in self.turn(state).seats:
            return []
        return [Shake(), Lift()] if state.shakes < 8 else [Lift()]

    def play(self, state: Cup, seat: int, move: Shake | Lift, dice: Dice) -> Played[Cup] | Refusal:
        allowed = move in self.legal(state, seat)
        if allowed and isinstance(move, Lift):
            return Played(replace(state, lifted=state.lifted + 1))
        die = dice.throw(state.sides)
        if not allowed:  # too late for the die: the hall has to put it back
            return Refusal(Rule.NOT_ALLOWED)
        thrown = (*state.dice[:seat], die, *state.dice[seat + 1 :])
        return Played(replace(state, dice=thrown, shakes=state.shakes + 1), (Shaken(seat, die),))

    def view(self, state: Cup, seat: int | None) -> CupView:
        over = state.lifted == len(state.dice)
        seen = tuple(
            d if over or s in (seat, *range(state.lifted)) else None for s, d in enumerate(state.dice)
        )
        return CupView(seen, state.lifted)

    def witness(self, event: Shaken, seat: int | None) -> Shaken:
        return event if event.seat == seat else Shaken(event.seat, None)

    def outcome(self, state: Cup) -> Outcome | None:
        return ranked(state.dice, "dice") if state.lifted == len(state.dice) else None

    def expire(self, state: Cup, seat: int, dice: Dice) -> Played[Cup]:
        return Played(replace(state, lifted=state.lifted + 1))


class Fist(Value, frozen=True):
    """How many fingers are shown."""

    fingers: int


class Fists(Value, frozen=True):
    shown: tuple[int | None, ...]
    points: tuple[int, ...]


class Morra(Game[Fists, Fist, Fists]):
    """Everybody shows fingers at once; whoever shows the most gets a point, three points win."""

    name, title = "morra", "Morra"
    seats = (2, 3)
    State, Move, View = Fists, Fist, Fists

    def setup(self, seats: int, options: object, dice: Dice) -> Fists:
        return Fists((None,) * seats, (0,) * seats)

    def turn(self, state: Fists) -> Turn:
        waiting = tuple(s for s, fingers in enumerate(state.shown) if fingers is None)
        return Turn(() if self.outcome(state) else waiting, "fist")

    def legal(self, state: Fists, seat: int) -> list[Fist]:
        return [Fist(n) for n in range(6)] if seat in self.turn(state).seats else []

    def play(self, state: Fists, seat: int, move: Fist, dice: Dice) -> Played[Fists] | Refusal:
        if move not in self.legal(state, seat):
            return Refusal(Rule.NOT_YOUR_TURN)
        shown = (*state.shown[:seat], move.fingers, *state.shown[seat + 1 :])
        fingers = [n for n in shown if n is not None]
        if len(fingers) < len(shown):
            return Played(replace(state, shown=shown))
        best = max(fingers)
        points = tuple(p + (n == best) for p, n in zip(state.points, fingers, strict=True))
        return Played(Fists((None,) * len(shown), points))

    def view(self, state: Fists, seat: int | None) -> Fists:
        shown = tuple(n if s == seat else None for s, n in enumerate(state.shown))
        return replace(state, shown=shown)

    def outcome(self, state: Fists) -> Outcome | None:
        return ranked(state.points, "points") if max(state.points) >= 3 else None


class Draw(Value, frozen=True):
    """Draw one to three stones from the bag."""


class Stones(Value, frozen=True):
    heaps: tuple[int, ...]
    turn: int = 0
    out: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    luck: int = 0
    """The last throw at somebody's going or coming: it shows that the dice were used."""


class StoneGame(Game[Stones, Draw, Stones]):
    """Twelve stones win. The missing are passed over, and those who left stay out."""

    name, title = "stones", "Stones"
    seats = (2, 3, 4)
    State, Move, View = Stones, Draw, Stones
    open_information = takeback = draw_by_agreement = True
    absence = Absence(grace=60_000, then="stay", alone=20_000)

    def setup(self, seats: int, options: object, dice: Dice) -> Stones:
        return Stones((0,) * seats, dice.below(seats))

    def turn(self, state: Stones) -> Turn:
        return Turn(() if self.outcome(state) else (state.turn,))

    def legal(self, state: Stones, seat: int) -> list[Draw]:
        return [Draw()] if seat in self.turn(state).seats else []

    def play(self, state: Stones, seat: int, move: Draw, dice: Dice) -> Played[Stones] | Refusal:
        if move not in self.legal(state, seat):
            return Refusal(Rule.NOT_YOUR_TURN)
        heaps = (*state.heaps[:seat], state.heaps[seat] + dice.throw(3), *state.heaps[seat + 1 :])
        return Played(_pass_on(replace(state, heaps=heaps)))

    def view(self, state: Stones, seat: int | None) -> Stones:
        return state

    def outcome(self, state: Stones) -> Outcome | None:
        left = [s for s in range(len(state.heaps)) if s not in state.out]
        if len(left) == 1:
            return won_by(left[0], len(state.heaps), "last")
        return ranked(state.heaps, "stones") if max(state.heaps) >= 12 else None

    def expire(self, state: Stones, seat: int, dice: Dice) -> Played[Stones] | None:
        return Played(_pass_on(state))

    def drop(self, state: Stones, seat: int, dice: Dice) -> Played[Stones]:
        after = replace(state, out=(*state.out, seat), luck=dice.throw())
        return Played(_pass_on(after) if seat == state.turn else after)

    def away(self, state: Stones, seat: int, dice: Dice) -> Played[Stones]:
        after = replace(state, missing=(*state.missing, seat), luck=dice.throw())
        return Played(_pass_on(after) if seat == state.turn else after)

    def back(self, state: Stones, seat: int, dice: Dice) -> Played[Stones]:
        missing = tuple(s for s in state.missing if s != seat)
        after = replace(state, missing=missing, luck=dice.throw())
        return Played(after if state.turn not in state.missing else replace(after, turn=seat))


class Bowls(StoneGame):
    """Stones without a rule of its own for a missed deadline: the seat is lost."""

    name, title = "bowls", "Bowls"
    expire = Game.expire


def _pass_on(state: Stones) -> Stones:
    seats = len(state.heaps)
    following = [(state.turn + step) % seats for step in range(1, seats + 1)]
    here = [s for s in following if s not in state.out and s not in state.missing]
    anybody: Sequence[int] = here or [s for s in following if s not in state.out]
    return replace(state, turn=anybody[0]) if anybody else state


PARLOUR = (Cups(), Morra(), StoneGame(), Bowls())
GAMES: dict[str, AnyGame] = {game.name: game for game in (tictactoe, connect_four, *PARLOUR)}
