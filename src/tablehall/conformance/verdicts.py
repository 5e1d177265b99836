"""How a server keeps the rules of a page: transcript by transcript, and as a score."""

import secrets
import time
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from tablehall.conformance.page import Block
from tablehall.conformance.runner import DepartureError, left_out, out_of_reach, play
from tablehall.conformance.start import Start, Started, StartError
from tablehall.conformance.wires import Place, listens

Word = Literal["ok", "differs", "left out"]


class NobodyError(Exception):
    """Nobody answers where the server should be."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"Nobody answers at {place.host}:{place.port}.")


class Verdict(msgspec.Struct, frozen=True):
    """What has become of one transcript."""

    block: Block
    word: Word
    why: str = ""
    departure: DepartureError | None = None
    seconds: float = 0.0

    @property
    def heard_nothing(self) -> bool:
        """Whether the server has not said a word."""
        return self.departure is not None and not self.departure.heard


def differs(block: Block, departure: DepartureError, seconds: float = 0.0) -> Verdict:
    """The verdict on a transcript that the server departs from."""
    return Verdict(block, "differs", "\n".join([str(departure), *departure.notes]), departure, seconds)


def unanswered(blocks: Sequence[Block], error: NobodyError) -> list[Verdict]:
    """What becomes of transcripts where nobody answers: the first one says so, the others are in vain."""
    first = [differs(block, DepartureError(block, block.line, str(error), {}, [])) for block in blocks[:1]]
    return [*first, *(Verdict(block, "left out", "nobody answered") for block in blocks[1:])]


def _no_server(block: Block, error: StartError) -> DepartureError:
    """A server that does not start departs from whatever it should have done."""
    what, _, last_words = str(error).partition("\n")
    departure = DepartureError(block, block.line, what, {}, [])
    if last_words:
        departure.add_note(last_words)
    return departure


class Score(msgspec.Struct, frozen=True):
    """How many rules were kept of those that were tried."""

    kept: int
    tried: int
    left_out: int

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> "Score":
        """The score of these transcripts."""
        words = [verdict.word for verdict in verdicts]
        out = words.count("left out")
        return cls(words.count("ok"), len(words) - out, out)

    @property
    def percent(self) -> int:
        """100 only if all were kept."""
        return 100 * self.kept // self.tried if self.tried else 0


class Examiner:
    """Plays transcripts against a server that runs, or against those that it starts."""

    def __init__(
        self,
        doors: Mapping[str, Place],
        start: Start | None = None,
        patience: float = 1.0,
        always_fresh: bool = False,
    ) -> None:
        self.doors = start.doors if start else doors
        self.start = start
        self.always_fresh = always_fresh
        self.patience = patience
        self._shared: Started | None = None
        self._has_started = False
        self._in_vain = False
        """Whether not even the first server has started."""

    async def examine(self, blocks: Iterable[Block]) -> AsyncGenerator[Verdict, None]:
        """What becomes of each."""
        main = self.doors[""]
        somebody = self.start is not None
        if not somebody and not await listens(main):
            raise NobodyError(main)
        try:
            for block in blocks:
                if reason := self._left_out(block):
                    yield Verdict(block, "left out", reason)
                    continue
                verdict = await self._verdict(block)
                if not somebody and main.transport == "datagrams" and verdict.heard_nothing:
                    raise NobodyError(main)
                somebody = True
                yield verdict
        finally:
            await self._end_shared()

    async def _end_shared(self) -> None:
        if self._shared is not None:
            await self._shared.end()
            self._shared = None

    def _left_out(self, block: Block) -> str:
        """Why a block cannot be played; nothing if it can."""
        if self._in_vain:
            return "the server did not start"
        if block.settings and (self.start is None or "settings" not in self.start.gaps):
            wanted = "; ".join(block.settings.splitlines())
            return f"it wants settings that only the hall's own server has: {wanted}"
        if self.start is None:
            return left_out(block, self.doors, None)
        if block.restarts and "folder" not in self.start.gaps:
            return "it kills the server, whose data would have to be in a folder: {folder} in --start"
        return out_of_reach(block, self.doors)

    async def _verdict(self, block: Block) -> Verdict:
        began = time.monotonic()
        try:
            await self._play(block)
        except StartError as error:
            if block.settings:
                reason = f"with the settings that it wants there is no server: {error}"
                return Verdict(block, "left out", reason)
            self._in_vain = not self._has_started
            return differs(block, _no_server(block, error), time.monotonic() - began)
        except DepartureError as difference:
            return differs(block, difference, time.monotonic() - began)
        return Verdict(block, "ok", seconds=time.monotonic() - began)

    async def _play(self, block: Block) -> None:
        if self.start is None:
            await play(block.renamed(secrets.token_hex(2)), self.doors, None, self.patience)
        elif block.own_server or self.always_fresh:
            server = Started(self.start, block.settings)
            try:
                await self._begin(server)
                await self._play_against(server, block)
            finally:
                await server.end()
        else:
            await self._play_shared(self.start, block.renamed(secrets.token_hex(2)))

    async def _begin(self, server: Started) -> None:
        await server.start()
        self._has_started = True

    async def _play_shared(self, start: Start, block: Block) -> None:
        """What a departure leaves behind shall not be held against what comes after it."""
        try:
            await self._play_against(await self._share(start), block)
        except (DepartureError, StartError):
            await self._end_shared()
            raise

    async def _play_against(self, server: Started, block: Block) -> None:
        try:
            await play(block, server.doors, server, self.patience)
        except StartError as error:  # it was there, and did not come back
            raise _no_server(block, error) from error
        except DepartureError as difference:
            if await server.ends_soon():
                difference.add_note(f"The server ended with {server.ended} meanwhile.{server.last_words()}")
            raise

    async def _share(self, start: Start) -> Started:
        """The server for those who need none of their own; a new one if the last one is no more."""
        if self._shared is not None and self._shared.ended is not None:
            await self._end_shared()
        if self._shared is None:
            self._shared = Started(start)
            await self._begin(self._shared)
        return self._shared
