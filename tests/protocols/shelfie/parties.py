"""Tables full of players, and whole games of them."""

import asyncio
import json
import random
import urllib.request
from typing import Any

from tablehall.games.dice import Dice, dice_key
from tablehall.games.shelfie import Options, Pick, Put, Table, game
from tablehall.games.shelfie.tiles import Tile
from tablehall.hall import records
from tablehall.journal.api import whole_log
from tablehall.journal.sqlite import SqliteJournal
from tests.conftest import RunningHall
from tests.protocols.shelfie.player import Player

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
START = ["TurnNotify", "BoardUpdate", "CommonCards"]


def start_of(players: int) -> list[str]:
    """What everybody hears when a game begins."""
    return [*START, *["PlayerPoints", "BookShelfUpdate"] * players, "GameSetUp"]


async def party(hall: RunningHall, *people: Player, easy: bool = False) -> list[Player]:
    """A new game: the first opens it, the others join, and all have heard the start."""
    first, *others = people
    await first.connects(hall)
    await first.opens(len(people), easy=easy)
    for other in others:
        await other.connects(hall)
        assert (await other.hello())["lobbyReady"] is True
        await other.joins()
    for player in people:
        await player.hears(*start_of(len(people)))
    return list(people)


def on_turn(people: list[Player]) -> Player:
    """Whose turn it is."""
    turns = {player.turn for player in people}
    assert len(turns) == 1
    return next(player for player in people if player.name in turns)


def some_pick(player: Player, chance: random.Random, hasty: str = "") -> list[tuple[int, int, str]]:
    """A legal pick, made up from what the player has heard. If somebody is hasty, they pick as
    much as they can and the others one tile each."""
    board, most = player.board, min(3, 6 - min(player.heights()))
    free = [place for place in board if any((place[0] + dx, place[1] + dy) not in board for dx, dy in SIDES)]
    lines = []
    for x, y in free:
        for dx, dy in SIDES[::2]:
            for size in range(1, most + 1):
                line = [(x + dx * i, y + dy * i) for i in range(size)]
                if all(place in free for place in line):
                    lines.append(line)
    if hasty:
        size = max(map(len, lines)) if hasty == player.name else 1
        lines = [line for line in lines if len(line) == size]
    line = chance.choice(lines)
    chance.shuffle(line)
    return [(*place, board[place]) for place in line]


def some_put(player: Player, chance: random.Random) -> tuple[int, list[str]]:
    """A legal put of what is in the player's hand."""
    hand = list(player.hands[player.name])
    columns = [x for x, height in enumerate(player.heights()) if height + len(hand) <= 6]
    chance.shuffle(hand)
    return chance.choice(columns), hand


async def take_turn(people: list[Player], chance: random.Random, hasty: str = "") -> None:
    """Whoever is on turn picks and puts; everybody hears the same, in the right order."""
    await pick_something(people, chance, hasty)
    await put_something(people, chance)


async def pick_something(people: list[Player], chance: random.Random, hasty: str = "") -> None:
    mover = on_turn(people)
    tiles = some_pick(mover, chance, hasty)
    mover.picks(tiles)
    left = {place: kind for place, kind in mover.board.items() if (*place, kind) not in tiles}
    refill = not any((x + dx, y + dy) in left for x, y in left for dx, dy in SIDES)
    for player in people:
        await player.hear("BoardUpdate")
        assert player.board == left
        assert (await player.hear("TilesPicked"))["tiles"] == [kind for _, _, kind in tiles]
        if refill and left and not player.original:
            await player.hear("BoardUpdate")
            assert player.board == {}
        if refill:
            await player.hear("BoardUpdate")


async def put_something(people: list[Player], chance: random.Random) -> None:
    mover = on_turn(people)
    column, hand = some_put(mover, chance)
    base = mover.heights()[column]
    expected = sorted(
        [*mover.shelves[mover.name], *((column, base + i, kind) for i, kind in enumerate(hand))]
    )
    mover.puts(column, hand)
    for player in people:
        await player.hear("BookShelfUpdate")
        assert player.shelves[mover.name] == expected
        assert (await player.hear("TilesPicked")) == {
            "name": "TilesPicked",
            "player": mover.name,
            "tiles": [],
        }
        await player.hear("CommonCards")
        message = await player.next()
        if message and message["name"] == "PlayerPoints":
            assert message["player"] == mover.name
            message = await player.next()
        assert message
        assert message["name"] in ("TurnNotify", "Winner")


async def play_on(people: list[Player], chance: random.Random, turns: int = 200) -> None:
    """Play so many turns, or to the end."""
    for _ in range(turns):
        if people[0].winner:
            break
        await take_turn(people, chance)


async def last_round(people: list[Player], chance: random.Random) -> None:
    """Play until the first in order has filled their shelf: the others have one turn left."""
    hasty = people[0].set_up["players"][0]
    while sum(people[0].heights(hasty)) < 30:
        await take_turn(people, chance, hasty)
    assert not people[0].winner


async def load(hall: RunningHall, game: str, *people: Player, holding: bool = False) -> None:
    """Bring a save back: the first loads it, all join under their names, and hear the start."""
    first, *others = people
    for player in people:
        player.board = {}
        if player not in player.here:
            await player.connects(hall)
    await load_as_first(first, game)
    for other in others:
        hello = await other.hello()
        assert (hello["lobbyReady"], hello["loadedGame"]) == (True, True)
        await other.joins()
    kinds = start_of(len(people))
    if holding:
        kinds.insert(1, "TilesPicked")
    for player in people:
        await player.hears(*kinds)


async def load_as_first(first: Player, game: str) -> None:
    """Load a game and sit down at it."""
    first.id = (await first.hello())["firstPlayerId"]
    first.say("GetSavedGames")
    assert game in (await first.hear("SavedGames"))["names"]
    first.say("LoadGame", game=game, idFirstPlayer=first.id)
    assert await first.hear("LoadGameResponse") == {"name": "LoadGameResponse", "result": True}
    first.say("GetLoadedPlayers")
    assert first.name in (await first.hear("LoadedGamePlayers"))["names"]
    first.say("JoinLoadedAsFirst", player=first.name, idFirstPlayer=first.id)
    assert (await first.hear("FirstJoinResponse"))["result"] is True


def get(hall: RunningHall, path: str) -> Any:
    """What the house answers to an HTTP request."""
    host, port = hall.doors["house"]
    with urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=20) as answer:
        return json.loads(answer.read())


async def table_of(hall: RunningHall, first: Player, save: str = "") -> int:
    """The number of the table that somebody has opened; it bears their name."""
    cards = (await asyncio.to_thread(get, hall, "/api/tables"))["tables"]
    wanted = (first.name, save)
    (number,) = [card["table"] for card in cards if (card.get("title"), card.get("save", "")) == wanted]
    return int(number)


async def log_of(hall: RunningHall, table: int) -> list[records.AnyRecord]:
    """The log of a finished game, also of one with a save that could go on."""

    def read() -> list[bytes]:
        with SqliteJournal(hall.folder / "data", read_only=True) as journal:
            return whole_log(journal, table)

    return [records.decode(line) for line in await asyncio.to_thread(read)]


def played_again(log: list[records.AnyRecord], *, easy: bool = False) -> Table:
    """The same moves on a second copy of the rules, with nothing but the revealed seed."""
    ended = log[-1]
    assert isinstance(ended, records.Ended)
    seats = next(record.seats for record in log if isinstance(record, records.Opened))
    dice = Dice(dice_key(bytes.fromhex(ended.seed), [""] * seats))
    state = game.setup(seats, Options(easy_rule=easy), dice)
    for record in log:
        if isinstance(record, records.Moved):
            raw: Any = json.loads(bytes(record.move))
            move = (
                Pick(tuple(Tile(**tile) for tile in raw["tiles"]))
                if raw["type"] == "pick"
                else Put(raw["column"], tuple(raw["tiles"]))
            )
            played: Any = game.play(state, record.seat, move, dice)
            state = played.state
    return state
