"""Settings that make no sense are refused before anything is opened, with the cure."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tablehall.bots.uci import try_engine
from tablehall.cli.chosen import chosen, misspelt, old_name
from tablehall.forms import read_form
from tablehall.server import all_doors
from tablehall.settings import Settings, SettingsError, check, check_engine, port_of, read_settings
from tests.conftest import RunningHall, tablehall


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("prot = 1", "The hall has no setting 'prot'; it has: host, port, "),
        ("prot = 1", "disk. Did you mean port?"),
        (
            "port = 99_999",
            "The setting port of the hall cannot be 99999: say a whole number, at least 0, at most",
        ),
        (
            "port = -1",
            "The setting port of the hall cannot be -1: say a whole number, at least 0, at most 65535.",
        ),
        ('port = "x"', "The setting port of the hall cannot be 'x': say a whole number"),
        ("stall_warning = -1", "The setting stall_warning of the hall cannot be -1"),
        ("origins = [3]", "The setting origins of the hall cannot be [3]: say a list, each a text."),
        ("bots = 3", "The setting bots of the hall cannot be 3: say a section with settings of its own."),
        (
            "[doors.mia]\nprot = 1",
            "[doors.mia] has no setting 'prot'; it has: on, host, port, settings, limits.",
        ),
        ("[doors.mia]\nport = 65_536", "The setting port of [doors.mia] cannot be 65536"),
        ("[doors.mai]\nport = 1", "There is no door 'mai'; the doors: house, "),
        ("[doors.house.limits]\nidel = 3", "The door house has no limit 'idel'; it has: message, "),
        ("[doors.house.limits]\nidel = 3", " Did you mean idle?"),
        ("[doors.house.limits]\nidle = -1", "The limit idle of the door house cannot be -1"),
        ("[doors.house.limits]\nconnections = 0", "The limit connections of the door house cannot be 0"),
        (
            "[doors.house.limits]\nconnections = 10\nper_address = 11",
            "The door house cannot have per_address = 11 with connections = 10: lower per_address, or raise ",
        ),
        ("[hall]\ntable = 1", "[hall] has no setting 'table'; it has: people, "),
        ("[hall]\ntables = 0", "The setting tables of [hall] cannot be 0: say a whole number, at least 1."),
        ("[hall]\nspectators = -1", "The setting spectators of [hall] cannot be -1"),
        (
            "[hall]\nguesses = 0",
            "The setting guesses of [hall] cannot be 0: say a number, above 0, at most 1000000",
        ),
        ("[hall]\ntables = 5\ntables_each = 6", "[hall] cannot have tables_each = 6 with tables = 5"),
        (
            "[bots]\nseconds = nan",
            "The setting seconds of [bots] cannot be nan: say a number, above 0, at most 3600.",
        ),
        ("[bots]\nworkers = -1", "The setting workers of [bots] cannot be -1"),
        ("[bots]\nengine = 3", "The setting engine of [bots] cannot be 3: say a text."),
        ("[retention]\ndays = 3", "[retention] has no setting 'days'; it has: contests_hours, "),
        ("[retention]\ngames_days = -3", "The setting games_days of [retention] cannot be -3"),
        (
            "[disk]\nlow = 1\nshort = 2",
            "[disk] cannot have short = 2 with low = 1: lower short, or raise low.",
        ),
        ("[cluster]\njoin = 'nats://here'", ""),
        ("port = ", "hall.toml: Invalid value"),
    ],
)
def test_it_is_said_with_the_cure(file: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text(file)
    if not why:
        assert read_settings(tmp_path / "hall.toml").cluster == {"join": "nats://here"}
        return
    with pytest.raises(SettingsError) as refused:
        check(read_settings(tmp_path / "hall.toml"), all_doors())
    assert why in str(refused.value)


def test_what_is_lowered_alone_lowers_its_parts(tmp_path: Path) -> None:
    """Whoever wants but ten tables need not know of every share."""
    (tmp_path / "hall.toml").write_text("[hall]\ntables = 10\n[doors.house.limits]\nconnections = 10\n")
    check(read_settings(tmp_path / "hall.toml"), all_doors())


@pytest.mark.parametrize(
    ("doors", "why"),
    [
        (["pipes=8080"], "The doors house and pipes cannot both have port 8080: "),
        (["mia=9000"], "The doors maexchen and mia cannot both have port 9000: "),
        (["house=5050", "pipes=0"], ""),
        (["pipes=5051", "pipes_original=off"], ""),
        (["mia=8080"], ""),  # one speaks TCP, the other UDP
    ],
)
def test_no_two_doors_share_a_port(doors: list[str], why: str) -> None:
    settings = chosen(None, doors)
    if why:
        with pytest.raises(SettingsError, match=why):
            check(settings, all_doors())
    else:
        check(settings, all_doors())


def test_doors_at_different_addresses_may_share_a_port() -> None:
    settings = chosen(None, ["pipes=8080"], host="127.0.0.1")
    settings.doors["pipes"].host = "127.0.0.2"
    check(settings, all_doors())
    settings.doors["pipes"].host = "0.0.0.0"
    with pytest.raises(SettingsError, match="cannot both have port 8080"):
        check(settings, all_doors())


def test_flags_win_and_what_is_not_given_stays(tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text("host = '127.0.0.1'\nport = 7\nmemory = true\n")
    house = all_doors()["house"]
    settings = chosen(tmp_path / "hall.toml", host="", port=0, data="there", memory=False)
    assert (settings.host, settings.data, settings.memory) == ("127.0.0.1", "there", True)
    assert port_of(settings, house) == port_of(settings, all_doors()["mia"]) == 0
    assert port_of(chosen(tmp_path / "hall.toml", port=None), house) == 7
    assert port_of(Settings(), house) == house.port
    with pytest.raises(SettingsError, match="cannot be 99999"):
        chosen(None, port=99_999)


def test_every_default_can_be_set() -> None:
    given: Any = {
        "bots": {"seconds": 1},
        "hall": {"chat": 1},
        "port": 65_535,
        "doors": {"house": {"port": 0}},
    }
    assert read_form(Settings, given, "The hall").bots.seconds == 1.0


# The engine.

ENGINES = {
    "speaks": (
        "#!/bin/sh\nread uci\necho id name Test\necho uciok\nread new\nread ready\necho readyok\n",
        "",
    ),
    "quits": ("#!/bin/sh\nexit 3\n", "it ends and says no `uciok`"),
    "waits": ("#!/bin/sh\nsleep 20\n", "it does not say `uciok` within 1 s"),
    "rattles": ("#!/bin/sh\nprintf '\\377\\n'\ncat\n", "what it says is no text"),
    "none": ("\x7fELF is none\n", "it cannot be run (Exec format error)"),
}


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_tried(name: str, tmp_path: Path) -> None:
    program, wrong = ENGINES[name]
    (tmp_path / name).write_text(program)
    (tmp_path / name).chmod(0o755)
    assert try_engine(str(tmp_path / name), 1.0 if name == "waits" else 20.0) == wrong


@pytest.mark.parametrize("name", ["nowhere", "file", "folder"])
def test_what_is_no_program_is_no_engine(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch(0o644)
    (tmp_path / "folder").mkdir()
    settings = Settings()
    settings.bots.engine = str(tmp_path / name)
    with pytest.raises(
        SettingsError, match="there is no such program that may be run; say the path of a program"
    ):
        check_engine(settings)
    settings.bots.on = False
    check_engine(settings)


def test_a_hall_does_not_open_with_an_engine_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text('[bots]\nengine = "/nowhere"\n')
    told = tablehall("serve", "--port", "0", "--config", "hall.toml", folder=tmp_path)
    assert told.returncode == 1
    assert told.stderr.startswith("tablehall: [bots] cannot have engine = '/nowhere': ")
    assert not (tmp_path / "tablehall-data").exists()


# Variables.


class NamedHall(RunningHall):
    """A hall whose keeper has a name to play under, and cannot spell."""

    variables = {"TABLEHALL_NAME": "anna", "TABLEHALL_PROT": "8080"}  # noqa: RUF012


def test_a_player_may_open_a_hall(tmp_path: Path) -> None:
    hall = NamedHall(tmp_path)
    hall.start()
    assert hall.terminate() == 0
    assert (
        hall.log() == "tablehall: TABLEHALL_PROT is no variable of tablehall. Did you mean TABLEHALL_PORT?\n"
    )


def test_a_variable_that_is_nothing_like_ours_is_none_of_our_business() -> None:
    known = {"TABLEHALL_PORT": "1", "TABLEHALL_PYTHON": "python3", "TABLEHALL_SERVICE_HOST": "10.0.0.1"}
    assert list(misspelt(known)) == []
    assert list(misspelt({"TABLEHALL_DATABSE": ""})) == [
        "TABLEHALL_DATABSE is no variable of tablehall. Did you mean TABLEHALL_DATABASE?"
    ]


def test_a_node_that_has_its_name_by_the_old_variable_says_so() -> None:
    both: dict[str, Any] = {"join": "nats://here", "database": "postgres://there"}
    variables = {"TABLEHALL_NAME": "alpha"}
    assert list(old_name(chosen(None, **both), variables)) == [
        "TABLEHALL_NAME is what a player is called; the name of this node is TABLEHALL_NODE (or --node)."
    ]
    assert list(old_name(chosen(None, node="alpha", **both), variables)) == []
    assert list(old_name(chosen(None), variables)) == []


@pytest.mark.parametrize("words", [["--node", "alpha"], ["--name", "alpha"]])
def test_a_nodes_name_is_node_or_name(words: list[str], tmp_path: Path) -> None:
    told: subprocess.CompletedProcess[str] = tablehall("serve", *words, folder=tmp_path)
    assert (
        told.stderr
        == "tablehall: A node needs --join nats://HOST:PORT and a --database that all nodes use.\n"
    )
