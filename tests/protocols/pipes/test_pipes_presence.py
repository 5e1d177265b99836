"""Losing a connection and coming back, in every state."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.protocols.pipes.client import CLOSED, Pipe

if TYPE_CHECKING:
    from tests.conftest import NewHall
    from tests.protocols.pipes.conftest import Crowd

ONE, TWO = "0,1,1,0,2,1,3,0,4,1,5,0", "0,5,1,4,2,5,3,4,4,5,5,4"


def shuts(pipe: Pipe) -> None:
    """Say that nothing more will be said."""
    pipe.writer.write_eof()


def closes(pipe: Pipe) -> None:
    """Close the connection."""
    pipe.writer.close()


WAYS = pytest.mark.parametrize("goes", [closes, shuts, Pipe.breaks_off])


async def back(crowd: "Crowd", plain: str, *, original: bool = False) -> tuple[str, Pipe]:
    """Come back as soon as the loss has been noticed; the code of the answer and the client."""
    for _ in range(100):
        pipe = await crowd.connects(original=original)
        await pipe.asks(f"0|CONNECT|{crowd.name(plain)}")
        code, _, number = (await pipe.hears()).partition("|")
        if code in ("200", "201"):
            pipe.id, pipe.nick = int(number), crowd.name(plain)
            return code, pipe
        assert code == ("401" if original else "402")
        await asyncio.sleep(0.02)
    raise AssertionError(f"{plain} does not get in again")


@WAYS
async def test_whoever_is_lost_in_the_lobby_comes_back_under_the_old_number(
    crowd: "Crowd", goes: Callable[[Pipe], None]
) -> None:
    ann = await crowd.comes("ann")
    goes(ann)
    code, again = await back(crowd, "ann")
    assert (code, again.id) == ("201", ann.id)
    await again.does("GET_GAME_STATE", "414")
    await again.does("CREATE_GAME", "204")


async def test_in_the_original_dialect_under_a_new_one(crowd: "Crowd") -> None:
    ann = await crowd.comes("ann", original=True)
    await ann.closes()
    code, again = await back(crowd, "ann", original=True)
    assert code == "200"
    assert again.id > ann.id
    await again.closes()
    code, last = await back(crowd, "ann")
    assert (code, last.id) == ("201", again.id)


@WAYS
@pytest.mark.parametrize("original", [False, True])
async def test_a_game_that_waits_goes_with_its_player(
    crowd: "Crowd", goes: Callable[[Pipe], None], original: bool
) -> None:
    ann, eve = await crowd.comes("ann", original=original), await crowd.comes("eve")
    await ann.does("CREATE_GAME", "204")
    await eve.hears_lines(f"250|{ann.nick}")
    goes(ann)
    await eve.hears_lines(f"260|{ann.nick}")
    await eve.does(f"JOIN_GAME|{ann.nick}", "412")
    code, again = await back(crowd, "ann", original=original)
    assert (code, again.id == ann.id) == (("200", False) if original else ("201", True))
    await again.does("GET_GAMES", "203")
    await again.does("CREATE_GAME", "204")


@WAYS
@pytest.mark.parametrize("original", [False, True])
@pytest.mark.parametrize("on_turn", [False, True])
async def test_a_running_game_waits_for_whoever_is_lost(
    crowd: "Crowd", goes: Callable[[Pipe], None], original: bool, on_turn: bool
) -> None:
    one, two = await crowd.plays("one", "two", original=original)
    lost, other = (one, two) if on_turn else (two, one)
    goes(lost)
    await other.hears_lines("290")
    fields = [f"{one.nick},{ONE}", f"{two.nick},{TWO}", one.nick]
    state = "|".join(["207", *([fields[0], "", fields[1], "", fields[2]] if original else fields)])
    await other.does("GET_GAME_STATE", state)
    await other.does("TURN|0,1|1,2", "420")
    code, again = await back(crowd, "one" if on_turn else "two", original=original)
    assert (code, again.id) == ("201", lost.id)
    await other.hears_lines("295")
    await again.does("GET_GAME_STATE", state)
    one, two = (again, other) if on_turn else (other, again)
    one.says("TURN|0,1|1,2")
    assert (await one.hears())[:3] == (await two.hears())[:3] == "208"


async def test_one_may_come_back_in_the_other_dialect(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two")
    await one.closes()
    await two.hears_lines("290")
    code, one = await back(crowd, "one", original=True)
    assert code == "201"
    await two.hears_lines("295")
    one.says("TURN|0,1|1,2")
    assert (await one.hears()).count("|") == 5
    assert (await two.hears()).count("|") == 2


async def test_the_first_of_two_lost_players_to_return_hears_that_the_other_is_missing(
    crowd: "Crowd",
) -> None:
    one, two = await crowd.plays("one", "two")
    await one.closes()
    await two.hears_lines("290")
    await two.closes()
    code, again = await back(crowd, "two")
    assert (code, again.id) == ("201", two.id)
    await again.hears_lines("290")
    await again.does("TURN|0,5|1,4", "420")
    code, first = await back(crowd, "one")
    assert (code, first.id) == ("201", one.id)
    await again.hears_lines("295")
    first.says("TURN|0,1|1,2")
    assert (await first.hears())[:3] == (await again.hears())[:3] == "208"


@pytest.mark.parametrize("original", [False, True])
async def test_whose_opponent_left_meanwhile_is_back_in_the_lobby(crowd: "Crowd", original: bool) -> None:
    one, two = await crowd.plays("one", "two", original=original)
    await one.closes()
    await two.hears_lines("290")
    await two.does("EXIT_GAME", "205")
    code, again = await back(crowd, "one", original=original)
    assert (code, again.id == one.id) == (("200", False) if original else ("201", True))
    await again.does("GET_GAME_STATE", "420" if original else "414")
    await again.does("CREATE_GAME", "204")
    await two.hears_lines(f"250|{again.nick}")


async def test_a_name_is_taken_while_its_player_is_here(crowd: "Crowd") -> None:
    await crowd.plays("one", "two")
    for original, code in ((False, "402"), (True, "401")):
        pipe = await crowd.connects(original=original)
        await pipe.asks(f"0|CONNECT|{crowd.name('one')}", code)


async def test_whoever_is_thrown_out_counts_as_lost(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two")
    for _ in range(5):
        await two.does("TURN|0,5|1,4", "420")
    await two.does("TURN|0,5|1,4", "420", "460", CLOSED)
    await one.hears_lines("290")
    code, again = await back(crowd, "two")
    assert (code, again.id) == ("201", two.id)
    await one.hears_lines("295")


async def test_what_was_asked_for_before_closing_is_done(crowd: "Crowd") -> None:
    eve = await crowd.comes("eve")
    hasty = await crowd.connects()
    hasty.sends(f"0|CONNECT|{crowd.name('hasty')}\n".encode())
    number = int((await hasty.hears()).partition("|")[2])
    hasty.sends(f"{number}|CREATE_GAME\n".encode())
    await hasty.closes()
    await eve.hears_lines(f"250|{crowd.name('hasty')}", f"260|{crowd.name('hasty')}")
    one, two = await crowd.plays("one", "two")
    await eve.hears_lines(f"250|{one.nick}", f"260|{one.nick}")
    one.says("TURN|0,1|1,2")
    one.writer.close()
    assert (await two.hears())[:3] == "208"
    await two.hears_lines("290")


async def test_nobody_is_awaited_for_longer_than_the_grace_time(new_hall: "NewHall") -> None:
    hall = new_hall("[doors.pipes.settings]\ngrace = 400\n")
    one, two = await Pipe.named(hall, "one"), await Pipe.named(hall, "two")
    lobby, paul = await Pipe.named(hall, "lobby"), await Pipe.named(hall, "paul")
    await one.does("CREATE_GAME", "204")
    await two.hears_lines("250|one")
    await two.does("JOIN_GAME|one", "206")
    await one.hears_lines("270")
    before = asyncio.get_running_loop().time()
    for pipe in (lobby, one):
        await pipe.closes()
    await two.hears_lines("290", "280")
    assert asyncio.get_running_loop().time() - before >= 0.4
    await two.does("CREATE_GAME", "204")
    await paul.hears_lines("250|one", "260|one", "250|two")
    for nick, number in (("one", one.id), ("lobby", lobby.id)):
        pipe = await Pipe.to(hall)
        assert await pipe.logs_in(nick) == "200"
        assert pipe.id > number
        await pipe.closes()
    for pipe in (two, paul):
        await pipe.closes()
