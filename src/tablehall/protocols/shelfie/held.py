"""An answer that waits for what the client says next."""

from collections.abc import Callable

from tablehall.protocols.door import Port


class HeldAnswer:
    """At most one answer of a connection is held back, for a moment. Its alarm is called `held`."""

    def __init__(self, port: Port, moment: int) -> None:
        self.port = port
        self.moment = moment
        self._answer: Callable[[], None] | None = None

    def hold(self, answer: Callable[[], None]) -> None:
        self._answer = answer
        self.port.alarm("held", self.moment)

    def give(self) -> None:
        """It is time to answer, if something was held back."""
        answer = self._answer
        self.drop()
        if answer is not None:
            answer()

    def drop(self) -> None:
        """No answer is wanted any more."""
        if self._answer is not None:
            self._answer = None
            self.port.alarm("held", None)
