"""Who is away and what becomes of it: in sentences, by keys, and in a real hall."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from tablehall.client import Guest, Table
from tablehall.games import house_games
from tablehall.games.api import Absence
from tablehall.games.look import Look
from tablehall.hall.people import Missed
from tablehall.protocols.house import replies
from tablehall.protocols.house.render import game_card
from tablehall.protocols.house.replies import Chair, Clocks, Code, Happened, SaveCard, TableCard
from tablehall.terminal import dialogs
from tablehall.terminal.books import Scribe
from tablehall.terminal.keys import CLAIM_KEYS, table_hints
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.presence import (
    device_words,
    host_words,
    missed_words,
    not_met,
    presence,
    question,
    save_words,
)
from tablehall.terminal.table import TableScreen
from tablehall.terminal.words import sentence
from tests.client.guests import PATIENCE, a_name, guest, heard, house, place
from tests.conftest import RunningHall
from tests.terminal.screen import screen

GAMES = {name: game_card(game, (1, 2, 3)) for name, game in house_games().items()}
ANNA, EVE = Chair("anna", 7), Chair("eve", 9)
LATE = Chair("bob", 8, away=5, overdue=65_000)
AT_ONCE = Absence(grace=0)


def table(*seats: Chair, **more: Any) -> Table:
    """Anna's table of chess."""
    here = Guest("hall.example")
    here.conversation.person = 7
    card = TableCard(1, "chess", "playing", seats, 0)
    told: dict[str, Any] = {"you": 0, "commitment": "", "turn": (0,), "seq": 3, "at": 0, **more}
    return Table(here, replies.Table(card=card, **told))


# In sentences.


@pytest.mark.parametrize(
    ("chair", "words"),
    [
        (Chair("bob", 8), ""),
        (Chair("bob", 8, away=5), "away"),
        (Chair("bob", 8, away=5, until=62_000), "away, waited for 1:01"),
        (Chair("bob", 8, away=5, until=500), "away, waited for 0:00"),
        (LATE, "away for too long"),
        (Chair("bob", 8, away=5, expected=9), "has not been here yet"),
        (Chair("bob", 8, away=5, gone=True), "out"),
    ],
)
def test_it_is_said_what_keeps_somebody_from_playing(chair: Chair, words: str) -> None:
    assert presence(chair, 1000.0) == words


def test_it_is_said_that_a_game_began_without_somebody() -> None:
    unmet = Chair("bob", 8, away=5, expected=9)
    assert not_met(table(ANNA, unmet)) == "bob has not been here yet."
    clocks = Clocks((1000, 1000, 1000), (0, 0, 0))
    both = table(ANNA, unmet, replace(unmet, name="eve"), clocks=clocks)
    assert not_met(both) == "bob and eve have not been here yet; no clock runs before that."
    assert not_met(table(ANNA, EVE)) == ""


def test_who_waits_is_asked_with_the_keys_that_answer() -> None:
    asked = "bob has been away for too long: 1 claim the win, 2 call it a draw, "
    asked += "3 let a player of the house go on, 4 wait on."
    assert question(table(ANNA, LATE), GAMES["chess"], CLAIM_KEYS) == asked
    assert question(table(ANNA, EVE), GAMES["chess"], CLAIM_KEYS) == ""
    nobody = replace(GAMES["chess"], bots=())
    assert "player of the house" not in question(table(ANNA, LATE), nobody, CLAIM_KEYS)


def test_the_keys_that_answer_come_first_and_have_room_in_a_narrow_terminal() -> None:
    hints = table_hints(table(ANNA, LATE), GAMES["chess"])
    line = "  ".join(f"{hint.key} {hint.label}" for hint in hints)
    assert line.startswith("1 I win  2 Draw  3 Bot  4 Wait  ")
    assert len(line) <= 78
    assert all(f"{key} " in dialogs.HELP for key in CLAIM_KEYS.values())


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((replace(ANNA, away=5), None), "host is away"),
        ((replace(ANNA, away=5), Chair("Ada", 0, bot=1), None), "host is away"),
        ((replace(ANNA, away=5), EVE, None), "anna is away"),
        ((replace(ANNA, away=5), replace(EVE, away=6), None), "everybody is away"),
        ((ANNA, None), ""),
    ],
)
def test_the_lobby_says_who_is_away_from_a_waiting_table(seats: tuple[Chair | None, ...], words: str) -> None:
    assert host_words(TableCard(1, "chess", "waiting", seats, 0)) == words


def test_who_is_away_from_a_game_that_has_begun_is_not_the_lobbys_business() -> None:
    assert host_words(TableCard(1, "chess", "playing", (replace(ANNA, away=5), EVE), 0)) == ""


@pytest.mark.parametrize(
    ("how", "why", "words"),
    [
        ("won", "checkmate", "you won (checkmate)."),
        ("lost", "absent", "you lost (absent)."),
        ("drawn", "absent", "nobody won (absent)."),
        ("replaced", "", "a player of the house went on in your seat."),
        ("put away", "deserted", "put away since everybody was gone, as 'anna bob'."),
        ("put away", "saved", "put away as 'anna bob'."),
        ("closed", "no show", "closed without a result (no show)."),
    ],
)
def test_what_was_missed_has_a_sentence(how: Any, why: str, words: str) -> None:
    missed = Missed(4, "chess", ("anna", "bob"), how, why, 1_700_000_000_000, "anna bob")
    told = missed_words(missed, GAMES)
    assert told.startswith("2023-11-1")
    assert told.endswith(f"  Chess, anna and bob: {words}")


def test_a_save_says_whose_it_is_and_who_put_it_away() -> None:
    assert save_words(SaveCard("chess", "later", ("anna", "bob"), 0)) == ""
    mine = SaveCard("chess", "later", ("anna", "bob"), 0, deserted=True, yours=True)
    assert save_words(mine) == ", yours, put away since everybody was gone"


def test_a_code_for_another_device_comes_with_what_to_type_until_it_is_too_late() -> None:
    here = Guest("hall.example")
    fresh = device_words(here, Code(code="ABCDEFGH", until=int(here.now()) + 59_900))
    assert "tablehall play --host hall.example:8080 --code ABCDEFGH" in fresh
    assert "for 0:" in fresh or "for 1:00" in fresh
    assert "no longer" in device_words(here, Code(code="ABCDEFGH", until=1))


@pytest.mark.parametrize(
    ("what", "more", "words"),
    [
        ("asked", {"seat": 1}, "bob has been away for too long."),
        ("claimed", {"seat": 0, "claim": "win"}, "anna claims the win."),
        ("claimed", {"seat": 0, "claim": "wait"}, "anna waits on."),
        (
            "saved",
            {"name": "x", "put_away": True, "deserted": True},
            "Everybody is gone: the game is put away as 'x'.",
        ),
        ("closed", {"why": "no show"}, "Somebody has never come: the table is closed without a result."),
        ("closed", {"why": "empty"}, "The table is closed."),
    ],
)
def test_what_becomes_of_who_is_away_has_a_sentence(what: str, more: dict[str, Any], words: str) -> None:
    news = Happened(table=1, seq=4, at=0, what=what, **more)
    assert sentence(table(ANNA, LATE), news, Scribe(Look())) == words


# On the screen, in a real hall.


async def leaves_a_game(hall: RunningHall, opened: Table) -> Guest:
    """Bob sits down, and is gone as soon as the game has begun."""
    async with Guest(house(hall), name=a_name("bob")) as bob:
        await bob.join(opened.number, opened.code)
        await heard(opened, 3)
    return bob


async def test_who_waits_at_the_screen_waits_on_and_then_claims_the_win(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        annas = await anna.guest.open("tictactoe", private=True, absence=AT_ONCE)
        anna.app.go_to(annas)
        await anna.sees(TableScreen)
        bob = await leaves_a_game(hall, annas)
        for _ in range(2):
            await anna.reads("turn", "1 claim the win")
            await anna.until(lambda: anna.shown("keys").startswith("1 I win"))
            assert f"{bob.name} (O), away for too long" in anna.shown("seats")
            waited = annas.seq
            await anna.press("4")
            await anna.until(lambda waited=waited: annas.seq > waited + 1)  # type: ignore[misc]
        assert f"{anna.guest.name} waits on." in anna.log()
        await anna.until(lambda: annas.claims)
        await anna.press("1")
        await anna.reads("turn", "you win")


async def test_a_countdown_runs_while_somebody_is_away(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        annas = await anna.guest.open("tictactoe", private=True, absence=Absence(grace=3_600_000))
        anna.app.go_to(annas)
        await anna.sees(TableScreen)
        bob = await leaves_a_game(hall, annas)
        await anna.reads("seats", f"{bob.name} (O), away, waited for 59:")
        async with Guest(house(hall), secret=bob.secret) as back:
            await anna.until(lambda: "away" not in anna.shown("seats"))
            await back.bye()


async def test_a_game_that_began_without_its_host_says_so(hall: RunningHall) -> None:
    async with Guest(house(hall), name=a_name("host")) as host:
        opened = await host.open("tictactoe")
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        await anna.until(lambda: opened.number in lobby.cards())
        row = [str(cell) for cell in lobby._cells(lobby.cards()[opened.number])]
        assert "1 free, host is away" in row
        anna.app.go_to(await anna.guest.join(opened.number))
        await anna.sees(TableScreen)
        await anna.reads("turn", f"{host.name} has not been here yet.")
        async with Guest(house(hall), secret=host.secret) as back:
            await anna.until(lambda: "not been here" not in anna.shown("turn"))
            await back.bye()


async def test_what_was_missed_is_told_at_the_start_until_it_was_read(hall: RunningHall) -> None:
    name = a_name("bob")
    async with guest(hall, "anna") as anna, asyncio.timeout(PATIENCE):
        annas = await anna.open("tictactoe", private=True, absence=AT_ONCE)
        async with screen(hall, name=name, table=annas.number, code=annas.code) as bob:
            await heard(annas, 3)
            await annas.act(place(1, 1))
            await bob.guest.close()
        async for _ in annas:
            if annas.claims:
                await annas.claim("win")
        for key, told in (("escape", True), ("enter", False)):
            async with screen(hall, name=name) as bob:
                await bob.sees(dialogs.Missed)
                assert "Tic Tac Toe" in bob.shown("missed")
                assert "you lost (absent)." in bob.shown("missed")
                await bob.press(key)
                await bob.sees(Lobby)
                await bob.until(lambda told=told: bool(bob.guest.missed) is told)  # type: ignore[misc]
                await bob.guest.close()
        async with screen(hall, name=name) as bob:
            await bob.sees(Lobby)
            assert bob.guest.missed == ()


async def test_a_game_that_everybody_left_is_among_the_saves(hall: RunningHall) -> None:
    name = a_name("anna")
    async with Guest(house(hall), name=a_name("bob")) as bob, screen(hall, name=name) as anna:
        await anna.sees(Lobby)
        absence = Absence(grace=3_600_000, all_gone=0)
        annas = await anna.guest.open("tictactoe", private=True, absence=absence)
        await bob.join(annas.number, annas.code)
        await heard(annas, 3)
        await annas.act(place(1, 1))
        await anna.guest.close()
    async with screen(hall, name=name) as anna:
        await anna.sees(dialogs.Missed)
        assert "put away since everybody was gone, as '" in anna.shown("missed")
        await anna.press("enter")
        await anna.sees(Lobby)
        await anna.press("s")
        await anna.sees(dialogs.Choose)
        label = anna.app.screen.labels[0]  # type: ignore[attr-defined]
        assert label.endswith(f"({name} and {bob.name}), yours, put away since everybody was gone")
        await anna.press("enter")
        await anna.until(lambda: getattr(anna.app.screen, "labels", ("",))[0] == "Bring it back")
        await anna.press("enter")
        await anna.sees(TableScreen)
        assert anna.table.table.last is None
        async with Guest(house(hall), secret=bob.secret) as back:
            await back.join(anna.table.table.number)
            await anna.until(lambda: anna.table.table.status == "playing")
            await anna.until(lambda: anna.table.table.last == (0, place(1, 1)))
            await back.bye()


async def test_a_code_on_the_screen_brings_one_to_another_device(
    hall: RunningHall, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("d")
        await anna.sees(dialogs.Ticking)
        told = str(anna.app.screen.query_one(Static).visual)
        code = told.split()[6]
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another device"))
        async with screen(hall, name="", device=code) as there:
            assert there.guest.name == anna.guest.name
            await there.guest.close()
        async with screen(hall, name=anna.guest.name) as there:
            assert there.guest.person == anna.guest.person
            await there.guest.close()
        await anna.press("escape")
        await anna.sees(Lobby)


async def test_a_table_of_another_device_does_not_tear_one_out_of_a_game(hall: RunningHall) -> None:
    async with screen(hall) as anna, Guest(house(hall), secret=anna.guest.secret) as phone:
        await anna.sees(Lobby)
        first = await phone.open("tictactoe", private=True)
        await anna.sees(TableScreen)
        assert anna.table.table.number == first.number
        second = await phone.open("tictactoe", private=True)
        await anna.until(
            lambda: any(f"You are at table {second.number}" in one.message for one in anna.app._notifications)
        )
        assert anna.table.table.number == first.number
        await anna.press("escape")
        await anna.sees(Lobby)
        assert second.number in anna.app.screen.cards()  # type: ignore[attr-defined]
