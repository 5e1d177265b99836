"""Pairs of players at the house doors of several nodes, who play one game after the other.

Whoever has come back looks at his table. Whether a move counts that was not acknowledged he learns from
what he sees there.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from tablehall_lab.crash.guest import Guest, Message
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
        self.lately: deque[str] = deque(maxlen=LATELY)
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
        return "\n    ".join([f"{self.game} at table {self.table}: {players}", *self.lately])

    def note(self, who: "Player", message: Message) -> None:
        """One of them said or heard something."""
        if message["type"] == "pong":
            return
        words = {key: message[key] for key in SHOWN if key in message}
        self.lately.append(f"{time.monotonic():.3f} {who.name} at node {who.node}: {words}")


class Player(Guest):
    """One of a pair: the first opens tables, the second sits down at them."""

    def __init__(self, name: str, seat: int, home: int, pair: Pair) -> None:
        super().__init__(name, pair.owner if seat == 0 else home)
        self.seat, self.home, self.pair = seat, home, pair
        self.joined = False
        self._chance = random.Random(name)
        self._again = False
        """Whether he must look at the table once he has the answer: something happened meanwhile."""
        self._seq = -1
        """The latest that he knows of his table; -1: he has not looked yet."""

    def __str__(self) -> str:
        return f"{super().__str__()}, seq {self._seq}"

    def note(self, message: Message) -> None:
        self.pair.note(self, message)

    def welcomed(self, message: Message) -> None:
        self._seq, self._again = -1, False
        pair, mine = self.pair, message.get("tables", ())
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

    def answered(self, question: str, about: Any, message: Message) -> None:
        kind = message["type"]
        if kind == "refused":
            self._refused(question, about, message)
        elif kind == "table":
            self._sees(message, question)
        elif kind == "legal":
            self._chooses(message)
        elif kind == "done" and about is not None:
            self._acknowledged(about)
        if self._again:
            self.nudge()

    def _acknowledged(self, wanted: Try) -> None:
        if wanted.fate == "unknown":
            wanted.fate = "acknowledged"
            self.pair.moved.append((time.monotonic(), wanted.table))

    def _refused(self, question: str, wanted: Try | None, message: Message) -> None:
        if wanted is not None:
            wanted.fate = "refused"
        if message["reason"] == "no_such_table" and self.pair.table:
            self.pair.told.gone.setdefault(self.pair.table, int(time.time() * 1000))
            self.pair.ended(self.pair.table)
        elif question == "join":
            self.joined = True  # it was done, and the answer was lost
            self.nudge()
        elif question in ("act", "legal"):
            self.nudge()

    def _sees(self, message: Message, question: str) -> None:
        table, status = message["card"]["table"], message["card"]["status"]
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
        self._seq = message["seq"]
        if status in ("finished", "closed"):
            self.pair.ended(table)
        else:
            self._looks(message)

    def hears(self, message: Message) -> None:
        pair = self.pair
        pair.told.heard(message)
        if message["table"] != pair.table or message["seq"] <= self._seq:
            return
        wanted = self.asked[2] if self.asked else None
        made = tuple(map(message.get, ("what", "seat", "move")))
        if wanted and made == ("moved", self.seat, wanted.move):
            self._acknowledged(wanted)
        if message["what"] in ("ended", "closed"):
            pair.ended(message["table"])
        elif self._seq >= 0 and message["seq"] > self._seq + 1:
            pair.told.gaps += 1
            self.nudge()
        elif self._seq >= 0:
            self._seq = message["seq"]
            self._looks(message)

    def _looks(self, message: Message) -> None:
        """Is it his turn?"""
        if self.asked:
            self._again = True
        elif self.seat in message.get("turn", ()) and not self.pair.stopping:
            self.ask("legal", table=self.pair.table)

    def _chooses(self, message: Message) -> None:
        if message["table"] != self.pair.table or self.pair.stopping:
            self.nudge()
        elif message["moves"]:
            move = self._chance.choice(message["moves"])
            wanted = self.pair.told.asks(message["table"], self.seat, move)
            self.ask("act", wanted, self._chance.uniform(*THINKS), table=message["table"], move=move)

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
