"""The referee of a contest's games: asks whoever is on turn, hears the answers, and has them written down.

What happens in a game is told at once. Its log is written when it is over, or as it goes on if people
of the hall play or look on.
"""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablehall.contests.match import Match
from tablehall.contests.notices import Began, Played
from tablehall.contests.roster import Contestant
from tablehall.games.api import Refusal
from tablehall.hall import records
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.forfeits import blunder, conclude, expire
from tablehall.hall.notices import Happened
from tablehall.hall.table import Table

if TYPE_CHECKING:
    from tablehall.contests.contest import Contest

NOBODY = -1


class Referee:
    """Sees to it that every game of a contest goes on."""

    def __init__(self, contest: "Contest") -> None:
        self.contest = contest

    def asked(self, match: Match, now: int) -> None:
        """The question has been sent: the time for the answer begins, unless it was asked before at
        another address. It is a millisecond longer since the clock counts whole ones, and nobody shall
        be cut short."""
        table, alarms, settings = match.table.sheet.table, self.contest.alarms, self.contest.settings
        if table not in alarms:
            alarms.set(table, now + settings.answer + settings.grace + 1)

    def renewed(self, match: Match) -> str:
        """A new token for the question that stands; the old one answers nothing any more."""
        match.turn_token = self.contest.tokens()
        return match.turn_token

    def answer(self, who: Contestant, token: str, move: Any | None, now: int) -> Decision | None:
        """Somebody answers; no move is nonsense. None: nothing comes of it."""
        match: Match | None = who.match
        if match is None or not match.awaits(who, token):
            return None
        who.heard = now
        decision = self.contest.hall.deciding(now)
        if move is not None and self._play(decision, match, move):
            return decision
        self.write_up(decision, match)
        return decision if blunder(decision, match.table, match.asked) else None

    def _play(self, decision: Deciding, match: Match, move: Any) -> bool:
        """Whoever is on turn makes a move, if the rules allow it. All hear of it at once. It is written down
        now if people of the hall play or look on, else when the game is over."""
        table, dice, seat = match.table, match.table.dice, match.asked
        position = dice.position
        played = self.contest.game.play(match.state, seat, move, dice)
        if isinstance(played, Refusal):
            dice.position = position
            dice.thrown.clear()
            return False
        number = table.scene.seq + len(match.unwritten) + 1
        record = records.Moved(number, decision.now, "", seat, move, dice.rest())
        match.unwritten.append((record, played))
        on_turn = self._go_on(decision, match, record, played.state, played.events, seat)
        if not on_turn or not self._among_programs(table):
            self.write_up(decision, match)
        return True

    def _among_programs(self, table: Table) -> bool:
        """Whether nobody of the hall plays or looks on at a table."""
        return table.hidden and not self.contest.hall.audience(table)

    def write_up(self, decision: Deciding, match: Match) -> None:
        """Write down the moves that are not in the table's log so far. Among programs there is nobody to tell
        of it, no clock to be set, and nothing changes but the table."""
        table = match.table
        draft = table.draft if self._among_programs(table) else None
        for told, played in match.unwritten:
            record = replace(told, prev=table.scene.prev)
            if draft is None:
                decision.append(table, record, played)
            else:
                line = records.encode(record)
                table.apply(record, records.digest(line), played)
                draft.append((table.sheet.table, record.seq, line))
        match.unwritten.clear()
        if not table.scene.turn.seats:
            conclude(decision, table)

    def written(self, decision: Deciding, match: Match, news: Happened) -> None:
        """Tell the doors what was written into a game's log, unless they know: the result when it is
        remembered, everything else at once."""
        record, scene = news.record, news.scene
        if scene.status in ("finished", "closed"):
            match.turn_token = ""
            match.unwritten.clear()
            decision.tell(self.contest.audience, news)
        elif scene.status == "playing" and not match.unwritten:
            mover = NOBODY
            if type(record) is records.Moved:
                mover = record.seat
            elif type(record) is records.Expired or type(record) is records.Blundered:
                match.players[record.seat].lapses += 1
            elif type(record) is records.Started:
                self.contest.tell(Began(match))
            self._go_on(decision, match, record, scene.state, news.events, mover)

    def _go_on(
        self,
        decision: Deciding,
        match: Match,
        record: records.AnyRecord,
        state: Any,
        events: tuple[Any, ...],
        mover: int,
    ) -> bool:
        """The game stands so now: whoever is on turn and was not, or has moved and still is, is asked.
        Returns whether anybody is on turn."""
        match.state = state
        turn, asked = self.contest.game.turn(state).seats, match.asked
        if mover != NOBODY and turn[:1] != (mover,):  # who rolls has not taken the turn before they announce
            match.players[mover].lapses = 0
        asks = bool(turn) and (turn[0] != asked or mover == asked)
        if asks and turn[0] != asked:
            self._next_turn(decision, match, turn[0])
        elif asks:
            self.contest.alarms.set(match.table.sheet.table, None)
        if events or asks:
            self.contest.tell(Played(match, record, events, state, asks))
        return bool(turn)

    def _next_turn(self, decision: Deciding, match: Match, seat: int) -> None:
        """Every turn has a token of its own. A person's time is on the table's own clock."""
        match.asked, match.turn_token = seat, self.contest.tokens()
        in_house = match.players[seat].part == "house"
        self.contest.alarms.set(match.table.sheet.table, decision.now + 1 if in_house else None)

    def overdue(self, decision: Deciding, match: Match) -> None:
        """The time for an answer is over, or one of the house's players has thought long enough."""
        seat, table = match.asked, match.table
        if not match.turn_token or match.players[seat].part == "person":
            return
        decide = self.contest.strategies.get(match.players[seat].name)
        if decide is None:
            self.write_up(decision, match)
            expire(decision, table, seat)
            return
        self._play(decision, match, decide(self.contest.game.view(match.state, seat)))
        if match.turn_token and match.asked == seat:  # the dice are rolled and have to be announced
            self.contest.alarms.set(table.sheet.table, decision.now + 1)
