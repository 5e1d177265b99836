"""The house door: our own protocol, JSON over WebSocket, for every game in every feature."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.games.api import UNREADABLE, AnyGame, Reason
from tablehall.hall import commands, notices, records
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.hall.missing import absent, told
from tablehall.hall.notices import Happened, News
from tablehall.hall.people import Person
from tablehall.hall.promises import promise_to
from tablehall.hall.refusals import Why
from tablehall.hall.saves import STRANGER
from tablehall.hall.staff import levels
from tablehall.hall.table import Table
from tablehall.protocols.door import DoorLimits, Port, rendered_once
from tablehall.protocols.house import listing, render, replies, requests
from tablehall.protocols.house.changes import Changes
from tablehall.protocols.lobby import Change, LobbyDoor, LobbySession

INVITED, PUBLIC = 24 * 3600 * 1000, 600_000
"""How long a waiting table outlives its host's connection: one by invitation, and a public one."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(requests.AnyRequest).decode


class HouseDoor(LobbyDoor["HouseSession"]):
    """The house door."""

    name, title, transport, port = "house", "the page and the house's own protocol", "websocket", 8080
    limits = DoorLimits(idle=90_000)
    front = patient = True
    pushes_remembered = True

    def __init__(self, hall: Hall, settings: Any = None) -> None:
        super().__init__(hall, settings)
        self.cards: dict[str, tuple[AnyGame, replies.GameCard]] = {}
        self.tables = listing.LobbyTables(hall)
        self._told = 0
        """Which change of the list was the last that those who look on were told."""

    def session(self, port: Port, path: str = "/") -> "HouseSession":
        return HouseSession(self.hall, port, self)

    def game_cards(self) -> tuple[replies.GameCard, ...]:
        """The games, described once."""
        for name, game in self.hall.games.items():
            if name not in self.cards:
                self.cards[name] = (game, render.game_card(game, levels(self.hall, name)))
        return tuple(card for _, card in self.cards.values())

    def pushed(self, changes: Sequence[Change], latest: int) -> Changes:
        told, self._told = self._told, latest
        return Changes(changes, told)

    def list_again(self) -> None:
        for session in self.lookers.values():
            session.list_lobby()


class HouseSession(LobbySession):
    """One client of the house door."""

    def __init__(self, hall: Hall, port: Port, door: HouseDoor) -> None:
        super().__init__(hall, port)
        self.door = door
        self.person: Person | None = None
        self.by = 0
        self.words = False
        self.view_key = "house"
        """Connections of the same key may share what was rendered."""

    # In.

    def receive(self, data: bytes) -> None:
        try:
            request = decode(data)
        except UNREADABLE as error:
            self._refuse(None, "unreadable", "This is no request of the house door.", str(error)[:200])
            return
        if type(request) is requests.Act and self.by and request.re is None:  # most are
            decision = self.hall.handle(commands.Act(self.by, request.table, request.move), self.port.now())
            if decision.refused is None:
                self.port.submit(decision)
            else:
                self._no(None, decision.refused)
            return
        handler, needs_person = HANDLERS[type(request)]
        if needs_person and not self.by:
            self._no(request.re, Why.WHO_ARE_YOU)
            return
        handler(self, request)

    def too_long(self) -> None:
        """The frame has closed the connection with code 1009."""

    def binary(self) -> None:
        self._refuse(None, "unreadable", "The house door reads text messages only.")

    def broken(self) -> None:
        self._refuse(None, "broken", "Something went wrong on our side; it has been noted.")

    def _command(self, command: commands.Command, tag: Any, **facts: Any) -> Decision | None:
        """Have the hall decide; answer if an answer is wanted."""
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is not None:
            self._no(tag, decision.refused)
            return None
        answer = None if tag is None and not facts else encode(replies.Done(re=tag, **facts))
        self.port.submit(decision, answer)
        return decision

    def _no(self, tag: Any, reason: Reason) -> None:
        self._refuse(tag, reason.code, reason.value)

    def _refuse(self, tag: Any, reason: str, sentence: str, detail: str = "") -> None:
        self.port.answer(encode(replies.Refused(re=tag, reason=reason, sentence=sentence, detail=detail)))

    def _reply(self, reply: replies.Reply) -> None:
        self.port.answer(encode(reply))

    def _hello(self, request: requests.Hello) -> None:
        command = commands.Enter(
            self.port.conn,
            "guest",
            request.name.strip(),
            request.secret,
            request.code.strip().upper(),
            asks=True,
            origin=self.port.address,
        )
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is not None:
            self._no(request.re, decision.refused)
            return
        person, secret, _ = decision.result
        self.person, self.by = person, person.id
        self.words = request.words
        self.view_key = "house in words" if request.words else "house"
        welcome = replies.Welcome(
            re=request.re,
            person=person.id,
            name=person.profile.name,
            tables=tuple(sorted(person.tables)),
            secret=secret,
            missed=(*person.profile.missed, *told(self.hall, person)),
            promise=promise_to(self.hall, person),
        )
        self.port.submit(decision, encode(welcome))

    def _bye(self, request: requests.Bye) -> None:
        by, self.by, self.person = self.by, 0, None
        self._command(commands.LogOut(by, self.port.conn), request.re)

    def _pair(self, request: requests.Pair) -> None:
        decision = self.hall.handle(commands.Pair(self.by), self.port.now())
        if decision.refused is not None:
            self._no(request.re, decision.refused)
            return
        code, until = decision.result
        self.port.submit(decision, encode(replies.Code(re=request.re, code=code, until=until)))

    def _games(self, request: requests.Games) -> None:
        self._reply(replies.GameList(re=request.re, games=self.door.game_cards()))

    def _lobby(self, request: requests.Lobby) -> None:
        (self.door.look_on if request.on else self.door.look_away)(self)
        self.list_lobby(request.re)

    def list_lobby(self, tag: Any = None) -> None:
        """Show the client all tables of the lobby; from then on it is told of later changes."""
        self.listing = self.hall.listings
        reply = replies.LobbyList(re=tag, tables=(), draining=self.hall.draining)
        self.port.answer_long(listing.listing(reply, "tables", self.door.tables.texts(self.by)))

    def _open(self, request: requests.Open) -> None:
        game = self.hall.games.get(request.game)
        absence = request.absence or (game.absence if game else None)
        if absence is not None and not absence.held:
            absence = replace(absence, held=INVITED if request.private else PUBLIC)
        command = commands.Open(
            self.by,
            request.terms(),
            absence,
            private=request.private,
            seat=request.seat,
            entropy=request.entropy,
        )
        self._with_table(command, request.re)

    def _with_table(self, command: commands.Command, tag: Any) -> None:
        """A command after which the client is at a table: it is answered with all of it."""
        decision = self.hall.handle(command, self.port.now())
        if decision.refused is not None:
            self._no(tag, decision.refused)
            return
        table: Table = decision.result
        self.port.submit(decision, encode(self._whole(table, tag)))

    def _whole(self, table: Table, tag: Any = None) -> replies.Table:
        promise = promise_to(self.hall, self.person) if self.person is not None else ""
        seat = table.scene.seat_of(self.by)
        return render.whole_table(table, seat, tag, words=self.words, promise=promise)

    def _join(self, request: requests.Join) -> None:
        command = commands.Join(
            self.by, request.table, request.code, request.seat, request.name.strip(), request.entropy
        )
        self._with_table(command, request.re)

    def _watch(self, request: requests.Watch) -> None:
        self._with_table(commands.Watch(self.by, request.table, request.code), request.re)

    def _reopen(self, request: requests.Reopen) -> None:
        self._with_table(commands.Reopen(self.by, request.name, request.game), request.re)

    def _sync(self, request: requests.Sync) -> None:
        found = self._at_table(request.table, request.re)
        if found is None:
            return
        table, seat = found
        missed = [news for news in table.ring if news.record.seq > request.since]
        if request.since >= 0 and len(missed) == table.scene.seq - request.since:
            for news in missed:
                if type(news.record) is not records.Said or news.record.readable_by(seat):
                    self.port.answer(encode(render.happened(news, seat, words=self.words)))
            if request.re is not None:
                self._reply(replies.Done(re=request.re, table=request.table))
        else:
            self._reply(self._whole(table, request.re))

    def _at_table(self, number: int, tag: Any) -> tuple[Table, int | None] | None:
        """A table this client plays or watches at, and its seat."""
        table = self.hall.find(number)
        if table is None:
            self._no(tag, absent(self.hall, number))
            return None
        seat = table.scene.seat_of(self.by)
        if seat is None and self.by not in table.watchers:
            self._no(tag, Why.NOT_HERE)
            return None
        return table, seat

    def _legal(self, request: requests.Legal) -> None:
        found = self._at_table(request.table, request.re)
        if found is None:
            return
        table, seat = found
        scene = table.scene
        playing = scene.state is not None and scene.status == "playing" and not scene.paused
        moves = tuple(table.game.legal(scene.state, seat)) if playing and seat is not None else ()
        self._reply(replies.Moves(re=request.re, table=request.table, moves=moves))

    def _say(self, request: requests.Say) -> None:
        self._command(commands.Say(self.by, request.table, request.text, request.to), request.re)

    def _saves(self, request: requests.Saves) -> None:
        whoever = self.person.profile if self.person is not None else STRANGER
        reply = replies.SaveList(re=request.re, saves=())
        found = listing.saves(self.hall, request.game, whoever)
        self.port.answer_long(listing.listing(reply, "saves", found))

    def _contests(self, request: requests.Contests) -> None:
        self._reply(replies.ContestList(re=request.re, contests=render.contest_cards(self.hall)))

    def _ping(self, request: requests.Ping) -> None:
        self._reply(replies.Pong(re=request.re, at=self.port.now()))

    # Out.

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is not Happened:
            self._tell_other(news, seat)
            return
        key = self.view_key if news.game.open_information else (self.view_key, seat)
        shared = news.shared
        framed = shared.get(key) if shared is not None else None
        if framed is None:
            framed = self._framed(news, seat)
            if shared is not None:  # those whom it looks the same to share it
                shared[key] = framed
        self.port.send(framed)

    def _tell_other(self, news: News, seat: int | None) -> None:
        """What is not about one table's log."""
        if type(news) is Changes:
            if messages := news.since(self.listing, self.port.frame):
                self.port.send(messages)
        elif type(news) is notices.Seated:
            self.port.send(self._framed(news, seat))
        elif type(news) is not notices.Listed or self._looks_on(news):
            self.port.send(rendered_once(news, "house", self._framed, news, seat))
        if type(news) is notices.Parted:
            self.by, self.person = 0, None
            self.port.close()

    def _looks_on(self, news: notices.Listed) -> bool:
        """Whether this client looks on in the lobby and has not seen this yet. (Of private tables the hall
        itself tells those who may know of them.)"""
        return self.port.conn in self.door.lookers and news.listing > self.listing

    def _framed(self, news: News, seat: int | None) -> bytes:
        """News as they go over the wire."""
        if type(news) is Happened:
            return self.port.frame(encode(render.happened(news, seat, words=self.words)))
        if type(news) is notices.Seated:
            return self.port.frame(encode(render.seated(news, seat, words=self.words)))
        return self.port.frame(encode(render.other_news(news)))

    def caught_up(self) -> None:
        """News were left out while the client read too slowly: show it everything anew."""
        if self.person is not None:
            for number in sorted(self.person.tables | self.person.watching):
                self._reply(self._whole(self.hall.tables[number]))
        if self.port.conn in self.door.lookers:
            self.list_lobby()

    def lost(self) -> None:
        self.door.look_away(self)
        self.port.submit(self.hall.handle(commands.Lost(self.port.conn), self.port.now()))


def _plain(make: Callable[[int, Any], commands.Command]) -> Callable[[HouseSession, Any], None]:
    """A request that is one command and needs no more than an answer."""

    def handler(session: HouseSession, request: Any) -> None:
        session._command(make(session.by, request), request.re)

    return handler


HANDLERS: dict[type, tuple[Callable[[HouseSession, Any], None], bool]] = {
    requests.Hello: (HouseSession._hello, False),
    requests.Games: (HouseSession._games, False),
    requests.Lobby: (HouseSession._lobby, False),
    requests.Ping: (HouseSession._ping, False),
    requests.Saves: (HouseSession._saves, False),
    requests.Pair: (HouseSession._pair, True),
    requests.Seen: (_plain(lambda by, r: commands.Seen(by)), True),
    requests.Claim: (_plain(lambda by, r: commands.Claim(by, r.table, r.claim, r.level)), True),
    requests.Contests: (HouseSession._contests, False),
    requests.Bye: (HouseSession._bye, True),
    requests.Open: (HouseSession._open, True),
    requests.Join: (HouseSession._join, True),
    requests.Watch: (HouseSession._watch, True),
    requests.Reopen: (HouseSession._reopen, True),
    requests.Sync: (HouseSession._sync, True),
    requests.Legal: (HouseSession._legal, True),
    requests.Say: (HouseSession._say, True),
    requests.Act: (_plain(lambda by, r: commands.Act(by, r.table, r.move)), True),
    requests.Leave: (_plain(lambda by, r: commands.Leave(by, r.table)), True),
    requests.Bots: (_plain(lambda by, r: commands.Invite(by, r.table, r.level, r.seats)), True),
    requests.Start: (_plain(lambda by, r: commands.Start(by, r.table)), True),
    requests.Resize: (_plain(lambda by, r: commands.Resize(by, r.table, r.seats)), True),
    requests.Resign: (_plain(lambda by, r: commands.Resign(by, r.table)), True),
    requests.Propose: (_plain(lambda by, r: commands.Propose(by, r.table, r.kind, r.entropy)), True),
    requests.Answer: (_plain(lambda by, r: commands.Answer(by, r.table, r.yes, r.entropy)), True),
    requests.Compete: (_plain(lambda by, r: commands.Compete(by, r.contest, r.on)), True),
    requests.Follow: (_plain(lambda by, r: commands.Follow(by, r.contest, r.on)), True),
    requests.Delete: (_plain(lambda by, r: commands.Delete(r.game, r.name, by)), True),
    requests.Save: (_plain(lambda by, r: commands.Save(by, r.table, r.name, r.put_away)), True),
}
"""Which function answers which request, and whether one has to have said who one is."""

door = HouseDoor
