"""Privacy: what a connection is sent does not depend on what its people may not know."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from tablehall.contests.notices import Played
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene
from tablehall.net.connection import Connection
from tablehall.net.udp import DatagramConnection
from tablehall_lab.sim.elsewhere import EVENTFUL, Elsewhere, Rehearsal, Sent, in_the_hall
from tablehall_lab.sim.trace import Broken

if TYPE_CHECKING:
    from tablehall_lab.sim.watch import Watch

HUSH = re.compile(rb"hush (\d+) (\d+) (\d+) ")
"""A whisper names its table and the two people it is for."""
SEEN = re.compile(rb'^\{"type":"(?:happened|table)".*?"table":(\d+)')
SEEDS_KEPT = 40

_encode = msgspec.json.encode
_decode = msgspec.json.decode


class Secrets:
    """Everything that not everybody may know, and who may."""

    def __init__(self, watch: "Watch") -> None:
        self.watch = watch
        self.people: dict[bytes, int] = {}
        """The secrets of people, and whose they are."""
        self.seeds: dict[int, bytes] = {}
        """The seeds that are not revealed yet, by table."""
        self.codes: dict[bytes, int] = {}
        self.hidden: set[int] = set()
        """Tables where not everybody sees everything."""
        self.reopened: set[int] = set()
        self.outcomes: dict[int, tuple[list[str], Any]] = {}
        self.said: list[bytes] = []
        """What the present news have been turned into."""
        self.elsewhere = Elsewhere(watch.trace.counts)

    # What becomes known.

    def opened(self, record: records.Opened) -> None:
        """A new table has secrets of its own."""
        assert self.watch.life is not None
        table = self.watch.life.hall.tables.get(record.table)
        if table is not None and table.scene.status in ("waiting", "playing"):
            self.seeds[record.table] = table.seed.hex().encode()
            while len(self.seeds) > SEEDS_KEPT:
                del self.seeds[next(iter(self.seeds))]
        if record.code:
            self.codes[record.code.encode()] = record.table

    def happened(self, news: Happened) -> None:
        """A record may reveal something."""
        number, record = news.sheet.table, news.record
        if not news.game.open_information:
            self.hidden.add(number)
        if getattr(record, "seed", "") and type(record) is not records.Reopened:
            self.seeds.pop(number, None)
            self._forget_seed(record.seed.encode())  # type: ignore[union-attr]
        if type(record) is records.Reopened:
            self._forget_seed(record.seed.encode())
            self.reopened |= {number, record.origin}
        if type(record) is records.Ended:
            names = [seat.name if seat else "" for seat in news.scene.seats]
            self.outcomes[number] = (names, record.outcome)

    def _forget_seed(self, seed: bytes) -> None:
        for number in [number for number, known in self.seeds.items() if known == seed]:
            del self.seeds[number]

    # What is sent.

    def check(self, connection: Connection, data: bytes) -> None:
        """Look through bytes for what this connection may not know."""
        been = self.watch.been.get(connection.conn, set())
        for number, seed in self.seeds.items():
            if seed in data:
                raise Broken(f"connection {connection.conn} was told the seed of table {number}")
        if any(seed in data for seed in self._promised()):
            raise Broken(f"connection {connection.conn} was told a seed that is promised")
        for secret, owner in self.people.items():
            if secret in data and owner not in been:
                raise Broken(f"connection {connection.conn} was told the secret of person {owner}")
        for code, table in self.codes.items():
            if code in data and not been & self.watch.seats[table]:
                raise Broken(f"connection {connection.conn} was told the code of table {table}")
        if b"hush " in data:
            for found in HUSH.finditer(data):
                table, *people = map(int, found.groups())
                if table not in self.reopened and not been.intersection(people):
                    raise Broken(f"connection {connection.conn} read a whisper: {found[0]!r}")
        door = connection.door.name
        if door == "house" and (self.hidden or self.reopened):
            self._check_view(been, data)
        elif door == "shelfie" and b'"name":"GameSetUp"' in data:
            self._check_card(been, data)
        elif door == "eriantys":
            self._check_eriantys(been, data)

    def _promised(self) -> Iterator[bytes]:
        """The seeds of tables that are not opened yet."""
        assert self.watch.life is not None
        hall = self.watch.life.hall
        promises = [hall.tables[number].promise for number in hall.finished]
        promises += [person.promise for person in hall.people.by_conn.values()]
        return (promise.seed.hex().encode() for promise in promises if promise is not None)

    def _check_view(self, been: set[int], data: bytes) -> None:
        """The view that is sent is the view of a table whose secrets were dealt anew."""
        found = SEEN.match(data)
        if found is None or b'"view":' not in data:
            return
        number = int(found[1])
        if number not in self.hidden and number not in self.reopened:
            return
        message = _decode(data)
        news = self.watch.scenes.get((number, message["seq"]))
        if news is None or news.scene.state is None or not isinstance(message.get("view"), dict):
            return
        self.watch.saved_games.told("house", news, [data])
        if number not in self.hidden:
            return
        self.watch.trace.counts["views redealt"] += 1
        seat = _seat(been, news)
        taken = news.scene.seats[seat] if seat is not None else None
        if not self._fits(message["view"], news, seat):
            if taken is None or not taken.gone or not self._fits(message["view"], news, None):
                raise Broken(f"seat {seat} of table {found[1].decode()} sees what it may not know: {data!r}")
            seat = None  # whoever has left may look on like anybody
        if message["type"] == "happened" and (before := self._before(news)) is not None:
            events = self.elsewhere.witnessed(before, news, seat)
            if events is not None and message.get("events", []) != events:
                raise Broken(f"seat {seat} notices what it may not know: {data!r}, elsewhere {events}")

    def _fits(self, view: Any, news: Happened, seat: int | None) -> bool:
        """Whether somebody in this seat would see the same if the secrets were others."""
        other = news.game.redeal(news.scene.state, seat, self.elsewhere.dice())
        return _encode(view) == _encode(news.game.view(other, seat))

    # What is told of events.

    def _before(self, news: Happened) -> Scene | None:
        """The table before a record that came with events, if it had secrets."""
        if type(news.record) not in EVENTFUL or news.game.open_information:
            return None
        known = self.watch.scenes.get((news.sheet.table, news.record.seq - 1))
        if known is None:  # the first news after a restart, or something told once more much later
            self.watch.trace.counts["events of tables not seen before"] += 1
            return None
        return known.scene if known.scene.state is not None else None

    def retold(self, connection: Connection, news: Happened, tell: Callable[[Happened], list[bytes]]) -> None:
        """Whatever a door has made of the news it makes of the same news from elsewhere, too."""
        before, said = self._before(news), self.said
        if before is None:
            return
        seat = _seat(self.watch.been.get(connection.conn, set()), news)
        other = self.elsewhere.news(before, news, seat)
        if other is not None and (told := tell(other)) != said:
            raise Broken(f"seat {seat} is told what it may not know: {said}, elsewhere {told}")

    def rehearse(self, connection: DatagramConnection, news: Played) -> tuple[Any, Sent] | None:
        """What a contest's door would send one of those who hear of a game, if it were told the
        same news from elsewhere: their address, and everything that would be sent."""
        happened = in_the_hall(news)
        before = self._before(happened)
        if before is None or connection.session is None:
            return None
        rehearsal = Rehearsal(connection)
        hearers = rehearsal.hearers(news.match)
        if not hearers:
            return None
        seat, who = hearers[news.record.seq % len(hearers)]
        other = self.elsewhere.news(before, happened, seat)
        return None if other is None else (who.client.address, rehearsal.tell(news, other))

    def compare(self, rehearsed: tuple[Any, Sent], sent: Sent) -> None:
        """Who hears of a table is sent what was rehearsed."""
        address, other = rehearsed
        here, there = ([data for data, to in all_ if to == address] for all_ in (sent, other))
        if here != there:
            raise Broken(f"{address} is sent what it may not know: {here}, elsewhere {there}")

    # What the doors of two games show.

    def _scene_of(self, been: set[int], game: str) -> Happened | None:
        """The latest news of a table of this game where one of these people sits."""
        for news in reversed(self.watch.scenes.values()):
            if news.sheet.game == game and any(news.scene.seat_of(person) is not None for person in been):
                return news
        return None

    def _check_card(self, been: set[int], data: bytes) -> None:
        """In My Shelfie everybody hears of their own personal card only."""
        message = next(m for m in map(_decode, data.splitlines()) if m["name"] == "GameSetUp")
        news = self._scene_of(been, "shelfie")
        if news is None or news.scene.state is None:
            return
        seat = next(s for person in been if (s := news.scene.seat_of(person)) is not None)
        number = news.game.view(news.scene.state, seat).personal[seat].number
        card = f"Personal_Goals{number if number > 1 else ''}"
        if message["personal"] not in (card, [card]):
            raise Broken(f"seat {seat} was shown {message['personal']} and has {card}")

    def _check_eriantys(self, been: set[int], data: bytes) -> None:
        """In Eriantys everybody sees their own hand only; and all hear of the same winners."""
        for line in data.splitlines():
            if line.startswith(b'{"message":"GameStarted"'):
                news = self._scene_of(been, "eriantys")
                hands = [p["nickname"] for p in _decode(line)["arguments"]["players"] if "assistants" in p]
                seats = [s for s in news.scene.seats if s and s.person in been] if news else []
                if news is not None and hands != [s.name for s in seats]:
                    raise Broken(f"the hands of {hands} were shown to {seats}")
            elif line.startswith(b'{"message":"Winner"'):
                winners = _decode(line)["arguments"]["Winners"]
                known = [
                    _first(*self.outcomes[n]) for n in self.outcomes if been & self.watch.seats.get(n, set())
                ]
                if winners not in known:
                    raise Broken(f"{winners} are said to have won, but by the log {known}")

    # How games end.

    def ended(self, door: str, news: Happened, seat: int | None, said: list[bytes]) -> None:
        """All doors agree on who has won."""
        outcome = news.scene.outcome
        assert outcome is not None
        names = [taken.name if taken else "" for taken in news.scene.seats]
        winners = [names[number] for number in outcome.winners]
        told: Any = winners
        if door == "house" and said:
            told, winners = _decode(said[-1])["outcome"], _decode(_encode(outcome))
        elif door == "boards":
            ends = [_decode(data) for data in said if data.startswith(b'{"type":"GAME_END"')]
            told, winners = [end["winner"] for end in ends], (winners or [""])[: len(ends)]
        elif door == "shelfie" and said:
            lines = [_decode(line) for line in b"".join(said).splitlines()]
            told = [line["player"] for line in lines if line["name"] == "Winner"]
        elif door in ("pipes", "pipes_original") and b"280\n" in said:
            told = [names[seat or 0]]
        if told != winners:
            raise Broken(f"the {door} door says that {told} won; by the log it was {winners}")

    def check_datagram(self, connection: DatagramConnection, data: bytes, address: tuple[Any, ...]) -> None:
        """What is asked of a player of a contest only they hear."""
        contest = connection.door.contest  # type: ignore[attr-defined]  # of the doors to a contest
        if data.startswith((b"ROLLED;", b"YOUR")):
            token = data.rpartition(b";")[2].decode()
            asked = [m.players[m.asked] for m in contest.running.values() if m.turn_token == token]
            if not asked:
                return  # it waited for room in the socket, and nobody is asked that any more
            if asked[0].client.address != address:
                raise Broken(
                    f"{address} was asked what {[who.name for who in asked]} should be asked: {data!r}"
                )
        elif data.startswith(b"SCORE;"):
            for total in data.decode().split(";")[1].split(","):
                name, _, points = total.rpartition(":")
                kept = self.watch.ledger.kept.get("standing", {}).get(f"{contest.name}/{name}", b"[0,0]")
                if name and _decode(kept)[0] != int(points):
                    raise Broken(f"{name} is told {points} points, and {kept!r} is kept")


def _seat(been: set[int], news: Happened) -> int | None:
    """From which seat people see a table."""
    return next((s for person in been if (s := news.scene.seat_of(person)) is not None), None)


def _first(names: list[str], outcome: Any) -> list[str]:
    return [name for name, rank in zip(names, outcome.ranks, strict=True) if rank == 1]
