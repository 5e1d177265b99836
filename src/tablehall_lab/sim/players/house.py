"""Players at the house door: every game, and every whim."""

from typing import TYPE_CHECKING, Any

import msgspec

from tablehall.client.conversation import Asked, Conversation
from tablehall.games.contract import random_options
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import AnyReply, TableCard
from tablehall_lab.sim.players.person import Json, WebPerson
from tablehall_lab.sim.trace import Broken

if TYPE_CHECKING:
    from tablehall_lab.sim.world import World

CLOCKS: tuple[Json, ...] = (
    {},
    {},
    {"kind": "answer", "time": 20_000},
    {"kind": "total", "time": 60_000, "increment": 500},
    {"kind": "total", "time": 15_000},
)
WHIM = 0.03
"""How likely it is that something else is done before a move."""
WHIMS = ("say", "say", "say", "sync", "legal", "propose", "propose", "propose", "save", "act", "act", "guess")
PROPOSALS = ("takeback", "draw", "put_away")
WHIMS_OF_LOSERS = ("resign", "leave", "bye")
LINGER = 3_000
"""How long one stays after a game, for another one perhaps."""


class Guest(WebPerson):
    """Opens tables, joins them or looks on; plays what is played there."""

    door, path = "house", "/ws"
    clocks = CLOCKS
    whims: tuple[str, ...] = WHIMS
    whims_of_losers: tuple[str, ...] = WHIMS_OF_LOSERS
    thorough = 0.7
    """How likely one asks for everything about one's tables; else for what is new since any record at all."""
    curious = 0.3
    """How likely one tries to sit in somebody else's seat at a saved game: one could see what they hold."""

    def __init__(
        self, world: "World", name: str, game: str, games: int = 1, role: str = "join", seats: int = 2
    ):
        super().__init__(world, name, game, games)
        self.role = role
        self.seats = seats
        self.talk = Conversation(name)
        self.at: dict[int, int | None] = {}
        """The tables one is at, and in which seat."""
        self.code = ""
        self.promise = ""
        """The hash of the seed of the next table one opens, as far as one was told."""

    def hello(self) -> None:
        self.talk.cut()
        if not self.talk.secret:
            self.talk.name, self.talk.words = self.name, self.chance.random() < 0.1
        self.say(self.talk.hello())

    def ask(self, kind: str, table: int = 0, /, **more: Any) -> None:
        """Ask for something that wants an answer."""
        seat = self.at.get(table)
        if kind == "act" and seat is not None and self.wire is not None:
            self.world.promises.acts[table, seat].sent += 1
        request = {"type": kind, **({"table": table} if table else {}), **more}
        self.say(self.talk.ask(request, -1 if seat is None else seat))

    # What is heard.

    def hear(self, message: bytes) -> None:
        heard = self.talk.hear(message)
        assert heard is not None, f"the house's own client does not understand {message!r}"
        if heard.asked is not None:
            self._answered(heard.reply, heard.asked)
        self._hear(heard.reply)

    def _hear(self, reply: AnyReply) -> None:
        match reply:
            case replies.Welcome():
                self._welcome(reply)
            case replies.Refused(reason="unknown_secret" | "name_taken" | "name_in_use"):
                self.talk.secret = ""
                self.name = f"{self.name[:12]}{self.chance.randrange(1000)}"
                self.later(500, self.hello)
            case replies.LobbyList():
                for card in reply.tables:
                    self._consider(card)
            case replies.Listed(change="opened" | "changed"):
                self._consider(reply.card)
            case replies.Table():
                self._table(reply)
            case replies.Happened():
                self._happened(reply)
            case replies.Refused(reason="too_many_names") | replies.Parted(why="elsewhere"):
                self.go_home()

    def _answered(self, reply: AnyReply, asked: Asked) -> None:
        if not isinstance(asked.request, dict):  # the hello
            return
        kind, done = asked.request["type"], isinstance(reply, replies.Done)
        if kind == "act":
            table = asked.request["table"]
            acts = self.world.promises.acts[table, asked.about]
            if done:
                acts.done += 1
            else:
                acts.refused += 1
                self._again(table)
        elif kind == "say" and done:
            self.world.promises.said[asked.request["text"]] += 1
        elif kind == "open" and isinstance(reply, replies.Table) and reply.commitment != self.promise:
            raise Broken(
                f"{self.name} was promised {self.promise}, and table {reply.card.table} has other dice"
            )

    def _welcome(self, welcome: replies.Welcome) -> None:
        self.tries, self.promise = 0, welcome.promise
        for table in welcome.tables:
            self.ask(
                "sync", table, since=-1 if self.chance.random() < self.thorough else self.chance.randrange(20)
            )
        if not welcome.tables:
            self.begin()

    def begin(self) -> None:
        """Find something to do."""
        if self.role == "open":
            self._open()
        elif self.role in ("mia", "maexchen"):
            self.ask(self.chance.choice(("compete", "compete", "follow")), contest=self.role)
        else:
            self.ask("lobby")
        self.later(60_000, self._bored)

    def _bored(self) -> None:
        if not self.home and not any(self._running(table) for table in self.at):
            self.go_home()
        elif not self.home:
            self.later(60_000, self._bored)

    def _running(self, number: int) -> bool:
        hall = self.hall()
        table = hall.tables.get(number) if hall else None
        return table is not None and table.scene.status == "playing"

    def _open(self) -> None:
        hall = self.hall()
        if hall is None:
            return
        game = hall.games[self.game]
        options = msgspec.to_builtins(random_options(game, self.chance))
        private = self.chance.random() < 0.1
        more = {"clock": self.chance.choice(self.clocks), "private": private, "options": options}
        more["rated"] = self.chance.random() < 0.5
        if self.chance.random() < 0.2:
            after = self.chance.choice((0, 3_000, None))
            more["bots"] = {
                "level": self.chance.choice((1, 2)),
                "after": after,
                "replace": self.chance.random() < 0.5,
            }
        self.ask("open", game=self.game, seats=self.seats, entropy=f"e{self.chance.random()}", **more)

    def _consider(self, card: TableCard) -> None:
        if card.game != self.game or self.at:
            return
        mine = any(seat and seat.name == self.name and not seat.person for seat in card.seats)
        if card.status == "waiting" and (mine or (self.role == "join" and None in card.seats)):
            self.ask("join", card.table)
        elif self.role == "watch" and card.status == "playing":
            self.ask("watch", card.table)

    def _table(self, whole: replies.Table) -> None:
        card, seat = whole.card, whole.you
        number, waits = card.table, card.status == "waiting"
        self.at[number] = seat
        self.promise = whole.promise or self.promise
        if whole.code:
            self.code = whole.code
            self.world.whisper_code(self.game, number, self.code)
        if seat is None and card.save and waits:
            others = [chair.name for chair in card.seats if chair and chair.name != self.name]
            if others and self.chance.random() < self.curious:
                self.ask("join", number, name=self.chance.choice(others))
            self.ask("join", number)
        elif waits and seat == 0 and self.chance.random() < 0.1:
            self.ask("resize", number, seats=self.chance.randrange(2, 5))
        elif waits and seat == 0 and self.chance.random() < 0.1:
            self.ask("bots", number, level=self.chance.choice((0, 1, 2)))
        elif seat in whole.turn:
            self.think(self.move, number)

    def _happened(self, news: replies.Happened) -> None:
        number, what = news.table, news.what
        seat = self.at.get(number)
        if what in ("ended", "closed") or news.status == "saved":
            self._over(number, what, seat, news.name or "")
            return
        if what == "resized":  # everybody has moved up
            self.ask("sync", number)
        elif what == "taken_back":
            self._again(number)
        elif what == "proposed" and news.seat != seat and seat is not None:
            self.later(self.chance.randrange(500), self._answer, number)
        elif seat is not None and seat in (news.turn or ()):
            self.think(self.move, number)
        elif seat is None and self.role == "watch" and self.chance.random() < 0.01:
            self._say(number)

    def _answer(self, number: int) -> None:
        if not self.home and self.wire is not None:
            self.ask("answer", number, yes=self.chance.random() < 0.7, entropy=f"e{self.chance.random()}")
            self._again(number)

    def _over(self, number: int, what: str, seat: int | None, name: str) -> None:
        if what == "saved":  # it may be brought back in a moment
            self.at.pop(number, None)
            self.ask("lobby")
            self.later(20_000, self._bored)
            if seat is not None:
                self.later(self.chance.randrange(5_000), self._after_saving, name)
        elif what == "ended" and seat is not None and self.chance.random() < 0.4:
            if self.chance.random() < 0.6:
                self.ask("propose", number, kind="rematch", entropy=f"e{self.chance.random()}")
            self.later(LINGER, self.game_over, number)
        else:
            self.game_over(number)

    def game_over(self, number: int) -> None:
        """A game is over and nobody wants another one, or one has begun already."""
        if self.home or number not in self.at:
            return
        del self.at[number]
        if self.role in ("mia", "maexchen") or any(map(self._running, self.at)):
            return
        if not self.played() and not self.at:
            self.begin()

    # What is done.

    def _again(self, number: int) -> None:
        """Perhaps it is one's turn."""
        if self.at.get(number) is not None:
            self.think(self.move, number)

    def move(self, number: int) -> None:
        """Make a move, or follow a whim."""
        hall, seat = self.hall(), self.at.get(number)
        table = hall.tables.get(number) if hall is not None else None
        if table is None or seat is None:
            return
        if self.chance.random() < WHIM:
            self._whim(number)
        move = self.choose(table, seat)
        if move is not None:
            self.ask("act", number, move=msgspec.to_builtins(move))

    def _whim(self, number: int) -> None:
        losing = self.chance.random() < 0.1
        kind = self.chance.choice(self.whims_of_losers if losing else self.whims)
        if kind == "say":
            self._say(number)
        elif kind == "propose":
            self.ask(kind, number, kind=self.chance.choice(PROPOSALS))
        elif kind == "save":
            name = f"save {self.chance.randrange(10**6)}"
            self.ask(kind, number, name=name, put_away=self.chance.random() < 0.7)
            self.later(self.chance.randrange(5_000), self._after_saving, name)
        elif kind == "guess":
            for table in self._worth_guessing():
                self.ask("watch", table, code=f"{self.chance.getrandbits(80):020x}")
        elif kind == "act":
            self.ask(kind, number, move={"type": "place", "r": 99, "c": -1})
        elif kind == "bye":
            self.ask("bye")
            self.go_home()
        else:
            self.ask(kind, number)

    def _after_saving(self, name: str) -> None:
        """A saved game is brought back, or one has had enough of it."""
        if not self.home and self.wire is not None:
            self.ask("reopen" if self.chance.random() < 0.8 else "delete", game=self.game, name=name)

    def _worth_guessing(self) -> list[int]:
        """A private table, again and again; or any table once."""
        hall = self.hall()
        tables = sorted(hall.tables.items()) if hall is not None else []
        private = [number for number, table in tables if table.sheet.code and number not in self.at]
        return private[:1] * 30 or [self.chance.choice(tables)[0] if tables else 1_234_567_890]

    def _say(self, number: int) -> None:
        hall, seat = self.hall(), self.at.get(number)
        table = hall.tables.get(number) if hall is not None else None
        if table is None:
            return
        others = [s for n, s in enumerate(table.scene.seats) if s and n != seat and s.person]
        text = f"word {self.world.words()} "
        if seat is not None and others and self.chance.random() < 0.5:
            to = self.chance.choice(others)
            text = f"hush {number} {self.talk.person} {to.person} {text}"
            self.ask("say", number, text=text, to=to.name)
        else:
            self.ask("say", number, text=text)
