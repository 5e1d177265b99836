"""What others wrote reaches a terminal and a log as letters, and as nothing else."""

import io
import json
import logging
import os
import sys
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.text import Text
from textual.color import Color

from tablehall.cli import logs, say
from tablehall.cli.contest import harmless as in_csv
from tablehall.printable import printable, printable_lines
from tablehall.terminal.harmless import Harmless, cells

TRICKS = [
    "\x1b[2J\x1b[31m",  # empties the screen and goes on in red
    "\x1b]52;c;cm0gLXJmIH4=\x07",  # puts something into the clipboard
    "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",  # a link that says something else
    "\x9b2J\x9d52;c;eA==\x9c",  # the same as single characters
    "\rThe game is over: mallory wins.",
    "anna\x08\x08\x08\x08mallory",
    "\u202eyortsed\u202c \u2066\u2069",  # read from right to left
    "a\nb\x0bc\x0cd\x85e\u2028f\u2029g",
    "\x00\x7f\ud800\U000e0041",
]

everything = st.text(st.characters(), max_size=60) | st.sampled_from(TRICKS)


def obeyed(text: str) -> set[str]:
    """What a terminal would do instead of showing it."""
    return {
        letter for letter in text if not letter.isprintable() and not (letter.isspace() and letter > "\x9f")
    }


@given(everything)
def test_whatever_was_written_is_one_line_of_letters(text: str) -> None:
    shown = printable(text)
    assert not obeyed(shown)
    assert len(shown.splitlines()) <= 1
    shown.encode()  # also where half a character was sent


@given(everything)
def test_lines_stay_lines_and_nothing_else_is_left(text: str) -> None:
    shown = printable_lines(text)
    assert obeyed(shown) <= {"\n"}
    assert shown.split("\n") == [printable(line) for line in text.split("\n")]


@pytest.mark.parametrize(
    "text", ["žluť", "你好\u3000世界", "Bravo\u202f!", "🎲👍🏽", "[red]x[/red]", "C:\\x1b"]
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert printable(text) == printable_lines(text) == text


def test_what_is_not_shown_is_written_down() -> None:
    assert printable("a\x1b[2Jb\rc\nd\u202ee") == r"a\x1b[2Jb\rc\nd\u202ee"


@given(everything)
def test_a_line_of_the_screen_holds_letters_only_and_keeps_its_width(text: str) -> None:
    line = [Segment("name: "), Segment(text.replace("\n", "")), Segment("|" * 20)]
    shown = Harmless().apply(line, Color(0, 0, 0))
    assert not obeyed("".join(segment.text for segment in shown))
    assert cells(shown) == cells(line)


@given(everything)
def test_a_name_in_a_table_of_a_contest_is_harmless(text: str) -> None:
    assert not obeyed(in_csv(text or "x"))


def test_a_command_says_one_line_whatever_is_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    for trick in TRICKS:
        say(f"anna {trick}")
        out = capsys.readouterr().out
        assert obeyed(out[:-1]) == set()
        assert out.endswith("\n")


# Logs.


class Screen(io.StringIO):
    """Standard error, on a terminal or not."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture(params=[True, False], ids=["terminal", "json"])
def stderr(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """Where the log goes; everything is as before afterwards."""
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers[:], root.level
    screen = Screen(request.param)
    monkeypatch.setattr(sys, "stderr", screen)
    logs.set_up_logs("info")

    yield screen
    structlog.configure(**before)
    root.handlers[:] = handlers
    root.setLevel(level)


def uncoloured(line: str) -> str:
    """A line without the colours that the log gives it."""
    return Text.from_ansi(line).plain if "\x1b" in line else line


@pytest.mark.parametrize("trick", TRICKS)
def test_an_event_is_one_line_whatever_clients_put_into_it(stderr: Screen, trick: str) -> None:
    structlog.get_logger("tablehall").warning(
        f"it {trick}", address=trick, about=[trick], broken=OSError(trick)
    )
    (line,) = stderr.getvalue().splitlines()
    assert printable(trick) in (uncoloured(line) if stderr.terminal else json.loads(line)["address"])
    if stderr.terminal:
        line = line.replace("\x1b[0m", "")  # nothing but colours is left that a terminal obeys
        for piece in line.split("\x1b[")[1:]:
            assert piece.partition("m")[0].isdecimal()
        line = line.replace("\x1b[", "")
    assert not obeyed(line)


@pytest.mark.parametrize("trick", TRICKS)
def test_what_went_wrong_cannot_pass_for_an_event(stderr: Screen, trick: str) -> None:
    try:
        raise ValueError(f"{trick}\n2030-01-01 [info] the keeper banned anna")
    except ValueError:
        structlog.get_logger("tablehall").exception("a session failed")
    head, *rest = stderr.getvalue().split("\n")[:-1]
    assert "a session failed" in head
    assert all(line.startswith(("    ", "Traceback")) for line in rest if line)
    assert not obeyed("".join(map(uncoloured, rest)))


@pytest.mark.parametrize("trick", [trick for trick in TRICKS if "\ud800" not in trick])
def test_what_libraries_log_goes_the_same_way(stderr: Screen, trick: str) -> None:
    """(Half a surrogate pair would break the tests' own report of what was logged.)"""
    logging.getLogger("aiohttp.access").error("a bad path %s", trick)
    logging.getLogger("asyncio").info("a library's small talk")
    (line,) = stderr.getvalue().splitlines()
    assert printable(f"a bad path {trick}") in (
        uncoloured(line) if stderr.terminal else json.loads(line)["event"]
    )


def test_the_log_of_a_hall_has_no_more_than_was_asked_for(stderr: Screen) -> None:
    structlog.get_logger("tablehall").debug("nobody wants to know", pid=os.getpid())
    assert stderr.getvalue() == ""
