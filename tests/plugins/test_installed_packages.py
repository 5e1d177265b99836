"""Packages that were made by `tablehall new` and installed by pip: found, played, spoken and verified."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.client import Guest
from tablehall.client.table import Table
from tests.client.guests import PATIENCE, house
from tests.plugins.workshop import FAST_BOTS, InstalledHall, Workshop


@pytest.fixture(scope="module")
def open_hall(workshop: Workshop) -> Iterator[InstalledHall]:
    """A hall that everything installed is in."""
    running = workshop.hall()
    yield running
    running.kill()


async def play_on(table: Table, chance: random.Random) -> None:
    """Play at a table until the game is over."""
    async for _ in table:
        if table.my_turn:
            await table.act(chance.choice(await table.legal()))


async def test_othello_is_played_by_the_houses_bots_and_verified(
    workshop: Workshop, open_hall: InstalledHall, tmp_path: Path
) -> None:
    async with Guest(house(open_hall), name="anna") as anna, asyncio.timeout(2 * PATIENCE):
        cards = {card.name: card for card in await anna.games()}
        assert cards["othello"].bots == (1, 2, 3)
        assert cards["othello"].look.board == "cells"
        table = await anna.open("othello", bots=2)
        await play_on(table, random.Random(1))
        assert table.outcome is not None
        assert table.outcome.reason in ("discs", "equal")
        assert sum(table.outcome.scores) > 4
        number = table.number
    data = open_hall.folder / "data"
    sealed = tmp_path / "game.jsonl"
    workshop.tablehall("export", number, "--data", data, "-o", sealed)
    said = workshop.tablehall("verify", sealed)
    assert said.startswith("Yes: ")
    assert "Othello (anna, " in said
    assert "every move and every throw is right" in said
    assert "moved anna" in workshop.tablehall("replay", sealed)


def test_the_arena_knows_it_by_its_name(workshop: Workshop) -> None:
    said = workshop.tablehall("arena", "othello", 2, 1, "--games", 2, "--effort", "0.05")
    assert "Othello, 2 seats: level 2 against level 1" in said
    assert "There is no game poker; the games: " in workshop.tablehall("arena", "poker", 1, 1, fails=True)


def test_its_own_tests_pass_and_it_is_checked_by_name(workshop: Workshop) -> None:
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:asyncio")
    assert "3 passed" in workshop.run("pytest", *quiet, folder=workshop.folder / "othello")
    said = workshop.tablehall("check", "othello", "--games", 5)
    assert said.count("  ok  ") == 5, said
    assert "its 3 bots play each other" in said  # those of another package
    assert "Othello: 5 games by 2" in said


def test_the_chat_protocol_is_conformed_to_over_a_real_socket(
    workshop: Workshop, open_hall: InstalledHall
) -> None:
    host, port = open_hall.doors["chat"]
    said = workshop.tablehall("conform", "chat", f"{host}:{port}")
    assert "differs" not in said.replace("0 differs", ""), said
    for title in ("Talking", "Playing", "What is no request"):
        assert any(line.startswith("ok ") and line.endswith(title) for line in said.splitlines()), said


def test_the_chat_protocols_own_tests_pass(workshop: Workshop) -> None:
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:asyncio")
    assert "2 passed" in workshop.run("pytest", *quiet, folder=workshop.folder / "chat")


async def test_whoever_comes_by_chat_meets_everybody_else(open_hall: InstalledHall) -> None:
    async with Guest(house(open_hall), name="berta") as berta, asyncio.timeout(PATIENCE):
        table = await berta.open("othello")
        reader, writer = await asyncio.open_connection(*open_hall.doors["chat"])
        writer.write(f"HELLO carl\r\nJOIN {table.number}\n".encode())
        assert await reader.readline() == b"WELCOME carl\n"
        assert await reader.readline() == f"TABLE {table.number} othello playing\n".encode()
        async for _ in table:
            if table.my_turn:
                break
        assert [chair and chair.name for chair in table.seats] == ["berta", "carl"]
        writer.close()
        await writer.wait_closed()


def test_what_cannot_be_used_is_one_sentence_each_and_stops_nothing(open_hall: InstalledHall) -> None:
    log = open_hall.log()
    assert log.count("a plug-in cannot be used") == 5
    for sentence in (
        "strange 1.2 is left out (tablehall.games, chess = strange.colliding:game): the house has 'chess'",
        "strange 1.2 is left out (tablehall.games, poker = strange.failing:game)",
        "strange 1.2 is left out (tablehall.doors, poker = strange.failing:door)",
        "failing.py, line 1: ModuleNotFoundError: No module named 'nothing_of_this_name'",
        "strange 1.2 is left out (tablehall.games, whist = strange.mistaken:game): `game` is no Game",
        "strange 1.2 is left out (tablehall.bots, whist = strange.mistaken:game): `levels` must be 3 bots",
    ):
        assert sentence in log, log
    assert "Traceback" not in log
    assert sum(line.startswith("strange 1.2 is left out (") for line in open_hall.announced) == 5


def test_a_journal_is_chosen_by_the_scheme_of_its_address(workshop: Workshop, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    hall = workshop.hall(f'database = "mine://{notes}"\n{FAST_BOTS}')
    hall.kill()
    assert notes.read_text() == f"mine://{notes} False\n"
    workshop.tablehall("tables", "--database", f"mine://{notes}")
    assert notes.read_text().splitlines()[-1] == f"mine://{notes} True"
    said = workshop.tablehall("tables", "--database", "other://here", fails=True)
    assert said.startswith("Nothing here opens a database other://; say postgres://USER:PASSWORD@HOST")
    assert said.endswith("install a package that brings other:// (entry point tablehall.journals).\n")


def test_the_doctor_names_what_is_installed_and_what_is_ill(workshop: Workshop, tmp_path: Path) -> None:
    said = workshop.tablehall("doctor", "--data", tmp_path, fails=True)
    for line in (
        "ok   installed: game othello",
        "ok   installed: door chat",
        "ok   installed: bots of othello",
        "ok   installed: journal mine",
        "BAD  strange 1.2 is left out (tablehall.games, chess = strange.colliding:game): the house has",
        "      cure: mend the package, or uninstall it",
    ):
        assert line in said
