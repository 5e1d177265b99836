"""What guests write never works on a terminal; what goes on stays secret on the command line too."""

import json
from pathlib import Path

import pytest
from textual.widgets import OptionList

from tablehall.client import Guest, Table
from tablehall.games import house_games
from tablehall.printable import printable
from tablehall.terminal.dialogs import Choose
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.table import TableScreen
from tests.client.guests import guest, heard, house, place
from tests.conftest import NewHall, RunningHall, tablehall
from tests.terminal.pipes import terminal
from tests.terminal.screen import Person, screen

CLIPBOARD = "\x1b]52;c;cm0gLXJmIH4=\x07"
TRICKS = f"hello {CLIPBOARD}\x1b[2J\u202egniht\x9b31m\rbob: I resign\nThe game is over: you lost."
MARKUP = "[red]free beer[/red] [link=http://evil.example]here[/link]"


def commanded(text: str) -> set[str]:
    """What a terminal would obey."""
    return {letter for letter in text if not letter.isprintable() and letter != "\n"}


def ask(*words: object, hall: RunningHall) -> tuple[int, str, str]:
    """A command on the folder of a hall that runs: how it ended, and what it printed."""
    done = tablehall(*words, folder=hall.folder, TABLEHALL_DATA=str(hall.folder / "data"))
    return done.returncode, done.stdout, done.stderr


async def talked(hall: RunningHall) -> int:
    """A finished game in which somebody has said a few tricks."""
    async with guest(hall, "mallory") as mallory, guest(hall, "bob") as bob:
        table = await mallory.open("tictactoe", title=MARKUP)
        other = await bob.join(table.number)
        await table.say(TRICKS)
        await other.resign()
        await heard(table, 4)
        return table.number


# Escape sequences.


async def test_a_replay_prints_what_was_said_and_obeys_none_of_it(new_hall: NewHall) -> None:
    hall = new_hall()
    number = await talked(hall)
    assert ask("export", number, "-o", "game.jsonl", hall=hall)[0] == 0
    for words in (("replay", "game.jsonl"), ("verify", "game.jsonl"), ("tables",)):
        code, out, err = ask(*words, hall=hall)
        assert code == 0, err
        assert not commanded(out + err)
    (said,) = [line for line in ask("replay", "game.jsonl", hall=hall)[1].splitlines() if "hello" in line]
    assert said.endswith(printable(TRICKS))
    assert r"\x1b]52;c;cm0gLXJmIH4=\x07" in said


async def test_a_broken_export_is_named_without_obeying_it(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text(f"{CLIPBOARD}\n")
    for command in ("replay", "verify"):
        done = tablehall(command, "bad.jsonl", folder=tmp_path)
        assert done.returncode == 1
        assert not commanded(done.stdout + done.stderr)


async def test_the_plain_client_shows_chat_in_one_line(hall: RunningHall, tmp_path: Path) -> None:
    async with guest(hall, "mallory") as mallory:
        table = await mallory.open("tictactoe", title=MARKUP)
        async with terminal(tmp_path, "watch", str(table.number), "--host", house(hall), "--plain") as eve:
            await eve.until("Waiting for")
            await table.say(TRICKS)
            line = await eve.until("hello")
            eve.type("lobby", "quit")
            printed, _ = await eve.rest()
    assert line == f"{mallory.name}: {printable(TRICKS)}"
    assert not commanded("\n".join(printed))
    assert any(MARKUP in line for line in printed)


def drawn(person: Person) -> str:
    """Everything on the screen, as the terminal gets it."""
    person.app.screen.refresh()
    strips = person.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def test_the_screen_shows_names_titles_and_chat_as_they_are_written(hall: RunningHall) -> None:
    async with guest(hall, "[b]mal") as mallory, screen(hall, table=None) as anna:
        table = await mallory.open("tictactoe", title=MARKUP)
        await anna.sees(Lobby)
        await anna.until(lambda: table.number in anna.guest.lobby_cards)
        await anna.until(lambda: "[red]free beer[/red]" in drawn(anna))
        assert "[b]mal" in drawn(anna)
        anna.app.go_to(await anna.guest.watch(table.number))
        await anna.sees(TableScreen)
        await table.say(TRICKS + MARKUP)
        await anna.until(lambda: "gniht" in anna.log())
        assert not commanded(drawn(anna))
        assert r"\x1b]52;c;cm0gLXJmIH4=\x07" in anna.log().replace(" ", "")
        anna.table.note(TRICKS)
        await anna.pilot.pause()
        assert not commanded(drawn(anna))


async def test_no_part_of_the_screen_can_pass_an_escape_sequence_on(hall: RunningHall) -> None:
    """Whatever a hall itself may send: also where nobody thought of it, the last look finds it."""
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        anna.app.push_screen(Choose(f"which {TRICKS}", [f"one {TRICKS}", MARKUP]))
        await anna.sees(Choose)
        assert anna.app.screen.query_one(OptionList).option_count == 2
        anna.app.lost = TRICKS
        anna.app.screen_stack[1].update_head()  # type: ignore[attr-defined]
        await anna.pilot.pause()
        shown = drawn(anna)
        assert not commanded(shown)
        assert MARKUP[:20] in shown


# Secrets of games that go on.


async def shelfie(anna: Guest, bob: Guest) -> tuple[Table, Table]:
    table = await anna.open("shelfie", rated=False)
    return table, await bob.join(table.number)


async def test_a_game_that_can_be_brought_back_is_not_exported(new_hall: NewHall) -> None:
    hall = new_hall()
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        table, _ = await shelfie(anna, bob)
        await table.save("later")
        code, out, err = ask("export", table.number, hall=hall)
        assert (code, out) == (1, "")
        assert "is not over for good: it can still be played on" in err

        again = await anna.reopen("shelfie", "later")
        await anna.join(again.number)
        await again.leave()
        code, out, err = ask("export", again.number, hall=hall)
        assert (code, out) == (1, "")
        assert "not over for good" in err


async def test_only_the_keeper_who_says_so_gets_what_is_secret(new_hall: NewHall) -> None:
    hall = new_hall()
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        table, _ = await shelfie(anna, bob)
        code, out, err = ask("export", table.number, "--unfinished", hall=hall)
    assert code == 0
    assert err.startswith(f"Careful: the game at table {table.number} is not over for good")
    assert "whoever plays on must not see it" in err
    assert json.loads(out.splitlines()[-1])["what"] == "sealed"


async def test_a_save_from_the_middle_keeps_a_finished_game_secret(new_hall: NewHall) -> None:
    hall = new_hall()
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        table, other = await shelfie(anna, bob)
        await table.save("later")
        again = await anna.reopen("shelfie", "later")
        mine, theirs = await anna.join(again.number), await bob.join(again.number)
        assert (mine.number, theirs.number) == (table.number, other.number)
        await theirs.resign()
        await heard(mine, mine.seq)
    code, _, err = ask("export", table.number, hall=hall)
    assert code == 1
    assert "it can be brought back from the save 'later'" in err


@pytest.mark.parametrize("game", ["tictactoe", "shelfie"])
async def test_a_game_that_is_over_is_exported_without_a_word(new_hall: NewHall, game: str) -> None:
    hall = new_hall()
    assert game in house_games()
    async with guest(hall, "anna") as anna, guest(hall, "bob") as bob:
        table = await anna.open(game)
        other = await bob.join(table.number)
        if game == "tictactoe":
            await table.act(place(1, 1))
        await other.resign()
        await heard(table, 4)
    code, out, err = ask("export", table.number, hall=hall)
    assert (code, err) == (0, "")
    assert '"what":"ended"' in out
