"""The same tables through the boards door and the house door, mixed at will."""

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.protocols.boards.player import Json, Player, begin, fresh, house_guest

if TYPE_CHECKING:
    from tests.conftest import RunningHall

GAMES = {
    "tictactoe": "Tic Tac Toe",
    "checkers": "Checkers",
    "chess": "Chess",
    "connect_four": "Connect Four",
    "pente": "Pente",
}


async def hear_of(guest: Player, what: str) -> Json:
    """Wait for a piece of news, or for an answer of the house door."""
    while True:
        heard = await guest.hear()
        assert heard["type"] != "refused", heard
        if what in (heard["type"], heard.get("what")):
            return heard


async def open_table(guest: Player, game: str, **fields: Any) -> int:
    """Open a table through the house door."""
    guest.say("open", game=game, **fields)
    return int((await hear_of(guest, "table"))["card"]["table"])


async def join(anna: Player, table: int) -> None:
    """Join it through the boards door."""
    anna.say("JOIN_GAME", gameId=table)
    await anna.hear("JOIN_GAME_SUCCESS")
    await anna.hear("GAME_INIT")
    await anna.hear("SET_GAME_STATE")


@pytest.mark.parametrize(
    ("game", "opened_by"),
    [
        ("tictactoe", "boards"),
        ("tictactoe", "house"),
        ("checkers", "house"),
        ("chess", "boards"),
        ("connect_four", "house"),
        ("pente", "boards"),
    ],
)
async def test_a_whole_game_between_two_doors(hall: "RunningHall", game: str, opened_by: str) -> None:
    """The one chooses from the lists, the other asks for the legal moves; the boards agree."""
    chance = random.Random(game + opened_by)
    anna, guest = await Player(fresh("anna"), "/games").login(hall), await house_guest(hall)
    if opened_by == "boards":
        table = await anna.create(GAMES[game])
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
            moves = (await hear_of(guest, "legal"))["moves"]
            guest.say("act", table=table, move=chance.choice(moves))
        await anna.hear("SET_GAME_STATE")
        moved = await hear_of(guest, "moved")
        rows = enumerate(moved["view"]["rows"])
        there = {(r, c) for r, row in rows for c, piece in enumerate(row) if piece}
        assert there == set(anna.mirror.places.values())
    end = await anna.hear("GAME_END")
    outcome = (await hear_of(guest, "ended"))["outcome"]
    seat = 0 if opened_by == "boards" else 1
    winners = [s for s, rank in enumerate(outcome["ranks"]) if rank < max(outcome["ranks"])]
    assert end["winner"] == ("" if not winners else anna.name if winners == [seat] else guest.name)


async def test_a_table_of_the_house_is_listed_under_its_title(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "pente", title="Quick one?")
    (entry,) = await anna.hear_list(table)
    assert entry == {
        "id": table,
        "name": "Pente",
        "pugName": "Quick one?",
        "players": [guest.name],
        "maxPlayers": 2,
        "image": "/images/pente.svg",
    }
    guest.say("leave", table=table)
    await anna.hear_list(without=(table,))


async def test_a_table_that_waits_for_the_word_begins_with_it(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "chess", start="asked")
    anna.say("JOIN_GAME", gameId=table)
    await anna.hear("JOIN_GAME_SUCCESS")
    await anna.hears_nothing(0.05)
    anna.say("TURN", pieceId=1, r=0, c=0)
    assert (await anna.hear("ERROR"))["errorMessage"] == "You are in no game."
    guest.say("start", table=table)
    assert (await anna.hear("GAME_INIT"))["needsFlip"] is True
    assert (await anna.hear("SET_GAME_STATE"))["turn"] == guest.name


@pytest.mark.parametrize(
    ("does", "winner", "message"),
    [
        ("resign", True, "Resigned"),
        ("leave", True, "Opponent left"),
        ("save", False, "The game was saved and put away"),
    ],
)
async def test_what_the_opponent_does_at_the_house_door(
    hall: "RunningHall", does: str, winner: bool, message: str
) -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "chess")
    await join(anna, table)
    fields = {"name": fresh("save")} if does == "save" else {}
    guest.say(does, table=table, **fields)
    last = await anna.hear("SET_GAME_STATE")
    assert (last["turn"], last["diffs"]) == (guest.name if winner else "", [])
    assert last["valid_movements"] == []
    end = await anna.hear("GAME_END")
    assert end == {"type": "GAME_END", "winner": anna.name if winner else "", "message": message}
    anna.say("TURN", pieceId=17, r=5, c=0)
    await anna.hear("ERROR")
    await anna.create("Chess")


async def test_a_flag_falls(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "chess", clock={"kind": "answer", "time": 300})
    await join(anna, table)
    assert (await anna.hear("SET_GAME_STATE"))["turn"] == guest.name
    assert await anna.hear("GAME_END") == {"type": "GAME_END", "winner": anna.name, "message": "Time is up"}


async def test_a_saved_game_that_was_brought_back_goes_on(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "tictactoe")
    await join(anna, table)
    guest.say("act", table=table, move={"type": "place", "r": 1, "c": 1})
    await anna.hear("SET_GAME_STATE")
    name = fresh("save")
    guest.say("save", table=table, name=name)
    await anna.hear("SET_GAME_STATE")
    await anna.hear("GAME_END")
    guest.say("reopen", game="tictactoe", name=name)
    again = int((await hear_of(guest, "table"))["card"]["table"])
    (entry,) = await anna.hear_list(again)
    assert (entry["pugName"], entry["players"]) == (name, [])
    stranger = await Player(fresh("eve")).login(hall)
    stranger.say("JOIN_GAME", gameId=again)
    assert (await stranger.hear("JOIN_GAME_FAILED"))["errorMessage"] == "That seat belongs to somebody else."
    guest.say("join", table=again)
    await anna.hear_list(again)
    anna.say("JOIN_GAME", gameId=again)
    await anna.hear("JOIN_GAME_SUCCESS")
    await anna.hear("GAME_INIT")
    state = await anna.hear("SET_GAME_STATE")
    assert state["turn"] == anna.name
    assert list(anna.mirror.places.values()) == [(1, 1)]
    assert (await anna.turn_to(anna.mirror.pool[0], 0, 0))["turn"] == guest.name


async def test_a_table_that_stands_still_lists_no_moves(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "tictactoe", absence={"pause": True})
    await join(anna, table)
    guest.say("act", table=table, move={"type": "place", "r": 1, "c": 1})
    assert len((await anna.hear("SET_GAME_STATE"))["valid_placements"]) == 8
    await guest.vanish()
    stopped = await anna.hear("SET_GAME_STATE")
    assert (stopped["valid_placements"], stopped["diffs"]) == ([], [])
    refused = await anna.turn_to(anna.mirror.pool[0], 0, 0)
    assert refused["errorMessage"] == "The game stands still until everybody is back."
    await guest.connect(hall, "house")
    guest.say("hello", secret=guest.secret)
    assert len((await anna.hear("SET_GAME_STATE"))["valid_placements"]) == 8
    assert (await anna.turn_to(anna.mirror.pool[0], 0, 0))["turn"] == guest.name


async def test_talk_and_proposals_do_not_disturb(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    watcher = await house_guest(hall, "watcher")
    table = await open_table(guest, "chess")
    await join(anna, table)
    watcher.say("watch", table=table)
    await hear_of(watcher, "table")
    for number in range(12):
        watcher.say("say", table=table, text=f"look {number}")
    guest.say("say", table=table, text="hello")
    guest.say("say", table=table, text="psst", to=anna.name)
    guest.say("propose", table=table, kind="draw")
    await hear_of(guest, "proposed")
    guest.say("act", table=table, move={"type": "step", "r": 0, "c": 1, "to_r": 2, "to_c": 2})
    state = await anna.hear("SET_GAME_STATE")
    assert state["diffs"] == [{"pieceId": 2, "id": 2, "r": 2, "c": 2}]
    assert (await anna.turn_to(17, 5, 0))["turn"] == guest.name


async def test_the_piece_that_another_door_places_is_the_first_of_its_pool(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "tictactoe")
    await join(anna, table)
    assert anna.mirror.pool == [6, 7, 8, 9, 10]
    for number, (r, c) in enumerate([(0, 0), (1, 1)]):
        guest.say("act", table=table, move={"type": "place", "r": r, "c": c})
        assert (await anna.hear("SET_GAME_STATE"))["diffs"][0]["id"] == number + 1
        await anna.turn_to(anna.mirror.pool[-1], 2, number)
    assert anna.mirror.places == {1: (0, 0), 2: (1, 1), 10: (2, 0), 9: (2, 1)}


async def test_spectators_of_other_doors_see_a_game_of_this_one(hall: "RunningHall") -> None:
    anna, bob = await begin(hall, "Chess")
    watcher = await house_guest(hall, "watcher")
    watcher.say("watch", table=anna.mirror.init["gameId"])
    await hear_of(watcher, "table")
    anna.turn(10, 3, 1)
    assert (await hear_of(watcher, "moved"))["move"] == {"type": "step", "r": 1, "c": 1, "to_r": 3, "to_c": 1}
    for player in (anna, bob):
        assert (await player.hear("SET_GAME_STATE"))["turn"] == bob.name


async def test_a_table_whose_host_is_away_is_not_there_until_they_are_back(hall: "RunningHall") -> None:
    anna, guest = await Player(fresh("anna")).login(hall), await house_guest(hall)
    table = await open_table(guest, "chess")
    await listed(anna, table, there=True)
    await guest.vanish()
    await listed(anna, table, there=False)
    anna.say("JOIN_GAME", gameId=table)
    assert (await anna.hear("JOIN_GAME_FAILED"))["errorMessage"] == "Game no longer exists"
    await guest.connect(hall, "house")
    guest.say("hello", secret=guest.secret)
    await listed(anna, table, there=True)
    await join(anna, table)


async def listed(anna: Player, table: int, *, there: bool) -> None:
    """Ask for the open games until a table is among them, or is not."""
    while True:
        anna.say("GET_OPEN_GAMES")
        games = (await anna.hear("SET_OPEN_GAMES"))["openGames"]
        if (table in [game["id"] for game in games]) == there:
            return
