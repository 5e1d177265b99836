"""Where a move's time goes: seen from inside a real server, and put down to the right part."""

import inspect
import types

import pytest

from tablehall_lab.bench.compare import SUBJECTS
from tablehall_lab.bench.profile import part_of, profile, understood
from tablehall_lab.bench.sampled import LOOP, Seen, Spent, begins, short, stack


def test_a_server_is_looked_into_while_it_plays() -> None:
    found = profile(SUBJECTS["house"], tables=4, seconds=1)
    assert found.moves > 0
    assert found.samples > 0
    assert {"thread journal"} < found.parts.keys()
    assert found.functions[0][1] >= found.functions[-1][1] > 0


@pytest.mark.parametrize(
    ("places", "part"),
    [
        ([LOOP], "sockets"),
        (["net/sender.py:flush", "net/pipeline.py:_end_of_pass"], "sockets"),
        (["net/websocket.py:unmask", "net/web.py:data_received"], "framing, limits and decoding"),
        (["protocols/house/__init__.py:receive"], "framing, limits and decoding"),
        (["games/tictactoe.py:play", "hall/play.py:act"], "decision: rules, scene, clocks"),
        (["hall/records.py:digest", "hall/decision.py:append", "hall/play.py:act"], "record and hash"),
        (["python3.11/hashlib.py:new", "hall/records.py:digest"], "record and hash"),
        (["hall/table.py:apply", "hall/opening.py:open_table"], "opening, joining and ending"),
        (["hall/scores.py:rate", "hall/decision.py:finish"], "opening, joining and ending"),
        (["games/tictactoe.py:view", "protocols/house/__init__.py:tell"], "rendering and telling"),
        (["net/pipeline.py:_tell", "net/pipeline.py:_committed"], "rendering and telling"),
        (["net/pipeline.py:_committed"], "batches and timers"),
        (["python3.11/json.py:loads"], "everything else"),
    ],
)
def test_every_place_belongs_to_a_part(places: list[str], part: str) -> None:
    assert part_of(tuple(places)) == part


def test_what_was_seen_is_shared_among_the_moves() -> None:
    spent = [
        Spent("MainThread", (LOOP,), 6_000_000),
        Spent("MainThread", ("hall/play.py:act",), 3_000_000),
        Spent("journal", ("journal/sqlite.py:commit",), 1_000_000),
    ]
    seen = Seen(5, spent, {"MainThread": 4_000_000, "reader": 0})
    found = understood(seen, moves=1000, rate=500.0, commit=10.0, cpu=0.01)
    assert found.parts == {"sockets": 6, "decision: rules, scene, clocks": 3, "thread journal": 1}
    assert found.cpu == 10
    assert found.kernel == {"MainThread": 4}
    assert found.functions[-1] == ("journal: journal/sqlite.py:commit", 1)


def test_a_file_is_called_by_its_room() -> None:
    assert short("/somewhere/tablehall/src/tablehall/games/chess/moves.py") == "games/chess/moves.py"
    assert short("/usr/lib/python3.11/hmac.py") == "python3.11/hmac.py"


def test_a_function_that_does_something_is_no_longer_at_its_beginning() -> None:
    frame = inspect.currentframe()
    assert isinstance(frame, types.FrameType)
    assert not begins(frame)
    assert stack(frame)[0].endswith(":test_a_function_that_does_something_is_no_longer_at_its_beginning")
    assert stack(None) == (LOOP,)
