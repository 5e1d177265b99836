"""Whoever came by another door than the house's goes on there with the server of this version."""

from tablehall_lab.upgrade.callers import Json, PipesCaller, ShelfieCaller
from tablehall_lab.upgrade.programs import Program, compete
from tests.upgrade.returned import Returned


async def test_pipes_everybody_has_the_number_they_had(killed: Returned) -> None:
    for name, caller in killed.pipes.items():
        assert (caller.code, caller.number) == ("201", killed.told["pipes"]["numbers"][name])


async def test_pipes_the_game_stands_still_until_the_lost_one_is_back(killed: Returned) -> None:
    told = killed.told["pipes"]
    petr = killed.pipes["petr"]
    assert await petr.says("GET_GAME_STATE", "207") == told["state"]
    assert await petr.says(told["turn"], "420") == "420"
    pavel = await PipesCaller(told["lost"]).come(killed.hall.doors)
    assert (pavel.code, pavel.number) == ("201", told["numbers"]["pavel"])
    await petr.hears("295")
    moved = await petr.says(told["turn"], "208")
    assert await pavel.hears("208") == moved
    await pavel.says("EXIT_GAME", "205")
    await petr.hears("280")


def owners(state: Json) -> list[list[str]]:
    """Whose pieces stand where: their ids may change when the server was gone."""
    return [[piece["owner"] if piece else "" for piece in row] for row in state["board"]]


async def test_boards_both_are_shown_the_game_they_played(killed: Returned) -> None:
    told = killed.told["boards"]
    for name in told["names"]:
        begun, state = killed.boards_told[name]
        assert begun["gameId"] == told["game"]
        assert (state["turn"], owners(state)) == (told["state"]["turn"], owners(told["state"]))


async def test_boards_the_game_goes_on_to_its_end(killed: Returned) -> None:
    bea, boris = killed.boards["bea"], killed.boards["boris"]
    assert (
        await bea.says("SET_USER_PROFILE", "GET_USER_PROFILE", username="bea")
        == killed.told["boards"]["profile"]
    )
    states = {name: told[1] for name, told in killed.boards_told.items()}
    for name, r, c in (("bea", 0, 2), ("boris", 1, 0), ("bea", 2, 0)):
        mover, other = (bea, boris) if name == "bea" else (boris, bea)
        piece = states[name]["user_pool"][0]["id"]
        states[name] = await mover.says("SET_GAME_STATE", "TURN", pieceId=piece, r=r, c=c)
        states[other.name] = await other.hears("SET_GAME_STATE")
    assert (await boris.hears("GAME_END"))["winner"] == "bea"


async def test_shelfie_strangers_are_told_what_they_were_told(killed: Returned) -> None:
    """Shelves, points, cards, the living room, whose turn it is, the tile in the hand, chat and whispers."""
    assert killed.shelfie_told == killed.told["shelfie"]["told"]


async def test_shelfie_the_hand_of_before_is_put_on_the_shelf(killed: Returned) -> None:
    told = killed.told["shelfie"]
    mover = killed.shelfie[told["turn"]]
    (hand,) = [message["tiles"] for message in told["told"][mover.name] if message["name"] == "TilesPicked"]
    mover.says("PutTilesCommand", id=mover.id, column=2, tiles=hand)
    shelf = await mover.hears("BookShelfUpdate")
    assert shelf == {
        "name": "BookShelfUpdate",
        "player": mover.name,
        "tiles": [{"x": 2, "y": 0, "type": hand[0]}],
    }
    assert (await mover.hears("TurnNotify"))["player"] not in (mover.name, told["away"])


async def test_shelfie_who_was_away_before_comes_back(killed: Returned) -> None:
    sven = killed.shelfie[killed.told["shelfie"]["away"]]
    back = await sven.back(killed.hall.doors)
    assert back[0] == {"name": "Reconnected", "player": "sven"}
    assert [line["message"] for line in back[-1]["oldChat"]] == ["čau"]


async def test_shelfie_a_save_is_loaded_at_the_door(killed: Returned) -> None:
    save = killed.told["put_away"]
    people = {name: ShelfieCaller(name) for name in save["players"]}
    one, two = people.values()
    await one.connect(killed.hall.doors)
    one.says("HelloCommand")
    one.id = (await one.hears("Hello"))["firstPlayerId"]
    one.says("GetSavedGames")
    assert save["save"] in (await one.hears("SavedGames"))["names"]
    one.says("LoadGame", game=save["save"], idFirstPlayer=one.id)
    assert (await one.hears("LoadGameResponse"))["result"] is True
    one.says("JoinLoadedAsFirst", player=one.name, idFirstPlayer=one.id)
    assert (await one.hears("FirstJoinResponse"))["result"] is True
    await two.connect(killed.hall.doors)
    two.says("Join", player=two.name)
    assert (await two.hears("JoinResponse"))["result"] is True
    assert (await two.hears("GameSetUp"))["players"] == save["players"]


async def test_eriantys_the_stranger_is_told_the_table_as_it_was(killed: Returned) -> None:
    """With the character that was used and what it cost, the coins, the hands and whose turn it is."""
    assert killed.eriantys_told == killed.told["eriantys"]["told"]
    _, started, _ = killed.eriantys_told
    assert any(card["used"] for card in started["table"]["characterCards"])


async def test_eriantys_the_turn_with_the_character_goes_on(killed: Returned) -> None:
    anna, table = killed["anna"], int(killed.told["eriantys"]["game"])
    moves = (await anna.ask("legal", table=table))["moves"]
    assert moves
    assert all(move["type"] != "use_character" for move in moves)
    await anna.ask("act", table=table, move=moves[0])


async def test_the_contests_stand_as_they_stood(killed: Returned) -> None:
    assert killed.known["contests"] == killed.told["contests"]
    assert killed.told["title"] in [contest["title"] for contest in killed.known["contests"]]


async def test_programs_stay_registered(killed: Returned) -> None:
    people = (await killed.get("/api/keeper/people?limit=200", killed.told["keeper"]))["people"]
    programs = {card["name"]: card["address"] for card in people if card["kind"] == "program"}
    assert programs.keys() >= set(killed.told["programs"])
    assert any(card["kind"] == "spectator" for card in people)


async def test_a_program_keeps_its_name_and_its_points(killed: Returned) -> None:
    thief = Program("alfa")
    thief.source = "127.0.0.2"
    assert await thief.come(killed.hall.doors) == "REJECTED"
    programs = [Program(name, games=1) for name in ("alfa", "beta")]
    for program in programs:
        assert await program.come(killed.hall.doors) == "REGISTERED"
    await compete(programs)
    after = dict(entry.split(":") for entry in programs[0].score.split(";")[1].split(","))
    (contest,) = [contest for contest in killed.told["contests"] if contest["name"] == "mia"]
    before = {row["name"]: row["points"] for row in contest["standings"]}
    gained = {name: int(points) - before[name] for name, points in after.items()}
    assert gained.keys() == {"alfa", "beta"}
    assert sorted(gained.values()) == [0, 1]
