"""Pairs of players at the house doors of several nodes, who play one game after the other.

Whoever has come back looks at their table. Whether a move counts that was not acknowledged they learn from
what they see there.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import AnyReply, Happened
from tablehall_lab.crash.guest import Guest
from tablehall_lab.crash.told import Told, Try

THINKS = (0.02, 0.08)
"""Between so many and so many seconds a player looks at the board."""
LOOK_EVERY, LOOKS = 0.02, 250
LATELY = 30
SHOWN = ("type", "re", "table", "seq", "what", "seat", "turn", "paused", "status", "reason", "why", "tables")


class Pair:
    """Two who play with each other, through different nodes."""

    def __init__(self, names: Sequence[str], game: str, owner: int, homes: Sequence[int], told: Told) -> None:
        self.game, self.owner, self.told = game, owner, told
        self.table = 0
        """Where they play now; 0: the first of them is to open a table."""
        self.over: set[int] = set()
        self.moved: list[tuple[float, int]] = []
        """When each move was acknowledged, and at which table."""
        self.stopping = False
        self.lately: deque[tuple[float, Player, int, bytes | str]] = deque(maxlen=LATELY)
        """What they said and heard lately, for whoever wonders why they do not go on."""
        self.players = [Player(name, seat, homes[seat], self) for seat, name in enumerate(names)]

    def nodes(self) -> set[int]:
        """The nodes that this table needs: its owner, and where its players are."""
        return {self.owner, *(node for player in self.players for node in (player.node, player.home))}

    def opened(self, table: int) -> None:
        """There is a table: the other one may sit down at it."""
        self.table = table
        self.told.tables.add(table)
        self.players[1].joined = False
        self.players[1].nudge()

    def ended(self, table: int) -> None:
        """This game is over; the next one."""
        self.over.add(table)
        if table == self.table:
            self.table = 0
            self.players[0].nudge()

    def state(self) -> str:
        """How they stand."""
        players = ", ".join(map(str, self.players))
        lately = [
            f"{at:.3f} {who.name} at node {node}: {shown(message)}" for at, who, node, message in self.lately
        ]
        return "\n    ".join([f"{self.game} at table {self.table}: {players}", *lately])

    def note(self, who: "Player", message: bytes | str) -> None:
        """One of them said or heard something."""
        self.lately.append((time.monotonic(), who, who.node, message))


def shown(message: bytes | str) -> str:
    """What matters of a message."""
    keys = msgspec.json.decode(message)
    return str({key: keys[key] for key in SHOWN if key in keys})


class Player(Guest):
    """One of a pair: the first opens tables, the second sits down at them."""

    def __init__(self, name: str, seat: int, home: int, pair: Pair) -> None:
        super().__init__(name, pair.owner if seat == 0 else home)
        self.seat, self.home, self.pair = seat, home, pair
        self.joined = False
        self._chance = random.Random(name)
        self._again = False
        """Whether they must look at the table once they have the answer: something happened meanwhile."""
        self._seq = -1
        """The latest that they know of their table; -1: they have not looked yet."""

    def __str__(self) -> str:
        return f"{super().__str__()}, seq {self._seq}"

    def note(self, message: bytes | str) -> None:
        self.pair.note(self, message)

    def welcomed(self, welcome: replies.Welcome) -> None:
        self._seq, self._again = -1, False
        pair, mine = self.pair, welcome.tables
        unknown = [table for table in mine if table not in pair.over]
        if self.seat == 0 and not pair.table and unknown:  # opened, and not told of it
            pair.opened(unknown[-1])
        self.joined = self.joined or pair.table in mine
        self.nudge()

    def nudge(self) -> None:
        """Do what is to be done first: open a table, sit down at one, or look at it."""
        pair = self.pair
        self._again = bool(self.asked)
        if not self.here or self.asked or pair.stopping:
            return
        if pair.table and (self.joined or self.seat == 0):
            self.ask("sync", table=pair.table)
        elif pair.table:
            self.ask("join", table=pair.table)
        elif self.seat == 0 and self.node != pair.owner and self.drops == 0:
            self.moves_to(pair.owner)
        elif self.seat == 0:
            self.ask("open", game=pair.game)

    def answered(self, question: str, about: Any, reply: AnyReply) -> None:
        match reply:
            case replies.Refused():
                self._refused(question, about, reply.reason)
            case replies.Table():
                self._sees(reply, question)
            case replies.Moves():
                self._chooses(reply)
            case replies.Done() if about is not None:
                self._acknowledged(about)
        if self._again:
            self.nudge()

    def _acknowledged(self, wanted: Try) -> None:
        if wanted.fate == "unknown":
            wanted.fate = "acknowledged"
            self.pair.moved.append((time.monotonic(), wanted.table))

    def _refused(self, question: str, wanted: Try | None, reason: str) -> None:
        if wanted is not None:
            wanted.fate = "refused"
        if reason == "no_such_table" and self.pair.table:
            self.pair.told.gone.setdefault(self.pair.table, int(time.time() * 1000))
            self.pair.ended(self.pair.table)
        elif question == "join":
            self.joined = True  # it was done, and the answer was lost
            self.nudge()
        elif question in ("act", "legal"):
            self.nudge()

    def _sees(self, whole: replies.Table, question: str) -> None:
        table = whole.card.table
        if question == "open":
            self.pair.owner = self.node
            self.pair.opened(table)
            if self.home != self.node and not self.drops:
                self.moves_to(self.home)
                return
        if table != self.pair.table:
            self.nudge()
            return
        self.joined = True
        self._seq = whole.seq
        if whole.card.status in ("finished", "closed"):
            self.pair.ended(table)
        else:
            self._looks(whole.turn)

    def hears(self, news: Happened) -> None:
        pair = self.pair
        pair.told.heard(news)
        if news.table != pair.table or news.seq <= self._seq:
            return
        wanted = self.asked[1] if self.asked else None
        if wanted and (news.what, news.seat, news.move) == ("moved", self.seat, wanted.move):
            self._acknowledged(wanted)
        if news.what in ("ended", "closed"):
            pair.ended(news.table)
        elif self._seq >= 0 and news.seq > self._seq + 1:
            pair.told.gaps += 1
            self.nudge()
        elif self._seq >= 0:
            self._seq = news.seq
            self._looks(news.turn or ())

    def _looks(self, turn: Sequence[int]) -> None:
        """Is it their turn?"""
        if self.asked:
            self._again = True
        elif self.seat in turn and not self.pair.stopping:
            self.ask("legal", table=self.pair.table)

    def _chooses(self, legal: replies.Moves) -> None:
        if legal.table != self.pair.table or self.pair.stopping:
            self.nudge()
        elif legal.moves:
            move = self._chance.choice(legal.moves)
            wanted = self.pair.told.asks(legal.table, self.seat, move)
            self.ask("act", wanted, self._chance.uniform(*THINKS), table=legal.table, move=move)

    async def leave(self) -> None:
        """Say goodbye, so that the game is over, once there is no question left."""
        await self._until_answered()
        self.ask("bye")
        await self._until_answered()

    async def _until_answered(self) -> None:
        for _ in range(LOOKS):
            if self.here and not self.asked:
                return
            await asyncio.sleep(LOOK_EVERY)
