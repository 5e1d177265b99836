"""Whole games of all five through real WebSockets, by players who only choose what is listed."""

import os
import random
from typing import TYPE_CHECKING

import pytest

from tests.protocols.boards.player import Player, begin_again, fresh, play_on

if TYPE_CHECKING:
    from tests.conftest import RunningHall

GAMES = ["Tic Tac Toe", "Checkers", "Chess", "Connect Four", "Pente"]
ROUNDS = int(os.environ.get("TABLEHALL_TEST_GAMES", "1"))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
async def test_random_games_end_and_every_diff_leads_to_the_board_that_was_sent(
    hall: "RunningHall", game: str
) -> None:
    """The mirror in every player compares after each message."""
    chance = random.Random(game)
    anna, bob = Player(fresh("anna"), "/"), Player(fresh("bob"), "/games")
    for player in (anna, bob):
        await player.login(hall)
    for number in range(ROUNDS):
        first, second = (anna, bob) if number % 2 else (bob, anna)
        await begin_again(first, second, game)
        end = await play_on(first, second, chance)
        assert end is not None
        assert end["message"]
