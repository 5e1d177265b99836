"""A policy that was trained offline plays at a real table, through the house door."""

import asyncio
import random
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablehall.rl import Follower, IllegalActionError, LiveSeat, Observation, encoding_of
from tablehall.rl.train_connect_four import main
from tests.client.guests import PATIENCE, a_name, guest, house
from tests.conftest import RunningHall
from tests.rl.played import KINDS, Kind, moments

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "bots" / "training.md"


def as_json(value: Any) -> Any:
    """As it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_seen_live_is_what_was_seen_in_training(kind: Kind) -> None:
    live = LiveSeat(*kind)
    for table in moments(kind, games=1, seed=2, most=60):
        if table.over:
            continue
        seat, game = table.seat, table.arena.game
        moves = as_json(list(game.legal(table.arena.state, seat)))
        trained = table.observe(seat)
        seen = live.observe(as_json(table.arena.view(seat)), seat, moves)
        assert (seen["observation"] == trained["observation"]).all()
        assert (seen["action_mask"] == trained["action_mask"]).all()
        for action, move in list(table.choices.items())[:5]:
            assert live.move(action, seat, moves) == as_json(move)


def test_an_action_that_is_none_of_the_moves_is_an_error() -> None:
    moves = [{"type": "place", "r": 0, "c": 2}]
    live = LiveSeat("connect_four")
    assert live.move(2, 0, moves) is moves[0]
    with pytest.raises(IllegalActionError, match="Action 3 is none of the 1 moves of seat 0"):
        live.move(3, 0, moves)


@pytest.mark.parametrize(
    ("game", "options"), [("connect_four", None), ("mia", None), ("eriantys", {"expert": True})]
)
async def test_a_policy_plays_at_a_real_table(hall: RunningHall, game: str, options: Any) -> None:
    """The last legal action always: every answer is one that the hall takes."""
    acted = 0

    def policy(seen: Observation) -> int:
        return int(seen["action_mask"].nonzero()[0][-1])

    async with guest(hall, "rosie") as rosie, asyncio.timeout(PATIENCE):
        table = await rosie.open(game, options=options, bots=1)
        live = LiveSeat.at(table)
        async for _ in table:
            if table.my_turn:
                assert table.you is not None
                await table.act(live.choose(policy, table.view, table.you, await table.legal()))
                acted += 1
                if acted == 3:
                    break
    assert acted


async def test_a_search_bot_knows_how_the_table_stands(hall: RunningHall) -> None:
    """Whoever follows the news has a state of the rules, with the very moves that the hall allows."""
    chance = random.Random(1)
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob, asyncio.timeout(PATIENCE):
        tables = [await anna.open("checkers")]
        tables.append(await bob.join(tables[0].number))

        async def play(table: Any) -> int:
            follower, turns = Follower("checkers"), 0
            async for news in table:
                state = follower.hear(news)
                if table.my_turn and table.seq == news_number(news):
                    moves = await table.legal()
                    assert as_json(follower.game.legal(state, table.you)) == list(moves)
                    await table.act(chance.choice(moves))
                    turns += 1
                if turns == 6:
                    break
            assert follower.exact
            return turns

        assert await asyncio.gather(*map(play, tables)) == [6, 6]


def news_number(news: Any) -> int:
    """The number of the record that these news tell of; spectators come and go without one."""
    return int(getattr(news, "seq", -1))


def run(name: str, *words: str) -> None:
    """Run a program of the page."""
    found = re.search(rf"```python file={re.escape(name)}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [name, *words])
        exec(compile(found[1], name, "exec"), {"__name__": "__main__"})


def test_a_trained_policy_is_kept_and_plays_live(
    hall: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way of the page: train a little, keep the policy, and have it play at the house door."""
    monkeypatch.chdir(tmp_path)
    main(["--seconds=1", "--games=2", "--out=four.npz", "--ahead=2"])
    trained = capsys.readouterr().out
    assert re.search(r"\d+ games against oneself in 1 s", trained)
    assert len(re.findall(r"Level 2 after \d moves at random: won \d, drawn \d, lost \d of 2", trained)) == 2
    run("live_policy.py", house(hall), a_name("rosie"))
    assert capsys.readouterr().out.startswith("Outcome(ranks=")
    main(["--load=four.npz", "--games=2", "--level=1", "--ahead=1"])
    assert "Level 1 after 4 moves at random" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "says"),
    [("random_play.py", "seat_2"), ("against_the_house.py", "got"), ("many_tables.py", "[[")],
)
def test_the_programs_of_the_page_run(name: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name)
    assert says in capsys.readouterr().out


def test_the_other_lines_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    for source in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        exec(compile(source, "training.md", "exec"), {})
    assert "Jester: students" in capsys.readouterr().out


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_table_of_the_page_is_true(kind: Kind) -> None:
    row = kind.game + ("`, expert" if kind.options == {"expert": True} else "`")
    found = re.search(rf"^\| `{row} \| ([^|]+) \| ([\d,]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert found
    numbers = encoding_of(*kind)
    assert int(found[2].replace(",", "")) == numbers.actions
    if alone := re.fullmatch(r"(\d+) \+ (\d+) for each seat", found[1]):
        assert numbers.shape == (int(alone[1]) + kind.seats * int(alone[2]),)
    else:
        assert ", ".join(map(str, numbers.shape)) == found[1]
