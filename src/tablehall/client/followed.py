"""A table as far as one has heard of it. Pure: told by the whole table, then by the news."""

from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from tablehall.games.api import Outcome
from tablehall.hall.scene import Proposal, Status
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Chair, Clocks, Happened, Line, TableCard

Claim = Literal["win", "draw", "bot", "wait"]
"""What one may say about players who have been away for too long."""
GOES_ON = ("waiting", "playing")
KEPT_LINES = 200


class Followed:
    """Everything known about a table; what it says is always as new as the latest news."""

    def __init__(self, person: int, whole: replies.Table) -> None:
        self.person = person
        self.number = whole.card.table
        self.gone = False
        """Whether the table is no longer there, or no longer ours to see."""
        self.moved_at = 0
        """The number of the record of one's own last move."""
        self.last: tuple[int, Any] | None = None
        """The last move, and whose it was."""
        self.promised: bool | None = None
        """Whether you were told the hash of its seed before you opened it, or agreed to it as a rematch, with
        a share of chance of your own: then nobody could choose the throws. False: you opened it with your
        share, and it has other dice than you were promised. None: you did neither."""
        self._apart: dict[int, Happened] | None = None
        """News that came while it is asked what was missed."""
        self.adopt(whole)

    def adopt(self, whole: replies.Table) -> None:
        """Everything anew."""
        self.card: TableCard = whole.card
        self.seq, self.at = whole.seq, whole.at
        self.you: int | None = whole.you
        """Your seat; None: you look on."""
        self.commitment, self.code = whole.commitment, whole.code
        self.rematch = whole.rematch
        """The hash of the seed of a rematch, when the game is over."""
        self.view: Any = whole.view
        self.text = whole.text
        self.turn: tuple[int, ...] = whole.turn
        self.clocks: Clocks | None = None if whole.clocks is UNSET else whole.clocks
        self.paused = whole.paused
        self.outcome: Outcome | None = whole.outcome
        self.proposal: Proposal | None = whole.proposal
        if whole.last is not None and whole.last != self.last and whole.last[0] == whole.you:
            self.moved_at = whole.seq
        self.last = whole.last
        self.chat: list[Line] = list(whole.chat)
        self.watching = whole.watching
        self.latest: replies.Table | Happened = whole

    def hear(self, news: Happened) -> list[Happened] | None:
        """Take in what happened: whatever of it is new, or None if something is missing before it."""
        if self._apart is not None:
            self._apart[news.seq] = news
            return []
        if news.seq <= self.seq:
            return []
        if news.seq > self.seq + 1:
            self.set_apart(news)
            return None
        self._apply(news)
        return [news]

    def set_apart(self, *news: Happened) -> None:
        """From now on keep news until it is known what was missed."""
        self._apart = {one.seq: one for one in news}

    def caught_up(self) -> list[Happened]:
        """What was missed has been told: take in, in their order, all news that were kept."""
        kept, self._apart = self._apart or {}, None
        new = [kept[seq] for seq in sorted(kept) if seq > self.seq]
        for news in new:
            self._apply(news)
        return new

    def _apply(self, news: Happened) -> None:
        self.seq, self.at = news.seq, news.at
        self.latest = news
        if news.what == "said":
            self._heard_say(news)
            return
        if news.what == "moved":
            assert news.seat is not UNSET
            self.last, self.proposal = (news.seat, news.move), None
            if news.seat == self.you:
                self.moved_at = news.seq
        elif news.what == "taken_back":
            self.last = None
        for name in ("view", "text", "turn", "clocks", "paused", "outcome", "proposal", "rematch"):
            value = getattr(news, name)
            if value is not UNSET:
                setattr(self, name, value)
        self._seats_changed(news)

    def _heard_say(self, news: Happened) -> None:
        seat, to = (None if news.seat is UNSET else news.seat), (None if news.to is UNSET else news.to)
        self.chat.append(Line(news.seq, news.at, str(news.name), str(news.text), seat, to))
        del self.chat[:-KEPT_LINES]

    def _seats_changed(self, news: Happened) -> None:
        if news.status is not UNSET:
            self.card = replace(self.card, status=news.status)
        if news.seats is not UNSET:
            self.card = replace(self.card, seats=news.seats)
            mine = [seat for seat, chair in enumerate(news.seats) if chair and chair.person == self.person]
            self.you = mine[0] if mine else None

    @property
    def game(self) -> str:
        """The game's name."""
        return self.card.game

    @property
    def status(self) -> Status:
        """`waiting`, `playing`, `finished`, `saved` or `closed`."""
        return self.card.status

    @property
    def seats(self) -> tuple[Chair | None, ...]:
        """Who sits where."""
        return self.card.seats

    @property
    def my_turn(self) -> bool:
        """Whether you may move now."""
        playing = self.status == "playing" and not self.gone
        return playing and not self.paused and self.you in self.turn

    @property
    def over(self) -> bool:
        """Whether nothing more will be played here."""
        return self.gone or self.status not in GOES_ON

    @property
    def overdue(self) -> tuple[int, ...]:
        """The seats of those who have been away for longer than they are waited for."""
        return tuple(seat for seat, chair in enumerate(self.seats) if chair and chair.overdue)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What you may say shall become of a game whose players are overdue; nothing: you are not asked.
        Without an answer everybody waits on."""
        mine = self.seats[self.you] if self.you is not None else None
        if self.status != "playing" or mine is None or mine.gone or mine.overdue or not self.overdue:
            return ()
        others = [chair for chair in self.seats if chair and chair is not mine and not chair.gone]
        return (
            ("win", "draw", "bot", "wait") if all(one.overdue for one in others) else ("win", "bot", "wait")
        )

    @property
    def needs_consent(self) -> bool:
        """Whether others have to agree before the game is put away: it is rated, and they are people."""
        others = (chair for seat, chair in enumerate(self.seats) if chair and seat != self.you)
        return self.card.rated and any(one.person and not one.bot and not one.gone for one in others)

    def name(self, seat: int | None) -> str:
        """What the player of a seat is called."""
        chair = self.seats[seat] if seat is not None and seat < len(self.seats) else None
        return chair.name if chair else "nobody"

    def left(self, seat: int, now: float) -> int | None:
        """Milliseconds left to a seat at this time (of the hall); None: nobody counts."""
        if self.clocks is None or seat >= len(self.clocks.left):
            return None
        since = self.clocks.running[seat] if seat < len(self.clocks.running) else 0
        used = max(0, int((self.paused or now) - since)) if since else 0
        return max(0, self.clocks.left[seat] - used)
