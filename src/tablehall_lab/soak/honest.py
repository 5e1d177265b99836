"""Honest players: they play as others do, mind nobody, and note whatever goes wrong for them."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tablehall.client.conversation import Asked
from tablehall.hall import records
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import AnyReply
from tablehall_lab.sim.players.boards import BoardPlayer
from tablehall_lab.sim.players.house import Guest
from tablehall_lab.sim.players.person import Person
from tablehall_lab.soak.crowd import Crowd
from tablehall_lab.soak.network import RealWire
from tablehall_lab.soak.shadow import Shadow
from tablehall_lab.soak.spy import OURS

HARMLESS = {
    *("not_on_turn", "not_your_turn", "already_seated", "already_started", "finished", "not_started"),
    *("table_full", "seat_taken", "spot_taken", "no_such_table", "not_here", "not_seated", "paused"),
    *("save_in_play", "no_such_save", "not_on_offer", "nothing_proposed", "bad_seats", "promote_first"),
    "nobody_overdue",
}
"""What is refused because somebody else was quicker, or since it makes no sense, in a quiet hall as well;
nothing else may be."""
TOLD_WHY = (b"460", b"FullGameException")
"""After these words a door hangs up, as its document says: too many requests without sense, a full game."""
SAVES = 40
"""So many games are saved by all of them together."""


class HonestGuest(Guest):
    """Plays at the house door and measures how long a move takes to be answered."""

    clocks = ({"kind": "total", "time": 120_000, "increment": 2_000},)
    whims = ("say", "sync", "legal", "save")
    whims_of_losers = ("resign", "leave")
    curious, thorough = 0.0, 1.0
    world: "HonestCrowd"  # type: ignore[assignment]

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self._thinks_about: set[tuple[Any, ...]] = set()

    def think(self, call: Callable[..., None], *args: Any) -> None:
        """About each table on its own, and never for long: what is lost on time is not lost by thinking."""
        if self.home or args in self._thinks_about:
            return
        if self.world.timeline.now > self.bored_at:
            self.go_home()
            return
        self._thinks_about.add(args)
        self.later(self.chance.randrange(1, 2 * self.pace), self._thought, call, *args)

    def _thought(self, call: Callable[..., None], *args: Any) -> None:
        self._thinks_about.discard(args)
        super()._thought(call, *args)

    def ask(self, kind: str, table: int = 0, /, **more: Any) -> None:
        if kind == "save":
            if self.world.saves_left <= 0 or self._rated(table):
                return
            self.world.saves_left -= 1
        if kind == "act":
            self._asked_at = self.world.timeline.loop.time()
        super().ask(kind, table, **more)

    def _rated(self, number: int) -> bool:
        """Whether everybody has to agree before a game is saved."""
        hall = self.hall()
        table = hall.tables.get(number) if hall is not None else None
        return table is None or table.sheet.rated

    def _answered(self, reply: AnyReply, asked: Asked) -> None:
        if isinstance(reply, replies.Refused):
            self.world.refused[reply.reason] += 1
        elif isinstance(asked.request, dict) and asked.request["type"] == "act":
            self.world.waits.append(self.world.timeline.loop.time() - self._asked_at)
        super()._answered(reply, asked)

    def _happened(self, news: replies.Happened) -> None:
        if news.what == "asked" and self.at.get(news.table) is not None:  # the others do not come back
            self.ask("claim", news.table, claim="win")
        super()._happened(news)

    def _after_saving(self, name: str) -> None:
        if not self.home and self.wire is not None:
            self.ask("reopen", game=self.game, name=name)


class HonestCrowd(Crowd):
    """A crowd without anybody rude in it, from an address of its own."""

    kinds = ("house", "house", "house", "boards", "dama", "shelfie", "eriantys", "contest", "watch")
    steadiness = (1.0,)
    address = "127.0.0.2"
    guest_kind: type[Guest] = HonestGuest

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.waits: list[float] = []
        """Seconds that moves took to be answered."""
        self.refused: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()
        """Whose line was cut, by the door."""
        self.saves_left = SAVES

    def _party(self, kind: str) -> list[Any]:
        if kind == "house":
            game = self.chance.choice(("tictactoe", "connect_four", "checkers", "dama", "mia"))
            party: list[Any] = [self.guest(game, "open", 2), self.guest(game, "join", 2)]
        else:
            party = super()._party(kind)
        for person in party:
            if isinstance(person, Person):  # who vanishes leaves a name in use that somebody else wants
                setattr(person, "go_home", partial(person.go_home, "closes"))  # noqa: B010
                setattr(person, "forgetful", 0.0)  # noqa: B010 (where there is something to forget)
        return party

    def connect(self, person: Any) -> RealWire | None:
        wire = super().connect(person)
        if wire is not None:
            Ear(self, person, wire)
        return wire


class Ear:
    """Listens with an honest player to one connection: what was said last, if it is cut."""

    def __init__(self, crowd: HonestCrowd, person: Any, wire: RealWire) -> None:
        self.crowd, self.person = crowd, person
        self._heard, self._lost = wire.heard, wire.lost
        self._last_words = b""
        wire.heard, wire.lost = self.heard, self.lost

    def heard(self, data: bytes) -> None:
        self._last_words = (self._last_words + data)[-300:]
        if isinstance(self.person, BoardPlayer):
            self.crowd.refused["login_error"] += data.count(b'"LOGIN_ERROR"')
        self._heard(data)

    def lost(self) -> None:
        said_why = any(words in self._last_words for words in TOLD_WHY)
        if not self.person.home and not self.crowd.closing and not said_why:
            self.crowd.dropped[self.person.door] += 1
        self._lost()


def harm(refused: Mapping[str, int]) -> dict[str, int]:
    """What was refused though nobody else had been quicker."""
    return {reason: count for reason, count in refused.items() if count and reason not in HARMLESS}


class FairShadow(Shadow):
    """Notes as well who lost on time though they were there."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.lost_on_time: list[str] = []

    def _take(self, number: int, line: bytes) -> None:
        table = self._tables.get(number)
        if table is not None and line.startswith(b'{"what":"expired"'):
            expired: Any = records.decode(line)
            seat = table.scene.seats[expired.seat]
            if seat and not seat.away and not seat.bot and not seat.name.startswith(OURS):
                self.lost_on_time.append(f"{seat.name} at table {number}")
        super()._take(number, line)
