"""However many tables there are, no message holds the hall up for longer: the work of every kind of message
at every door is counted, in steps of the interpreter, from one turn of the others to the next."""

import sys
from types import FrameType
from typing import Any, get_args

import pytest

from tablehall.protocols.boards import session as boards
from tablehall.protocols.eriantys import requests as eriantys
from tablehall.protocols.eriantys import session as eriantys_session
from tablehall.protocols.house import requests
from tablehall.protocols.mia.dialects import VERBS
from tablehall.protocols.pipes import session as pipes
from tablehall.protocols.shelfie.handlers import HANDLERS as SHELFIE
from tablehall.server import all_doors
from tablehall_lab.bench.said import SAID
from tablehall_lab.bench.work import worst_of

FEW, MANY = 700, 1_400


class Steps:
    """A meter that counts the steps of the interpreter."""

    def begin(self) -> None:
        self._worst = self._steps = 0
        self._before = sys.gettrace()
        sys.settrace(self._trace)

    def turn(self) -> None:
        self._worst, self._steps = max(self._worst, self._steps), 0

    def end(self) -> float:
        sys.settrace(self._before)
        self.turn()
        return self._worst

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            self._steps += 1
        return self._trace


@pytest.mark.parametrize("door", all_doors())
def test_no_message_costs_more_in_a_larger_hall(door: str) -> None:
    worst_of(door, 2, Steps())  # what is made once and kept
    few, many = worst_of(door, FEW, Steps()), worst_of(door, MANY, Steps())
    assert {kind: (few[kind], cost) for kind, cost in many.items() if cost > 1.2 * few[kind] + 200} == {}


def test_every_kind_of_message_is_said() -> None:
    """A new kind must be counted, too."""
    said = {door: {kind for kind, _ in SAID[door]()} for door in SAID}
    assert said.keys() == all_doors().keys()
    assert said["house"] == {str(kind.__struct_config__.tag) for kind in get_args(requests.AnyRequest)}
    assert said["boards"] == boards.HANDLERS.keys()
    assert said["pipes"] == {"PING", *pipes.REQUESTS}
    assert said["shelfie"] == {str(kind.__struct_config__.tag) for kind in SHELFIE}
    assert said["mia"] == VERBS.keys()
    moves = {eriantys.Play, eriantys.Unknown, eriantys.Unreadable}
    named = {kind.__name__ for kind in eriantys_session.HANDLERS if kind not in moves}
    assert said["eriantys"] == {*named, "Ping", "Pong", "Acknowledgment", "Nonsense"}
