"""What is said about doors on the command line means what it means in the settings file."""

import itertools
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablehall.cli.door_options import set_of_door
from tablehall.server import all_doors
from tablehall.settings import DoorSettings, Settings, check_doors, limits_of, settings_of

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "README.md"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("120000", 120_000),
        ("-1", -1),
        ("2.5", 2.5),
        ("true", True),
        ("original", "original"),
        ('"original"', "original"),
        ('["honest", "threshold"]', ["honest", "threshold"]),
        ("a=b", "a=b"),
        ("", ""),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_a_value_is_written_as_in_the_file_and_a_word_needs_no_quotes(text: str, value: Any) -> None:
    settings = Settings()
    set_of_door(settings, f"pipes.thing={text}")
    set_of_door(settings, f"pipes.limits.other={text}")
    assert settings.doors == {"pipes": DoorSettings(settings={"thing": value}, limits={"other": value})}


def test_the_last_one_wins_and_nothing_else_of_the_door_changes() -> None:
    settings = Settings(doors={"pipes": DoorSettings(port=7, settings={"grace": 1, "strikes": 2})})
    for grace in (3, 4):
        set_of_door(settings, f"pipes.grace={grace}")
    assert settings.doors["pipes"] == DoorSettings(port=7, settings={"grace": 4, "strikes": 2})


def test_limits_that_are_not_set_stay_the_doors_own() -> None:
    pipes = all_doors()["pipes"]
    limits = limits_of(pipes, {"rate": 7})
    assert (limits.rate, limits.message) == (7, pipes.limits.message)
    assert limits_of(pipes, {}) == pipes.limits


@pytest.mark.parametrize("name", all_doors())
def test_everything_that_a_door_is_by_default_can_be_set(name: str) -> None:
    kind = all_doors()[name]
    assert limits_of(kind, msgspec.to_builtins(kind.limits)) == kind.limits
    if kind.Settings is None:
        assert settings_of(kind, {}) is None
    else:
        assert settings_of(kind, msgspec.to_builtins(kind.Settings())) == kind.Settings()


def test_what_the_page_shows_works() -> None:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("$ ")]
    words = [word for line in lines for word in shlex.split(line)]
    said = [after for word, after in itertools.pairwise(words) if word == "--set"]
    said += [one for word in words if word.startswith("TABLEHALL_SET=") for one in word[14:].split()]
    assert len(said) == 6
    settings = Settings()
    for word in said:
        set_of_door(settings, word)
    check_doors(settings.doors, all_doors())
