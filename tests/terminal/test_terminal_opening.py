"""The form for a new table."""

from textual.widgets import Input

from tablehall.games.api import Absence
from tablehall.terminal.lobby import Lobby
from tablehall.terminal.opening import Opening, Tick
from tests.conftest import RunningHall
from tests.terminal.screen import screen


async def test_it_says_what_happens_when_a_player_stays_away_and_takes_wishes(
    hall: RunningHall,
) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("o")
        await anna.sees(Opening)
        form = anna.app.screen
        form.query_one("#game").value = "dama"  # type: ignore[attr-defined]
        field = form.query_one("#absence", Input)
        await anna.until(lambda: "usually 10m,pause,forfeit" in field.placeholder)
        field.value = "soon"
        field.focus()
        await anna.press("enter")
        await anna.until(lambda: any("cannot be read" in note.message for note in anna.app._notifications))
        assert anna.app.screen is form
        field.value = "3m"
        assert form._wishes().more["absence"] == Absence(180_000, pause=True)  # type: ignore[attr-defined]


async def test_it_asks_what_there_is_to_choose_in_the_game(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("o")
        await anna.sees(Opening)
        form = anna.app.screen
        assert not form.query(".option-expert")
        form.query_one("#game").value = "eriantys"  # type: ignore[attr-defined]
        await anna.until(
            lambda: form.query(".option-expert") and all(field.is_mounted for field in form.query("*"))
        )
        await anna.pilot.pause()
        form.query_one(".option-expert").value = True  # type: ignore[attr-defined]
        form.query_one(".seats").value = 3  # type: ignore[attr-defined]
        wishes = form._wishes()  # type: ignore[attr-defined]
        assert (wishes.game, wishes.seats, wishes.options) == ("eriantys", 3, {"expert": True})
        form.query_one("#game").value = "chess"  # type: ignore[attr-defined]
        await anna.until(lambda: not form.query(".option-expert"))


async def test_a_box_that_is_not_ticked_is_empty(hall: RunningHall) -> None:
    async with screen(hall) as anna:
        await anna.sees(Lobby)
        await anna.press("o")
        await anna.sees(Opening)
        private = anna.app.screen.query_one("#private", Tick)
        assert "X" not in str(private.render())
        private.value = True
        await anna.until(lambda: "X" in str(private.render()))
