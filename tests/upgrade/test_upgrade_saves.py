"""Games that were saved by the version before are brought back by this one."""

from pathlib import Path

import pytest

from tests.upgrade.returned import Returned, play_out


@pytest.mark.parametrize(("game", "name"), [("chess", "put away"), ("tictactoe", "revealed")])
async def test_a_save_is_brought_back_as_it_was(killed: Returned, game: str, name: str) -> None:
    before = killed.told["saved"][f"{game}/{name}"]
    after = await killed.bring_back(game, name)
    assert (after["card"]["status"], after["card"]["save"]) == ("playing", name)
    assert (after["view"], after["turn"]) == (before["view"], before["turn"])
    # whoever knows the seed of before must not know the dice of a copy
    assert (after["commitment"] == before["commitment"]) == (name == "put away")
    mover = killed[before["players"][after["turn"][0]]]
    table = after["card"]["table"]
    await mover.ask("act", table=table, move=(await mover.ask("legal", table=table))["moves"][0])


async def test_a_save_that_waits_for_its_players_goes_on_when_all_are_there(
    killed: Returned, tmp_path: Path
) -> None:
    """From the snapshot that the version before took, its dice included."""
    table = killed.table("žofie", "shelfie")
    before = killed.told["saved"]["shelfie/waits for eve"]
    after = await killed["eve"].ask("join", table=table, code=before["code"])
    assert (after["card"]["status"], after["turn"]) == ("playing", before["turn"])
    await play_out(killed["žofie"], killed["eve"], table)
    killed.verify(table, tmp_path / "game.jsonl")


async def test_a_save_that_went_on_is_brought_back_again_as_a_copy(killed: Returned) -> None:
    bob, carl, table = killed["bob"], killed["carl"], killed.table("bob", "connect_four")
    assert await bob.refused("reopen", game="connect_four", name="brought back") == "save_in_play"
    seen = await bob.sees(table)
    earlier, later = (carl, bob) if seen["last"][0] == seen["you"] else (bob, carl)
    await earlier.ask("propose", table=table, kind="takeback")
    await later.ask("answer", table=table, yes=True)
    assert (await bob.happens(table, "taken_back"))["plies"] == 2  # one of them from before the save
    for player in (bob, carl):
        await player.ask("leave", table=table)
    again = await killed.bring_back("connect_four", "brought back")
    assert again["view"] == killed.told["saved"]["connect_four/brought back"]["view"]
    assert again["card"]["table"] != table


async def test_saves_are_listed_as_they_were(killed: Returned) -> None:
    """To those who play in them, and no longer to others. Those whose players sit together again are not:
    here they come back first, each for themselves."""
    for name, before in killed.told["guests"].items():
        told = [save for save in before["saves"] if name in save["players"]]
        assert len(killed.saves[name]) == len(told)
        for save, then in zip(killed.saves[name], told, strict=True):
            assert {key: save[key] for key in then} == then
    games = {save["name"] for save in killed.saves["carl"]}
    assert games == {"put away"}
