"""An arena for contests: a door without a network, explicit times, seeded chance, a real journal."""

import random
from typing import Any

from tablehall.contests import notices as contest_notices
from tablehall.contests.contest import Contest
from tablehall.contests.match import Match
from tablehall.contests.roster import Client, Contestant
from tablehall.contests.settings import ContestSettings
from tablehall.games.mia import ROLL, SEE, Announce, MiaMove, MiaOptions, Round, game
from tablehall.hall import commands, notices, records
from tablehall.hall.deadlines import wake
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.hall.recovery import recover
from tablehall.journal.api import Batch, Journal, whole_log
from tablehall.journal.memory import MemoryJournal
from tablehall.protocols.mia.words import NAMES

START = 1_700_000_000_000
DOOR = 1
HOST = "10.0.0.1"


class Arena:
    """A contest under test, and the door through which everybody comes."""

    conn = DOOR

    def __init__(
        self,
        settings: ContestSettings | None = None,
        rules: Any = "document",
        seed: int = 1,
        journal: Journal | None = None,
        now: int = START,
    ) -> None:
        self.now = now
        self.journal = journal or MemoryJournal()
        self.hall = Hall({"mia": game}, random.Random(seed).randbytes)
        self.news: list[News] = []
        self.to_people: dict[int, list[tuple[News, int | None]]] = {}
        self.over: list[Match] = []
        self.secrets: dict[str, str] = {}
        self.do(recover(self.hall, self.journal.kept(), self.journal.live_tables(), now)[0])
        self.contest = Contest(
            self.hall, "mia", game, MiaOptions(rules), settings or ContestSettings(), NAMES
        )
        self.hall.organisers["mia"] = self.contest
        self.contest.open_door("door", self, now)

    # What a door does.

    def do(self, decision: Decision | None) -> Decision:
        """Remember a decision and tell its news; the door does what follows."""
        assert decision is not None, "nothing came of it"
        batch = Batch()
        batch.add(decision)
        self.journal.commit(batch)
        for audience, news in decision.notices:
            for conn, seat in audience:
                if conn == DOOR:
                    self.tell(news, None)
                else:
                    self.to_people.setdefault(conn, []).append((news, seat))
        return decision

    def tell(self, news: News, seat: None) -> None:
        """The door is told something, at once or when it is remembered."""
        self.news.append(news)
        if isinstance(news, contest_notices.Enlisted):
            welcome = self.contest.register.welcomed(news.who, news.client, self.now)
            if welcome is not None:
                self.do(welcome)
        elif isinstance(news, contest_notices.Invited):
            self.contest.window.invitations_sent(self.now)
        elif isinstance(news, contest_notices.Played):
            if news.asks and news.match.players[news.match.asked].part == "program":
                self.contest.referee.asked(news.match, self.now)
        elif isinstance(news, notices.Happened):
            assert type(news.record) in (records.Ended, records.Closed)
            match = self.contest.running[news.sheet.table]
            self.over.append(match)
            self.do(self.contest.over(match, self.now))

    def wait(self, ms: int) -> None:
        """Let time pass, every alarm ringing when it is due."""
        until = self.now + ms
        while True:
            dues = [due for due in (self.contest.alarms.next(), self.hall.alarms.next()) if due is not None]
            if not dues or min(dues) > until:
                break
            self.now = max(self.now, *[min(dues)])
            self.do(self.contest.wake(self.now))
            self.do(wake(self.hall, self.now))
        self.now = until

    # What clients do.

    def register(self, *names: str, host: str = HOST) -> None:
        """Programs register, each from a port of its own."""
        for name in names:
            port = 1000 + sum(name.encode()) * 31 + len(name)
            self.do(self.contest.register.program(Client("door", (host, port)), name, self.now))

    def who(self, name: str) -> Contestant:
        return self.contest.roster.players[name]

    def join(self, *names: str) -> None:
        """Programs join with the tokens they were given."""
        for name in names:
            self.do(self.contest.window.join(self.who(name), self.who(name).invitation, self.now, play=True))

    def answer(self, name: str, move: MiaMove | None) -> None:
        """The player on turn answers with the right token."""
        who = self.who(name)
        self.do(self.contest.referee.answer(who, who.match.turn_token, move, self.now))

    # What there is to see.

    @property
    def match(self) -> Match:
        """The only game that is played."""
        (match,) = self.contest.running.values()
        return match

    @property
    def on_turn(self) -> str:
        return self.match.players[self.match.asked].name

    def invited(self) -> list[str]:
        """Who was invited to the latest game."""
        latest = [news for news in self.news if isinstance(news, contest_notices.Invited)][-1]
        return [who.name for who in latest.who]

    def invitations(self) -> int:
        return sum(isinstance(news, contest_notices.Invited) for news in self.news)

    def called_off(self) -> list[str]:
        return [news.why for news in self.news if isinstance(news, contest_notices.CalledOff)]

    def events(self) -> list[Any]:
        """Everything that happened at all tables."""
        played = [news for news in self.news if isinstance(news, contest_notices.Played)]
        return [event for news in played for event in news.events]

    def points(self) -> dict[str, int]:
        return {name: total.points for name, total in self.contest.roster.standings.items()}

    def begin(self, *names: str) -> None:
        """Everybody registers and joins: a game begins."""
        self.register(*names)
        self.wait(251)  # the first one was invited alone
        self.join(*names)

    def play(self, games: int) -> None:
        """Everybody joins and plays quickly until so many games are over."""
        done = len(self.over) + games
        while len(self.over) < done:
            if self.contest.window.inviting:
                names = [n for n in self.invited() if n in self.contest.roster.players]
                self.join(*[name for name in names if self.who(name).invitation])
            for match in list(self.contest.running.values()):
                who = match.players[match.asked]
                if match.turn_token and who.part == "program":
                    self.answer(who.name, quick_move(match.state))
            if not self.contest.running and not self.contest.window.inviting:
                self.wait(10)

    def logs(self) -> list[list[bytes]]:
        """The logs of all finished games."""
        found = self.journal.tables(limit=10_000)
        return [whole_log(self.journal, listing.table) for listing in found]

    def guest(self, name: str, conn: int) -> int:
        """A person comes in through the house door."""
        decision = self.do(self.hall.handle(commands.Enter(conn, "guest", name), self.now))
        assert decision.refused is None
        number: int = decision.result.person.id
        self.secrets[name] = decision.result.secret
        return number

    def ask(self, command: commands.Command) -> Decision:
        """A person asks the hall for something."""
        return self.do(self.hall.handle(command, self.now))


def quick_move(state: Round) -> MiaMove:
    """Announces one more than there is to beat, and doubts what is high."""
    if not state.rolls:
        return SEE if state.claim and state.claim.dice[0] >= 5 else ROLL
    said = state.claim.dice if state.claim else (3, 1)
    return Announce({(3, 1): (3, 2), (3, 2): (4, 1), (4, 1): (4, 2), (4, 2): (4, 3)}.get(said, (5, 1)))
