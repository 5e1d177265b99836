"""What nobody reaches, whatever they send: somebody else's seat at a saved game, and what is secret."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.net.pipeline import Pipeline
from tablehall_lab.sim.saved_games import SavedGames

SECRET = re.compile(rb'"secret":"([0-9a-f-]{36})"')
"""What a guest of the house door can come back with; it is told once."""


class LeakError(Exception):
    """Somebody was told what they may not know."""


class Promises:
    """Looks at every decision in a room, and at the end at everything that was heard there."""

    def __init__(self, hall: Hall, pipeline: Pipeline) -> None:
        self.hall = hall
        self.saved_games = SavedGames()
        submit = pipeline.submit

        def watched(conn: int, decision: Decision, *more: Any, **named: Any) -> None:
            for table, _, line in decision.records:
                self.saved_games.wrote(hall, table, line)
            self.saved_games.learn(decision.facts)
            submit(conn, decision, *more, **named)

        setattr(pipeline, "submit", watched)  # noqa: B010 (the pipeline itself stays as it is)

    def check(self, heard: Sequence[bytes]) -> None:
        """Nobody has heard a seed that is not revealed, or a secret that was told somebody else."""
        hall = self.hall
        live = [table.seed for number, table in hall.tables.items() if number not in hall.finished]
        kept = [bytes.fromhex(save.seed) for save in hall.saves.values() if not save.revealed]
        for seed in (*live, *kept):
            if any(seed.hex().encode() in said for said in heard):
                raise LeakError(f"somebody was told the seed {seed.hex()}")
        told = Counter(secret for said in heard for secret in set(SECRET.findall(said)))
        for secret, count in told.items():
            if count > 1:
                raise LeakError(f"{count} clients were told the secret {secret.decode()}")
