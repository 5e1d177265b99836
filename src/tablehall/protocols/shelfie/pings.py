"""Whether a client is still there: asked now and then, and gone if it does not answer in time."""

from tablehall.protocols.door import Port
from tablehall.protocols.shelfie.messages import PING

LATE = 250
"""If an alarm rings so much too late, it was us who slept and not the client."""


class Pings:
    """The pings of one connection. Its alarms are called `ping` and `pong`."""

    def __init__(self, port: Port, every: int, patience: int) -> None:
        self.port = port
        self.every = every
        self.patience = patience
        self._due = 0
        """Until when an answer must have come; 0: none is awaited."""

    def start(self) -> None:
        if self.every:
            self.port.alarm("ping", self.every)

    def ping(self) -> None:
        """Time to ask."""
        self.port.write(PING)
        self.port.alarm("ping", self.every)
        if not self._due:
            self._wait()

    def pong(self) -> None:
        """The client has answered, whatever."""
        self._due = 0

    def overdue(self) -> None:
        """Time for an answer; an alarm that was set again meanwhile means nothing."""
        now = self.port.now()
        if not 0 < self._due <= now:
            return
        if now > self._due + LATE:
            self._wait()
        else:
            self.port.close()

    def _wait(self) -> None:
        self._due = self.port.now() + self.patience
        self.port.alarm("pong", self.patience)

    def stop(self) -> None:
        for name in ("ping", "pong"):
            self.port.alarm(name, None)
