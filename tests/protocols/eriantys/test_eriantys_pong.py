"""A Pong that nobody asked for is ignored, whatever goes on; without sockets."""

import json
import random
from typing import Any
from unittest.mock import Mock

import pytest

from tablehall.games import house_games
from tablehall.hall.hall import Hall
from tablehall.protocols.door import Port
from tablehall.protocols.eriantys import EriantysDoor
from tablehall.protocols.eriantys.session import MOST_ASKED, MOST_MISTAKES, EriantysSession

PONGS = (
    b'{"message":"Pong"}',
    b'{"message":"Pong","arguments":{},"id":1}',
    b'{"message":"Pong","at":"home"}',
)


class Visit:
    """One client at the door, and everything that is sent to it."""

    def __init__(self) -> None:
        self.port = Mock(spec=Port, conn=1, address="10.0.0.1")
        self.port.now.return_value = 1
        self.session: EriantysSession = EriantysDoor(Hall(house_games(), random.Random(1).randbytes)).session(
            self.port
        )

    def say(self, message: str, **arguments: Any) -> None:
        self.session.receive(json.dumps({"message": message, "arguments": arguments}).encode())

    def enter(self) -> None:
        """Open a game and sit down in it."""
        self.say("CreateNewGame", numOfPlayers=2, wantExpert=False)
        (table,) = self.session.hall.tables
        self.say("EnterGame", gameId=str(table), nickname="anna")
        assert self.session.table == table


def in_no_game(visit: Visit) -> None:
    """Somebody has just come in."""


def in_a_game(visit: Visit) -> None:
    visit.enter()


def with_requests_that_wait(visit: Visit) -> None:
    """Somebody has not acknowledged, and has asked for as much as may wait."""
    visit.enter()
    for _ in range(MOST_ASKED):
        visit.say("NextPhase")
    assert len(visit.session._asked) == MOST_ASKED


def after_leaving(visit: Visit) -> None:
    visit.enter()
    visit.session.be_nobody()


@pytest.mark.parametrize("pong", PONGS)
@pytest.mark.parametrize("state", [in_no_game, in_a_game, with_requests_that_wait, after_leaving])
def test_it_is_ignored(state: Any, pong: bytes) -> None:
    visit = Visit()
    state(visit)
    waiting = list(visit.session._asked)
    visit.port.reset_mock()
    visit.session.receive(pong)
    assert visit.port.mock_calls == []
    assert list(visit.session._asked) == waiting


def test_it_is_neither_a_mistake_nor_the_end_of_a_row_of_mistakes() -> None:
    visit = Visit()
    for _ in range(MOST_MISTAKES - 1):
        visit.say("CreateNewGame")
        for pong in PONGS:
            visit.session.receive(pong)
    visit.port.close.assert_not_called()
    visit.say("CreateNewGame")
    visit.port.close.assert_called_once_with()
