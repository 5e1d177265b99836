"""A game that an installed package brings is trained and played like one of the house's."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from tablehall import plugins
from tablehall.client.followed import Followed
from tablehall.games import installed_games
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Chair, TableCard
from tablehall.rl import Follower, LiveSeat, TableEnv, encoding_of
from tests.games import othello
from tests.plugins.test_plugins import bring


@pytest.fixture(autouse=True)
def _othello_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    installed_games.cache_clear()
    bring(monkeypatch, plugins.GAMES, othello="tests.games.othello:game")
    yield
    installed_games.cache_clear()


def test_it_is_an_environment_by_its_name() -> None:
    env = TableEnv("othello")
    env.reset(seed=1)
    chance, rewards = random.Random(1), {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        rewards[agent] = reward
        env.step(None if over or cut else chance.choice(seen["action_mask"].nonzero()[0].tolist()))
    assert sorted(rewards) == ["seat_0", "seat_1"]
    assert sum(rewards.values()) == 0


def test_a_policy_sits_at_its_tables() -> None:
    card = TableCard(1, "othello", "playing", (Chair("anna", 7), Chair("bob", 8)), 0)
    live = LiveSeat.at(Followed(7, replies.Table(card=card, seq=3, at=0, you=0, commitment="")))
    assert live.game is othello.game
    assert live.encoding is encoding_of("othello")
    env = TableEnv("othello")
    env.reset(seed=1)
    table = env.table
    moves = msgspec.to_builtins(table.arena.game.legal(table.arena.state, 0))
    seen = live.observe(msgspec.to_builtins(table.arena.view(0)), 0, moves)
    assert (seen["observation"] == env.observe("seat_0")["observation"]).all()
    assert [live.move(action, 0, moves) for action in seen["action_mask"].nonzero()[0].tolist()] == moves


def test_how_it_stands_is_not_read_from_its_views() -> None:
    with pytest.raises(
        ValueError, match=r"How Othello stands cannot be read .* not the house's\. Choose one of"
    ):
        Follower("othello")


def test_a_name_that_is_not_known_is_answered_with_all_that_are() -> None:
    with pytest.raises(ValueError, match=r"There is no game 'poker': choose one of .*chess, .*othello, "):
        TableEnv("poker")
