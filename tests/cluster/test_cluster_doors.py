"""All doors of all nodes lead to the same tables."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from tests.cluster.visitors import House, Person, Pipe
from tests.protocols.boards.player import Json, Player, fresh, house_guest
from tests.protocols.boards.test_boards_other_doors import hear_of, join, open_table
from tests.protocols.eriantys.clients import Client, HouseClient
from tests.protocols.eriantys.model import Model
from tests.protocols.eriantys.random_games import RandomGame
from tests.protocols.eriantys.test_eriantys_doors import house_plays
from tests.protocols.mia.field import Field, Program
from tests.protocols.pipes.test_pipes_and_house import plays_recorded_game
from tests.protocols.shelfie.house_guest import HouseGuest
from tests.protocols.shelfie.parties import start_of, take_turn
from tests.protocols.shelfie.player import Player as ShelfiePlayer

if TYPE_CHECKING:
    from tests.cluster.conftest import Cluster


@pytest.mark.parametrize("original", [False, True])
async def test_pipes_at_one_node_plays_with_the_house_at_another_and_a_third_looks_on(
    cluster: "Cluster", original: bool
) -> None:
    a, b, c = cluster.halls
    pipe = await Pipe.named(a, f"pia{int(original)}", original=original)
    await pipe.does("CREATE_GAME", "204")
    house, watcher = await House.named(b, f"bob{int(original)}"), await House.named(c, fresh("cleo"))
    table = await house.finds(pipe.nick, "dama")
    await house.joins(table)
    await pipe.hears_lines("270")
    watcher.says("watch", table=table)
    assert (await watcher.hears("table"))["card"]["status"] == "playing"
    await plays_recorded_game(pipe, house, pipe_first=True, original=original, name=f"bob{int(original)}")
    assert (await watcher.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]
    await pipe.does("GET_GAMES", "203")


async def test_a_table_of_the_house_is_announced_in_the_pipes_lobby_of_every_node(cluster: "Cluster") -> None:
    a, b, c = cluster.halls
    pipes = [await Pipe.named(hall, f"anton{n}") for n, hall in enumerate((a, c))]
    house = await House.named(b, "berta")
    await house.opens()
    for pipe in pipes:
        await pipe.hears_lines("250|berta")
    await pipes[0].does("JOIN_GAME|berta", "206")
    await pipes[1].hears_lines("260|berta")
    house.moves([0, 1, 1, 2])
    assert (await pipes[0].hears())[:3] == "208"
    house.says("resign", table=house.table)
    await pipes[0].hears_lines("280")


async def test_an_open_game_is_pushed_at_the_boards_door_of_every_node(cluster: "Cluster") -> None:
    players = [await Player(fresh("looks")).login(hall) for hall in cluster.halls]
    game = await players[0].create("Chess")
    for player in players:
        await player.hear_list(game)
    players[1].say("JOIN_GAME", gameId=game)
    for player in players:
        await player.hear_list(without=(game,))


@pytest.mark.parametrize(("game", "opened_by"), [("tictactoe", "boards"), ("connect_four", "house")])
async def test_boards_at_one_node_plays_with_the_house_at_another(
    cluster: "Cluster", game: str, opened_by: str
) -> None:
    a, b, _ = cluster.halls
    chance = random.Random(game)
    anna, guest = await Player(fresh("anna"), "/games").login(a), await house_guest(b)
    if opened_by == "boards":
        table = await anna.create("Tic Tac Toe")
        guest.say("join", table=table)
        await anna.hear("GAME_INIT")
        await anna.hear("SET_GAME_STATE")
    else:
        table = await open_table(guest, game)
        await join(anna, table)
    assert anna.mirror.init["opponents"] == [guest.name]
    moved: Json = {"turn": [0]}
    while moved["turn"]:
        if choices := anna.mirror.choices():
            anna.turn(*chance.choice(choices))
        else:
            guest.say("legal", table=table)
            guest.say("act", table=table, move=chance.choice((await hear_of(guest, "legal"))["moves"]))
        await anna.hear("SET_GAME_STATE")
        moved = await hear_of(guest, "moved")
        rows = enumerate(moved["view"]["rows"])
        there = {(r, c) for r, row in rows for c, piece in enumerate(row) if piece}
        assert there == set(anna.mirror.places.values())
    end = await anna.hear("GAME_END")
    ranks = (await hear_of(guest, "ended"))["outcome"]["ranks"]
    names = [anna.name, guest.name] if opened_by == "boards" else [guest.name, anna.name]
    assert end["winner"] == ("" if ranks == [1, 1] else names[ranks.index(1)])


async def test_shelfie_at_two_nodes_plays_with_the_house_at_a_third(cluster: "Cluster") -> None:
    a, b, c = cluster.halls
    anna, bob = await ShelfiePlayer("anna").connects(a), await ShelfiePlayer("bob").connects(b)
    house = await HouseGuest(fresh("gast")).comes(c)
    await anna.opens(3)
    finder = await House.named(c, fresh("finder"))
    await house.sits(type="join", table=await finder.finds("anna", "shelfie"))
    while not (await bob.hello())["lobbyReady"]:
        pass
    await bob.joins()
    people = [anna, bob]
    for player in people:
        await player.hears(*start_of(3))
        assert sorted(player.set_up["players"]) == sorted(["anna", "bob", house.name])
    bob.say("SendMessage", id=bob.id, message="only for you", player=house.name)
    assert (await bob.hear("ChatMessage"))["message"] == "only for you"
    assert (await house.until(what="said", text="only for you"))["name"] == "bob"
    chance = random.Random(1)
    for _ in range(9):
        if anna.turn != house.name:
            await take_turn(people, chance)
            continue
        await house.acts()
        for player in people:
            await player.until("TilesPicked")
        await house.acts()
        for player in people:
            await player.until("TurnNotify")
    assert anna.board == bob.board
    assert anna.shelves == bob.shelves
    assert b"only for you" not in anna.bytes


async def test_eriantys_at_one_node_plays_a_whole_game_with_the_house_at_another(cluster: "Cluster") -> None:
    a, b, c = cluster.halls
    house, anna = await HouseClient.connect(b, "erna at the house"), await Client.connect(a)
    game_id = (await anna.ask("CreateNewGame", "GameCreated", numOfPlayers=2, wantExpert=True))["gameId"]
    await anna.enter(game_id, "anna")
    await anna.expect("PlayersChanged")
    house.say(type="join", table=int(game_id))
    players = (await anna.expect("PlayersChanged"))["players"]
    assert [player["nickname"] for player in players] == ["anna", "erna at the house"]
    model = Model("anna")
    model.hear("PlayersChanged", {"players": players})
    game = RandomGame([anna], 21, [model])
    playing = asyncio.create_task(house_plays(house, int(game_id), 22))
    house.say(type="start", table=int(game_id))
    await asyncio.gather(game.to_the_end(), playing)
    await game.compare(c, ["anna", "erna at the house"])


async def standings(person: Person) -> list[Json]:
    """How the contest stands, as the node of this person knows it."""
    person.say(type="contests", re="standings")
    contests = (await person.hear("contests", re="standings"))["contests"]
    (mia,) = [contest for contest in contests if contest["name"] == "mia"]
    rows: list[Json] = mia["standings"]
    return rows


async def until_offered(anna: Client, game: str) -> None:
    """Wait until a node knows of a table that was opened at another."""
    while game not in (await anna.ask("JoinGame", "PossibleGames"))["gameIDs"]:
        pass


async def test_eriantys_is_told_what_came_of_its_requests_at_a_table_of_another_node(
    cluster: "Cluster",
) -> None:
    a, b, _ = cluster.halls
    house, anna = await HouseClient.connect(b, "berta at the house"), await Client.connect(a)
    house.say(type="open", game="eriantys", seats=2)
    table = (await house.expect("table"))["card"]["table"]
    await until_offered(anna, str(table))
    await anna.enter(str(table), "anna")
    await anna.expect("PlayersChanged")
    turn = (await anna.expect("CurrentPlayerChanged", State="CHOOSING"))["NextPlayer"]
    if turn != "anna":
        for kind in ("set_tower", "set_wizard", "next"):
            house.say(type="legal", table=table)
            moves = (await house.expect("legal"))["moves"]
            house.say(type="act", table=table, move=next(move for move in moves if move["type"] == kind))
        for message in ("TowerChanged", "WizardChanged", "CurrentPlayerChanged"):
            await anna.expect(message)
    tower = "WHITE" if turn != "anna" else "BLACK"
    anna.say("SetTower", id="first", tower=tower)
    await anna.expect("TowerChanged", reply="first", Tower=tower, Nickname="anna")


async def test_programs_at_three_nodes_play_one_contest_that_somebody_follows(cluster: "Cluster") -> None:
    async with AsyncExitStack() as stack:
        eve = await Person(cluster.halls[1], fresh("eve")).enter()
        eve.say(type="follow", contest="mia", re=1)
        await eve.hear("done", re=1)
        programs = [Program(name) for name in ("mona", "nils", "olga")]
        fields = [await stack.enter_async_context(Field(hall.doors)) for hall in cluster.halls]
        for field, program in zip(fields, programs, strict=True):
            await field.enter(program)
        for field, program in zip(fields, programs, strict=True):
            await field.until_started(3, program)
        together = {"mona", "nils", "olga"}
        while True:
            begun = await eve.hear("table")
            assert begun["you"] is None
            ended = await eve.hear("happened", table=begun["card"]["table"], what="ended")
            assert ended["status"] == "finished"
            if {seat["name"] for seat in begun["card"]["seats"]} == together:
                break
        for hall in cluster.halls:
            looks = await Person(hall, fresh("looks")).enter()
            while not {row["name"] for row in await standings(looks)} >= together:
                """Nodes that do not hold the contest look at it every few seconds."""
        for field in fields:
            await field.settle()


@pytest.mark.parametrize("door", ["house", "boards", "eriantys"])
async def test_a_table_can_be_joined_at_any_node_as_soon_as_somebody_was_told_of_it(
    cluster: "Cluster", door: str
) -> None:
    a, b, _ = cluster.halls
    for _ in range(10):
        host = await House.named(b, fresh("host"))
        host.says("open", game="eriantys" if door == "eriantys" else "tictactoe")
        table = (await host.hears("table"))["card"]["table"]
        if door == "house":
            await (await House.named(a, fresh("guest"))).joins(table)
        elif door == "boards":
            await join(await Player(fresh("anna"), "/games").login(a), table)
        else:
            await (await Client.connect(a)).enter(str(table), "anna")
