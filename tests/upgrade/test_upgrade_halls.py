"""Other halls of the version before: closed in good order, in a database, and moved into one."""

from pathlib import Path

from tablehall.cli.migrate import migrate
from tablehall_lab.upgrade.store import load, load_database
from tests.postgres import RunningPostgres
from tests.upgrade.conftest import Opener
from tests.upgrade.returned import Returned, bots_come, play_out, settled


async def all_is_as_it_was(returned: Returned) -> None:
    """Everybody comes back and sees what they saw."""
    await returned.come()
    assert returned.seen
    for (name, number), after in returned.seen.items():
        before = returned.told["guests"][name]["tables"][str(number)]
        if not bots_come(before):
            assert settled(after) == settled(before), (name, number)
    assert returned.known["leaderboards"] == returned.told["leaderboards"]
    await returned.get("/api/keeper", returned.told["keeper"])


async def play_on(returned: Returned) -> None:
    """The game that stands is played to its end, and the one that was put away goes on."""
    await play_out(returned["anna"], returned["bob"], returned.table("anna", "tictactoe"))
    back = await returned.bring_back("chess", "put away")
    assert back["view"] == returned.told["saved"]["chess/put away"]["view"]


async def test_a_hall_that_was_closed_in_good_order_opens(open_stored: Opener, tmp_path: Path) -> None:
    returned = open_stored("stopped")
    await all_is_as_it_was(returned)
    returned.exports_are_the_same(tmp_path / "game.jsonl")
    await play_on(returned)


async def test_a_hall_in_a_database_opens_twice(
    stored: Path, open_stored: Opener, postgres: RunningPostgres, tmp_path: Path
) -> None:
    """As the version before has left its tables, functions, owners and epochs."""
    url = load_database(postgres, stored / "database", f"before_{sum(stored.name.encode())}")
    returned = open_stored("database", url)
    await all_is_as_it_was(returned)
    returned.exports_are_the_same(tmp_path / "game.jsonl", url)
    await returned.hall.restart()
    await all_is_as_it_was(again := Returned(returned.hall, returned.told, returned.kept))
    await play_on(again)


async def test_a_folder_moves_into_a_database(
    stored: Path, open_stored: Opener, postgres: RunningPostgres, tmp_path: Path
) -> None:
    """By the `migrate` of this version."""
    load(stored / "killed", tmp_path / "data")
    url = postgres.new_hall()
    migrate(tmp_path / "data", url)
    returned = open_stored("killed", url)
    await all_is_as_it_was(returned)
    returned.exports_are_the_same(tmp_path / "game.jsonl", url)
