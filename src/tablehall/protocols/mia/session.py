"""One door of a contest: datagrams in, datagrams out, each client known by its address."""

from collections.abc import Callable, Iterable
from typing import Any

from tablehall.contests import notices as contest_notices
from tablehall.contests.contest import Contest
from tablehall.contests.match import Match
from tablehall.contests.roster import Client, Contestant
from tablehall.games import mia
from tablehall.hall import notices, records
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.notices import News
from tablehall.hall.refusals import Why
from tablehall.protocols.door import DatagramPort, DatagramSession, Port
from tablehall.protocols.mia.dialects import JOIN, JOINING, REGISTER, REGISTERING, UNREGISTER, Dialect
from tablehall.protocols.mia.words import messages, move_from, spoken

PADDING = "\r\n \0"
"""What some programs send behind their messages."""


class MiaSession(DatagramSession):
    """Everybody who comes through one door of a contest."""

    port: DatagramPort

    def __init__(self, hall: Hall, port: Port, contest: Contest, name: str, dialect: Dialect) -> None:
        super().__init__(hall, port)
        self.contest = contest
        self.name = name
        self.dialect = dialect
        self._alarm_at = 0
        self._groups: dict[Match, tuple[int, Any]] = {}
        """Whom this door tells what everybody at a table hears, as of a version of its audience."""

    def opened(self) -> None:
        for client in self.contest.roster.clients:  # who was here before it stopped need not register again
            if client.door == self.name:
                self.port.registers(client.address)
        self.contest.open_door(self.name, self.port, self.port.now())
        self._set_alarm()
        self.ring("heartbeat")

    def lost(self) -> None:
        for match in self.contest.running.values():
            self._say(match, self.dialect.canceled.format(why="NO_PLAYERS"))
        self.contest.close_door(self.port)

    def _submit(self, decision: Decision | None) -> None:
        """Have a decision remembered and told; none: what was said meant nothing here."""
        if decision is None:
            self.port.count("mia_stale")
            return
        if decision.notices or decision.remembers():
            self.port.submit(decision)

    def _set_alarm(self) -> None:
        """One alarm for all deadlines of the contest."""
        due = self.contest.alarms.next()
        if due is not None and (not self._alarm_at or due < self._alarm_at):
            self._alarm_at = due
            self.port.alarm("contest", max(0, due - self.port.now()))

    def ring(self, name: str) -> None:
        if name == "contest":
            self._alarm_at = 0
            now = self.port.now()  # what arrived before it is looked at first, however long that takes
            self.contest.due()
            self._submit(self.contest.wake(now))
            self._set_alarm()
        elif self.dialect.heartbeat:
            programs = self.contest.patience.awake(self.port.now())
            self._send("HEARTBEAT", [*programs, *self.contest.roster.spectators.values()])
            self.port.alarm("heartbeat", self.dialect.heartbeat)

    # In.

    def receive_from(self, data: bytes, addr: tuple[Any, ...]) -> None:
        fields = data.decode("utf-8", "surrogateescape").rstrip(PADDING).split(";")
        meaning = self.dialect.verbs.get(fields[0], "")
        if meaning in REGISTERING:
            self._register(meaning, fields[1:], addr)
            return
        where: Any = (self.name, addr)  # equals a `Client`, and is made in a third of the time
        who = self.contest.roster.clients.get(where)
        if who is None:
            self.port.count("mia_strangers")
            return
        now = self.port.now()
        if self.port.said(addr, fields[-1]) and not who.sure:
            self._submit(self.contest.register.proven(who, now))
        if meaning == UNREGISTER and fields[1:] in ([], [who.name]):
            self._submit(self.contest.register.unregister(who, now))
            return
        said, decision = fields[1:-1], None
        if who.match is not None:
            decision = self.contest.referee.answer(who, fields[-1], move_from(meaning, said), now)
        if decision is None and meaning in JOINING and said in ([], [who.name]):
            decision = self.contest.window.join(who, fields[-1], now, play=meaning == JOIN)
        self._submit(decision)

    def _register(self, meaning: str, fields: list[str], addr: tuple[Any, ...]) -> None:
        client, name, now = Client(self.name, addr), ";".join(fields), self.port.now()
        register = self.contest.register
        if not self.port.registers(addr):
            self._submit(register.reject(client, now))
            return
        wanted = register.program if meaning == REGISTER else register.spectator
        self._submit(wanted(client, name, now, sure=self.port.sure(addr)))

    # Out.

    def tell(self, news: News, seat: int | None) -> None:
        TELL[type(news)](self, news)
        self._set_alarm()

    def _answer(self, client: Client, text: str) -> None:
        """Say whether a program is registered."""
        if client.door == self.name:
            self.port.send_to(text.encode(), client.address)

    def _hears(self, who: Contestant) -> bool:
        """Whether this door tells a program what happens: not before it knows that it is registered."""
        return who.ready and who.client.door == self.name

    def _question(self, who: Contestant, text: str, token: str) -> None:
        """Send somebody what only they can answer: by the token."""
        if self._hears(who):
            self.port.expect(who.client.address, token)
            self.port.send_to(text.encode(), who.client.address)

    def _group(self, hearers: Iterable[Contestant]) -> Any:
        return self.port.group([who.client.address for who in hearers if self._hears(who)])

    def _send(self, text: str, hearers: Iterable[Contestant]) -> None:
        self.port.send_all(text.encode(), self._group(hearers))

    def _say(self, match: Match, text: str) -> None:
        """Say something at a table, to everybody who hears it through this door."""
        version, group = self._groups.get(match, (-1, None))
        if version != match.audience_version:
            group = self._group((*match.players, *match.onlookers))
            self._groups[match] = (match.audience_version, group)
        self.port.send_all(text.encode(), group)

    def _began(self, news: contest_notices.Began) -> None:
        match = news.match
        players = ",".join(who.name for who in match.players)
        self._say(match, self.dialect.started.format(players=players, game=match.token, number=match.number))

    def _played(self, news: contest_notices.Played) -> None:
        match = news.match
        for event in news.events:
            if type(event) is mia.Rolled:
                self._to_roller(match, event)
            else:
                self._say(match, messages(self.dialect, event, match))
        if news.asks:
            self._ask(match, news.state)

    def _to_roller(self, match: Match, event: mia.Rolled) -> None:
        text = self.dialect.rolled.format(dice=spoken(event.dice), token=match.turn_token)
        self._question(match.players[event.seat], text, match.turn_token)

    def _ask(self, match: Match, state: mia.Round) -> None:
        """Ask the player on turn if they came through this door; who is about to hear that they are
        registered is asked then. Who has rolled knows already."""
        who = match.players[match.asked]
        if self._hears(who):
            if not state.rolls:
                token = match.turn_token
                self._question(who, self.dialect.your_turn.format(token=token), token)
            self.contest.referee.asked(match, self.port.now())

    def _happened(self, news: notices.Happened) -> None:
        """A game is over, and remembered."""
        match = self.contest.running.get(news.sheet.table)
        if match is None:
            return
        if type(news.record) is records.Ended:
            points = ",".join(f"{name}:{points}" for name, points in match.totals)
            self._say(match, self.dialect.score.format(points=points, game=match.token))
        else:
            self._say(match, self.dialect.canceled.format(why="NO_PLAYERS"))
        self._groups.pop(match, None)
        self._submit(self.contest.over(match, self.port.now()))

    def _enlisted(self, news: contest_notices.Enlisted) -> None:
        who = news.who
        self._answer(news.client, self.dialect.registered)
        if news.client.door != self.name:
            return
        decision = self.contest.register.welcomed(who, news.client, self.port.now())
        if decision is not None:
            if who.match is not None and who.match.asks(who):
                self._ask_again(who.match, who)
            self._submit(decision)

    def _rejected(self, news: contest_notices.Rejected) -> None:
        says = self.dialect.rejected
        self._answer(news.client, says.get(news.why, says[Why.CONTEST_FULL]))

    def _ask_again(self, match: Match, who: Contestant) -> None:
        """Ask at a new address what was asked at the old one, or what nobody could be asked meanwhile.
        After a roll that nobody has seen there is nothing that could be said: the old token stays."""
        state: mia.Round = match.state
        if state.rolls == 0:
            token = self.contest.referee.renewed(match)
            self._question(who, self.dialect.your_turn.format(token=token), token)
        elif state.rolls == 1 and state.dice is not None:
            token = self.contest.referee.renewed(match)
            self._question(who, self.dialect.rolled.format(dice=spoken(state.dice), token=token), token)
        self.contest.referee.asked(match, self.port.now())

    def _withdrawn(self, news: contest_notices.Withdrawn) -> None:
        self._answer(news.who.client, self.dialect.unregistered)

    def _invited(self, news: contest_notices.Invited) -> None:
        for who in news.who:
            self._question(who, self.dialect.starting.format(token=who.invitation), who.invitation)
        self.contest.window.invitations_sent(self.port.now())

    def _called_off(self, news: contest_notices.CalledOff) -> None:
        points = ""
        if news.player is not None:
            name = news.player.name
            points = f"{name}:{self.contest.roster.standing(name).points}"
            started = self.dialect.started.format(players=name, game=news.token, number=news.number)
            self._send(started, news.who)
        self._send(self.dialect.canceled.format(why=news.why.upper()), news.who)
        if self.dialect.score_after_cancel:
            self._send(self.dialect.score.format(points=points, game=news.token), news.who)

    def _due(self, news: contest_notices.Due) -> None:
        self.port.catch_up()

    def _rescheduled(self, news: contest_notices.Rescheduled) -> None:
        """The alarm is set after all news."""


TELL: dict[type, Callable[[MiaSession, Any], None]] = {
    notices.Happened: MiaSession._happened,
    contest_notices.Enlisted: MiaSession._enlisted,
    contest_notices.Rejected: MiaSession._rejected,
    contest_notices.Withdrawn: MiaSession._withdrawn,
    contest_notices.Invited: MiaSession._invited,
    contest_notices.Began: MiaSession._began,
    contest_notices.Played: MiaSession._played,
    contest_notices.CalledOff: MiaSession._called_off,
    contest_notices.Due: MiaSession._due,
    contest_notices.Rescheduled: MiaSession._rescheduled,
}
