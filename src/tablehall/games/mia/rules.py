"""The rules of Mia: roll two dice under a cup, announce more than the one before you, or lie about it.

Throws rank 31, 32, 41 ... 65, then the pairs 11 ... 66, then Mia, 21. Whoever doubts an
announcement wants to SEE the dice, and one of the two has lost: the game is over. A mistake
only excludes the player who makes it, and the others play on.

Two sets of rules. `document`: a second roll, blind, is allowed, and Mia on a first roll wins
at once. `maexchen`: one roll a turn, Mia must be announced, and any mistake ends the game.
"""

from msgspec.structs import replace

from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn
from tablehall.games.dice import Dice
from tablehall.games.mia.look import LOOK
from tablehall.games.mia.words import (
    AFTER_FIRST_ROLL,
    ANNOUNCEMENTS,
    BEFORE_ROLL,
    MIA,
    RANK,
    ActualDice,
    Announce,
    Announced,
    Claim,
    Loss,
    Lost,
    MiaEvent,
    MiaMove,
    MiaNo,
    MiaOptions,
    MiaView,
    Roll,
    Rolled,
    Rolls,
    Round,
    Throw,
    WantsToSee,
    spoken,
)

NOBODY = -1


class Mia(Game[Round, MiaMove, MiaView]):
    name, title = "mia", "Mia"
    seats = tuple(range(2, 41))
    State, Move, View, Event, Options = Round, MiaMove, MiaView, MiaEvent, MiaOptions
    look = LOOK

    def setup(self, seats: int, options: MiaOptions, dice: Dice) -> Round:
        return Round((None,) * seats, options.rules, end="" if seats > 1 else "only_one_player")

    def turn(self, state: Round) -> Turn:
        if state.end:
            return Turn(())
        return Turn((state.turn,), "announce" if state.rolls else "turn")

    def legal(self, state: Round, seat: int) -> tuple[MiaMove, ...]:
        if state.end or seat != state.turn:
            return ()
        if not state.rolls:
            return BEFORE_ROLL
        return AFTER_FIRST_ROLL if may_roll(state) else ANNOUNCEMENTS

    def play(self, state: Round, seat: int, move: MiaMove, dice: Dice) -> Played[Round] | Refusal:
        if state.end:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if isinstance(move, Announce):
            if not state.rolls:
                return Refusal(MiaNo.ROLL_FIRST)
            return announce(state, move.dice) if move.dice in RANK else Refusal(MiaNo.NO_SUCH_THROW)
        if isinstance(move, Roll):
            return roll(state, dice) if may_roll(state) else Refusal(MiaNo.ANNOUNCE_NOW)
        return Refusal(MiaNo.ANNOUNCE_NOW) if state.rolls else see(state)

    def blunder(self, state: Round, seat: int, dice: Dice) -> Played[Round] | Refusal:
        """The player on turn did something that is no move at all (maexchen: never mind)."""
        if state.end:
            return Refusal(Rule.GAME_OVER)
        if seat != state.turn:
            return Refusal(Rule.NOT_YOUR_TURN)
        if state.rules == "maexchen":
            return Refusal(Rule.NOT_ALLOWED)
        return exclude(state, Loss.INVALID_TURN)

    def expire(self, state: Round, seat: int, dice: Dice) -> Played[Round]:
        if state.end or seat != state.turn:
            return Played(state)
        return exclude(state, Loss.DID_NOT_ANNOUNCE if state.rolls else Loss.DID_NOT_TAKE_TURN)

    def drop(self, state: Round, seat: int, dice: Dice) -> Played[Round]:
        if state.end or state.lost[seat] or seat in state.gone:
            return Played(state)
        if seat == state.turn:
            return self.expire(state, seat, dice)
        return Played(replace(state, gone=tuple(sorted((*state.gone, seat)))))

    def view(self, state: Round, seat: int | None) -> MiaView:
        dice = state.dice if state.lifted or seat == looker(state) else None
        return MiaView(state.lost, state.rules, state.turn, state.rolls, dice, state.claim, state.end)

    def outcome(self, state: Round) -> Outcome | None:
        if not state.end:
            return None
        ranks = tuple(2 if loss else 1 for loss in state.lost)
        points = 0 if len(ranks) == 1 else 1
        return Outcome(ranks, tuple(0 if loss else points for loss in state.lost), state.end)

    def witness(self, event: MiaEvent, seat: int | None) -> MiaEvent | None:
        return None if isinstance(event, Rolled) and event.seat != seat else event

    def redeal(self, state: Round, seat: int | None, dice: Dice) -> Round:
        looked = looker(state)
        if state.dice is None or state.lifted or seat == looked:
            return state
        thrown = throw(dice)
        # A first roll of Mia would have ended the game in the document's rules.
        while thrown == MIA and looked != NOBODY and state.rules == "document":
            thrown = throw(dice)
        return replace(state, dice=thrown)

    def describe(self, view: MiaView) -> str:
        claim, said = view.claim, "Nothing is announced."
        if claim:
            blind = ", blind" if claim.blind else ""
            said = f"Seat {claim.seat} announced {spoken(claim.dice)}{blind}."
        action = ("roll or see", "announce or roll again", "announce")[view.rolls]
        if view.rolls == 1 and view.rules == "maexchen":
            action = "announce"
        now = f"The game is over: {view.end}." if view.end else f"Seat {view.turn} must {action}."
        cup = [f"Under the cup: {spoken(view.dice)}."] if view.dice else []
        out = [f"Seat {seat} lost: {loss}." for seat, loss in enumerate(view.lost) if loss]
        return "\n".join([said, *cup, *out, now])


def throw(dice: Dice) -> Throw:
    """Two dice, sorted."""
    one, other = dice.throw(), dice.throw()
    return (one, other) if one >= other else (other, one)


def may_roll(state: Round) -> bool:
    """Whether the player on turn may roll (again)."""
    return state.rolls < (1 if state.rules == "maexchen" else 2)


def looker(state: Round) -> int:
    """The seat that has seen the dice under the cup, or NOBODY."""
    if state.rolls:
        return state.turn if state.rolls == 1 else NOBODY
    return state.claim.seat if state.claim and not state.claim.blind else NOBODY


def roll(state: Round, dice: Dice) -> Played[Round]:
    """The player on turn rolls; in the document's rules a second roll stays hidden from them too."""
    seat, thrown = state.turn, throw(dice)
    rolled = replace(state, rolls=state.rolls + 1, dice=thrown)
    if state.rolls:
        return Played(rolled, (Rolls(seat),))
    if thrown == MIA and state.rules == "document":
        return finish(rolled, others(state), Loss.MIA, Rolls(seat))
    return Played(rolled, (Rolls(seat), Rolled(seat, thrown)))


def announce(state: Round, said: Throw) -> Played[Round]:
    """The player on turn announces: Mia ends the game, too little excludes them."""
    seat, claim, dice = state.turn, state.claim, state.dice
    announced = Announced(seat, said)
    assert dice is not None
    if said == MIA:
        losers, loss = (others(state), Loss.MIA) if dice == MIA else ((seat,), Loss.LIED_ABOUT_MIA)
        return finish(state, losers, loss, announced, ActualDice(dice))
    over = claim.dice if claim else None
    if over and RANK[said] <= RANK[over]:
        return exclude(state, Loss.ANNOUNCED_LOSING_DICE, announced)
    said_now = Claim(seat, said, over, state.rolls == 2)
    return pass_on(replace(state, claim=said_now, rolls=0), (announced,))


def see(state: Round) -> Played[Round]:
    """The player on turn doubts the last announcement."""
    seat, claim, dice = state.turn, state.claim, state.dice
    wants = WantsToSee(seat)
    if claim is None or dice is None:
        return exclude(state, Loss.SEE_BEFORE_FIRST_ROLL, wants)
    bluff = RANK[claim.dice] > RANK[dice]
    loser, loss = (claim.seat, Loss.CAUGHT_BLUFFING) if bluff else (seat, Loss.SEE_FAILED)
    return finish(state, (loser,), loss, wants, ActualDice(dice))


def others(state: Round) -> tuple[int, ...]:
    """Everybody still in the game but the player on turn."""
    return tuple(seat for seat, loss in enumerate(state.lost) if loss is None and seat != state.turn)


def finish(state: Round, losers: tuple[int, ...], loss: Loss, *events: MiaEvent) -> Played[Round]:
    """The cup is lifted and the game is over."""
    lost = tuple(loss if seat in losers else before for seat, before in enumerate(state.lost))
    ended = replace(state, lost=lost, end=loss.lower(), lifted=True, rolls=0)
    return Played(ended, (*events, Lost(losers, loss)))


def exclude(state: Round, loss: Loss, *events: MiaEvent) -> Played[Round]:
    """The player on turn is out; if they had rolled, the next one starts afresh."""
    seat = state.turn
    events = (*events, Lost((seat,), loss))
    lost = (*state.lost[:seat], loss, *state.lost[seat + 1 :])
    if state.rolls:
        state = replace(state, rolls=0, dice=None, claim=None)
    if state.rules == "maexchen" or lost.count(None) == 1:
        return Played(replace(state, lost=lost, end=loss.lower()), events)
    return pass_on(replace(state, lost=lost), events)


def pass_on(state: Round, events: tuple[MiaEvent, ...]) -> Played[Round]:
    """The turn passes to the next player; one who has left loses when their turn comes."""
    seats = len(state.lost)
    seat = (state.turn + 1) % seats
    while state.lost[seat] is not None:
        seat = (seat + 1) % seats
    state = replace(state, turn=seat)
    return exclude(state, Loss.DID_NOT_TAKE_TURN, *events) if seat in state.gone else Played(state, events)


game = Mia()
