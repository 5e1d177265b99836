"""A guest without asyncio: every call returns when it is done, and a lost connection is repaired."""

import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablehall.client import ConnectionLostError, RefusedError, ShownOutError, frames
from tablehall.client import blocking as blocking_wire
from tablehall.client.blocking import BlockingWire
from tablehall.client.sync import Guest, Table
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import Happened
from tests.client.guests import PATIENCE, a_name, house, place
from tests.client.relay import Relay
from tests.client.test_client_page import ROOT, source
from tests.conftest import NewHall, RunningHall


@contextlib.contextmanager
def guest(hall: RunningHall, name: str, address: str = "", words: bool = False) -> Iterator[Guest]:
    """Somebody new in the hall; leaves it at the end, so that no seat is held."""
    with Guest(address or house(hall), name=a_name(name), words=words) as somebody:
        yield somebody
        if somebody.shown_out is None:
            somebody.bye()


@contextlib.contextmanager
def pair(hall: RunningHall, game: str = "tictactoe", address: str = "") -> Iterator[tuple[Table, Table]]:
    """Anna and Bob at a table; Anna's connection goes by the address."""
    with guest(hall, "anna", address) as anna, guest(hall, "bob") as bob:
        table = anna.open(game)
        yield table, bob.join(table.number)


def test_two_play_by_turns_to_the_end(hall: RunningHall) -> None:
    with pair(hall) as (annas, bobs):
        for number, cell in enumerate((0, 3, 1, 4, 2)):
            mover = (annas, bobs)[number % 2]
            assert mover.wait(PATIENCE)
            assert place(cell // 3, cell % 3) in mover.legal()
            mover.act(place(cell // 3, cell % 3))
        assert not bobs.wait(PATIENCE)
        assert not annas.wait(PATIENCE)
        assert annas.outcome == bobs.outcome
        assert annas.outcome is not None
        assert annas.outcome.winners == (0,)


@pytest.mark.parametrize("game", ["connect_four", "mia", "eriantys"])
def test_any_game_is_played_against_the_house(hall: RunningHall, game: str) -> None:
    chance = random.Random(1)
    with guest(hall, "anna") as anna:
        table = anna.open(game, bots=1)
        moves = 0
        while moves < 3 and table.wait(PATIENCE):
            table.act(chance.choice(table.legal()))
            moves += 1
        assert moves


def test_what_happens_is_heard_in_its_order(hall: RunningHall) -> None:
    with pair(hall) as (annas, bobs):
        heard: list[Any] = []
        for news in bobs:
            heard.append(news)
            if bobs.my_turn and not bobs.chat:
                bobs.say("done")
                bobs.resign()
            elif len(heard) == 1:
                annas.wait(PATIENCE)
                annas.act(place(1, 1))
        happened = [news.what for news in heard if isinstance(news, Happened)]
        assert [what for what in happened if what in ("moved", "said", "ended")] == ["moved", "said", "ended"]
        assert annas.wait(PATIENCE) is False
        assert annas.chat[-1].text == "done"
        assert not annas._ears


def test_a_rematch_calls_both(hall: RunningHall) -> None:
    with pair(hall) as (annas, bobs):
        annas.wait(PATIENCE)
        annas.resign()
        bobs.wait(PATIENCE)
        bobs.propose("rematch")
        while annas.proposal is None:
            annas.guest.hear(PATIENCE)
        annas.answer(True)
        again = annas.guest.called(PATIENCE)
        assert again.number == bobs.guest.called(PATIENCE).number != annas.number
        assert again.promised


def test_looking_on_and_around(hall: RunningHall) -> None:
    with pair(hall) as (annas, _), guest(hall, "eve", words=True) as eve:
        assert "chess" in {card.name for card in eve.games()}
        assert eve.lobby()[annas.number].game == "tictactoe"
        seen = eve.watch(annas.number)
        annas.wait(PATIENCE)
        annas.act(place(0, 0))
        while seen.last is None:
            eve.hear(PATIENCE)
        assert "X" in seen.text
        assert seen.you is None
        seen.leave()
        assert seen.over
        assert annas.number not in eve.tables
        assert abs(eve.now() - annas.at) < 3_600_000


def test_with_the_secret_one_comes_back_to_name_and_seats(hall: RunningHall) -> None:
    with pair(hall) as (annas, bobs):
        bobs.guest.close()
        with Guest(house(hall), secret=bobs.guest.secret) as bob:
            assert bob.name == bobs.guest.name
            assert bob.tables[annas.number].you == 1
            bob.bye()


def test_what_the_hall_refuses_is_an_error_and_changes_nothing(hall: RunningHall) -> None:
    with pair(hall) as (annas, bobs):
        annas.wait(PATIENCE)
        with pytest.raises(RefusedError, match="not your turn"):
            bobs.act(place(0, 0))
        with pytest.raises(RefusedError):
            annas.claim("win")
        with pytest.raises(RefusedError) as taken:
            Guest(house(hall), name=annas.guest.name).come_in()
        assert taken.value.reason == "name_taken"
        assert annas.my_turn


def test_who_waits_no_longer_than_so_long_is_told(hall: RunningHall) -> None:
    with pair(hall) as (annas, bobs):
        annas.wait(PATIENCE)
        with pytest.raises(TimeoutError):
            bobs.wait(0.05)
        with pytest.raises(TimeoutError):
            bobs.guest.called(0.01)


def test_who_waits_no_longer_than_so_long_is_told_also_when_the_hall_is_gone(new_hall: NewHall) -> None:
    hall = new_hall()
    with Guest(house(hall), name="anna") as anna:
        table = anna.open("tictactoe")
        hall.kill()
        with pytest.raises(TimeoutError):
            table.wait(0.5)
        with pytest.raises(TimeoutError):
            anna.called(0)


def test_who_waits_only_for_a_moment_each_time_comes_back_all_the_same(
    hall: RunningHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No single wait is long enough for the pause before a try, nor for a try over a slow wire."""
    seconds: list[float] = []

    def opened(url: str, within: float) -> BlockingWire:
        seconds.append(within)
        return BlockingWire.open(url, within)

    with guest(hall, "anna") as anna:
        monkeypatch.setattr("tablehall.client.sync.BlockingWire", SimpleNamespace(open=opened))
        anna._hang_up()
        moments = 0
        while not anna._here:
            with pytest.raises(TimeoutError):
                anna.called(0.01)
            moments += 1
        assert moments > 1
        assert seconds == [1.0]
        assert "chess" in {card.name for card in anna.games()}


def test_who_comes_back_to_a_hall_that_says_nothing_is_told_in_time(hall: RunningHall) -> None:
    """Somebody opens the connection, and nobody says welcome."""
    with guest(hall, "anna") as anna:
        host, port = hall.doors["boards"]
        anna.url, right = f"ws://{host}:{port}/ws", anna.url
        anna._hang_up()
        for _ in range(2):
            with pytest.raises(TimeoutError):
                anna.called(0.5)
        anna.url = right
        anna._hang_up()


@pytest.mark.parametrize("honest", [True, False])
def test_whether_the_dice_are_those_that_were_promised_is_known(hall: RunningHall, honest: bool) -> None:
    with guest(hall, "anna") as anna:
        if not honest:
            anna._core.promise = "what the hall promised"
        assert anna.open("mia").promised is honest
        assert anna.open("mia", entropy="").promised is None


def test_whoever_has_left_is_told_so(hall: RunningHall) -> None:
    with guest(hall, "anna") as anna:
        with Guest(house(hall), secret=anna.secret) as other:
            other.bye()
        with pytest.raises(ShownOutError, match="left the hall"):
            anna.called(PATIENCE)
        with pytest.raises(ShownOutError):
            anna.games()
        assert anna.shown_out is not None


async def test_a_lost_connection_is_repaired_and_a_move_is_made_once(hall: RunningHall) -> None:
    """The wire is cut before every move of Anna's."""
    loop = asyncio.get_running_loop()
    async with Relay(hall.doors["house"]) as relay:

        def cut() -> None:
            asyncio.run_coroutine_threadsafe(relay.cut(), loop).result(PATIENCE)

        def play() -> int:
            with pair(hall, address=relay.address) as (annas, bobs):
                for number, cell in enumerate((0, 3, 1, 4, 2)):
                    mover = (annas, bobs)[number % 2]
                    assert mover.wait(PATIENCE)
                    if mover is annas:
                        cut()
                    with contextlib.suppress(ConnectionLostError):
                        mover.act(place(cell // 3, cell % 3))
                assert not annas.wait(PATIENCE)
                assert annas.outcome is not None
                return annas.outcome.winners[0]

        with ThreadPoolExecutor(1) as pool:
            assert await loop.run_in_executor(pool, play) == 0


async def test_an_answer_that_never_came_is_asked_for_again_if_it_was_a_question(hall: RunningHall) -> None:
    loop = asyncio.get_running_loop()
    async with Relay(hall.doors["house"]) as relay, asyncio.timeout(PATIENCE):

        async def lose_the_answer() -> None:
            relay.answers.clear()
            await relay.swallowed.wait()
            relay.swallowed.clear()
            await relay.cut()
            relay.answers.set()

        with ThreadPoolExecutor(1) as pool:

            def call(what: Any, *words: Any) -> "asyncio.Future[Any]":
                return loop.run_in_executor(pool, what, *words)

            anna = Guest(relay.address, name=a_name("anna"))
            await call(anna.come_in)
            losing = asyncio.create_task(lose_the_answer())
            await asyncio.sleep(0)
            assert "mia" in {card.name for card in await call(anna.games)}
            await losing
            losing = asyncio.create_task(lose_the_answer())
            await asyncio.sleep(0)
            with pytest.raises(ConnectionLostError):
                await call(anna.ask, requests.Say(table=1, text="hm"))
            await losing
            await call(anna.bye)
            anna.close()


def wired() -> tuple[BlockingWire, socket.socket]:
    """A wire and its far end."""
    near, far = socket.socketpair()
    return BlockingWire(near, b""), far


def test_messages_in_pieces_with_pings_between_are_put_together() -> None:
    wire, far = wired()
    with far:
        far.sendall(b"\x01\x02ab" + b"\x89\x01?" + b"\x80\x01c" + b"\x81\x01d")
        assert wire.hear(PATIENCE) == b"abc"
        assert wire.hear(PATIENCE) == b"d"
        assert frames.kind_of(far.recv(100)[0]) == frames.PONG
        far.sendall(b"\x88\x00")
        with pytest.raises(ConnectionLostError):
            wire.hear(PATIENCE)
        wire.close()


def test_a_message_of_endless_pieces_is_the_end_of_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking_wire, "LONGEST", 20)
    wire, far = wired()
    with far:
        far.sendall(b"\x01\x0a0123456789" + b"\x80\x0a0123456789")
        assert wire.hear(PATIENCE) == b"01234567890123456789"
        far.sendall(b"\x01\x0a0123456789" + b"\x00\x0a0123456789" + b"\x00\x01!")
        with pytest.raises(ConnectionLostError):
            wire.hear(PATIENCE)
        wire.close()


def hear_for_moments(wire: BlockingWire, within: float | None) -> None:
    """Wait for a message again and again, each time for so long."""
    for _ in range(1000):
        with contextlib.suppress(TimeoutError):
            wire.hear(within)


@pytest.mark.parametrize("within", [None, 0.005])
def test_a_silent_hall_is_asked_whether_it_is_there_and_then_given_up(
    monkeypatch: pytest.MonkeyPatch, within: float | None
) -> None:
    monkeypatch.setattr(blocking_wire, "HEARTBEAT", 0.02)
    wire, far = wired()
    with far:
        with pytest.raises(ConnectionLostError):
            hear_for_moments(wire, within)
        assert frames.kind_of(far.recv(100)[0]) == frames.PING
        wire.close()


def test_a_hall_that_shows_one_out_while_one_comes_back_is_obeyed(hall: RunningHall) -> None:
    """The name was taken by somebody else while the connection was lost."""
    with guest(hall, "bob") as bob, Guest(house(hall), name=a_name("anna")) as anna:
        anna._hang_up()
        anna.conversation.secret, anna.conversation.name = "", bob.name
        with pytest.raises(ShownOutError):
            anna.games()


def test_a_restarted_hall_is_waited_for(new_hall: NewHall) -> None:
    hall = new_hall()
    with Guest(house(hall), name="anna") as anna:
        table = anna.open("tictactoe", bots=1)
        table.wait(PATIENCE)
        hall.kill()
        hall.start()
        table.act(table.legal()[0])
        assert table.moved_at
        assert isinstance(anna.ask(requests.Ping()), replies.Pong)
        anna.bye()


def test_the_bot_of_the_page_plays_to_the_end(hall: RunningHall, tmp_path: Path) -> None:
    (tmp_path / "blocking_bot.py").write_text(source("blocking_bot.py"))
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    command = [sys.executable, str(tmp_path / "blocking_bot.py"), house(hall), a_name("rosie"), "tictactoe"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env=env)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Outcome(ranks=")
