"""The hall in plain lines: for screen readers, pipes and scripts."""

import asyncio
import contextlib
import os
import sys
import threading
from collections import deque

from tablehall.client import Away, ClientError, Guest, News, Table
from tablehall.hall.people import Missed
from tablehall.printable import printable_lines
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Happened
from tablehall.terminal import presence, words
from tablehall.terminal.commands import COMMANDS, Quit
from tablehall.terminal.spelling import Choices, UnclearError
from tablehall.terminal.times import WishError
from tablehall.terminal.visit import Errand, Visit, visit

CALM = (
    *("said", "sat", "stood", "resized", "proposed", "answered", "saved", "closed"),
    *("went", "came", "asked", "claimed"),
)
"""After which the position need not be told again."""
PRESENCE = ("started", "came", "asked", "claimed", "resumed")
"""After which it is told who is missing."""
CLAIM_WORDS = {claim: f"`claim {claim}`" for claim in presence.CLAIMS}


class End:
    """Nothing more will be typed."""


Heard = News | Table | str | End | ClientError | None
"""What the client waits for: news, a table it is called to, a typed line, their end, or its own end."""


def read_lines(source: int, queue: "asyncio.Queue[Heard]") -> None:
    """Put every line of an open file into the queue. From a thread, since any kind of file will
    do, and without Python's own buffers: the program must be able to end while it reads."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        rest = b""
        with contextlib.suppress(OSError, RuntimeError):  # the client may have ended meanwhile
            while data := os.read(source, 65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    loop.call_soon_threadsafe(queue.put_nowait, line.decode(errors="replace").strip())
            if rest:
                loop.call_soon_threadsafe(queue.put_nowait, rest.decode(errors="replace").strip())
            loop.call_soon_threadsafe(queue.put_nowait, End())

    threading.Thread(target=read, daemon=True).start()


class Plain:
    """One who reads and types lines."""

    def __init__(self, visit: Visit, *, waits: bool, stays: bool) -> None:
        self.visit = visit
        self.guest: Guest = visit.guest
        self.queue: asyncio.Queue[Heard] = asyncio.Queue()
        self.table: Table | None = None
        """The table one is at."""
        self.ended = False
        """Whether nothing more will be typed."""
        self._told = -1
        """Up to which record of the table everything has been told."""
        self._typed: deque[str] = deque()
        self._away = False
        self._missed: tuple[Missed, ...] = ()
        """What one was told of games that went on without one."""
        self._waits = waits
        """Whether a move that comes too early waits for its turn, as a script wants it."""
        self._stays = stays
        """Whether one stays when the game is over for which one came."""

    def say(self, text: str) -> None:
        """Print something at once."""
        print(printable_lines(text), flush=True)

    async def run(self) -> int:
        """Follow news and lines until the end: the exit code."""
        self.say(f"You are {self.guest.name} in {self.visit.place}. Type help for help.")
        self._tell_missed()
        ear = self.guest.listen(queue=self.queue)
        calls = asyncio.create_task(self._calls())
        try:
            await self._begin()
            while True:
                code = await self._done()
                if code is not None:
                    return code
                self._take(await self.queue.get())
                await self._work()
        except Quit:
            return 0
        finally:
            self.guest.ignore(ear)
            calls.cancel()
            await asyncio.gather(calls, return_exceptions=True)

    async def _begin(self) -> None:
        table = await self.visit.table()
        if table is not None:
            self.go_to(table)
        elif not self.visit.errand.game:
            await COMMANDS["lobby"].run(self, "")

    def _tell_missed(self) -> None:
        """What became of games while one was away, unless one was told already."""
        if (missed := self.guest.missed) and missed != self._missed:
            self._missed = missed
            self.say("While you were away:")
            for one in missed:
                self.say(f"  {presence.missed_words(one, self.visit.games)}")
            self.say("Type seen, and you are not told again; saves lists what was put away.")

    async def _calls(self) -> None:
        while True:
            self.queue.put_nowait(await self.guest.called())

    def _take(self, heard: Heard) -> None:
        match heard:
            case str():
                self._typed.append(heard)
            case End():
                self.ended = True
            case Table():
                self._called(heard)
            case ClientError():
                raise heard
            case Happened() if self.table is not None and heard.table == self.table.number:
                self._tell(self.table, heard)
            case replies.Table() if self.table is not None and heard.card.table == self.table.number:
                if heard.seq > self._told:
                    self.show(self.table)
            case Away() if not self._away:
                self._away = True
                self.say(f"{heard.why} Trying again...")
            case replies.Welcome():
                self._away = False
                self.say("You are back in the hall.")
                self._tell_missed()

    def _called(self, table: Table) -> None:
        """One is at a table without having asked for it here."""
        if self.table is None or self.table.over or self.table.you is None:
            self.say(f"You are called to table {table.number}.")
            self.go_to(table)
        else:
            self.say(f"You are at table {table.number} too now; type table {table.number} to go there.")

    async def _work(self) -> None:
        """Do what was typed, as far as its time has come."""
        while self._typed and not self._too_early(self._typed[0]):
            await self._obey(self._typed.popleft())
            if self._waits:
                await self.guest.ping()  # a script hears what its line did before the next one
            while not self.queue.empty():
                self._take(self.queue.get_nowait())

    def _tell(self, table: Table, news: Happened) -> None:
        if news.seq <= self._told:
            return
        self._told = news.seq
        self.say(words.sentence(table, news, self.visit.look(table)))
        if news.what not in CALM and table.view is not None and news.seq == table.seq:
            self.show_position(table)
        if news.what != "said" and (turn := words.whose_turn(table)):
            self.say(turn)
        self._ask_for_consent(table)
        if news.what in PRESENCE:
            self._tell_presence(table)

    def _tell_presence(self, table: Table) -> None:
        """Who is missing, and what one is asked about them."""
        card = self.visit.games.get(table.game)
        for line in (presence.not_met(table), presence.question(table, card, CLAIM_WORDS)):
            if line:
                self.say(line)

    def show_position(self, table: Table) -> None:
        """The position in the game's own words."""
        self.say(words.position(table, self.visit.look(table)))

    def show(self, table: Table) -> None:
        """Everything about a table."""
        self._told = table.seq
        card = self.visit.games.get(table.game)
        self.say(f"Table {table.number}, {card.title if card else table.game}, {table.status}.")
        for seat in range(len(table.seats)):
            self.say(f"Seat {seat}: {words.seat_words(table, seat, card, self.guest.now())}.")
        if table.watching:
            self.say(f"Looking on: {table.watching}.")
        if table.code:
            self.say(f"This table is private; others type join {table.number} {table.code}")
        if wrong := words.dice_words(table):
            self.say(wrong)
        if table.view is not None:
            self.show_position(table)
        self.say(words.ending(table) if table.outcome else words.whose_turn(table))
        if table.proposal is not None:
            self.say(words.proposed(table, table.proposal))
            self._ask_for_consent(table)
        self._tell_presence(table)

    def _ask_for_consent(self, table: Table) -> None:
        if table.proposal is not None and table.you not in (None, *table.proposal.agreed):
            self.say("Type yes or no.")

    def go_to(self, table: Table) -> None:
        """Be at a table from now on."""
        self.table = table
        self.show(table)

    def _too_early(self, line: str) -> bool:
        """Whether a line is a move of a script whose turn has not come."""
        table = self.table
        command = line.split(" ", 1)[0].lower()
        if not self._waits or not line or command in COMMANDS or line.startswith("#"):
            return False
        return table is not None and table.you is not None and not table.over and not table.my_turn

    async def _obey(self, line: str) -> None:
        if not line or line.startswith("#"):
            return
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command is not None:
                await command.run(self, rest.strip())
            else:
                await self._move(line)
        except WishError as error:
            self.say(str(error))
        except UnclearError as error:
            self.say(f"{error} `moves` lists them.")
        except ClientError as error:
            if self.guest.shown_out:
                raise
            self.say(str(error))

    async def _move(self, line: str) -> None:
        if self.table is None:
            self.say(f"What is {line!r}? You are at no table; type help for help.")
            return
        look = self.visit.look(self.table)
        choices = Choices(look, await self.table.legal())
        if not choices.moves:
            self.say(f"{line!r} is no command, and you cannot move now. Type help for help.")
            return
        chosen = choices.find(line)
        await self.table.act(chosen.move)
        if chosen.becomes:
            after = Choices(look, await self.table.legal())
            await self.table.act(after.find(chosen.becomes).move)

    async def _done(self) -> int | None:
        """The exit code once there is nothing left to do."""
        table, errand = self.table, self.visit.errand
        if not self.queue.empty() or (table is not None and not table.gone and self._told < table.seq):
            return None
        over = table is None or table.over
        if over and not self._stays and (errand.game or errand.table is not None):
            return 0
        if not self.ended or self._typed:
            return None
        if table is None or over or self._stays:
            return 0
        if table.my_turn:
            self.say("It is your turn, and nothing more is typed.")
            return 1
        return None


async def play_plainly(errand: Errand) -> int:
    """Play in plain lines until the end: the exit code."""
    piped = not sys.stdin.isatty()
    async with visit(errand) as here:
        plain = Plain(here, waits=piped, stays=not piped)
        read_lines(sys.stdin.fileno(), plain.queue)
        return await plain.run()
