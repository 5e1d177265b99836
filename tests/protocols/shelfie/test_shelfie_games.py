"""Whole games of My Shelfie over real sockets, in both dialects."""

import os
import random

import pytest

from tablehall.games.shelfie import game
from tests.conftest import RunningHall
from tests.protocols.shelfie.parties import log_of, party, play_on, played_again, table_of
from tests.protocols.shelfie.player import Player

GAMES = int(os.environ.get("TABLEHALL_TEST_GAMES", "1"))
DIALECTS = [pattern[:size] for size in (2, 3, 4) for pattern in ("dddd", "oooo", "dodo")]
"""Who speaks as the document says, and who as the original client does."""


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("dialects", DIALECTS)
async def test_a_whole_game_is_told_alike_to_everybody(hall: RunningHall, dialects: str, number: int) -> None:
    chance = random.Random(f"{dialects} {number}")
    people = [Player(f"{dialects}{i}", original=dialect == "o") for i, dialect in enumerate(dialects)]
    easy = number % 2 == 1
    await party(hall, *people, easy=easy)
    table = await table_of(hall, people[0])
    await play_on(people, chance)
    first = people[0]
    assert first.winner
    for player in people:
        assert (player.winner, player.points, player.shelves) == (first.winner, first.points, first.shelves)
        assert (player.board, player.cards) == (first.board, first.cards)
    end = played_again(await log_of(hall, table), easy=easy)
    assert end.points == tuple(first.points[player.name] for player in people)
    outcome = game.outcome(end)
    assert outcome is not None
    assert [people[seat].name for seat in outcome.winners] == [first.winner]
