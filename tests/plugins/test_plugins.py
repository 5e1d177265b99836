"""What others bring: found, checked, and what is wrong with it said in one sentence."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from tablehall import plugins, protocols
from tablehall.bots import any_game, levels
from tablehall.bots.levels import bot_problems, installed_bots, levels_of
from tablehall.cli.door_options import set_door
from tablehall.games import game_from_file, house_games, installed_games, known_games
from tablehall.games.board import BoardView
from tablehall.journal.api import JournalError
from tablehall.journal.kinds import installed_journals, open_database
from tablehall.journal.memory import MemoryJournal
from tablehall.plugins import PluginError
from tablehall.protocols import all_doors, doors_from_file, house_doors, installed_doors
from tablehall.protocols.pipes import PipesDoor
from tablehall.settings import DoorSettings, Settings, SettingsError, check, without_crowded_out
from tests.games import othello

OTHELLO = Path(str(othello.__file__))
DOOR = """
from tablehall.protocols.pipes import PipesDoor

class Mine(PipesDoor):
    name, title, port = "mine", "a door of my own", 7001

door = Mine
"""
BAD_DOORS = {
    "door = 1": "`door` is no class of the kind Door but 1",
    "": "it has no `door`; end with `door = YourDoor`",
    "from tablehall.protocols.pipes import PipesDoor as door": "the house has a door 'pipes' already",
    DOOR.replace('"mine"', '"my door"'): "letters, digits and _ only, not 'my door'",
    DOOR.replace("name, title, port", "front = True; name, title, port"): "cannot be the front door",
    DOOR.replace("7001", "70010"): "cannot be on port 70010",
    DOOR.replace(
        "class Mine(PipesDoor):", 'class Mine(PipesDoor):\n    transport = "pigeon"'
    ): "by 'pigeon'; there",
    DOOR.replace("door = Mine", "raise SystemExit(3)"): "door.py, line 7: SystemExit: 3",
    DOOR.replace("7001", '"7001"'): "Mine does not declare its `port`",
}


@pytest.fixture(autouse=True)
def looked_for_anew() -> Iterator[None]:
    """Nothing is known from before, and nothing stays known."""
    caches = (installed_games, installed_doors, installed_bots, installed_journals)
    for found in caches:
        found.cache_clear()
    yield
    for found in caches:
        found.cache_clear()


def bring(monkeypatch: pytest.MonkeyPatch, group: str, **things: str) -> None:
    """As if a package with these entry points were installed."""
    points = EntryPoints(EntryPoint(name, value, group) for name, value in things.items())
    monkeypatch.setattr(plugins, "points", lambda: points)


def test_a_game_of_a_package_is_known_beside_those_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, plugins.GAMES, othello="tests.games.othello:game", again="tests.games.othello")
    assert list(installed_games().things) == ["othello"]
    assert known_games().keys() == {*house_games(), "othello"}
    (problem,) = installed_games().problems
    assert "a package brings 'othello' already; uninstall one of them" in problem


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("tests.games.nowhere:game", "ModuleNotFoundError: No module named 'tests.games.nowhere'"),
        (
            "tests.games.othello:nothing",
            "AttributeError: module 'tests.games.othello' has no attribute 'nothing'",
        ),
        ("tests.games.othello:Othello", "`game` is no Game but the class Othello itself; end with"),
        ("tablehall.games.chess:game", "the house has 'chess' already; call yours otherwise"),
        ("tablehall.plugins", "it has no `game`; end with `game = YourGame()`"),
    ],
)
def test_a_package_that_cannot_be_used_is_left_out_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    bring(monkeypatch, plugins.GAMES, mine=value)
    assert installed_games().things == {}
    (problem,) = installed_games().problems
    assert problem.startswith(f"a package is left out (tablehall.games, mine = {value}): ")
    assert why in problem
    assert "\n" not in problem


def test_a_file_comes_before_everything_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "chess.py").write_text(OTHELLO.read_text().replace('"othello", "Othello"', '"chess", "Mine"'))
    games = known_games([str(tmp_path / "chess.py")])
    assert games["chess"].title == "Mine"
    assert games.keys() == house_games().keys()


def test_a_file_may_say_its_types_later(tmp_path: Path) -> None:
    """Values find the types of their fields through the module, also if these are texts."""
    (tmp_path / "late.py").write_text("from __future__ import annotations\n" + OTHELLO.read_text())
    assert issubclass(game_from_file(tmp_path / "late.py").View, BoardView)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = (\n", "game.py, line 1: '(' was never closed"),
        (
            "\n\nimport nothing_at_all\n",
            "game.py, line 3: ModuleNotFoundError: No module named 'nothing_at_all'",
        ),
        ("def f():\n    1 / 0\n\nf()\n", "game.py, line 2: ZeroDivisionError: division by zero"),
        ("game = 7\n", "game.py: `game` is no Game but a value of the type int"),
        ("", "game.py: it has no `game`; end with `game = YourGame()`"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "game.py").write_text(text)
    with pytest.raises(PluginError) as raised:
        game_from_file(tmp_path / "game.py")
    assert why in str(raised.value)
    assert str(raised.value).startswith(str(tmp_path))


@pytest.mark.parametrize("name", ["nowhere.py", "text.txt"])
def test_what_is_no_python_file_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "text.txt").write_text("game = 1")
    with pytest.raises(PluginError, match=r"no such file|not a Python file"):
        game_from_file(tmp_path / name)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (('name, title = "othello", "Othello"', 'name = "othello"'), "Othello does not declare its `title`"),
        (('"othello", "Othello"', '"oth ello", "Othello"'), "letters, digits and _ only, not 'oth ello'"),
    ],
)
def test_a_game_without_a_name_for_it_is_refused(tmp_path: Path, change: tuple[str, str], why: str) -> None:
    (tmp_path / "mine.py").write_text(OTHELLO.read_text().replace(*change))
    with pytest.raises(PluginError, match=why):
        game_from_file(tmp_path / "mine.py")


# Bots.


def test_a_games_own_file_may_bring_its_bots(tmp_path: Path) -> None:
    bots = "from tablehall.bots.any_game import careless\n\nlevels = (careless, careless, careless)\n"
    (tmp_path / "mine.py").write_text(OTHELLO.read_text() + bots)
    assert list(levels_of(game_from_file(tmp_path / "mine.py"))) == [any_game.careless] * 3


def test_bots_of_a_package_play_the_game_of_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, plugins.BOTS, othello="tablehall.bots.mia", chess="tablehall.bots.mia")
    assert levels_of(othello.game) == installed_bots().things["othello"] != any_game.levels
    (problem,) = bot_problems([othello.game])
    assert "the house has 'chess' already" in problem


def test_bots_that_cannot_be_used_leave_the_game_with_those_that_play_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(othello, "levels", (any_game.careless,), raising=False)
    assert levels_of(othello.game) is any_game.levels
    (problem,) = levels.bot_problems([othello.game])
    assert problem.startswith("The bots of Othello are left out: `levels` must be 3 bots, the weakest first")


# Doors.


def test_a_door_from_a_file_stands_beside_the_others(tmp_path: Path) -> None:
    (tmp_path / "door.py").write_text(DOOR)
    doors = all_doors([tmp_path / "door.py"])
    assert doors.keys() == {*house_doors(), "mine"}
    assert next(iter(doors)) == "house"
    assert issubclass(doors["mine"], PipesDoor)


@pytest.mark.parametrize("text", BAD_DOORS, ids=list(BAD_DOORS.values()))
def test_a_file_that_is_no_door_says_why(tmp_path: Path, text: str) -> None:
    (tmp_path / "door.py").write_text(text)
    with pytest.raises(PluginError) as raised:
        doors_from_file(tmp_path / "door.py")
    assert BAD_DOORS[text] in str(raised.value)


def test_doors_of_packages_are_found_and_their_pages_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tablehall.conformance.pages import pages

    class Mine(PipesDoor):
        name, page = "mine", str(tmp_path / "mine.md")

    monkeypatch.setattr(protocols, "Mine", Mine, raising=False)
    bring(
        monkeypatch,
        plugins.DOORS,
        mine="tablehall.protocols:Mine",
        taken="tablehall.protocols.pipes:PipesDoor",
    )
    assert dict(installed_doors().things) == {"mine": Mine}
    assert all_doors()["mine"] is Mine
    assert pages()["mine"] == tmp_path / "mine.md"
    assert "pipes" in pages()
    (problem,) = installed_doors().problems
    assert "the house has 'pipes' already" in problem


def test_a_door_of_a_package_whose_port_is_taken_is_left_out_and_stops_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unless something is set of it: then whoever did that is asked to mend it."""

    class Mine(PipesDoor):
        name, title, port = "mine", "on the port of another", PipesDoor.port

    monkeypatch.setattr(protocols, "Mine", Mine, raising=False)
    bring(monkeypatch, plugins.DOORS, mine="tablehall.protocols:Mine")
    settings = Settings()
    found, problems = without_crowded_out(settings, all_doors())
    assert found == house_doors()
    assert problems == ["the door mine: pipes has port 5050; give it another with --door mine=N"]
    check(settings, found)
    settings.doors["mine"] = DoorSettings(port=7001)
    found, problems = without_crowded_out(settings, all_doors())
    assert (found["mine"], problems) == (Mine, [])
    settings.doors["mine"] = DoorSettings()
    with pytest.raises(SettingsError, match="pipes and mine cannot both have port 5050"):
        check(settings, without_crowded_out(settings, all_doors())[0])


def test_a_door_without_a_session_is_no_door(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, plugins.DOORS, mine="tablehall.protocols.door:Door")
    (problem,) = installed_doors().problems
    assert problem.endswith("Door does not declare its `name`")


@pytest.mark.parametrize(("port", "expected"), [("", -1), ("=7005", 7005), ("=0", 0)])
def test_a_file_on_the_command_line_is_a_door(tmp_path: Path, port: str, expected: int) -> None:
    (tmp_path / "door=1.py").write_text(DOOR)
    settings = Settings()
    set_door(settings, f"{tmp_path / 'door=1.py'}{port}")
    assert settings.door_files == [str(tmp_path / "door=1.py")]
    assert (settings.doors["mine"].port if port else -1) == expected


def test_what_is_no_port_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "door.py").write_text(DOOR)
    with pytest.raises(SettingsError, match=r"say NAME=PORT or NAME=off, or a FILE.py"):
        set_door(Settings(), f"{tmp_path / 'door.py'}=far")


# Journals.


class Noted(MemoryJournal):
    """A journal of somebody's own."""

    def __init__(self, address: str, **how: Any) -> None:
        super().__init__()
        self.how = (address, how)


def test_a_database_of_their_own_scheme_is_opened_by_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(
        monkeypatch,
        plugins.JOURNALS,
        mine=f"{__name__}:Noted",
        postgres=f"{__name__}:Noted",
        Loud=f"{__name__}:Noted",
        wrong=f"{__name__}:DOOR",
        odd="builtins:print",
    )
    monkeypatch.setattr("builtins.print", lambda *_, **__: None)
    journal = open_database("mine://here", read_only=True)
    assert isinstance(journal, Noted)
    assert journal.how == ("mine://here", {"read_only": True})
    assert sorted(installed_journals().things) == ["mine", "odd"]
    told = " ".join(installed_journals().problems)
    for why in ("has 'postgres' already", "'Loud' cannot be the scheme", "cannot be called with an address"):
        assert why in told
    with pytest.raises(JournalError, match="gave NoneType, which is no Journal"):
        open_database("odd://there")
    with pytest.raises(JournalError, match="Nothing here opens a database strange://"):
        open_database("strange://there")
