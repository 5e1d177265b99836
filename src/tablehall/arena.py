"""Games without a hall: a place to train programs in, and to let bots play each other.

    arena = Arena("connect_four", seed=7)
    while not arena.over:
        arena.step(random.choice(arena.legal()))
    print(arena.outcome)

The rules are the ones the hall plays by; nothing is served, stored or timed.
"""

import hashlib
import math
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tablehall.bots import Bot, Thought
from tablehall.bots.any_game import fortune
from tablehall.bots.levels import BotError, think
from tablehall.games import known_games
from tablehall.games.api import AnyGame, Outcome, Played
from tablehall.games.dice import Dice

LONGEST = 10_000
"""A match between bots is endless after so many moves."""


class IllegalMoveError(Exception):
    """The rules refuse a move; the sentence says why, and nothing has changed."""


class Step(NamedTuple):
    """What a move led to."""

    rewards: tuple[float, ...]
    """For every seat: 1 the best place, -1 the worst, 0 in between, in a draw, or no end yet."""
    over: bool
    events: tuple[Any, ...]
    """What happened on the way, in the game's own words."""


class Arena:
    """One table. The same seed and the same moves are the same games, one after another."""

    def __init__(
        self, game: AnyGame | str, seats: int | None = None, options: Any = None, seed: int = 0
    ) -> None:
        self.game = known_games()[game] if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        if self.seats not in self.game.seats:
            raise ValueError(f"{self.game.title} is not played by {self.seats}")
        self.options = self.game.Options() if options is None else options
        self.seed = seed
        self.games = 0
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin the next game; with a seed, begin anew as if the arena were made with it."""
        if seed is not None:
            self.seed, self.games = seed, 0
        self.dice = Dice(hashlib.sha256(f"{self.seed}/{self.games}".encode()).digest())
        self.games += 1
        self.state: Any = self.game.setup(self.seats, self.options, self.dice)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may act now; none once the game is over."""
        return self.game.turn(self.state).seats

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    def legal(self, seat: int | None = None) -> Sequence[Any]:
        """Every move a seat may make; without a seat, the (first) one on turn."""
        return self.game.legal(self.state, self._actor(seat))

    def view(self, seat: int | None = None) -> Any:
        """What a seat may know; without one, what a spectator sees."""
        return self.game.view(self.state, seat)

    def imagined(self, seat: int, chance: random.Random) -> Any:
        """A state this seat cannot tell from the true one: for bots that look ahead."""
        return self.game.redeal(self.state, seat, Dice(chance.randbytes(32)))

    def step(self, move: Any, seat: int | None = None) -> Step:
        """Make a move for a seat; without one, for the (first) one on turn."""
        played = self.game.play(self.state, self._actor(seat), move, self.dice)
        if not isinstance(played, Played):
            raise IllegalMoveError(f"{move!r}: {played.reason.value}")
        self.dice.thrown.clear()
        self.state = played.state
        outcome = self.game.outcome(played.state)
        if outcome is None:
            return Step((0.0,) * self.seats, False, played.events)
        rewards = tuple(fortune(outcome, seat) for seat in range(self.seats))
        return Step(rewards, True, played.events)

    def _actor(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        seats = self.turn
        return seats[0] if seats else 0


class Share(NamedTuple):
    """So many of all games, and between which shares the truth lies, 19 times out of 20."""

    number: int
    share: float
    low: float
    high: float


def wilson(count: int, games: int) -> Share:
    """A share with its 95 % confidence interval after Wilson."""
    if not games:
        return Share(0, 0.0, 0.0, 1.0)
    z, share = 1.959964, count / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return Share(count, share, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


@dataclass(frozen=True)
class Tally:
    """Games between two players, as the first of them sees them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    moves: tuple[int, int] = (0, 0)
    """How many moves each of the two made."""
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    """How long each of the two thought, in seconds of CPU."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            (self.moves[0] + other.moves[0], self.moves[1] + other.moves[1]),
            (self.seconds[0] + other.seconds[0], self.seconds[1] + other.seconds[1]),
        )

    def shares(self) -> dict[str, Share]:
        """The shares of games won, drawn and lost."""
        counts = {"won": self.won, "drawn": self.drawn, "lost": self.lost}
        return {word: wilson(count, self.games) for word, count in counts.items()}


class Pairing(NamedTuple):
    """Who plays what against whom. A player is a level of the house or a bot of your own."""

    game: AnyGame
    players: tuple[int | Bot, int | Bot]
    seed: int = 0
    seats: int | None = None
    options: Any = None
    effort: float = 1.0

    def play(self, number: int) -> Tally:
        """One game. Its number alone decides the luck and who sits where: the two players take
        the seats in turns, and change places from game to game."""
        arena = Arena(self.game, self.seats, self.options, seed=self.seed)
        arena.games = number
        arena.reset()
        chances = [random.Random(f"{self.seed}/{number}/{seat}") for seat in range(arena.seats)]
        moves, seconds = [0, 0], [0.0, 0.0]
        while not arena.over:
            seat = arena.turn[0]
            side = (seat + number) % 2
            start = time.process_time()
            move = self._ask(side, arena, seat, Thought(chances[seat], self.effort))
            seconds[side] += time.process_time() - start
            moves[side] += 1
            arena.step(move, seat)
            if sum(moves) > LONGEST:
                raise BotError(f"no end of {self.game.title} after {LONGEST} moves")
        won, drawn, lost = _verdict(arena.outcome, number)
        return Tally(won, drawn, lost, (moves[0], moves[1]), (seconds[0], seconds[1]))

    def _ask(self, side: int, arena: Arena, seat: int, thought: Thought) -> Any:
        player = self.players[side]
        if isinstance(player, int):
            return think(self.game, arena.state, seat, player, thought)
        move = player(self.game, arena.imagined(seat, thought.chance), seat, thought)
        if move not in arena.legal(seat):
            raise BotError(f"{player} chose {move!r}, which is no move of seat {seat}")
        return move


def _verdict(outcome: Outcome | None, number: int) -> tuple[int, int, int]:
    """Won, drawn or lost for the first player: the better of the sides' best seats wins."""
    assert outcome is not None
    first = min(rank for seat, rank in enumerate(outcome.ranks) if (seat + number) % 2 == 0)
    second = min(rank for seat, rank in enumerate(outcome.ranks) if (seat + number) % 2 == 1)
    return int(first < second), int(first == second), int(first > second)


def compete(
    game: AnyGame | str,
    a: int | Bot,
    b: int | Bot,
    games: int,
    seed: int = 0,
    *,
    seats: int | None = None,
    options: Any = None,
    effort: float = 1.0,
    jobs: int = 1,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Let two players play each other; each sees only what its seat may know. The result does
    not depend on the number of processes that share the work."""
    game = known_games()[game] if isinstance(game, str) else game
    pairing = Pairing(game, (a, b), seed, seats, options, effort)
    total = Tally()
    for tally in map(pairing.play, range(games)) if jobs == 1 else _shared(pairing, games, jobs):
        total += tally
        progress(total)
    return total


def _shared(pairing: Pairing, games: int, jobs: int) -> Iterator[Tally]:
    """The games of a pairing, played by several processes, in the order in which they end."""
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for played in as_completed([pool.submit(pairing.play, number) for number in range(games)]):
            yield played.result()
