"""Whoever came to the boards door in a test leaves when it is over."""

from collections.abc import AsyncIterator

import pytest

from tests.protocols.boards.player import Player, everybody


@pytest.fixture(autouse=True)
async def _everybody_leaves() -> AsyncIterator[None]:
    yield
    here: list[Player] = everybody.copy()
    everybody.clear()
    for player in here:
        await player.leave()
