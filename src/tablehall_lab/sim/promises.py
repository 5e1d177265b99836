"""Promises: what players were told was done, to be found in the logs at the end, once."""

from collections import Counter, defaultdict

import msgspec

from tablehall_lab.sim.ledger import Ledger
from tablehall_lab.sim.trace import Broken

MOVED, REPLACED = b'{"what":"moved"', b'{"what":"replaced"'


class Acts(msgspec.Struct):
    """The moves of one seat: how many were sent, and what was answered."""

    sent: int = 0
    done: int = 0
    refused: int = 0


class Promises:
    """Everything that was acknowledged."""

    def __init__(self) -> None:
        self.acts: defaultdict[tuple[int, int], Acts] = defaultdict(Acts)
        """By table and seat."""
        self.said: Counter[str] = Counter()
        """How often a text was acknowledged, which is different every time."""

    def crashed(self, ledger: Ledger) -> None:
        """Games that are remembered when they are over are lost, and promised nothing else."""
        for table, seat in list(self.acts):
            if table not in ledger.logs:
                del self.acts[table, seat]

    def check(self, ledger: Ledger) -> None:
        """What was acknowledged is in a log once; what was refused or never sent is in none."""
        moved = Counter(
            (number, int(msgspec.json.decode(line)["seat"]))
            for number, log in ledger.logs.items()
            for line in log
            if line.startswith(MOVED)
        )
        for (number, seat), acts in self.acts.items():
            if (
                self._kept(ledger, number)
                and not acts.done <= moved[number, seat] <= acts.sent - acts.refused
            ):
                raise Broken(
                    f"table {number}, seat {seat}: {acts}, but {moved[number, seat]} moves in the log"
                )
        for text, count in self.said.items():
            if ledger.said[text] != count:
                raise Broken(f"{text!r}: acknowledged {count} times, {ledger.said[text]} times in a log")

    def _kept(self, ledger: Ledger, number: int) -> bool:
        """Whether a table's moves are remembered one by one, and all of them are its players' own.
        A game that is remembered when it is over may be lost in a crash, and its number used
        again; and the house's players may go on for somebody."""
        log = ledger.logs.get(number, ())
        if not log or b'"game":"mia"' in log[0]:
            return False
        return not any(line.startswith(REPLACED) for line in log)
