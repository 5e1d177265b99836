"""A rude soak: half of the guests are attackers, and the other half must not notice.

First the honest crowd is alone; then the attackers come, and it must go on as before. Its moves are timed.
"""

import asyncio
import math
import signal
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from tablehall.hall.shares import Limits
from tablehall.protocols.door import DoorLimits
from tablehall_lab.soak.attack import Attack, Outcome, Plan
from tablehall_lab.soak.crowd import Life
from tablehall_lab.soak.honest import FairShadow, HonestCrowd, harm
from tablehall_lab.soak.judge import Promise, Sample
from tablehall_lab.soak.run import MOST_PROBLEMS, Soak
from tablehall_lab.soak.server import GRACE, SoakServer

ADDRESSES = ("127.0.0.3", "127.0.0.4", "127.0.0.5")
"""Where the attackers come from: several share each of them."""
LIMITS = Limits(
    people_per_address=300,
    tables_per_address=200,
    saves_each=20,
    saves_per_address=100,
    put_away_per_address=100,
    finished=50,
)
SETTINGS = "[hall]\n" + "".join(f"{n} = {getattr(LIMITS, n)}\n" for n in LIMITS.__struct_fields__) + GRACE
SLOWER = 5.0
"""So many times as long as in a quiet hall the slowest moves may take."""
QUIET = 0.1
"""The share of the time before the attackers come."""
PAUSES, PAUSE = 10, 0.1
"""So often they hold their breath, and for what share of the time: the hall is timed quiet and attacked by
turns, for a disk that is slow for a while is slow for both."""
PERSON, TABLE, SAVE = 2_000, 30_000, 40_000
"""Bytes that are granted for each name, table and save that somebody may have, on disk and in memory."""
BATCHES = 3
"""How many times what is said is written: into the log, into the index over it, and as a batch on its way."""
CACHE = 64 * 2**20
"""What SQLite, the allocator and caches may take on top, however little there is to keep."""


class RudeReport(msgspec.Struct):
    """What a rude soak showed."""

    seconds: float
    samples: list[Sample] = []
    rude_from: float = 0.0
    promises: list[Promise] = []
    problems: list[str] = []
    came: dict[str, int] = {}
    games: dict[str, int] = {}
    refused: dict[str, int] = {}
    """What honest players were refused."""
    attacks: dict[str, dict[str, int]] = {}
    records: int = 0

    @property
    def kept(self) -> bool:
        """Whether every promise was kept."""
        return not self.problems and all(promise.kept for promise in self.promises)


class RudeSoak(Soak):
    """One rude soak from the first honest guest to the last attacker."""

    def __init__(self, folder: Path, seconds: float, players: int, seed: int) -> None:
        super().__init__(folder, seconds, players, seed)
        self.server = SoakServer(folder, SETTINGS)
        self.found = RudeReport(seconds)
        self._quiet_waits: list[float] = []
        self._rude_waits: list[float] = []

    async def besiege(self, progress: Callable[[Sample], None], *, timed: bool) -> RudeReport:
        """A quiet while, then the attackers, then the verdict."""
        server, found = self.server, self.found
        asyncio.get_running_loop().set_exception_handler(self._astonished)
        await asyncio.to_thread(server.start)
        attack: Attack | None = None
        try:
            self.shadow: FairShadow = FairShadow(server.data)
            self.crowd: HonestCrowd = HonestCrowd(server, self.seed, math.ceil(self.players / 2))
            self.crowd.life = Life(self.shadow)
            self._start = time.monotonic()
            self.crowd.fill_up()
            await self._until(self.seconds * QUIET, progress)
            self._quiet_waits += self._waits()
            found.rude_from = self._elapsed()
            attack = Attack(Plan(str(server.data), server.doors, self.players // 2, ADDRESSES))
            await self._attack_in_turns(attack, progress)
            outcome = await asyncio.to_thread(attack.end)
            await self.crowd.all_leave()
        finally:
            if attack is not None:
                attack.kill()
            code = await asyncio.to_thread(server.end, signal.SIGTERM)
        if code:
            self.report.problems.append(f"the hall ended with {code} when it was told to stop")
        self._look_at_the_log()
        self._judge_promises(outcome, timed=timed)
        self.shadow.close()
        return found

    async def _attack_in_turns(self, attack: Attack, progress: Callable[[Sample], None]) -> None:
        """The attackers rage and hold their breath, again and again."""
        start, length = self.found.rude_from, (self.seconds - self.found.rude_from) / PAUSES
        for turn in range(1, PAUSES + 1):
            await self._until(start + length * (turn - PAUSE), progress)
            self._rude_waits += self._waits()
            attack.hold_breath()
            await self._until(start + length * turn, progress)
            self._quiet_waits += self._waits()
            attack.go_on()

    def _waits(self) -> list[float]:
        """How long moves took since this was last asked."""
        waits, self.crowd.waits = self.crowd.waits, []
        return waits

    def _look_at_the_log(self) -> None:
        """What attackers do may be warned of; nothing of it is an error."""
        errors = [line for line in self.server.log().splitlines() if "error" in line or "Traceback" in line]
        if errors:
            self.report.problems.append("the hall logged:\n" + "\n".join(errors[:20]))

    async def _until(self, end: float, progress: Callable[[Sample], None]) -> None:
        every = max(0.2, min(5.0, self.seconds / 100))
        while self._elapsed() < end:
            try:
                sample = await asyncio.to_thread(self._sample)
            except OSError as error:  # a timeout is one, too
                if len(self.report.problems) < MOST_PROBLEMS:
                    self.report.problems.append(
                        f"after {self._elapsed():.0f} s no answer for its figures: {error}"
                    )
                continue
            self.shadow.catch_up()
            self.found.samples.append(msgspec.structs.replace(sample, games=self.shadow.played()))
            progress(self.found.samples[-1])
            await asyncio.sleep(every)

    def _judge_promises(self, outcome: Outcome, *, timed: bool) -> None:
        found, crowd = self.found, self.crowd
        self.shadow.catch_up()
        found.problems = [*self.report.problems, *outcome.problems]
        found.attacks = outcome.counts
        found.came, found.refused = dict(crowd.came), dict(crowd.refused)
        found.games = {game: len(sizes) for game, sizes in self.shadow.sizes.items() if sizes}
        found.records = self.shadow.records
        for who in self.shadow.lost_on_time[:5]:
            found.problems.append(f"lost on time: {who}")
        found.promises = [
            Promise("honest requests refused", sum(harm(crowd.refused).values()), 0),
            *(Promise(f"honest lines cut at {door}", count, 0) for door, count in crowd.dropped.items()),
            Promise("honest games lost on time", len(self.shadow.lost_on_time), 0),
            *self._shares(outcome),
            *self._room(),
        ]
        if timed:
            quiet, rude = percentile(self._quiet_waits), percentile(self._rude_waits)
            found.promises.insert(
                0, Promise("p99 of a move, attacked", rude * 1000, quiet * 1000 * SLOWER, "ms")
            )

    def _shares(self, outcome: Outcome) -> list[Promise]:
        """What the attackers have got of the hall, all together."""
        many, limits = len(ADDRESSES), LIMITS
        seconds = self.seconds - self.found.rude_from
        chat = many * (limits.chat_burst_per_address + limits.chat_per_address * seconds)
        return [
            Promise("names of attackers", outcome.total("names"), many * limits.people_per_address),
            Promise("tables of attackers", outcome.total("tables"), many * limits.tables_per_address),
            Promise("saves of attackers", outcome.total("saves"), many * limits.saves_per_address),
            Promise("talk of attackers", outcome.total("bytes said") / 2**20, chat / 2**20, "MiB"),
        ]

    def _room(self) -> list[Promise]:
        """Memory and disk: what a quiet hall needs, and what the attackers' shares allow on top."""
        many, limits, samples = len(ADDRESSES), LIMITS, self.found.samples
        quiet = [sample for sample in samples if sample.at <= self.found.rude_from]
        seconds = self.seconds - self.found.rude_from
        things = many * (
            PERSON * limits.people_per_address
            + TABLE * limits.tables_per_address
            + SAVE * (limits.saves_per_address + limits.put_away_per_address)
        )
        said = BATCHES * many * (limits.chat_burst_per_address + limits.chat_per_address * seconds)
        unread = DoorLimits().unread * self.players
        own = max(s.on_disk for s in quiet) / max(quiet[-1].at, 1.0) * self.seconds * 2
        memory, disk = max(s.memory for s in samples), max(s.on_disk for s in samples)
        most = max(s.memory for s in quiet)
        return [
            Promise("memory", memory / 2**20, (most + things + unread + CACHE) / 2**20, "MiB"),
            Promise("disk", disk / 2**20, (own + things + said + CACHE) / 2**20, "MiB"),
        ]


def percentile(waits: list[float], share: float = 0.99) -> float:
    """What so many of some times are not above."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * share))] if waits else 0.0


def rude_soak(
    folder: Path,
    seconds: float,
    *,
    players: int = 60,
    seed: int = 1,
    timed: bool = True,
    progress: Callable[[Sample], None] = lambda _: None,
) -> RudeReport:
    """Attack a hall in a folder for a while."""
    return asyncio.run(RudeSoak(folder, seconds, players, seed).besiege(progress, timed=timed))
