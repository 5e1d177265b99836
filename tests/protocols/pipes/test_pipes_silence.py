"""What the silence of a client means, and what both ports share, in time that passes at will."""

import pytest

from tablehall.protocols.pipes import PipesDoor
from tablehall.protocols.pipes.dialects import ORIGINAL
from tests.protocols.pipes.desk import Desk


def test_the_nickname_of_a_silent_client_may_be_taken_over() -> None:
    desk = Desk()
    ann, ben = desk.playing(original=True)
    number = ann.id
    desk.wait(ORIGINAL.takeover - 10)
    assert desk.named("ann", original=True).codes()[-1] == "401"
    desk.wait(10)
    again = desk.named("ann", original=True)
    assert again.heard[-1] == f"201|{number}"
    assert ann.closed
    assert not {"290", "295"} & set(ben.codes())
    assert [line[:3] for line in again.asks("GET_GAME_STATE")] == ["207"]
    assert [line[:3] for line in again.asks("TURN|0,1|1,2")] == ["208"]
    assert ben.codes()[-1] == "208"


@pytest.mark.parametrize("said", ["PING", "GET_GAMES", "NONSENSE", "x" * 2_000])
def test_whoever_says_anything_is_not_silent(said: str) -> None:
    desk = Desk()
    ann, _ = desk.playing(original=True)
    desk.wait(ORIGINAL.takeover - 10)
    if len(said) > PipesDoor.limits.message:
        ann.session.too_long()
    else:
        ann.asks(said)
    desk.wait(ORIGINAL.takeover - 10)
    assert desk.named("ann", original=True).codes()[-1] == "401"


def test_who_takes_over_where_the_other_one_is_lost_waits() -> None:
    desk = Desk()
    _, ben = desk.playing(original=True)
    ben.close()
    desk.wait(ORIGINAL.takeover)
    again = desk.named("ann", original=True)
    assert again.codes()[-1] == "201"
    assert [line[:3] for line in again.asks("GET_GAME_STATE")] == ["207", "290"]
    desk.named("ben", original=True)
    assert again.codes()[-1] == "295"


def test_a_document_client_may_take_over_from_a_silent_one_and_waits_too() -> None:
    desk = Desk()
    _, ben = desk.playing(original=True)
    ben.close()
    desk.wait(ORIGINAL.takeover)
    assert desk.named("ann").codes() == ["201", "290"]


def test_a_silent_client_of_the_document_keeps_its_nickname() -> None:
    desk = Desk()
    ann, _ = desk.playing(original=False)
    ann.asks("PING")
    desk.wait(400_000)
    assert desk.named("ann").codes() == ["402"]
    assert not ann.closed


def test_a_client_that_never_pinged_keeps_its_nickname() -> None:
    desk = Desk()
    ann = desk.named("ann", desk.original_door)
    desk.wait(400_000)
    assert desk.named("ann", desk.original_door).codes() == ["401"]
    assert not ann.closed


def test_both_ports_have_one_set_of_nicknames_and_one_lobby() -> None:
    desk = Desk()
    ann, eve = desk.named("ann", original=True), desk.named("eve")
    assert desk.named("ann", desk.original_door).codes() == ["401"]
    ann.asks("CREATE_GAME")
    desk.wait(ORIGINAL.takeover)
    again = desk.named("ann", desk.original_door)
    assert again.codes() == ["200"]
    assert ann.closed
    assert eve.heard[1:] == ["250|ann", "260|ann"]
    again.asks("CREATE_GAME")
    assert eve.asks("GET_GAMES") == ["203|ann"]
    assert eve.asks("JOIN_GAME|ann") == ["206"]


def test_who_used_to_ping_and_is_silent_for_long_counts_as_lost() -> None:
    desk = Desk()
    ann, ben = desk.playing(original=True)
    desk.wait(200_000)
    ben.asks("PING")
    desk.wait(ORIGINAL.silence - 200_000 - 10)
    assert not ann.closed
    desk.wait(20)
    assert ann.closed
    assert ben.codes()[-1] == "290"
    desk.wait(150_000)
    assert not ben.closed
    desk.wait(ORIGINAL.silence)
    assert ben.closed
