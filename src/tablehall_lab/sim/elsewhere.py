"""Elsewhere: what would have been told of a record at a table whose secrets were dealt anew.

A viewer must not be able to tell two tables apart that look the same to them before a record and
after it, so whatever is told of the record in between must be the same as well, to the byte. Where
the table looks different afterwards, the record has shown something that they may know from then on
(the cup was lifted, or points that depend on a card): then nothing is compared. For that a game
must show whatever its events reveal in its views, too, and all of ours do.
"""

import copy
from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from tablehall.contests.match import Match
from tablehall.contests.notices import Played
from tablehall.contests.roster import Contestant
from tablehall.games.dice import Dice
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene
from tablehall.hall.table import LogError, Table
from tablehall.net.udp import DatagramConnection

EVENTFUL = (
    records.Moved,
    records.Expired,
    records.Blundered,
    records.Dropped,
    records.Went,
    records.Came,
    records.Replaced,
)
"""Records that the rules answer with events."""

Sent = list[tuple[bytes, tuple[Any, ...]]]

_encode = msgspec.json.encode


class Remembered(Dice):
    """Dice that fall as they fell before."""

    def __init__(self, throws: tuple[int, ...]) -> None:
        super().__init__(bytes(32))
        self._falls = list(throws)

    def below(self, limit: int) -> int:
        fall = self._falls.pop(0) if self._falls else limit
        return fall if fall < limit else super().below(limit)


class Elsewhere:
    """Deals tables anew and makes there what was made here."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self._deals = 0

    def dice(self) -> Dice:
        """Dice that nobody has thrown before."""
        self._deals += 1
        return Dice(self._deals.to_bytes(32, "big"))

    def news(self, before: Scene, news: Happened, seat: int | None) -> Happened | None:
        """The same record at a table that this viewer cannot tell from the real one; None: it
        cannot be made there, or shows itself there, or there is nothing to hide."""
        game, thrown = news.game, getattr(news.record, "throws", ())
        seen = _encode(game.view(news.scene.state, seat))
        state = game.redeal(before.state, seat, self.dice())
        known = state == before.state
        # Other throws come first, since nobody else may know them; some, however, everybody sees.
        for dice in (self.dice(), Remembered(thrown)) if thrown else (self.dice(),):
            if known and not (thrown and type(dice) is Dice):
                self.counts["events with nothing to hide"] += 1
                return None
            other = self._made(before, state, news, dice)
            if other is None:
                # The rules do not allow it there: whoever sees it made may conclude that much, and
                # nothing that was told could be compared with what is told there.
                self.counts["events of moves that cannot be made elsewhere"] += 1
                return None
            if _encode(game.view(other.scene.state, seat)) == seen:
                self.counts["events redealt"] += 1
                return other
        self.counts["events that reveal something"] += 1
        return None

    def witnessed(self, before: Scene, news: Happened, seat: int | None) -> list[Any] | None:
        """What this viewer would notice there, as JSON; None: nothing can be compared."""
        other = self.news(before, news, seat)
        if other is None:
            return None
        noticed = (news.game.witness(event, seat) for event in other.events)
        seen: list[Any] = msgspec.json.decode(_encode([event for event in noticed if event is not None]))
        return seen

    def _made(self, before: Scene, state: Any, news: Happened, dice: Dice) -> Happened | None:
        """The record at another table, by the hall's own hand; None: it is against the rules."""
        table = Table(news.game)
        table.sheet, table.scene, table.dice = news.sheet, replace(before, state=state), dice
        record: Any = news.record
        if type(record) is records.Moved:
            record = replace(record, move=msgspec.Raw(_encode(record.move)))
        try:
            events = table.apply(record, news.scene.prev)
        except LogError:
            return None
        return Happened(news.record, events, table.sheet, table.scene, table.game, state)


def in_the_hall(news: Played) -> Happened:
    """What happened in a game of a contest, as people would be told of it."""
    table = news.match.table
    scene = replace(table.scene, seq=news.record.seq, state=news.state)
    return Happened(news.record, news.events, table.sheet, scene, table.game)


class Rehearsal:
    """What stands for contest and port of a door while it tells what nobody is to hear."""

    def __init__(self, connection: DatagramConnection) -> None:
        session: Any = connection.session
        self.sent: Sent = []
        self.group = connection.group
        self.now = connection.now
        self.actor = copy.copy(session)
        self.actor.port = self.actor.contest = self.referee = self

    def hearers(self, match: Match) -> list[tuple[int | None, Contestant]]:
        """Who hears of a game through this door, and from which seat."""
        door = self.actor.name
        around = [*enumerate(match.players), *((None, who) for who in match.onlookers)]
        return [(seat, who) for seat, who in around if who.client.door == door and who.ready]

    def tell(self, news: Played, other: Happened) -> Sent:
        """What the door would send if the news were what happened elsewhere."""
        self.actor._played(Played(news.match, news.record, other.events, other.scene.state, news.asks))
        return self.sent

    def expect(self, address: tuple[Any, ...], token: str) -> None:
        """Nobody will say it."""

    def send_to(self, data: bytes, address: tuple[Any, ...]) -> None:
        """A datagram for one."""
        self.sent.append((data, address))

    def send_all(self, data: bytes, group: Any) -> None:
        """A datagram for many."""
        self.sent += ((data, address) for address in group.addresses)

    def asked(self, match: Any, now: int) -> None:
        """Nobody was asked."""
