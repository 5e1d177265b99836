"""The crash test: a real server on a real file, players over real sockets, SIGKILL at random
moments. Whatever anybody was told must be in the log afterwards, once, and unchanged."""

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from tablehall.client.conversation import Conversation
from tablehall.client.errors import ClientError
from tablehall.client.wire import Wire
from tablehall.journal.api import whole_log
from tablehall.journal.sqlite import SqliteJournal
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import AnyReply
from tablehall.protocols.house.requests import AnyRequest
from tablehall_lab.crash.told import Told, check_log, told_otherwise
from tablehall_lab.services.address import own_host
from tablehall_lab.services.server import Place, ServerProcess

GAMES = ("tictactoe", "connect_four", "dama", "shelfie")


class Report(msgspec.Struct):
    """What a crash test showed."""

    kills: int = 0
    told: int = 0
    """Records that players were told of."""
    games: int = 0
    problems: list[str] = []


class Player:
    """Plays game after game with their partner; comes back whenever the server does."""

    def __init__(self, name: str, partner: str, seat: int, game: str, told: Told) -> None:
        self.partner = partner
        self.seat = seat
        self.game = game
        self.told = told
        self.finished = 0
        self.chance = random.Random(name)
        self._talk = Conversation(name)

    async def live(self, place: Place) -> None:
        """One connection, until it breaks."""
        wire = await Wire.open("ws://{}:{}/ws".format(*place))
        try:
            await wire.say(self._talk.hello())
            async for message in wire:
                if (heard := self._talk.hear(message)) is not None:
                    await wire.say(*map(self._talk.ask, self.answer(heard.reply)))
        finally:
            self._talk.cut()
            await wire.close()

    def answer(self, reply: AnyReply) -> list[AnyRequest]:
        """What they say to what they hear."""
        match reply:
            case replies.Welcome(tables=tables):
                found = [requests.Sync(table=table) for table in tables]
                return [requests.Lobby(), *(found or self._open())]
            case replies.LobbyList(tables=cards):
                return [wish for card in cards for wish in self._join(card)]
            case replies.Listed(change="opened" | "changed", card=card):
                return self._join(card)
            case replies.Happened():
                return self._happened(reply)
            case replies.Table(card=card, turn=turn):
                return self._look(card.table, turn)
            case replies.Moves(table=table, moves=moves) if moves:
                move = msgspec.Raw(msgspec.json.encode(self.chance.choice(moves)))
                return [requests.Act(table=table, move=move)]
        return []

    def _happened(self, news: replies.Happened) -> list[AnyRequest]:
        self.told.heard(news)
        if news.what == "ended":
            self.finished += 1
            return self._open()
        return self._look(news.table, news.turn or ())

    def _open(self) -> list[AnyRequest]:
        return [requests.Open(game=self.game)] if self.seat == 0 else []

    def _join(self, card: replies.TableCard) -> list[AnyRequest]:
        first = card.seats[0]
        mine = self.seat == 1 and card.status == "waiting" and first and first.name == self.partner
        return [requests.Join(table=card.table)] if mine else []

    def _look(self, table: int, turn: Sequence[int]) -> list[AnyRequest]:
        return [requests.Legal(table=table)] if self.seat in turn else []


def players(pairs: int, told: Told) -> list[Player]:
    """Pairs of players, each pair with a game of its own."""
    found = []
    for number in range(pairs):
        game = GAMES[number % len(GAMES)]
        names = (f"crash{number}a", f"crash{number}b")
        found += [Player(names[seat], names[1 - seat], seat, game, told) for seat in (0, 1)]
    return found


TOLD_WITHIN = 20.0
"""Seconds within which players hear something, however busy the machine."""


async def play_for(seconds: float, records: int, server: ServerProcess, everybody: list[Player]) -> None:
    """Let everybody play for a while and until they were told so many records, then kill the server under
    them. What was on its way to the players by then counts as told, so they read until their connection
    breaks."""
    told = everybody[0].told
    enough = told.count + records

    async def live(player: Player) -> None:
        with contextlib.suppress(ClientError):
            await player.live(server.house)

    tasks = [asyncio.create_task(live(player)) for player in everybody]
    await asyncio.sleep(seconds)
    late = asyncio.get_running_loop().time() + TOLD_WITHIN
    while told.count < enough:
        if asyncio.get_running_loop().time() > late:
            break
        await asyncio.sleep(0.001)
    server.kill()
    await asyncio.wait(tasks, timeout=5)
    for task in tasks:
        task.cancel()


def crash(
    data: Path,
    kills: int,
    *,
    pairs: int = 8,
    seed: int = 1,
    progress: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Kill a hall so many times and see whether it ever forgets what it told."""
    chance, told, report = random.Random(seed), Told(), Report(problems=[])
    everybody, server = players(pairs, told), ServerProcess(f"--data={data}", host=own_host())
    for _ in range(kills):
        with server:
            seconds, records = chance.uniform(0.05, 0.6), chance.randrange(100)
            asyncio.run(play_for(seconds, records, server, everybody))
        report.kills += 1
        report.told = told.count
        report.games = sum(player.finished for player in everybody if player.seat == 0)
        report.problems = [*told.problems, *compare(data, told, told.lately)]
        told.lately.clear()
        progress(report)
        if report.problems:
            return report
    report.problems = compare(data, told, told.records)
    return report


def compare(data: Path, told: Told, tables: Iterable[int]) -> list[str]:
    """What players were told of these tables against what the log holds."""
    problems: list[str] = []
    with SqliteJournal(data) as journal:
        live = {remembered.number: remembered.seed for remembered in journal.live_tables()}
        for table in tables:
            lines = whole_log(journal, table)
            problems += told_otherwise(table, told.records[table], [msgspec.json.decode(x) for x in lines])
            problems += check_log(table, lines, live.get(table))
    return problems
