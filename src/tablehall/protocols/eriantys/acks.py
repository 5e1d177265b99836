"""Acknowledgements: everybody at a table hears one notification at a time.

The next one goes out once all have acknowledged the one before, or have had their time. Who
let it pass is forgiven and not waited for until they acknowledge again. Requests that arrive
meanwhile are kept for later, so everybody asks about the table that they have been told of.

    quiet --news--> telling --the last one is acknowledged--> quiet: the next request
"""

from collections import deque
from typing import NamedTuple, Protocol

from tablehall.hall.decision import Decision
from tablehall.hall.notices import Happened
from tablehall.protocols.eriantys.messages import tagged
from tablehall.protocols.eriantys.notifications import told

MOST_UNTOLD = 500
"""So many notifications may wait for acknowledgements; beyond it nobody is waited for."""


class Member(Protocol):
    """What a circle knows of a client."""

    by: int
    prompt: bool
    """Whether it acknowledges, and so is waited for."""

    def hear(self, text: bytes) -> None:
        """Be told something."""

    def await_it(self, on: bool) -> None:
        """Have a while to acknowledge what was told, or be done with it."""

    def tag_for(self, seq: int) -> bytes:
        """The `id` of its request that led to this record, if it had one."""

    def obey_next(self) -> bool:
        """Handle the oldest request that had to wait; True if there are more."""

    def dismissed(self) -> None:
        """The table is gone."""


class Step(NamedTuple):
    """One notification, for those who are to hear it."""

    texts: list[tuple[Member, bytes]]
    acknowledged: bool
    last: bool


class Circle:
    """The clients of this protocol around one table."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.members: dict[Member, int] = {}
        """Each with the first record it hears of."""
        self._untold: deque[Step] = deque()
        self._awaited: set[Member] = set()
        self._asking: deque[Member] = deque()
        self._heard = self._decided = -1
        self._going_on = False

    def join(self, member: Member, since: int) -> None:
        """Somebody hears everything from this record on."""
        self.members[member] = since

    def leave(self, member: Member) -> None:
        """Somebody hears nothing any more, and is not waited for."""
        self.members.pop(member, None)
        if member in self._asking:
            self._asking.remove(member)
        if all(since > self._decided for since in self.members.values()):
            self._heard = max(self._heard, self._decided)  # nobody is left who would bring the news
        self.acknowledged(member)
        self.go_on()

    def expect(self, decision: Decision) -> int:
        """A request was granted: the next one waits until everybody was told what became of
        it. Returns the number of its first record here, or -1."""
        here = [
            news.record.seq
            for _, news in decision.notices
            if type(news) is Happened and news.sheet.table == self.table
        ]
        self._decided = max(self._decided, *here, -1)
        return here[0] if here else -1

    def ask(self, member: Member) -> None:
        """Somebody has a request."""
        if member not in self._asking:
            self._asking.append(member)
        self.go_on()

    def hear(self, news: Happened) -> None:
        """Something happened at the table. The first to bring the news brings them to all."""
        seq = news.record.seq
        if seq <= self._heard:
            return
        self._heard = seq
        first = True
        for notification in told(news):
            texts = []
            for member, since in self.members.items():
                if since <= seq:
                    text = notification.seen_from(news.scene.seat_of(member.by))
                    tag = member.tag_for(seq) if first else b""
                    texts.append((member, tagged(text, tag) if tag else text))
            self._untold.append(Step(texts, notification.acknowledged, notification.last))
            first = False
        if len(self._untold) > MOST_UNTOLD:
            self._forgive_everybody()
        self.go_on()

    def acknowledged(self, member: Member) -> None:
        """Somebody acknowledged what they were told, or was given up."""
        if member in self._awaited:
            self._awaited.discard(member)
            member.await_it(False)
            self.go_on()

    def go_on(self) -> None:
        """Tell what is next, then let the requests have their turn."""
        if self._going_on:
            return
        self._going_on = True
        try:
            while not self._awaited:
                if self._untold:
                    self._tell(self._untold.popleft())
                elif self._asking and self._heard >= self._decided:
                    member = self._asking.popleft()
                    if member.obey_next() and member in self.members and member not in self._asking:
                        self._asking.append(member)
                else:
                    break
        finally:
            self._going_on = False

    def _tell(self, step: Step) -> None:
        for member, text in step.texts:
            if member in self.members:
                member.hear(text)
                if step.acknowledged and member.prompt:
                    self._awaited.add(member)
        for member in self._awaited:
            member.await_it(True)
        if step.last:
            for member in list(self.members):
                member.dismissed()

    def _forgive_everybody(self) -> None:
        for member in self.members:
            member.prompt = False
        for member in self._awaited:
            member.await_it(False)
        self._awaited.clear()
