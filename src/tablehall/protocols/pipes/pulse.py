"""Whether a client is still there, as far as its pings tell."""

from tablehall.protocols.door import Port
from tablehall.protocols.pipes.dialects import Dialect
from tablehall.protocols.pipes.syntax import Request

SILENCE = "silence"
"""The alarm at which a client is looked after."""


class Pulse:
    """When a client was last heard. Only the silence of one that used to ping means anything: others may
    be silent because nobody types."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.heard = port.now()
        self.pings = False

    def beats(self, dialect: Dialect, request: Request | None) -> None:
        """The client has said something."""
        self.heard = self.port.now()
        if dialect.silence and not self.pings and request is not None and request.kind == "PING":
            self.pings = True
            self.port.alarm(SILENCE, dialect.silence)

    def may_be_gone(self, dialect: Dialect) -> bool:
        """Whether it has been silent for so long that another connection may have its nickname."""
        return self.pings and self.port.now() - self.heard >= dialect.takeover

    def is_gone(self, dialect: Dialect) -> bool:
        """Whether it has been silent for so long that it counts as lost; if not, this is asked again."""
        left = dialect.silence - (self.port.now() - self.heard)
        if left > 0:
            self.port.alarm(SILENCE, left)
        return left <= 0

    def stop(self) -> None:
        """Nobody is there to be looked after any longer."""
        if self.pings:
            self.port.alarm(SILENCE, None)
