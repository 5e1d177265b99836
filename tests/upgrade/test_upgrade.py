"""A hall of the version before, killed in the middle, goes on with the server of this version."""

import json
from pathlib import Path

import aiohttp
import pytest

from tablehall.conformance.wires import WireError
from tablehall.journal.sqlite import SqliteJournal
from tablehall_lab.upgrade.callers import HouseGuest, Json, RefusedError
from tests.upgrade.conftest import Opener
from tests.upgrade.returned import Returned, bots_come, play_out, settled

PRESENCE = {"away": 0, "until": 0}
"""What a restart changes about a seat: everybody is away, and nobody is awaited while nobody waits."""


async def test_every_guest_comes_back_to_their_name_and_tables(killed: Returned) -> None:
    for name, before in killed.told["guests"].items():
        guest = killed[name]
        assert (guest.name, guest.person) == (name, before["person"])
        assert set(map(str, guest.tables)) == set(before["tables"])


async def test_a_name_is_still_its_owners(killed: Returned) -> None:
    with pytest.raises(RefusedError, match="name_taken"):
        await HouseGuest("anna").come(killed.hall.doors)
    with pytest.raises(RefusedError, match="unknown_secret"):
        await HouseGuest("", killed["anna"].secret[::-1]).come(killed.hall.doors)


async def test_every_guest_sees_what_they_saw(killed: Returned) -> None:
    """Position, turn, last move, chat and whispers, proposals, codes, dice under the cup."""
    assert len(killed.seen) == sum(len(guest["tables"]) for guest in killed.told["guests"].values()) > 20
    for (name, number), after in killed.seen.items():
        before = killed.told["guests"][name]["tables"][str(number)]
        if not bots_come(before):
            assert settled(after) == settled(before), (name, number)


async def test_nobody_lost_time_while_the_hall_was_down(killed: Returned) -> None:
    clocked = 0
    for (name, number), after in killed.seen.items():
        before = killed.told["guests"][name]["tables"][str(number)]
        if before["card"]["status"] != "playing":
            continue
        resumed = killed.news[number][0]
        assert resumed["what"] == "resumed"
        assert resumed["at"] - killed.told["made"] <= resumed["lost"] <= resumed["at"] - before["at"]
        if "clocks" in before:
            clocked += 1
            assert after["clocks"]["left"] == before["clocks"]["left"]
            for since, since_now in zip(before["clocks"]["running"], after["clocks"]["running"], strict=True):
                alone = since_now - since - resumed["lost"]  # before the first of them was back
                assert 0 <= alone <= after["at"] - resumed["at"] if since else not since_now
    assert clocked > 5


async def test_what_was_told_last_before_the_kill_is_there(killed: Returned) -> None:
    last = killed.told["racing"]
    moves = (await killed.get(f"/api/tables/{last['table']}/moves"))["moves"]
    kept = next(move for move in moves if move["seq"] == last["seq"])
    assert (kept["seat"], kept["move"]) == (last["seat"], last["move"])
    for name, secret in last["secrets"].items():
        guest = await HouseGuest("", secret).come(killed.hall.doors)
        assert (guest.name, guest.tables) == (name, [last["table"]])
        seen = await guest.sees(last["table"])
        assert seen["last"] == [moves[-1]["seat"], moves[-1]["move"]]
        if moves[-1] == kept:
            assert seen["view"] == last["view"]


async def test_the_list_of_tables_is_as_it_was(killed: Returned) -> None:
    def cards(lobby: list[Json]) -> dict[int, Json]:
        return {
            card["table"]: {**card, "seats": [seat and {**seat, **PRESENCE} for seat in card["seats"]]}
            for card in lobby
            if not bots_come({"card": card})
        }

    people = [
        seat for card in killed.known["lobby"] for seat in card["seats"] if seat and not seat.get("bot")
    ]
    assert people
    assert all(seat["away"] for seat in people if seat["person"])
    before, after = cards(killed.told["lobby"]), cards(killed.known["lobby"])
    del after[killed.told["racing"]["table"]]  # it was opened later
    assert after == before


async def test_results_and_ratings_are_as_they_were(killed: Returned) -> None:
    assert killed.known["leaderboards"] == killed.told["leaderboards"]
    assert sum(len(board["leaderboard"]) for board in killed.told["leaderboards"].values()) > 15
    for name, before in killed.told["people"].items():
        assert killed.known["people"][name] == {**before, "here": False}


async def test_finished_games_are_told_byte_for_byte_and_verify(killed: Returned, tmp_path: Path) -> None:
    assert len(killed.told["exports"]) > 20
    killed.exports_are_the_same(tmp_path / "game.jsonl")


async def test_a_game_goes_on_to_its_end_and_counts(killed: Returned, tmp_path: Path) -> None:
    bob, dora = killed["bob"], killed["dora"]
    table = killed.table("bob", "tictactoe", save="")
    await play_out(bob, dora, table)
    after = (await killed.get("/api/people/bob"))["games"]["tictactoe"]
    before = killed.known["people"]["bob"]["games"]["tictactoe"]
    assert after["lost"] + after["won"] == before["lost"] + before["won"] + 1
    assert after["rating"] != before["rating"]
    killed.verify(table, tmp_path / "game.jsonl")


async def test_a_game_with_dice_goes_on_by_the_same_dice(killed: Returned, tmp_path: Path) -> None:
    """What was under the cup was committed to by the version before: else the log would not verify."""
    anna, bob, carl = (killed[name] for name in ("anna", "bob", "carl"))
    table = killed.table("anna", "mia")
    throw = killed.seen["anna", table]["view"]["dice"]
    assert throw is not None
    assert killed.seen["bob", table]["view"]["dice"] is None
    await anna.ask("act", table=table, move={"type": "announce", "dice": [6, 5]})
    await bob.ask("act", table=table, move={"type": "see"})
    ended = await carl.happens(table, "ended")
    assert ended["view"]["dice"] == throw
    killed.verify(table, tmp_path / "game.jsonl")
    # now everybody knows the seed: the save of before takes new dice
    for player in (anna, bob, carl):
        await player.ask("leave", table=table)
    again = await killed.bring_back("mia", "cup")
    assert again["commitment"] != killed.told["saved"]["mia/cup"]["commitment"]


async def test_proposals_of_before_are_answered(killed: Returned) -> None:
    bob, table = killed["bob"], killed.table("bob", "chess")
    await bob.ask("answer", table=table, yes=True)
    ended = await bob.happens(table, "ended")
    assert ended["outcome"]["reason"] == "agreement"
    carl, dora, table = killed["carl"], killed["dora"], killed.table("carl", "checkers")
    seen = await carl.sees(table)
    (other,) = {0, 1} - {seen["proposal"]["seat"]}
    await (carl, dora)[other].ask("answer", table=table, yes=True)
    assert (await carl.happens(table, "taken_back"))["turn"] == [1 - other]


async def test_the_houses_player_goes_on(killed: Returned) -> None:
    anna, table = killed["anna"], killed.table("anna", "connect_four")
    await anna.ask("act", table=table, move=(await anna.ask("legal", table=table))["moves"][0])
    answer = await anna.message(lambda heard: heard.get("what") == "moved" and heard.get("seat") == 1)
    assert answer["table"] == table


async def test_the_houses_players_come_to_the_table_that_waits_for_them(killed: Returned) -> None:
    guest = killed["žofie"]
    table = killed.table("žofie", "tictactoe")
    before = killed.told["guests"]["žofie"]["tables"][str(table)]["card"]
    assert (before["status"], before["seats"][1]) == ("waiting", None)
    if (await guest.sees(table))["card"]["status"] == "waiting":
        await guest.happens(table, "started")
    after = (await guest.sees(table))["card"]
    assert (after["status"], after["seats"][1]["bot"]) == ("playing", 1)


async def test_a_private_table_still_wants_its_code(killed: Returned) -> None:
    table = killed.table("dora", "pente")
    assert await killed["eve"].refused("join", table=table) == "wrong_code"
    code = killed.told["guests"]["dora"]["tables"][str(table)]["code"]
    assert (await killed["eve"].ask("join", table=table, code=code))["card"]["status"] == "playing"


async def test_new_numbers_were_never_used_before(killed: Returned) -> None:
    newcomer = await HouseGuest("newcomer").come(killed.hall.doors)
    known = map(json.loads, killed.kept["person"].values())
    assert newcomer.person > max(person["id"] for person in known if person["kind"] != "bot")
    before = killed.kept["hall"]
    await newcomer.ask("open", game="pente", private=True)
    with SqliteJournal(killed.hall.folder / "data", read_only=True) as journal:
        after = journal.kept()["hall"]
    assert after["spread"] == before["spread"]  # so no number of the time before is given again
    assert json.loads(after["key"])[1] >= int(before["opened"])
    assert int(after["opened"]) > int(before["opened"])


async def test_the_keepers_token_still_opens(killed: Returned) -> None:
    found = await killed.get("/api/keeper", killed.told["keeper"])
    assert found["bans"] == 2
    wrong = {"Authorization": f"Bearer {killed.told['keeper'][::-1]}"}
    async with (
        aiohttp.ClientSession(headers=wrong) as http,
        http.get(killed.address("/api/keeper")) as answer,
    ):
        assert answer.status == 401


async def test_bans_hold_until_they_lapse(killed: Returned) -> None:
    doors = killed.hall.doors
    listed = (await killed.get("/api/keeper/bans", killed.told["keeper"]))["bans"]
    assert listed == [ban for ban in killed.told["bans"] if "until" not in ban]
    with pytest.raises(RefusedError, match="banned"):
        await HouseGuest("mallory").come(doors)
    flooder = HouseGuest("flooder")
    flooder.source = "127.9.9.9"
    with pytest.raises(WireError):
        await flooder.come(doors)
    assert (await HouseGuest("trudy").come(doors)).person > 0


async def test_a_second_kill_loses_nothing_either(open_stored: Opener) -> None:
    """Now records of both versions are in one log."""
    returned = open_stored("killed")
    await returned.come()
    bob, carl, table = returned["bob"], returned["carl"], returned.table("bob", "connect_four")
    seen = await bob.sees(table)
    mover = bob if seen["turn"] == [seen["you"]] else carl
    await mover.ask("act", table=table, move=(await mover.ask("legal", table=table))["moves"][0])
    for guest in (bob, carl):
        returned.seen[guest.name, table] = await guest.sees(table)
    assert returned.seen["bob", table]["view"] != seen["view"]
    await returned.hall.restart()
    again = Returned(returned.hall, returned.told, returned.kept)
    await again.come()
    for (name, number), after in again.seen.items():
        if not bots_come(after):
            assert settled(after) == settled(returned.seen[name, number]), (name, number)
    await play_out(again["bob"], again["carl"], table)
