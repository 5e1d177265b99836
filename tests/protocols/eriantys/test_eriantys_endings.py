"""How a game ends, as its players hear it; the positions are in positions.py."""

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.protocols.eriantys.clients import Client, everybody_hears, playing
from tests.protocols.eriantys.test_eriantys_random_games import play_and_compare

if TYPE_CHECKING:
    from tests.conftest import RunningHall


async def heard_at_the_end(clients: list[Client]) -> list[str]:
    """What everybody hears up to the name of the winner; nothing comes after it."""
    heard: list[str] = []
    while not heard or not heard[-1].startswith("Winner"):
        message, arguments, _ = await clients[0].hear()
        clients[0].acknowledge()
        winners = " ".join(arguments.get("Winners", ()))
        heard.append(f"{message} {winners}".strip())
        for client in clients[1:]:
            await client.expect(message, **arguments)
    for client in clients:
        await client.hears_nothing(0.1)
    return heard


async def test_the_last_tower_wins_at_once(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(1, 2))
    turn.say("MoveMotherNature", positions=1)
    assert await heard_at_the_end(clients) == ["MotherNatureMoved", "TowerOnIslandChanged", "Winner anna"]


async def test_too_few_towers_for_a_conquest_are_enough_to_win(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(1, 3))
    turn.say("MoveMotherNature", positions=1)
    assert await heard_at_the_end(clients) == ["MotherNatureMoved", "TowerOnIslandChanged", "Winner anna"]


async def test_with_three_groups_left_the_game_is_over(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(1, 4))
    turn.say("MoveMotherNature", positions=1)
    assert await heard_at_the_end(clients) == [
        "MotherNatureMoved",
        "TowerOnIslandChanged",
        "IslandsUnified",
        "Winner anna",
    ]


async def test_an_island_grows_together_with_both_neighbours(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(2, 1))
    turn.say("MoveMotherNature", positions=1)
    await everybody_hears(clients, "MotherNatureMoved", Positions=1, IslandID=1, Nickname="anna")
    await everybody_hears(clients, "TowerOnIslandChanged", NewTower="BLACK", IslandID=1)
    await everybody_hears(clients, "IslandsUnified", IslandID1=1, IslandID2=2)
    await everybody_hears(clients, "IslandsUnified", IslandID1=1, IslandID2=0)
    turn.say("TakeStudentsFromCloud", cloudId=0)
    await everybody_hears(clients, "StudentsTakenFromCloud", CloudID=0, Nickname="anna")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="bob", State="MOVE_STUDENTS")


@pytest.mark.parametrize(("wizards", "winners"), [((2, 3), "Winner bob"), ((2, 4), "Winner anna bob")])
async def test_professors_break_a_tie_and_without_them_it_is_a_draw(
    positions_hall: "RunningHall", wizards: tuple[int, int], winners: str
) -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=wizards)
    assert turn.name == "bob"
    turn.say("TakeStudentsFromCloud", cloudId=1)
    assert await heard_at_the_end(clients) == ["StudentsTakenFromCloud", winners]


async def test_a_played_assistant_may_be_used_by_who_has_no_other(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(3, 1))
    turn.say("UseAssistant", assistant=5)
    await everybody_hears(clients, "AssistantUsed", Assistant="CARD_5", Nickname="anna")
    await everybody_hears(clients, "LastRound")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="bob", State="PLANNING")
    clients[1].say("UseAssistant", assistant="CARD_5")
    await everybody_hears(clients, "AssistantUsed", Assistant="CARD_5", Nickname="bob")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="anna", State="MOVE_STUDENTS")


async def test_a_bag_with_too_few_students_makes_the_last_round_without_clouds(
    positions_hall: "RunningHall",
) -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(3, 2))
    turn.say("TakeStudentsFromCloud", cloudId=1)
    await everybody_hears(clients, "StudentsTakenFromCloud")
    await everybody_hears(clients, "LastRound")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="anna", State="PLANNING")
    anna, bob = clients
    anna.say("UseAssistant", assistant=1)
    await everybody_hears(clients, "AssistantUsed")
    await everybody_hears(clients, "CurrentPlayerChanged")
    bob.say("UseAssistant", assistant=2)
    await everybody_hears(clients, "AssistantUsed")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="anna", State="MOVE_STUDENTS")
    for _ in range(2):
        anna.say("MoveStudentsToIsland", student="blue", islandId=6)
        await everybody_hears(clients, "StudentToIslandMoved")
    anna.say("MoveStudentsToIsland", student="green", islandId=6)
    await everybody_hears(clients, "StudentToIslandMoved")
    anna.say("MoveMotherNature", positions=1)
    await everybody_hears(clients, "MotherNatureMoved")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="bob", State="MOVE_STUDENTS")


async def test_a_fill_that_empties_the_bag_makes_the_last_round(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(3, 4))
    turn.say("TakeStudentsFromCloud", cloudId=1)
    await everybody_hears(clients, "StudentsTakenFromCloud")
    for cloud in (0, 1):
        heard = await everybody_hears(clients, "CloudFilled", CloudID=cloud)
        assert heard["Students"]["BLUE_UNICORNS"] == 3
    await everybody_hears(clients, "LastRound")
    await everybody_hears(clients, "CurrentPlayerChanged", NextPlayer="anna", State="PLANNING")


async def test_nothing_but_exit_makes_sense_after_the_end(positions_hall: "RunningHall") -> None:
    clients, turn = await playing(positions_hall, "anna", "bob", wizards=(1, 2))
    turn.say("MoveMotherNature", positions=1)
    await heard_at_the_end(clients)
    for message, arguments in (
        ("NextPhase", {}),
        ("TakeStudentsFromCloud", {"cloudId": 0}),
        ("ExitFromGame", {"nickname": "anna"}),
        ("CreateNewGame", {"numOfPlayers": 2, "wantExpert": False}),
    ):
        await clients[0].ask(message, "ImpossibleActionError", **arguments)
    for client in clients:
        client.say("Exit")
    created = await clients[0].ask("CreateNewGame", "GameCreated", numOfPlayers=2, wantExpert=False)
    for client in clients:
        await client.enter(created["gameId"], client.name)


@pytest.mark.timeout(300)
async def test_among_rich_players_every_character_is_used_and_every_end_is_reached(
    rich_hall: "RunningHall",
) -> None:
    """With marked dice the same seeds make the same games: these have it all."""
    ends: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for seats, expert, seed in SEEDS:
        more_ends, more_used = await play_and_compare(rich_hall, seats, expert, range(seed, seed + 1))
        ends += more_ends
        used += more_used
    assert ends.keys() == {"towers", "islands", "assistants", "students"}
    assert used.keys() == {f"CARD{number}" for number in range(1, 13)}


SEEDS = [(3, True, 18), (2, True, 18), (3, True, 17), (4, True, 8), (4, True, 0), (4, False, 22)]
