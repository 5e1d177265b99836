"""Who holds games at tables of the hall besides its people: a contest, for example."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablehall.games.api import Outcome, Reason
    from tablehall.hall.commands import ContestCommand
    from tablehall.hall.decision import Deciding
    from tablehall.hall.notices import Happened
    from tablehall.hall.table import Table


class Organiser(ABC):
    """Opens tables, seats players at them, and is told what becomes of the games. Its tables are
    remembered when their games are over, and nobody lingers there."""

    @abstractmethod
    def handle(self, decision: "Deciding", command: "ContestCommand") -> "Reason | None":
        """Decide on what somebody of the hall asks of it."""

    @abstractmethod
    def happened(self, decision: "Deciding", table: "Table", news: "Happened") -> None:
        """A record was written at one of its tables."""

    @abstractmethod
    def write_up(self, decision: "Deciding", table: "Table") -> None:
        """Something else is about to be written into the log of one of its tables: whatever happened before
        and is not there so far has to be written now."""

    @abstractmethod
    def ended(self, decision: "Deciding", table: "Table", outcome: "Outcome") -> None:
        """A game at one of its tables is over."""

    @abstractmethod
    def show_out(self, decision: "Deciding", name: str, address: str) -> None:
        """Whoever has this name or comes from this address may not take part any longer."""

    @abstractmethod
    def go_on(self, decision: "Deciding") -> None:
        """The hall lets people in again."""
