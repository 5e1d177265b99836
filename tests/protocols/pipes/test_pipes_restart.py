"""The server's sudden end, and its orderly one: what was told is still true afterwards."""

from typing import TYPE_CHECKING

from tests.protocols.pipes.client import CLOSED, Pipe
from tests.protocols.pipes.recordings import recorded_game

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

BEFORE_THE_END = 7
"""So many plies are played before the plug is pulled."""


async def begins(hall: "RunningHall", suffix: str = "", *, original: bool = False) -> tuple[Pipe, Pipe]:
    """Alice and bob at a new game."""
    alice = await Pipe.named(hall, f"alice{suffix}", original=original)
    await alice.does("CREATE_GAME", "204")
    bob = await Pipe.named(hall, f"bob{suffix}", original=original)
    await bob.does(f"JOIN_GAME|alice{suffix}", "206")
    await alice.hears_lines("270")
    if original:  # it is told that the game has begun until it asks for the board
        await alice.looks()
    return alice, bob


async def plays(players: tuple[Pipe, Pipe], first: int, last: int) -> None:
    """Some plies of the recorded game."""
    for ply, (turn, _) in list(enumerate(recorded_game()))[first:last]:
        players[ply % 2].says(turn)
        for player in players:
            assert (await player.hears())[:3] == ("210" if ply == 12 else "208")


async def returns(hall: "RunningHall", lost: Pipe, *more: str, original: bool = False) -> Pipe:
    """Somebody comes back under their old number, and hears more at once."""
    await lost.closes()
    pipe = await Pipe.to(hall, original=original)
    assert await pipe.logs_in(lost.nick) == "201"
    assert pipe.id == lost.id
    await pipe.hears_lines(*more)
    return pipe


async def test_games_go_on_after_the_plug_was_pulled(new_hall: "NewHall") -> None:
    hall = new_hall()
    games = [(original, await begins(hall, str(original), original=original)) for original in (False, True)]
    states = []
    for _, players in games:
        await plays(players, 0, BEFORE_THE_END)
        players[1].says("GET_GAME_STATE")
        states.append(await players[1].hears())
    await hall.restart()
    for (original, (alice, bob)), state in zip(games, states, strict=True):
        second = await returns(hall, bob, *([] if original else ["290"]), original=original)
        await second.does("GET_GAME_STATE", state, *(["290"] if original else []))
        await second.does("TURN|0,5|1,4", "420")
        first = await returns(hall, alice, original=original)
        await second.hears_lines("295")
        await plays((first, second), BEFORE_THE_END, 13)
        for pipe in (first, second):
            await pipe.closes()


async def test_the_lobby_after_the_plug_was_pulled(new_hall: "NewHall") -> None:
    hall = new_hall()
    old, waiter = (
        await Pipe.named(hall, "old", original=True),
        await Pipe.named(hall, "waiter", original=True),
    )
    alice = await Pipe.named(hall, "alice")
    await waiter.does("CREATE_GAME", "204")
    await alice.does("CREATE_GAME", "250|waiter", "204")
    lobby, eve = await Pipe.named(hall, "lobby"), await Pipe.named(hall, "eve")
    await eve.does("CREATE_GAME", "204")
    await hall.restart()

    lobby = await returns(hall, lobby)
    # whoever waited is gone, and nobody can join them
    await lobby.does("GET_GAMES", "203")
    await lobby.does("JOIN_GAME|alice", "412")
    eve = await returns(hall, eve)
    await eve.does("CREATE_GAME", "204")
    await lobby.hears_lines("250|eve")
    # the original dialect knows nobody but players
    for lost in (old, waiter):
        await lost.closes()
        pipe = await Pipe.to(hall, original=True)
        assert await pipe.logs_in(lost.nick) == "200"
        assert pipe.id > max(old.id, waiter.id, lobby.id, alice.id, eve.id)
        await pipe.does("GET_GAMES", "203|eve")
        await pipe.closes()
    for pipe in (lobby, alice, eve):
        await pipe.closes()


async def test_an_orderly_end_keeps_the_game_too(new_hall: "NewHall") -> None:
    hall = new_hall()
    alice, bob = await begins(hall)
    await plays((alice, bob), 0, 3)
    await hall.stop()
    for pipe in (alice, bob):
        while (line := await pipe.hears()) != CLOSED:
            assert line == "290"
        await pipe.closes()
    hall.start()
    first = await Pipe.named(hall, "alice")
    await first.hears_lines("290")
    second = await Pipe.named(hall, "bob")
    await first.hears_lines("295")
    await plays((first, second), 3, 13)
    for pipe in (first, second):
        await pipe.closes()
