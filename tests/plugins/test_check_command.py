"""`tablehall check`: what is wrong, in words, with the move that did it and the seed to see it again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tablehall.cli.commands import app
from tablehall.games.api import Game, Outcome, Played, Refusal, Rule, Turn, Value, drawn
from tablehall.games.contract import check_game
from tablehall.games.dice import Dice
from tablehall.games.notation import Meant, Notation
from tablehall.games.tictactoe import TicTacToe
from tests.games import othello

OTHELLO = Path(str(othello.__file__)).read_text()


def check(*words: object) -> tuple[int, str]:
    """The exit code, and everything that was said."""
    done = CliRunner().invoke(app, ["check", *map(str, words)])
    return done.exit_code, done.output


def changed(folder: Path, *changes: tuple[str, str], more: str = "") -> Path:
    """A file with Othello, changed."""
    text = OTHELLO
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file = folder / "mine.py"
    file.write_text(text + more)
    return file


def test_a_game_that_is_right_says_what_was_checked(tmp_path: Path) -> None:
    code, said = check(changed(tmp_path), "--games", 3)
    assert code == 0
    assert said.startswith("Othello: 3 games by 2, ")
    assert said.count("\n  ok  ") == 4


FIELD = "    turn: int = 0\n"
BOUNDS = """\
        if not (0 <= move.r < 8 and 0 <= move.c < 8):
            return Refusal(BoardNo.OFF_BOARD)
"""
TURN = "return Turn(() if state.turn < 0 else (state.turn,))"


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        (
            "class Board(Value, frozen=True)",
            "class Board(msgspec.Struct)",
            "Board is not frozen: write `class",
        ),
        (FIELD, f"{FIELD}    seen: list[int] = []\n", "Board.seen is a list, which can be"),
        (FIELD, f"{FIELD}    by: dict[str, int] = {{}}\n", "Board.by is a dict, which can be"),
        (FIELD, f"{FIELD}    of: tuple[set[int], ...] = ()\n", "Board.of is a set, which"),
        (FIELD, f"{FIELD}    what: object = None\n", "Board.what is of a type that cannot"),
        (FIELD, f"{FIELD}    any: Any = None\n", "Board.any is anything, also what can be changed"),
        (TURN, "return (state.turn,)", "turn answered (0,), which is no Turn"),
        ("return Board()", "return 'x' * 64", "which is no Board"),
        (BOUNDS, "", "play raised "),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, before: str, after: str, complaint: str) -> None:
    imports = ("from tablehall.games.api", "from typing import Any\nimport msgspec\nfrom tablehall.games.api")
    code, said = check(changed(tmp_path, imports, (before, after)))
    assert code == 1
    assert complaint in said
    assert "Traceback" not in said


def test_an_exception_comes_with_its_line_the_move_the_position_and_the_seed(tmp_path: Path) -> None:
    file = changed(tmp_path, (BOUNDS, ""))
    line = next(
        n for n, text in enumerate(file.read_text().splitlines(), 1) if 'discs[square] != "."' in text
    )
    code, said = check(file, "--seed", 7)
    assert code == 1
    first, *rest = said.splitlines()
    assert first == f"Othello: play raised {file}, line {line}: IndexError: string index out of range"
    assert rest[0].startswith("  position: Board(discs=")
    assert [text.split(":")[0].strip() for text in rest[:3]] == ["position", "seat", "move"]
    assert rest[3].startswith("  It was game 1 of seed 7, 2 seats, after ")
    assert rest[4] == "  To see it again: --seed 7 --games 1"


@pytest.mark.parametrize(
    ("bots", "code", "words"),
    [
        ("levels = (careless, greedy, greedy)", 0, "its 3 bots play each other"),
        ("levels = (careless,)", 1, "`levels` must be 3 bots, the weakest first"),
        ("levels = (careless, lambda *_: 1 / 0, greedy)", 1, "ZeroDivisionError"),
        ("levels = (careless, lambda *_: Place(0, 0), greedy)", 1, "which is no move of seat"),
    ],
)
def test_bots_in_the_games_file_are_checked_too(tmp_path: Path, bots: str, code: int, words: str) -> None:
    file = changed(tmp_path, more=f"\nfrom tablehall.bots.any_game import careless, greedy\n\n{bots}\n")
    answered, said = check(file, "--games", 1)
    assert (answered, words in said) == (code, True), said


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (
            "nothing_like_it",
            "There is no file, module, game or door 'nothing_like_it'; there are: checkers, ",
        ),
        ("tests.games.nowhere", "There is no file, module, game or door 'tests.games.nowhere'"),
        ("nowhere.py", "nowhere.py: there is no such file"),
        ("tablehall.plugins", "tablehall.plugins: it has neither a `game` nor a `door`"),
    ],
)
def test_what_cannot_be_checked_is_said_in_one_line(what: str, why: str) -> None:
    code, said = check(what)
    assert code == 1
    assert said.startswith(why)
    assert said.count("\n") == 1


def test_a_module_may_be_checked_and_a_game_of_the_house_by_its_name() -> None:
    assert check("tests.games.othello", "--games", 1)[0] == 0
    assert check("tictactoe", "--games", 2)[1].startswith("Tic Tac Toe: 2 games by 2, ")


# Doors.

RUDE_DOOR = """
from tablehall.protocols.door import Door, Session

class Mine(Door):
    name, title, transport, port = "mine", "My door", "lines", 7000

    def session(self, port, path="/"):
        return Mien(self.hall, port)

class Mien(Session):
    def receive(self, data):
        self.port.answer(data.decode().encode() + b"\\n")

    def too_long(self):
        pass

    def tell(self, news, seat):
        pass

    def lost(self):
        pass

door = Mine
"""


def test_a_door_that_some_line_breaks_is_told_which(tmp_path: Path) -> None:
    (tmp_path / "door.py").write_text(RUDE_DOOR)
    code, said = check(tmp_path / "door.py")
    assert code == 1
    assert said.startswith("My door: Mine: receive(b'")
    assert f"raised {tmp_path / 'door.py'}, line 12: UnicodeDecodeError" in said


def test_a_door_that_bears_everything_is_good_and_its_page_is_executed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = RUDE_DOOR.replace("decode()", 'decode("utf-8", "replace")').replace(
        '"lines", 7000', f'"lines", 7000\n    page = {str(page)!r}'
    )
    (tmp_path / "door.py").write_text(text)
    page.write_text("# Echo\n```transcript\nanna connects\nanna > hello\nanna < hello\n```\n")
    code, said = check(tmp_path / "door.py")
    assert code == 0, said
    assert "ok  1 transcripts of page.md go as written" in said
    page.write_text("# Echo\n```transcript\nanna connects\nanna > hello\nanna < goodbye\n```\n")
    code, said = check(tmp_path / "door.py")
    assert code == 1
    assert "page.md:5: anna heard something else" in said
    page.write_text("# Echo\n")
    assert "page.md has no transcript" in check(tmp_path / "door.py")[1]


# The contract itself.


class Cell(Value, frozen=True):
    """A move."""

    at: int


class Cells(Value, frozen=True):
    """Four cells that are filled in turn."""

    full: tuple[bool, ...] = (False,) * 4


class Filling(Game[Cells, Cell, Cells]):
    """Who fills a cell has filled it."""

    name, title = "filling", "Filling"
    State, Move, View = Cells, Cell, Cells
    open_information = True

    def setup(self, seats: int, options: object, dice: Dice) -> Any:
        return Cells()

    def turn(self, state: Cells) -> Any:
        return Turn(() if all(state.full) else (sum(state.full) % 2,))

    def legal(self, state: Cells, seat: int) -> Any:
        free = [Cell(at) for at, full in enumerate(state.full) if not full]
        return free if seat in self.turn(state).seats else []

    def play(self, state: Cells, seat: int, move: Cell, dice: Dice) -> Any:
        if move not in self.legal(state, seat):
            return Refusal(Rule.NOT_ALLOWED)
        return Played(Cells(tuple(full or at == move.at for at, full in enumerate(state.full))))

    def view(self, state: Cells, seat: int | None) -> Any:
        return state

    def outcome(self, state: Cells) -> Outcome | None:
        return drawn() if all(state.full) else None


class MutableOptions(msgspec.Struct):
    """Options that can be changed."""

    fast: bool = False


class NeededOption(Value, frozen=True):
    """An option without a default."""

    fast: bool


def test_it_says_how_much_it_has_looked_at() -> None:
    done = check_game(Filling(), games=5)
    assert (done.games, done.moves) == (5, 20)
    assert done.tries == 20 * 4 * 4


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("legal", lambda self, state, seat: {1}, "legal answered {1}, which is no list or tuple"),
        ("outcome", lambda self, state: 3, "outcome answered 3, which is no Outcome or None"),
        ("view", lambda self, state, seat: 1, "view answered 1, which is no Cells"),
        ("play", lambda self, state, seat, move, dice: Played(7), "play led to 7, which is no"),
        (
            "play",
            lambda self, state, seat, move, dice: None,
            "play answered None, which is no Played or Refusal",
        ),
        ("setup", lambda self, seats, options, dice: [][seats], "setup raised "),
        ("Options", MutableOptions, "MutableOptions is not frozen"),
        ("Options", NeededOption, "every option needs a default"),
        ("State", int, "State is no struct: write a class that is a Value"),
        ("Move", list[int], "Move is a list"),
    ],
)
def test_a_game_that_answers_amiss_is_told_what(name: str, value: Any, complaint: str) -> None:
    kind = type("Amiss", (Filling,), {name: value})
    with pytest.raises(AssertionError) as raised:
        check_game(kind(), games=2)
    assert complaint in str(raised.value)


def test_a_failure_late_in_a_game_tells_the_last_moves() -> None:
    class Late(TicTacToe):
        def play(self, state: Any, seat: int, move: Any, dice: Dice) -> Any:
            played = super().play(state, seat, move, dice)
            if isinstance(played, Played) and self.outcome(played.state) is not None:
                raise RuntimeError
            return played

    with pytest.raises(AssertionError, match=r"play raised .*RuntimeError") as raised:
        check_game(Late(), games=2)
    (note,) = raised.value.__notes__
    assert "seat 0 Place(" in note
    assert note.endswith("To see it again: seed=1, games=1")


class Lettering(Notation):
    """The cells are called a to d."""

    def write(self, view: Any, move: Cell, after: Any = None) -> str:
        return "abcd"[move.at]

    def read(self, written: str, view: Any, moves: Sequence[Cell]) -> list[Meant]:
        return [Meant(move) for move in moves if self.write(view, move) == written]


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("write", lambda self, view, move, after=None: "a", "is written a, which is read as"),
        ("write", lambda self, view, move, after=None: "\n", r"notation: Cell\(at=\d\) is written '\\n'"),
        ("write", lambda self, view, move, after=None: None, "is written None"),
        ("read", lambda self, written, view, moves: [], r"which is read as \[\]"),
        ("written", lambda self, game, before, move, after: {}[move], "notation raised .*KeyError"),
        ("written", lambda self, game, before, move, after: "", "is written ''"),
        ("goes_on", lambda self, state: True, r"goes on, and yet on turn is \(1,\)"),
    ],
)
def test_a_notation_that_breaks_its_promise_is_found(name: str, value: Any, complaint: str) -> None:
    broken = type("Broken", (Lettering,), {name: value})
    with pytest.raises(AssertionError, match=complaint):
        check_game(type("Named", (Filling,), {"notation": broken()})(), games=1)


def test_a_notation_that_keeps_its_promise_is_good() -> None:
    assert check_game(type("Named", (Filling,), {"notation": Lettering()})(), games=5).moves == 20
