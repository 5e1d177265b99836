"""A contest: game after game among everybody who joins, each drawn to tables anew.

A program that joins but misses its turns again and again sits with others of its kind, and so
do people, who need more time: the rest of the field plays on meanwhile. What is said in a game
is told at once; its log and the new totals are remembered together when it is over.
"""

from collections.abc import Callable
from typing import Any

from tablehall.bots.contestants import opponents
from tablehall.contests.draw import Tokens
from tablehall.contests.match import Match
from tablehall.contests.notices import CalledOff, Due, Herald, Rescheduled
from tablehall.contests.patience import Patience
from tablehall.contests.referee import Referee
from tablehall.contests.register import SWEEP_EVERY, Register
from tablehall.contests.roster import Contestant, Roster
from tablehall.contests.settings import ContestSettings, NameRules
from tablehall.contests.window import Window
from tablehall.games.api import AnyGame, Outcome, Reason
from tablehall.hall import commands, facts
from tablehall.hall.alarms import Alarms
from tablehall.hall.decision import Deciding, Decision
from tablehall.hall.facts import ContestInfo
from tablehall.hall.forfeits import drop
from tablehall.hall.hall import Hall
from tablehall.hall.notices import Audience, Happened, News
from tablehall.hall.organiser import Organiser
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table

LONGEST_TITLE = 80


class Contest(Organiser):
    """One contest: its players, its running games and their totals."""

    def __init__(
        self,
        hall: Hall,
        name: str,
        game: AnyGame,
        options: Any,
        settings: ContestSettings,
        names: NameRules,
    ) -> None:
        self.hall = hall
        self.name = name
        self.game = game
        self.options = options
        self.settings = settings
        self.names = names
        self.games = hall.contest_book(name).info.games
        """How many games were begun; kept whenever one is over."""
        self.tokens = Tokens(hall.chance)
        self.alarms = Alarms()
        self.heralds: list[Herald] = []
        """The doors that tell programs what happens, ..."""
        self.audience: Audience = []
        """... and what they are known by when something has to be remembered first."""
        self.roster = Roster(hall, name)
        self.patience = Patience(self)
        self.register = Register(self)
        self.window = Window(self)
        self.referee = Referee(self)
        self.running: dict[int, Match] = {}
        """The games that are played now, by the numbers of their tables."""
        self.followers: dict[int, int] = {}
        """People who look on, and when they may be shown the next game."""
        self.strategies: dict[str, Callable[[Any], Any]] = {}
        """How each of the house's players decides."""
        self.hold(settings)

    @property
    def title(self) -> str:
        """What the keeper calls it."""
        return self.hall.contest_book(self.name).info.title

    def hold(self, settings: ContestSettings) -> None:
        """How it is held, and by whom of the house; not in the middle of a game."""
        self.settings = settings
        for name in self.strategies:
            del self.roster.players[name]
        self.strategies = {}
        known = opponents(self.hall.chance).get(self.game.name, {})
        for strategy in settings.house_bots if settings.fill else ():
            name = f"house-{strategy}"
            self.strategies[name] = known[strategy]
            self.roster.players[name] = Contestant(name, "house", self.hall.now)

    def _keep_info(self, decision: Deciding, *, title: str | None = None) -> None:
        info = ContestInfo(self.game.name, self.title if title is None else title, self.games)
        decision.keep(facts.Held(self.name, info))

    # Doors.

    def open_door(self, door: str, herald: Herald, now: int) -> None:
        """A door of this contest opens. What its clients were playing before is over."""
        self._heralds_are([*self.heralds, herald])
        self.alarms.set("sweep", now + SWEEP_EVERY)
        self.alarms.set("invite", now)
        clients = [c for c in self.roster.clients.values() if c.client.door == door]
        if clients:
            herald.tell(CalledOff("no_players", clients), None)

    def close_door(self, herald: Herald) -> None:
        """A door of this contest closes."""
        self._heralds_are([other for other in self.heralds if other is not herald])

    def _heralds_are(self, heralds: list[Herald]) -> None:
        self.heralds, self.audience = heralds, [(herald.conn, None) for herald in heralds]

    def tell(self, news: News) -> None:
        """Tell every door at once."""
        for herald in self.heralds:
            herald.tell(news, None)

    # Who plays.

    def busy(self) -> bool:
        """Whether a game is on that everybody waits for."""
        return any(not match.slow for match in self.running.values())

    def house(self, missing: int) -> list[Contestant]:
        """So many of the house's own players, if there are."""
        ours = [self.roster.players[name] for name in self.strategies]
        idle = [c for c in ours if c.match is None]
        return idle[: max(0, missing)]

    def parked(self, who: Contestant) -> bool:
        """Whether somebody is no longer waited for."""
        return who.misses >= self.settings.parked_after

    def audience_changed(self, who: Contestant) -> None:
        """Somebody is to be told what happens at another address, or not for the moment."""
        for match in self.running.values():
            if who.match is match or who in match.onlookers:
                match.audience_version += 1

    def give_up(self, decision: Deciding, who: Contestant) -> None:
        """Somebody leaves, perhaps in the middle of a game."""
        match = who.match
        if match is not None:
            seat, scene = match.seat_of(who), match.table.scene
            match.audience_version += 1
            if scene.status == "playing" and not scene.is_out(seat):
                self.referee.write_up(decision, match)
                # a person gives up the game, but is still at the table and hears how it ends
                drop(decision, match.table, seat, "resigned" if who.part == "person" else "left")
        for running in self.running.values():
            if who in running.onlookers:
                running.onlookers.remove(who)
                running.audience_version += 1

    # Playing.

    def happened(self, decision: Deciding, table: Table, news: Happened) -> None:
        match = self.running.get(table.sheet.table)
        if match is not None:  # else it is just being opened
            self.referee.written(decision, match, news)

    def write_up(self, decision: Deciding, table: Table) -> None:
        """A game is given up, or talked about: its log shall say how far it came."""
        self.referee.write_up(decision, self.running[table.sheet.table])

    # Ending.

    def ended(self, decision: Deciding, table: Table, outcome: Outcome) -> None:
        """A game is over: add it to the totals."""
        match = self.running[table.sheet.table]
        if match.counts:
            for who, points in zip(match.players, outcome.scores, strict=True):
                self.roster.score(decision, who, points)
            self._keep_info(decision)
        totals = [(who.name, self.roster.standing(who.name).points) for who in match.players]
        match.totals = sorted(totals, key=lambda total: (-total[1], total[0]))

    def over(self, match: Match, now: int) -> Decision:
        """A door has told the result; once all have, everybody is free for the next game."""
        decision = self.hall.deciding(now)
        match.told += 1
        if match.told < len(self.heralds):
            return decision
        del self.running[match.table.sheet.table]
        self.alarms.set(match.table.sheet.table, None)
        for who in match.players:
            if who.match is match:
                who.match = None
            if who.part == "person":
                self._rest(decision, who)
        self.window.step(decision)
        return decision

    def _rest(self, decision: Deciding, who: Contestant) -> None:
        who.rests = decision.now + self.settings.person_pause
        if who.lapses >= self.settings.parked_after:
            self.roster.remove(decision, who)

    # Deadlines.

    def due(self) -> None:
        """Something is due: first every door takes in what has arrived."""
        self.tell(Due())

    def wake(self, now: int) -> Decision:
        """Do everything that is due."""
        decision = self.hall.deciding(now)
        for key in self.alarms.ring(now):
            if key == "window":
                self.window.close(decision)
            elif key == "invite":
                self.window.step(decision)
            elif key == "sweep":
                self.register.sweep(decision)
            elif isinstance(key, int) and key in self.running:
                self.referee.overdue(decision, self.running[key])
        return decision

    # What people and the keeper of the hall ask for.

    def handle(self, decision: Deciding, command: commands.ContestCommand) -> Reason | None:
        match command:
            case commands.Compete():
                return self._compete(decision, command)
            case commands.Follow():
                return self._follow(command)
            case commands.Retitle():
                if len(command.title) > LONGEST_TITLE or not command.title.isprintable():
                    return Why.BAD_TITLE
                self._keep_info(decision, title=command.title)
            case commands.Reset():
                self._reset(decision)
            case commands.Dismiss():
                who = self.roster.players.get(command.name)
                if who is None or who.part != "program":
                    return Why.WHO_ARE_YOU
                self.register.dismiss(decision, who)
        return None

    def _compete(self, decision: Deciding, command: commands.Compete) -> Reason | None:
        known = self.roster.people.get(command.by)
        if not command.on:
            if known is None:
                return Why.NOT_HERE
            self.register.leave(decision, known)
        elif known is None:
            refused = self.register.person(decision, self.hall.people.by_id[command.by])
            if refused is not None:
                return refused
        self.go_on(decision)
        return None

    def _follow(self, command: commands.Follow) -> Reason | None:
        if not command.on:
            self.followers.pop(command.by, None)
        elif len(self.followers) >= self.hall.limits.spectators:
            return Why.TOO_MANY_SPECTATORS
        else:
            self.followers.setdefault(command.by, 0)
        return None

    def _reset(self, decision: Deciding) -> None:
        for match in self.running.values():
            match.counts = False
        self.roster.reset(decision)
        self.games = 0
        self._keep_info(decision)

    def go_on(self, decision: Deciding) -> None:
        """Invite to the next game if it is time for it; the next deadline may be an earlier one now."""
        self.window.step(decision)
        self.tell(Rescheduled())

    def show_out(self, decision: Deciding, name: str, address: str) -> None:
        for who in list(self.roster.clients.values()):
            if (name and who.name == name) or who.client.origin == address:  # some look on without a name
                self.register.dismiss(decision, who)


def contests(hall: Hall) -> dict[str, Contest]:
    """The contests that are held here, by name."""
    return {name: held for name, held in hall.organisers.items() if isinstance(held, Contest)}
