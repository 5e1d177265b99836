"""The authors' client as it really behaves, against a server with its default settings."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import NewHall, RunningHall, close_and_look
from tests.protocols.shelfie.authors_client import AuthorsClient
from tests.protocols.shelfie.parties import on_turn, party, pick_something, play_on, put_something, take_turn
from tests.protocols.shelfie.player import Player

Clients = list[AuthorsClient]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    running = RunningHall(tmp_path_factory.mktemp("hall"))
    running.start()
    yield running
    close_and_look([running])


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    """Two fresh folders."""
    return [AuthorsClient(tmp_path, name) for name in ("anna", "bob")]


async def in_game(*people: AuthorsClient) -> None:
    for client in people:
        await client.sees("IN_GAME")
        assert client.file.read_text().splitlines()[0] == client.id


async def play(hall: RunningHall, people: Clients) -> None:
    """A new game: one creates it, the other joins."""
    first, *others = people
    await (await first.starts(hall)).creates(len(people))
    for other in others:
        await (await other.starts(hall)).logs_in()
    await in_game(*people)


async def whole_game(hall: RunningHall, people: Clients, seed: int) -> None:
    await play(hall, people)
    await play_on(list(people), random.Random(seed))
    for client in people:
        assert client.screen == "END_GAME"
        assert client.errors == []
        await client.dies()


async def comes_back(hall: RunningHall, client: AuthorsClient) -> None:
    """Started again, the client is back where it was, with the id it had, and was offered no other."""
    id = client.file.read_text().splitlines()[0]
    await client.starts(hall)
    await client.sees("IN_GAME")
    assert (client.id, client.offers, client.errors) == (id, [], [])
    assert client.file.read_text() == f"{id}\n{client.name}"


async def test_a_first_game_in_a_fresh_folder(hall: RunningHall, clients: Clients) -> None:
    await whole_game(hall, clients, 1)


async def test_a_second_game_with_the_file_of_the_first(hall: RunningHall, clients: Clients) -> None:
    for seed in (2, 3):
        await whole_game(hall, clients, seed)


async def test_the_first_to_join_may_have_the_older_file(hall: RunningHall, clients: Clients) -> None:
    """A joiner says nothing but its old id that would show what it is."""
    anna, bob = clients
    bob.file.write_text("0b8f4bd3-8e0e-4bd4-9d44-1d1c4f4b4a5e\nbob")
    await play(hall, [anna, bob])
    assert bob.errors == []


async def test_a_killed_client_comes_back(hall: RunningHall, clients: Clients) -> None:
    await play(hall, clients)
    chance = random.Random(4)
    await play_on(list(clients), chance, 3)
    gone = on_turn(list(clients))
    assert isinstance(gone, AuthorsClient)
    (rest,) = [client for client in clients if client is not gone]
    await pick_something(list(clients), chance)
    rest.say("SendMessage", id=rest.id, message="where are you?")
    await gone.hear("ChatMessage")
    await rest.hear("ChatMessage")
    await gone.dies()
    await rest.until("Disconnection")
    await comes_back(hall, gone)
    assert [chat["message"] for chat in gone.set_up["oldChat"]] == ["where are you?"]
    await rest.hear("Reconnected")
    await play_on(list(clients), chance, 4)


async def test_both_come_back_after_the_sudden_death_of_the_server(
    new_hall: NewHall, clients: Clients
) -> None:
    hall = new_hall()
    await play(hall, clients)
    chance = random.Random(5)
    await play_on(list(clients), chance, 3)
    await pick_something(list(clients), chance)
    await hall.restart()
    for client in clients:
        await client.dies()
    await comes_back(hall, clients[1])
    await comes_back(hall, clients[0])
    await clients[1].hear("Reconnected")
    await put_something(list(clients), chance)
    await play_on(list(clients), chance)
    assert {client.screen for client in clients} == {"END_GAME"}


async def test_several_tables_at_once(hall: RunningHall, tmp_path: Path) -> None:
    tables = [[AuthorsClient(tmp_path, f"{name}{n}") for name in ("anna", "bob")] for n in range(3)]
    for people in tables:
        await play(hall, people)
    for people in tables:
        gone, rest = people
        await gone.dies()
        await rest.until("Disconnection")
    creating = await Player("carl").connects(hall)  # nobody comes back into somebody else's lobby
    assert (await creating.hello())["firstPlayerId"] != "NoFirst"
    for people in tables:
        await comes_back(hall, people[0])
        await people[1].until("Reconnected")
        assert set(people[0].set_up["players"]) == {client.name for client in people}
        await play_on(list(people), random.Random(6), 2)


async def test_players_of_both_dialects_at_one_table(hall: RunningHall, clients: Clients) -> None:
    anna, _ = clients
    await (await anna.starts(hall)).creates()
    zoe = await Player("zoe").connects(hall)
    await zoe.joins()
    await in_game(anna)
    await zoe.until("GameSetUp")
    await anna.dies()
    await zoe.until("Disconnection")
    await comes_back(hall, anna)
    await zoe.until("Reconnected")
    await take_turn([anna, zoe], random.Random(7))


async def test_a_takeover_of_a_connection_that_still_seems_alive(hall: RunningHall, clients: Clients) -> None:
    anna, bob = clients
    await play(hall, clients)
    again = AuthorsClient(anna.file.parent, anna.name)
    await comes_back(hall, again)
    assert "another connection" in await anna.error()
    await anna.is_closed()
    await take_turn([again, bob], random.Random(8))


async def test_back_in_a_waiting_lobby_after_a_restart(new_hall: NewHall, clients: Clients) -> None:
    hall = new_hall()
    anna, bob = clients
    await (await anna.starts(hall)).creates()
    id = anna.id
    await hall.restart()
    await anna.dies()
    await anna.starts(hall)
    await anna.sees("LOBBY")
    assert (anna.id, anna.offers, anna.errors) == (id, [], [])
    await (await bob.starts(hall)).logs_in()
    await in_game(anna, bob)


async def test_a_table_that_was_left_while_it_waited_is_not_come_back_to(
    hall: RunningHall, clients: Clients
) -> None:
    """The seat in a lobby is lost with the connection, and the old id is no obstacle."""
    anna, bob = clients
    await (await anna.starts(hall)).creates(3)
    await (await bob.starts(hall)).logs_in()
    await bob.sees("LOBBY")
    await bob.dies()
    await (await bob.starts(hall)).logs_in()
    await bob.sees("LOBBY")
    assert bob.errors == []


async def test_a_lobby_whose_first_player_leaves_offers_the_next_game(
    hall: RunningHall, clients: Clients
) -> None:
    """Nobody at this client can say HelloCommand a second time: it is put on the right screen."""
    anna, bob = clients
    await (await anna.starts(hall)).creates(3)
    await (await bob.starts(hall)).logs_in()
    await bob.sees("LOBBY")
    await anna.dies()
    await bob.creates()
    assert await bob.is_told() == "The first player has left and the lobby was reset."


async def test_saving_and_loading(new_hall: NewHall, clients: Clients) -> None:
    hall = new_hall()
    await play(hall, clients)
    chance = random.Random(9)
    await play_on(list(clients), chance, 4)
    anna, bob = clients
    anna.types("IN_GAME", "SaveGame", game="once-more", id=anna.id)
    for client in clients:
        await client.hear("GameSaved")
    then = [(client.turn, client.points, client.shelves, client.board) for client in clients]
    await play_on(list(clients), chance)
    for client in clients:
        assert client.screen == "END_GAME", "the game went on"
        await client.dies()
    await (await anna.starts(hall)).loads("once-more")
    await (await bob.starts(hall)).joins_the_loaded_game()
    await in_game(anna, bob)
    assert [(client.turn, client.points, client.shelves, client.board) for client in clients] == then
    await anna.dies()
    await bob.until("Disconnection")
    await comes_back(hall, anna)
    await bob.until("Reconnected")
    await play_on(list(clients), chance)
    assert {client.screen for client in clients} == {"END_GAME"}


async def test_a_game_that_a_document_client_puts_away(hall: RunningHall, clients: Clients) -> None:
    zoe = Player("zoe")
    anna, _ = clients
    await zoe.connects(hall)
    await zoe.opens()
    await (await anna.starts(hall)).logs_in()
    await in_game(anna)
    await zoe.until("GameSetUp")
    zoe.say("SaveGame", game="put away by zoe", id=zoe.id)
    await anna.sees("CREATE_LOBBY")
    assert "put away" in await anna.is_told()
    await anna.creates()


async def test_somebody_else_filled_the_table_while_the_name_was_typed(
    hall: RunningHall, clients: Clients
) -> None:
    anna, bob = clients
    zoe = await Player("zoe").connects(hall)
    await zoe.opens()
    await anna.starts(hall)
    await anna.sees("LOGIN")
    await (await bob.starts(hall)).logs_in()
    await bob.sees("IN_GAME")
    anna.types("LOGIN", "Join", player="anna")
    await anna.creates()


async def test_nobody_is_stopped_by_anothers_game(hall: RunningHall, clients: Clients) -> None:
    """Games of document clients on the same port do not change how this client is spoken to."""
    await party(hall, Player("carl"), Player("dora"))
    await whole_game(hall, clients, 10)
