"""The line to PostgreSQL: for callers that wait, on a loop of its own, and back again when it was lost."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import asyncpg

from tablehall.journal.api import JournalError

T = TypeVar("T")
Connection = Any
"""asyncpg's; where its hints are not installed it is anything anyway."""

LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError, TimeoutError, EOFError)
"""The line is gone, or nobody knows."""
CLOSING = ("57P01", "57P02", "57P03", "57P05")
"""What a server says that is going down or coming up, or that was told to end this session."""
TROUBLE = (*LOST, asyncpg.PostgresError, asyncpg.InternalClientError, ValueError)
CONNECT_WITHIN = 10.0
COMMIT_WITHIN = 30.0

# Logs grow faster than what the server knows of their size: every look into one is by its key.
SETTINGS = {
    "lock_timeout": "10s",
    "default_transaction_isolation": "read committed",
    "jit": "off",
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "plan_cache_mode": "force_generic_plan",
}
SET_ALL = "SELECT set_config(s.name, s.value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)"
STAY_SYNCHRONOUS = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)


def lost(error: BaseException) -> bool:
    """Whether an error means that the line is gone, and with it the answer to what was asked."""
    return isinstance(error, LOST) or getattr(error, "sqlstate", None) in CLOSING


class Link:
    """One connection. Each piece of work has it for itself; the first after a loss connects anew."""

    def __init__(self, url: str, greet: Callable[[Connection], Awaitable[None]], *, read_only: bool) -> None:
        self.place = place(url)
        self._url = url
        self._greet = greet
        self._settings = {**SETTINGS, "default_transaction_read_only": "on" if read_only else "off"}
        self._one_at_a_time = threading.Lock()
        self._loop = asyncio.SelectorEventLoop()
        self._connection: Connection = None

    def run(self, work: Callable[[Connection], Awaitable[T]], *, again: bool = True) -> T:
        """Do some work; if the line turns out to be lost, do it once more on a new one."""
        with self._one_at_a_time:
            try:
                return self._wait(self._work(work, again))
            except TROUBLE as error:
                raise JournalError(explain(error, self.place)) from error

    async def _work(self, work: Callable[[Connection], Awaitable[T]], again: bool) -> T:
        while True:
            fresh = self._connection is None
            if fresh:
                self._connection = await self._connect()
            try:
                return await work(self._connection)
            except BaseException as error:
                if not isinstance(error, Exception) or lost(error):
                    self._hang_up()
                if fresh or not again or not lost(error):
                    raise

    async def _connect(self) -> Connection:
        connection: Connection = await asyncpg.connect(self._url, timeout=CONNECT_WITHIN)
        try:
            values = [list(self._settings), list(self._settings.values())]
            await connection.fetch(SET_ALL, *values)
            await connection.fetch(STAY_SYNCHRONOUS)
            await self._greet(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Wait for something on the loop of this line. A server that starts asks from a loop that is
        running already, and two cannot run in one thread."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._to_the_end(coroutine)
        with ThreadPoolExecutor(1) as aside:
            return aside.submit(self._to_the_end, coroutine).result()

    def _to_the_end(self, coroutine: Coroutine[Any, Any, T]) -> T:
        task = self._loop.create_task(coroutine)
        try:
            return self._loop.run_until_complete(task)
        except BaseException:
            if not task.done():  # Ctrl-C: nobody will ever ask for the answer
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    self._loop.run_until_complete(task)
            raise

    def close(self) -> None:
        """Say good-bye, and let go of the loop."""
        with self._one_at_a_time:
            if not self._loop.is_closed():
                self._wait(self._part())
                self._loop.close()

    async def _part(self) -> None:
        if self._connection is not None:
            try:
                await self._connection.close(timeout=2.0)
            except TROUBLE:
                self._hang_up()
            self._connection = None
        await asyncio.sleep(0)  # what was hung up is let go of in the loop's next pass


def place(url: str) -> str:
    """The address of a database as it may be shown: without its password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "that address"
    query = parse_qs(parts.query)
    where = parts.netloc.rpartition("@")[2] or query.get("host", ["localhost"])[0]
    return f"{where}/{parts.path.strip('/')}"


def explain(error: BaseException, place: str) -> str:
    """What went wrong with the database, in words, and the cure."""
    server, _, database = place.rpartition("/")
    state = getattr(error, "sqlstate", None) or ""
    words = {
        "28P01": f"PostgreSQL at {server} does not accept the password: check it in the address.",
        "28000": f"PostgreSQL at {server} does not let this user in ({error}): see pg_hba.conf there.",
        "3D000": f"There is no database {database!r} at {server}: create it with: createdb {database}",
        "3F000": f"The schema (search_path) in the address of {place} is not there: create it.",
        "42501": f"{error} in {place}: make the user the owner of the database, or GRANT it what is missing.",
        "42P07": f"{place} holds something else than a hall ({error}): give the hall a database of its own.",
        "53100": f"The disk of {place} is full: make room; nothing that was told to anybody is lost.",
        "53300": f"PostgreSQL at {server} has no connection left: raise max_connections, or stop somebody.",
        "25006": f"{place} was opened for reading only (or is a standby): it cannot be written.",
        "55P03": f"{place} is held up by somebody else's lock: see pg_stat_activity there, and try again.",
        "57014": f"{place} took too long: see pg_stat_activity there, and try again.",
    }
    if state in words:
        return words[state]
    if state in CLOSING:
        return f"PostgreSQL at {server} is stopping or starting ({error}): wait until it is up."
    if isinstance(error, asyncpg.ClientConfigurationError | ValueError) and not isinstance(error, OSError):
        return (
            f"{place} is no address of a database ({error}): say postgres://USER:PASSWORD@HOST:PORT/DATABASE"
        )
    if lost(error):
        return f"No PostgreSQL answers at {server} ({error or 'in time'}): start it, or check the address."
    return f"{place}: {error}"
