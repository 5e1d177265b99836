"""The lobby through the doors: all who look on are told, at a pace, and games cost no more for it."""

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablehall.assembly import Assembly
from tablehall.hall import commands
from tablehall.journal.api import Batch, Journal
from tablehall.net.connection import Connection
from tablehall.protocols.boards import BoardsDoor
from tablehall.protocols.boards import session as boards_session
from tablehall.protocols.house import HouseDoor, render
from tablehall.protocols.lobby import PACE, LobbyDoor
from tablehall_lab.fuzz import room as rooms
from tablehall_lab.fuzz.room import Room
from tests.fuzz.machine import frames

Json = dict[str, Any]
MOVES = ((1, 0, 0), (6, 1, 0), (2, 0, 1), (7, 1, 1), (3, 0, 2))
"""A game of Tic Tac Toe at the boards door: piece, row and column of each turn."""


class LateWriter:
    """Commits a while after it was asked to."""

    after = 0.04

    def __init__(self, journal: Journal, done: Callable[[Batch], None], failed: Callable[..., None]) -> None:
        self.journal, self.done = journal, done

    def submit(self, batch: Batch) -> None:
        pipeline: Any = getattr(self.done, "__self__")  # noqa: B009 (whose method it is)
        pipeline.loop.call_later(self.after, self._commit, batch)

    def _commit(self, batch: Batch) -> None:
        self.journal.commit(batch)
        self.done(batch)

    def stop(self, timeout: float = 5.0) -> None: ...


class Lobby:
    """A door of a hall in a bottle, and whoever stands before it."""

    def __init__(self, kind: type[LobbyDoor[Any]]) -> None:
        self.room = Room(kind)
        self.door: Any = self.room.door
        self.read: Counter[int] = Counter()
        self.inbox: dict[int, list[Json]] = {}

    def asks(self, who: int, kind: str, **fields: Any) -> list[Json]:
        """Somebody says something; what they hear at once."""
        self.inbox[who] = self.hears(who)
        self.room.says(who, json.dumps({"type": kind, **fields}).encode())
        self.room.wait(0)
        return self._new(who)

    def hears(self, who: int) -> list[Json]:
        """What somebody has been told beside those answers, since this was last asked."""
        return self.inbox.pop(who, []) + self._new(who)

    def _new(self, who: int) -> list[Json]:
        written = bytes(self.room.client(who).written)
        new, self.read[who] = written[self.read[who] :], len(written)
        return [json.loads(message) for message in frames(new)]

    def connection(self, who: int) -> Connection:
        """The hall's end of somebody's connection."""
        connection: Connection = self.room.client(who).protocol
        return connection


@pytest.fixture
def boards() -> Lobby:
    return Lobby(BoardsDoor)


@pytest.fixture
def house() -> Lobby:
    return Lobby(HouseDoor)


def come(boards: Lobby, *everybody: int) -> None:
    for who in everybody:
        (welcome,) = boards.asks(who, "LOGIN", username=f"n{who}")
        assert welcome["type"] == "LOGIN_SUCCESS"


def create(boards: Lobby, who: int, game: str = "Tic Tac Toe") -> int:
    """Create a game, and wait for nothing but the answer."""
    created = boards.asks(who, "CREATE_GAME", gameName=game)[0]
    assert created["type"] == "NEWLY_CREATED_GAME"
    return int(created["gameId"])


def lists(heard: list[Json]) -> list[list[int]]:
    """The lists of open games in what somebody heard."""
    return [[game["id"] for game in message["openGames"]] for message in heard if "openGames" in message]


def begin(house: Lobby, *everybody: int) -> None:
    for who in everybody:
        (welcome,) = house.asks(who, "hello", name=f"n{who}")
        assert welcome["type"] == "welcome"


def open_table(house: Lobby, who: int, **fields: Any) -> int:
    answer = house.asks(who, "open", game="tictactoe", **fields)[0]
    return int(answer["card"]["table"])


def test_the_list_never_tells_of_a_table_as_it_was_before_the_latest_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever has sat down would take it for having got up again."""
    monkeypatch.setattr(rooms, "InstantWriter", LateWriter)
    house = Lobby(HouseDoor)
    for who in (1, 2):
        house.asks(who, "hello", name=f"n{who}")
        house.asks(who, "lobby")
    house.room.wait(2 * PACE)
    house.asks(1, "open", game="tictactoe", title="begins the pause between two pushes")
    house.room.wait(60)
    house.asks(1, "open", game="tictactoe", title="the table")
    house.room.wait(60)
    number = max(house.room.hall.tables, key=lambda n: house.room.hall.tables[n].sheet.opened)
    house.hears(2)
    house.room.wait(PACE - 60 - 60 + 30)  # the next push comes while the commit of what follows is on its way
    house.asks(2, "join", table=number)
    house.room.wait(2 * PACE)
    heard = [m for m in house.hears(2) if m["type"] in ("listed", "table", "happened")]
    about = [m for m in heard if (m.get("card") or m).get("table") == number]
    sat = next(n for n, m in enumerate(about) if m["type"] != "listed")
    listed = [m["card"]["seats"] for m in about[sat:] if m["type"] == "listed"]
    assert listed
    assert [m for m in about[:sat] if m["type"] == "listed"], "a push came before what was decided later"
    assert all(any(seat and seat["name"] == "n2" for seat in seats) for seats in listed)


def told(heard: list[Json]) -> list[tuple[str, int]]:
    """What somebody was told of the lobby: how a table has changed, and which."""
    return [(m["change"], m["card"]["table"]) for m in heard if m["type"] == "listed"]


# What it costs.


@pytest.mark.parametrize("games", [1, 8])
def test_a_game_costs_the_same_however_many_are_logged_in(
    monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    counts: Counter[str] = Counter()

    def counted(owner: Any, name: str) -> None:
        function = getattr(owner, name)

        def wrapper(*args: Any, **named: Any) -> Any:
            counts[name] += 1
            return function(*args, **named)

        monkeypatch.setattr(owner, name, wrapper)

    counted(Connection, "tell")
    counted(LobbyDoor, "listed")
    counted(boards_session, "pieces")
    found = []
    for idle in (2, 60):
        boards = Lobby(BoardsDoor)
        come(boards, *range(1, idle + 3))
        one, two = idle + 1, idle + 2
        boards.room.wait(PACE)
        create(boards, one)  # the next push is a while away
        boards.room.wait(1)
        counts.clear()
        for _ in range(games):
            game = create(boards, one)
            boards.asks(two, "JOIN_GAME", gameId=game)
            for turn, (piece, r, c) in enumerate(MOVES):
                boards.asks((one, two)[turn % 2], "TURN", pieceId=piece, r=r, c=c)
        assert not boards.room.hall.standing.get(("tictactoe", "playing"))
        found.append(counts.copy())
        counts.clear()
        boards.room.wait(PACE)
        assert counts == {"tell": idle + 2, "pieces": 1}
    assert found[0] == found[1]
    assert found[0]["pieces"] == 0
    assert found[0]["listed"] == 3 * games + 1  # and the first game, which was given up


def test_nothing_is_done_for_nobody(house: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(house, 1)
    monkeypatch.setattr(house.door, "listed", lambda news: pytest.fail("nobody looks on"))
    open_table(house, 1)
    house.room.wait(2 * PACE)
    assert house.room.hall.lobby == set()
    house.asks(2, "lobby")
    assert len(house.room.hall.lobby) == 1
    house.asks(2, "lobby", on=False)
    open_table(house, 1)
    house.asks(2, "lobby")
    house.room.client(2).hang_up()
    house.room.wait(0)
    open_table(house, 1)
    house.room.wait(2 * PACE)
    assert house.room.hall.lobby == set()


def test_when_the_last_one_looks_away_nothing_is_left_to_tell(house: Lobby) -> None:
    begin(house, 1)
    house.asks(2, "lobby")
    open_table(house, 1)
    house.room.wait(1)
    assert len(told(house.hears(2))) == 1
    open_table(house, 1)  # told with the next push, if somebody still looks on
    house.asks(2, "lobby", on=False)
    house.asks(2, "lobby")
    house.room.wait(2 * PACE)
    assert told(house.hears(2)) == []
    table = open_table(house, 1)
    house.room.wait(1)
    assert told(house.hears(2)) == [("opened", table)]


# How often.


def test_in_a_quiet_hall_everybody_is_told_at_once(boards: Lobby) -> None:
    come(boards, 1, 2)
    game = create(boards, 1)
    boards.room.wait(1)
    assert lists(boards.hears(1)) == lists(boards.hears(2)) == [[game]]
    boards.room.wait(PACE)
    boards.asks(2, "JOIN_GAME", gameId=game)
    boards.room.wait(1)
    assert lists(boards.hears(1)) == [[]]


def test_however_often_the_list_changes_it_is_pushed_four_times_a_second(boards: Lobby) -> None:
    come(boards, 1, 2)
    heard, game = [], 0
    for moment in range(200):
        game = create(boards, 1)
        boards.room.wait(10)
        if pushed := lists(boards.hears(2)):
            heard.append((10 * moment, pushed))
    assert len(heard) == 2_000 // PACE
    assert all(len(pushed) == 1 for _, pushed in heard)
    boards.room.wait(PACE)
    assert lists(boards.hears(2)) == [[game]]
    boards.room.wait(10 * PACE)
    assert boards.hears(2) == []


def test_who_changes_the_list_is_answered_at_once_and_so_is_who_asks(boards: Lobby) -> None:
    come(boards, 1, 2)
    create(boards, 1)
    boards.room.wait(1)
    for _ in range(5):
        game = create(boards, 1)
        assert lists(boards.asks(1, "GET_OPEN_GAMES")) == [[game]]
        assert lists(boards.asks(2, "GET_OPEN_GAMES"))[-1] == [game]
    answers = [message["type"] for message in boards.asks(2, "JOIN_GAME", gameId=game)]
    assert answers == ["JOIN_GAME_SUCCESS", "GAME_INIT", "SET_GAME_STATE"]


def test_a_list_that_is_not_changed_is_not_pushed(boards: Lobby) -> None:
    come(boards, 1, 2, 3)
    boards.asks(2, "JOIN_GAME", gameId=create(boards, 1))
    boards.room.wait(2 * PACE)
    boards.hears(3)
    for turn, (piece, r, c) in enumerate(MOVES):
        boards.asks(1 + turn % 2, "TURN", pieceId=piece, r=r, c=c)
    boards.room.wait(2 * PACE)
    assert boards.hears(2)[-1]["type"] == "GAME_END"
    assert boards.hears(3) == []


def test_of_what_came_before_one_logged_in_one_is_not_told_again(boards: Lobby) -> None:
    come(boards, 1)
    create(boards, 1)
    boards.room.wait(1)
    game = create(boards, 1)
    come(boards, 2)
    boards.room.wait(PACE)
    assert lists(boards.hears(1))[-1] == [game]
    assert boards.hears(2) == []


# The house: changes instead of lists.


def test_who_looks_on_hears_the_latest_of_each_table_once(house: Lobby) -> None:
    begin(house, 1, 2)
    house.asks(9, "lobby")
    first = open_table(house, 1)
    house.room.wait(1)
    assert told(house.hears(9)) == [("opened", first)]
    house.asks(2, "join", table=first)
    second = open_table(house, 1)
    for change in (3, 4, 2):
        third = open_table(house, 1, title=f"for {change}")
        house.asks(1, "leave", table=third)
    house.asks(2, "join", table=second)
    house.asks(1, "resign", table=first)
    assert told(house.hears(9)) == []
    house.room.wait(PACE)
    heard = house.hears(9)
    assert told(heard) == [("gone", first), ("opened", second)]
    assert heard[1]["card"]["status"] == "playing"


def test_who_begins_to_look_on_hears_only_what_changes_afterwards(house: Lobby) -> None:
    begin(house, 1, 2)
    house.asks(8, "lobby")
    open_table(house, 1)
    house.room.wait(1)
    came, stays = open_table(house, 1), open_table(house, 1)
    (listed,) = house.asks(9, "lobby")
    assert {card["table"] for card in listed["tables"]} >= {came, stays}
    house.asks(1, "leave", table=came)
    late = open_table(house, 1)
    house.room.wait(PACE)
    assert told(house.hears(8))[1:] == [("opened", stays), ("opened", late)]
    assert told(house.hears(9)) == [("gone", came), ("opened", late)]


class Page:
    """Somebody's picture of the lobby, made of what they were told."""

    def __init__(self) -> None:
        self.cards: dict[int, Json] | None = None

    def look(self, heard: list[Json]) -> None:
        for message in heard:
            if message["type"] == "lobby":
                self.cards = {card["table"]: card for card in message["tables"]}
            elif message["type"] == "listed":
                assert self.cards is not None, "a change of a list that nobody has shown"
                card = message["card"]
                known = card["table"] in self.cards
                assert known == (message["change"] != "opened"), f"{message['change']} {card['table']}"
                if message["change"] == "gone":
                    del self.cards[card["table"]]
                else:
                    self.cards[card["table"]] = card


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("late", [False, True])
def test_every_page_shows_the_lobby_whenever_it_began_to_look_on(
    monkeypatch: pytest.MonkeyPatch, seed: int, late: bool
) -> None:
    """Tables come and go while pages open, look away, read too slowly and look again."""
    if late:
        monkeypatch.setattr(rooms, "InstantWriter", LateWriter)
    chance, house = random.Random(seed), Lobby(HouseDoor)
    hall, pages = house.room.hall, {who: Page() for who in range(10, 16)}
    for who in (1, 2, 3):
        house.asks(who, "hello", name=f"n{who}")
    house.room.wait(PACE)
    looking: set[int] = set()
    slow: set[int] = set()
    for _ in range(400):
        what, who = chance.random(), chance.randint(1, 3)
        tables, page = list(hall.tables), chance.choice([*pages])
        if what < 0.25:
            house.asks(who, "open", game="tictactoe")
        elif what < 0.6 and tables:
            house.asks(who, chance.choice(("join", "leave", "resign")), table=chance.choice(tables))
        elif what < 0.75:
            on = chance.random() < 0.7
            house.room.says(page, json.dumps({"type": "lobby", "on": on}).encode())
            (looking.add if on else looking.discard)(page)
        elif what < 0.8 and page in looking:
            (slow.discard if page in slow else slow.add)(page)
            connection = house.connection(page)
            (connection.pause_writing if page in slow else connection.resume_writing)()
        else:
            house.room.wait(chance.choice((0, 1, 40, 100, 300)))
        for each in pages:
            pages[each].look(house.hears(each))
    for page in slow:
        house.connection(page).resume_writing()
    house.room.wait(2 * PACE)
    true = {card.table: card.status for card in render.lobby_cards(hall)}
    assert looking
    assert true
    for page in looking:
        pages[page].look(house.hears(page))
        cards = pages[page].cards
        assert cards is not None
        assert {number: card["status"] for number, card in cards.items()} == true
    (shown,) = house.asks(99, "lobby", on=False)  # what is kept encoded is what there is
    assert shown["tables"] == json.loads(msgspec.json.encode(render.lobby_cards(hall)))


def test_a_slow_reader_is_shown_the_list_when_they_read_again(house: Lobby) -> None:
    begin(house, 1)
    house.asks(9, "lobby")
    house.connection(9).pause_writing()
    tables = []
    for _ in range(3):
        tables.append(open_table(house, 1))
        house.room.wait(PACE)
    assert house.hears(9) == []
    house.connection(9).resume_writing()
    house.room.wait(0)
    (listed,) = house.hears(9)
    assert [card["table"] for card in listed["tables"]] == tables
    tables.append(open_table(house, 1))
    house.room.wait(PACE)
    assert told(house.hears(9)) == [("opened", tables[-1])]


def test_a_private_game_brought_back_is_told_to_its_players_who_look_on_and_to_nobody_else(
    house: Lobby,
) -> None:
    begin(house, 1, 2, 3)
    opened = house.asks(1, "open", game="tictactoe", private=True, rated=False)[0]
    table = opened["card"]["table"]
    house.asks(2, "join", table=table, code=opened["code"])
    house.asks(1, "act", table=table, move={"type": "place", "r": 0, "c": 0})
    house.asks(1, "save", table=table, name="ours", put_away=True)
    for who in (2, 3, 9):
        house.asks(who, "lobby")
    again = house.asks(1, "reopen", game="tictactoe", name="ours")[0]["card"]["table"]
    house.asks(2, "join", table=again)
    house.room.wait(2 * PACE)
    assert told(house.hears(2))[0] == ("opened", again)
    assert all(told(house.hears(who)) == [] for who in (1, 3, 9))
    house.asks(1, "lobby")
    house.asks(2, "leave", table=again)
    house.room.wait(2 * PACE)
    assert told(house.hears(1)) != []
    assert all(told(house.hears(who)) == [] for who in (3, 9))


# What concerns everybody who looks on.


def test_a_hall_that_closes_says_so_to_who_only_looks_on(house: Lobby) -> None:
    begin(house, 1, 2)
    for who in (2, 9):
        house.asks(who, "lobby")
    Assembly(house.room.hall, house.room.pipeline).say_goodbye()
    house.room.wait(PACE)
    for who in (1, 2, 9):
        assert house.hears(who) == [{"type": "parted", "why": "closing"}]
    assert house.room.hall.lobby == set()


def test_a_table_that_the_keeper_closes_is_told_like_any_other(house: Lobby) -> None:
    begin(house, 1)
    house.asks(9, "lobby")
    table = open_table(house, 1)
    house.room.wait(1)
    house.hears(9)
    decision = house.room.hall.handle(commands.Close(table), house.room.clock())
    house.room.pipeline.submit(0, decision)
    house.room.wait(PACE)
    assert told(house.hears(9)) == [("gone", table)]
