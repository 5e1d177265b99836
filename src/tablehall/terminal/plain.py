"""The hall in plain lines: for screen readers, pipes and scripts."""

import asyncio
import sys
from collections import deque

from tablehall.client import Away, ClientError, Guest, News, Table
from tablehall.games.look import Look
from tablehall.hall.people import Missed
from tablehall.printable import printable_lines
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Happened
from tablehall.terminal import presence, words
from tablehall.terminal.books import Scribe
from tablehall.terminal.choices import UnclearError, play
from tablehall.terminal.colours import colour_console, coloured
from tablehall.terminal.commands import COMMANDS, Quit, here
from tablehall.terminal.times import WishError
from tablehall.terminal.typed import End, Interrupted, interruptible, read_lines
from tablehall.terminal.visit import Errand, Visit, visit

CALM = (
    *("said", "sat", "stood", "resized", "proposed", "answered", "saved", "closed"),
    *("went", "came", "asked", "claimed"),
)
"""After which the position need not be told again."""
PRESENCE = ("started", "came", "asked", "claimed", "resumed")
"""After which it is told who is missing."""
CLAIM_WORDS = {claim: f"`claim {claim}`" for claim in presence.CLAIMS}


Heard = News | Table | str | End | ClientError | None
"""What the client waits for: news, a table it is called to, a typed line, their end, or its own end."""


FINISHED, UNFINISHED, NO_RESULT, INTERRUPTED = 0, 3, 4, 130
"""How it ended, as an exit code: the game is over (or one has said `quit`); it was one's turn and nothing
more was typed; the table ended without a result; Ctrl-C. 1 and 2 are for what could not be done at all."""


class Plain:
    """One who reads and types lines."""

    def __init__(self, visit: Visit, *, waits: bool, stays: bool, bound: bool = False) -> None:
        self.visit = visit
        self.guest: Guest = visit.guest
        self.queue: asyncio.Queue[Heard] = asyncio.Queue()
        self.table: Table | None = None
        """The table one is at."""
        self._scribe = Scribe(Look())
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
        self._bound = bound
        """Whether one never follows a call: what was written for one game is not typed into another."""
        self._console = colour_console()
        self._warned = False
        """Whether Ctrl-C was pressed once in a game that goes on."""

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
        for other in self.guest.tables.values():
            if other is not table and not other.over:
                self._mention(other, "still have a seat at" if other.you is not None else "look on at")

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
                self._warned = False
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
            case replies.Gathered() if self.table is not None and heard.table == self.table.number:
                if self.table.gone:
                    self.say(f"{presence.GONE} Type lobby, or open GAME for another table.")
            case Away() if not self._away:
                self._away = True
                self.say(f"{heard.why} Trying again...")
            case replies.Welcome():
                self._away = False
                self.say("You are back in the hall.")
                self._tell_missed()

    def _called(self, table: Table) -> None:
        """One is at a table without having asked for it here."""
        if self._bound or (self.table is not None and not self.table.over and self.table.you is not None):
            self._mention(table, "are now also at")
        else:
            self.say(f"You are called to table {table.number}.")
            self.go_to(table)

    def _mention(self, table: Table, how: str) -> None:
        card = self.visit.games.get(table.game)
        title = card.title if card else table.game
        self.say(f"You {how} table {table.number}, {title}; type table {table.number} to go there.")

    def interrupt(self) -> bool:
        """Ctrl-C was pressed: whether one leaves now. In the middle of a game one is warned first."""
        warning = "" if self._warned or self._waits else presence.leaving(self.guest, own=self.visit.own)
        self._warned = True
        if warning:
            self.say(f"{warning} Ctrl-C once more leaves.")
        return not warning

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
        self.say(words.sentence(table, news, self._scribe))
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
        """The position in the game's own words, in colours on a terminal that has them."""
        look = self.visit.look(table)
        text = printable_lines(words.position(table, look))
        if self._console is None:
            self.say(text)
        else:
            self._console.print(coloured(text, table, look))

    def show(self, table: Table) -> None:
        """Everything about a table."""
        self._told = table.seq
        self._scribe.begin_anew()
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
        self.table, self._scribe = table, self.visit.scribe(table)
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
        choices = self.visit.choices(here(self), await here(self).legal())
        if not choices.moves:
            self.say(f"{line!r} is no command, and you cannot move now. Type help for help.")
            return
        await play(self.table, choices.find(line), choices)

    async def _done(self) -> int | None:
        """The exit code once there is nothing left to do."""
        table, errand = self.table, self.visit.errand
        if not self.queue.empty() or (table is not None and not table.gone and self._told < table.seq):
            return None
        over = table is None or table.over
        if over and not self._stays and (errand.game or errand.table is not None):
            return verdict(table)
        if not self.ended or self._typed:
            return None
        if table is None or over or self._stays:
            return verdict(table)
        if table.my_turn:
            self.say("It is your turn, and nothing more is typed.")
            return UNFINISHED
        return None


def verdict(table: Table | None) -> int:
    """Of the table at which one was last, or of none: how it ended."""
    return NO_RESULT if table is not None and table.over and table.outcome is None else FINISHED


async def play_plainly(errand: Errand) -> int:
    """Play in plain lines until the end: the exit code."""
    piped = not sys.stdin.isatty()
    try:
        async with visit(errand) as here:
            bound = piped and bool(errand.game or errand.table is not None)
            plain = Plain(here, waits=piped, stays=not piped, bound=bound)
            read_lines(sys.stdin.fileno(), plain.queue)
            with interruptible(plain.interrupt):
                return await plain.run()
    except Interrupted:
        return INTERRUPTED
