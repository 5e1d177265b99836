"""A contest: game after game among everybody who joins, each drawn to tables anew.

A program that joins but misses its turns again and again sits with others of its kind, and so
do people, who need more time: the rest of the field plays on meanwhile. A game's log and the
new totals are remembered together when it is over.
"""

from collections.abc import Callable
from typing import Any

from tablehall.games.api import AnyGame, Outcome
from tablehall.hall import records
from tablehall.hall.contestants import Contestant
from tablehall.hall.deadlines import blunder, drop, expire
from tablehall.hall.decision import Decision
from tablehall.hall.gathering import Gathering
from tablehall.hall.hall import Hall
from tablehall.hall.match import ContestSettings, Match
from tablehall.hall.notices import Due, Happened
from tablehall.hall.play import make_move
from tablehall.hall.seating import seat_everybody
from tablehall.hall.table import Table


class Contest(Gathering):
    """One contest: its players, its running games and their totals."""

    def __init__(self, hall: Hall, name: str, game: AnyGame, options: Any, settings: ContestSettings) -> None:
        super().__init__(hall, name, settings)
        self.info.game = game.name
        self.game = game
        self.options = options
        self.running: dict[int, Match] = {}
        """The games that are played now, by the numbers of their tables."""
        self.followers: dict[int, int] = {}
        """People who look on, and when they may be shown the next game."""
        self.strategies: dict[str, Callable[[Any], Any]] = {}
        """How each of the house's players decides."""
        self.hold(settings)

    def hold(self, settings: ContestSettings) -> None:
        """How it is held, and by whom of the house; not in the middle of a game."""
        self.settings = settings
        for name in self.strategies:
            del self.roster.players[name]
        self.strategies = {}
        for strategy in settings.house_bots if settings.fill else ():
            name = f"house-{strategy}"
            self.strategies[name] = self.hall.opponents[self.game.name][strategy]
            self.roster.players[name] = Contestant(name, "house", self.roster.standing(name), self.hall.now)

    # Beginning.

    def busy(self) -> bool:
        return any(not match.slow for match in self.running.values())

    def begin(self, field: list[Contestant]) -> None:
        seat_everybody(self, field)

    def house(self, missing: int) -> list[Contestant]:
        idle = [c for c in self.roster.players.values() if c.part == "house" and c.match is None]
        return idle[: max(0, missing)]

    # Playing.

    def asked(self, match: Match, now: int) -> None:
        """The question has been sent: the time for the answer begins. It is a millisecond longer
        since the clock counts whole ones, and nobody shall be cut short."""
        self.alarms.set(match.table.sheet.table, now + self.settings.answer + self.settings.grace + 1)

    def renewed(self, match: Match) -> str:
        """A new token for the question that stands; the old one answers nothing any more."""
        match.turn_token = self.tokens()
        return match.turn_token

    def answer(self, who: Contestant, token: str, move: Any | None, now: int) -> Decision | None:
        """Somebody answers; no move is nonsense. None: nothing comes of it."""
        match: Match | None = who.match
        if match is None or token != match.turn_token or not match.awaits(who):
            return None
        decision = self.decide(now)
        hall, table, seat = self.hall, match.table, match.asked
        refused = move is None or make_move(hall, table, seat, move) is not None
        if refused and not blunder(hall, table, seat):
            return None
        return decision

    def give_up(self, who: Contestant) -> None:
        match = who.match
        if match is not None:
            seat, scene = match.seat_of(who), match.table.scene
            match.groups.clear()
            if scene.status == "playing" and not scene.is_out(seat):
                drop(self.hall, match.table, seat, "left")
        for running in self.running.values():
            if who in running.onlookers:
                running.onlookers.remove(who)
                running.groups.clear()

    def moved(self, who: Contestant) -> None:
        for match in self.running.values():
            if who.match is match or who in match.onlookers:
                match.groups.clear()

    def announce(self, table: Table, news: Happened) -> None:
        """Tell the doors what happened at a table: the result when it is remembered, everything
        else at once."""
        match = self.running[table.sheet.table]
        record, turn = news.record, news.scene.turn.seats
        if type(record) is records.Moved:
            match.players[record.seat].lapses = 0
            if turn and record.seat == match.asked:
                match.asks_at = record.seq
        elif type(record) is records.Expired:
            match.players[record.seat].lapses += 1
        if turn and turn[0] != match.asked:
            self._next_turn(match, turn[0], record.seq)
        if news.scene.status in ("finished", "closed"):
            match.turn_token = ""
            self.hall.tell(self.heralds, news)
        else:
            self.hall.tell_at_once(self.heralds, news)

    def _next_turn(self, match: Match, seat: int, seq: int) -> None:
        """Every turn has a token of its own. A person's time is on the table's own clock."""
        match.asked, match.asks_at, match.turn_token = seat, seq, self.tokens()
        in_house = match.players[seat].part == "house"
        self.alarms.set(match.table.sheet.table, self.hall.now + 1 if in_house else None)

    # Ending.

    def settle(self, table: Table, outcome: Outcome) -> None:
        """A game is over: add it to the totals."""
        match = self.running[table.sheet.table]
        if match.counts:
            facts = map(self.roster.score, match.players, outcome.scores)
            self.hall.decision.kept = (*self.hall.decision.kept, *facts)
            self.keep_info()
        totals = [(c.name, c.standing.points) for c in match.players]
        match.totals = sorted(totals, key=lambda total: (-total[1], total[0]))

    def over(self, match: Match, now: int) -> Decision:
        """A door has told the result; once all have, everybody is free for the next game."""
        decision = self.decide(now)
        match.told += 1
        if match.told < len(self.heralds):
            return decision
        del self.running[match.table.sheet.table]
        self.alarms.set(match.table.sheet.table, None)
        for who in match.players:
            if who.match is match:
                who.match = None
            if who.part == "person":
                self._rest(who)
        self.step()
        return decision

    def _rest(self, who: Contestant) -> None:
        who.rests = self.hall.now + self.settings.person_pause
        if who.lapses >= self.settings.parked_after:
            self.roster.remove(who)

    # Deadlines.

    def due(self) -> Decision:
        """Something is due: first every door takes in what has arrived."""
        decision = Decision()
        decision.at_once = ((self.heralds, Due()),)
        return decision

    def wake(self, now: int) -> Decision:
        """Do everything that is due."""
        decision = self.decide(now)
        for key in self.alarms.ring(now):
            if key == "window":
                self.close_window()
            elif key == "invite":
                self.step()
            elif key == "sweep":
                self.sweep()
            elif isinstance(key, int) and key in self.running:
                self._overdue(self.running[key])
        return decision

    def _overdue(self, match: Match) -> None:
        seat, table = match.asked, match.table
        if not match.turn_token or match.players[seat].part == "person":
            return
        decide = self.strategies.get(match.players[seat].name)
        if decide is None:
            expire(self.hall, table, seat)
            return
        make_move(self.hall, table, seat, decide(self.game.view(table.scene.state, seat)))
        if match.turn_token and match.asked == seat:  # he rolled, and has to announce now
            self.alarms.set(table.sheet.table, self.hall.now + 1)
