"""The environments keep the promises of PettingZoo and Gymnasium, for every game."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tablehall.games import house_games
from tablehall.rl import IllegalActionError, SeatEnv, TableEnv, Tables
from tests.rl.pennies import Pennies, PenniesInNumbers
from tests.rl.played import KINDS, Kind

with warnings.catch_warnings():
    # PettingZoo's tests import one of its own games in a way that it has deprecated itself.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

# PettingZoo knows observations with a mask by the names of its own games and warns of everybody else's.
MASKED = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
)


@MASKED
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_pettingzoo_finds_nothing_wrong(kind: Kind) -> None:
    api_test(TableEnv(*kind), num_cycles=100)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_same_seed_is_the_same_game(kind: Kind) -> None:
    seed_test(lambda: TableEnv(*kind), num_cycles=100)


def dealt(game: str, seed: int | None) -> bytes:
    """What the seat on turn sees first."""
    env = TableEnv(game)
    env.reset(seed=seed)
    return env.observe(env.agent_selection)["observation"].tobytes()


def test_another_seed_is_another_game() -> None:
    assert len({dealt("shelfie", seed) for seed in range(5)}) == 5
    assert dealt("shelfie", None) != dealt("shelfie", None)


def test_games_follow_one_another() -> None:
    env = TableEnv("shelfie")
    env.reset(seed=3)
    first = env.observe("seat_0")["observation"]
    env.reset()
    second = env.observe("seat_0")["observation"]
    assert (first != second).any()
    env.reset(seed=3)
    assert (env.observe("seat_0")["observation"] == first).all()


def to_the_end(env: TableEnv, seed: int) -> dict[str, float]:
    """What everybody got in a random game."""
    env.reset(seed=seed)
    chance, got = random.Random(seed), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut else chance.choice(seen["action_mask"].nonzero()[0]))
    return got


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_everybody_gets_what_the_outcome_says(kind: Kind) -> None:
    env = TableEnv(*kind)
    got = to_the_end(env, 4)
    outcome = env.table.arena.outcome
    assert outcome is not None
    best = [got[f"seat_{seat}"] for seat, rank in enumerate(outcome.ranks) if rank == 1]
    assert max(got.values()) == best[0]
    assert sum(got.values()) == pytest.approx(0)
    if outcome.winners:
        assert all(got[f"seat_{seat}"] > 0 for seat in outcome.winners)


def test_seats_that_are_passed_over_are_not_asked() -> None:
    """In Mia whoever made a mistake is out, and the others play on."""
    env = TableEnv("mia", 4)
    env.reset(seed=1)
    env.step(1)  # to see before anything was announced loses
    asked = []
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        asked.append(agent)
        env.step(seen["action_mask"].nonzero()[0][-1])
    assert asked
    assert "seat_0" not in asked


@MASKED
def test_seats_that_act_at_the_same_time_are_asked_one_after_the_other() -> None:
    """A game of one's own, with numbers of one's own; who is asked second knows no more than the first."""
    env = TableEnv(Pennies(), encoding=PenniesInNumbers())
    api_test(env, num_cycles=10)
    env.reset(seed=1)
    assert env.agent_selection == "seat_0"
    before = env.observe("seat_1")["observation"].tolist()
    env.step(0)
    assert env.agent_selection == "seat_1"
    assert env.observe("seat_1")["observation"].tolist() == before
    env.step(0)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": 1.0, "seat_1": -1.0}


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = TableEnv("connect_four")
    env.reset(seed=1)
    for _ in range(6):
        env.step(3)
    with pytest.raises(IllegalActionError, match=r"Action 3 is not legal for seat 0 now: .* mask is 1"):
        env.step(3)
    assert env.agent_selection == "seat_0"
    with pytest.raises(ValueError, match="has to act"):
        env.step(None)
    env.step(np.int64(2))
    assert env.agent_selection == "seat_1"


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = TableEnv("chess", longest=4)
    got = to_the_end(env, 1)
    assert env.table.moves == 4
    assert set(got.values()) == {0.0}
    assert env.agents == []


@pytest.mark.parametrize("twice", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("game", house_games())
def test_a_copy_goes_on_like_the_original(game: str, twice: Callable[[TableEnv], TableEnv]) -> None:
    """For searches that try things out, and for other processes; the dice are copied, too."""
    env = TableEnv(game)
    env.reset(seed=8)
    other = twice(env)
    for _ in range(12):
        if env.table.over:
            break
        seen = env.last()[0]
        assert (other.last()[0]["observation"] == seen["observation"]).all()
        action = seen["action_mask"].nonzero()[0][-1]
        env.step(action)
        other.step(action)
    assert other.table.arena.state == env.table.arena.state


def test_a_position_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    env = TableEnv("tictactoe", render_mode="ansi")
    env.step(4)
    assert "X" in str(env.render())
    human = TableEnv("tictactoe", render_mode="human")
    human.step(4)
    assert capsys.readouterr().out == f"{env.render()}\n"
    env.close()


def test_what_there_is_not_is_said_in_words() -> None:
    with pytest.raises(ValueError, match="no game 'go': choose one of checkers, chess, connect_four"):
        TableEnv("go")
    with pytest.raises(ValueError, match="Chess is not played by 3"):
        TableEnv("chess", 3)
    with pytest.raises(ValueError, match=r"options of My Shelfie are: easy_rule. .*unknown field `easy`"):
        TableEnv("shelfie", options={"easy": True})
    with pytest.raises(ValueError, match="levels 1 to 3, no level 9"):
        SeatEnv("chess", level=9)
    with pytest.raises(ValueError, match="seats 0 to 1, no seat 2"):
        SeatEnv("chess", seat=2)
    with pytest.raises(ValueError, match="at least one table"):
        Tables("chess", 0)


# Gymnasium's checker samples actions without a mask; this wrapper makes any sample a legal action.
class Legal(gymnasium.ActionWrapper[Any, Any, Any]):
    """Takes the legal action after any given one."""

    def action(self, action: Any) -> int:
        """The first legal action from here on, round and round."""
        env = self.unwrapped
        assert isinstance(env, SeatEnv)
        return min(env.table.choices, key=lambda index: (index - action) % env.table.encoding.actions)


# The checker warns of every wrapper, this one included.
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version:UserWarning")
@pytest.mark.parametrize("game", house_games())
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    check_env(Legal(SeatEnv(game, level=1)), skip_render_check=True)


def one_game(env: SeatEnv, chance: random.Random) -> float:
    """A random game against the house."""
    seen, _ = env.reset()
    while True:
        seen, reward, over, cut, _ = env.step(chance.choice(seen["action_mask"].nonzero()[0]))
        if over or cut:
            return float(reward)


def test_the_house_has_the_other_seats_and_wins() -> None:
    env, chance = SeatEnv("connect_four", level=2), random.Random(1)
    env.reset(seed=1)
    got = [one_game(env, chance) for _ in range(10)]
    assert sum(got) < -5


def test_seats_are_taken_in_turns_unless_one_is_chosen() -> None:
    env = SeatEnv("shelfie", seats=3)
    assert [env.reset()[1]["seat"] for _ in range(4)] == [0, 1, 2, 0]
    assert env.reset(seed=1)[1]["seat"] == 0
    fixed = SeatEnv("shelfie", seats=3, seat=2)
    assert [fixed.reset()[1]["seat"] for _ in range(3)] == [2, 2, 2]
    assert fixed.table.seat == 2


def test_whoever_is_never_on_turn_gets_the_next_game() -> None:
    """In Mia the one before you may throw Mia and win at once."""
    env = SeatEnv("mia", level=1, seat=1)
    for seed in range(60):
        seen, _ = env.reset(seed=seed)
        assert seen["action_mask"].any()
        assert not env.table.over


def test_a_seat_can_be_read_and_cut_off() -> None:
    env = SeatEnv("chess", level=1, longest=6, render_mode="ansi")
    assert one_game(env, random.Random(1)) == 0
    assert env.table.cut_off
    assert "8" in str(env.render()) or "7" in str(env.render())


def test_many_seats_at_once_are_gymnasiums_business() -> None:
    many = gymnasium.vector.SyncVectorEnv([lambda: SeatEnv("tictactoe", level=1) for _ in range(3)])
    seen, _ = many.reset(seed=1)
    assert seen["observation"].shape == (3, 3, 3, 3)
    for _ in range(12):
        seen, rewards, *_ = many.step(seen["action_mask"].argmax(1))
    assert rewards.shape == (3,)
    many.close()


def test_many_tables_are_played_on_for_ever() -> None:
    tables, chance = Tables("connect_four", 8), np.random.default_rng(1)
    turns, ended, got = tables.reset(seed=1), 0, np.zeros(2)
    for _ in range(120):
        assert turns.observations.shape == (8, 6, 7, 3)
        assert turns.masks.shape == (8, 7)
        assert turns.masks.any(1).all()
        moved = tables.step((turns.masks * chance.random(turns.masks.shape)).argmax(1))
        assert (moved.rewards[~moved.terminated] == 0).all()
        assert (moved.turns.observations[moved.terminated][..., :2] == 0).all(), "the next game has begun"
        assert (moved.turns.seats[moved.terminated] == 0).all()
        ended, got, turns = ended + moved.terminated.sum(), got + moved.rewards.sum(0), moved.turns
    assert ended > 20
    assert got.sum() == pytest.approx(0)


def test_many_tables_repeat_with_their_seed_and_differ_from_each_other() -> None:
    tables = Tables("shelfie", 3)
    first = tables.reset(seed=5).observations
    assert len({row.tobytes() for row in first}) == 3
    assert (tables.reset(seed=5).observations == first).all()
    assert (tables.reset().observations != first).any()


def test_many_tables_refuse_what_is_not_legal_anywhere_and_change_nothing() -> None:
    tables = Tables("tictactoe", 2)
    tables.reset(seed=1)
    tables.step([4, 0])
    with pytest.raises(IllegalActionError, match="Action 0 is not legal for seat 1"):
        tables.step([0, 0])
    with pytest.raises(ValueError, match="2 tables and 3 actions: give one for each"):
        tables.step([0, 1, 2])
    assert [table.moves for table in tables.tables] == [1, 1]


def test_many_tables_are_cut_off_each_by_itself() -> None:
    tables = Tables("chess", 2, longest=3)
    turns = tables.reset(seed=1)
    for number in range(1, 4):
        moved = tables.step(turns.masks.argmax(1))
        turns = moved.turns
        assert moved.truncated.tolist() == [number == 3] * 2
    assert not moved.terminated.any()
    assert (turns.seats == 0).all()
