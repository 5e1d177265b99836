"""Watches a conversation until it has come to its end, or to a stop."""

import asyncio

from tablehall.conformance.clients.datagrams import DatagramRelay
from tablehall.conformance.clients.judge import CONNECTS, PLAYS, SOUND, Judge
from tablehall.conformance.clients.program import Program
from tablehall.conformance.clients.relay import StreamRelay
from tablehall.conformance.clients.scenario import Scenario

CONNECTS_WITHIN = 10.0
"""Seconds for a program to start and say something."""
SILENCE = 6.0
"""Seconds of silence of the client after which nothing more is expected of it."""
LONGEST = 60.0
LONGEST_AFTER = 5.0
"""Seconds in which a conversation may still come to its end after something was found."""
MOST_SAID = 20_000
"""Messages of a client in one conversation; the longest game takes a tenth of it."""
LOOKS_EVERY = 0.01
ON_ITS_WAY = 0.05
"""Seconds in which the last words of a client arrive."""


class Watch:
    """Follows the client's process and what it says."""

    def __init__(
        self,
        scenario: Scenario,
        judge: Judge,
        client: Program,
        relay: StreamRelay | DatagramRelay,
        patience: float,
    ) -> None:
        self.scenario, self.judge, self.client, self.relay = scenario, judge, client, relay
        self.patience = patience
        self.now = asyncio.get_running_loop().time
        self._began = self._spoke = self.now()
        self._first: float | None = None
        """When the client spoke for the first time."""
        self._found: float | None = None
        """When something was found for the first time."""
        self._said = self._cuts = 0

    async def run(self) -> None:
        """Until it is over; what is wrong is with the judge."""
        while not self._over():
            await asyncio.sleep(LOOKS_EVERY)
            self._notice()
            if self.relay.cuts > self._cuts:
                self._cuts, self._spoke = self.relay.cuts, self.now()
                await self.client.restart()
            elif self.client.code is not None and await self._ended():
                return
            if self.judge.look() or self._stopped():
                return
        await self._linger()

    def _notice(self) -> None:
        said = self.judge.said.total()
        if said > self._said:
            self._said, self._spoke = said, self.now()
            self._first = self._first or self._spoke
        if self.judge.findings:
            self._found = self._found or self.now()

    def _over(self) -> bool:
        """Whether it has come to its end."""
        if self.scenario.until:
            return self.judge.heard[self.scenario.until] >= self.scenario.times
        return self._first is not None and self.now() > self._first + self.scenario.quiet

    async def _ended(self) -> bool:
        """The client has ended; whether that is the end of it."""
        await asyncio.sleep(ON_ITS_WAY)
        if self._over():
            return False
        fell, how = self.client.fell, self.client.how_it_ended()
        if not self.relay.connections:
            self.judge.finds(CONNECTS, f"nothing was heard of it; {how}")
        elif self.scenario.may_end and not fell:
            self._demand()
        else:
            self.judge.finds(SOUND if fell else PLAYS, how)
        return True

    def _stopped(self) -> bool:
        """Whether nothing more is to be expected of the client."""
        age, silence = self.now() - self._began, self.now() - self._spoke
        if not self._said and age > CONNECTS_WITHIN * self.patience:
            self.judge.finds(CONNECTS, f"nothing was heard of it for {age:.0f} s")
        elif self._said and silence > SILENCE * self.patience:
            self.judge.finds(PLAYS, f"it has said nothing for {silence:.0f} s, and {self._missing()}")
        elif self._said > MOST_SAID:
            self.judge.finds(PLAYS, f"it has sent {self._said} messages, and {self._missing()}")
        elif age > LONGEST * self.patience:
            self.judge.finds(PLAYS, f"after {age:.0f} s {self._missing()}")
        else:
            return self._found is not None and self.now() > self._found + LONGEST_AFTER * self.patience
        return True

    def _missing(self) -> str:
        number, wanted = self.judge.heard[self.scenario.until], self.scenario.times
        return f"the conversation has not come to its end ({self.scenario.until}: {number} of {wanted})"

    async def _linger(self) -> None:
        """It may still say something wrong, and has to say what it owes."""
        end, debts = self.now() + self.scenario.linger, dict(self.judge.debts)
        while self.now() < end or any(self.judge.debts.get(what) is debt for what, debt in debts.items()):
            if self.client.code is not None:
                if self.client.fell:
                    self.judge.finds(SOUND, self.client.how_it_ended())
                await asyncio.sleep(ON_ITS_WAY)
                break
            if self.judge.look():
                break
            await asyncio.sleep(LOOKS_EVERY)
        self._demand()

    def _demand(self) -> None:
        """What the client must have said by now."""
        for wanted in self.scenario.must:
            if not any(self.judge.said[kind] for kind in wanted.split("|")):
                self.judge.finds(PLAYS, f"it has not said {wanted.replace('|', ' or ')} at all")
