"""One table, two doors: a pipes client and a house client play dáma with each other."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.protocols.pipes.client import House, Pipe
from tests.protocols.pipes.recordings import recorded_game

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd


def squares(turn: str) -> list[int]:
    """The four numbers of a TURN."""
    return [int(number) for number in turn.replace("|", ",").split(",")[1:]]


def shown(heard: str, one: str, two: str, *, original: bool) -> str:
    """A recorded line with other nicknames, in the dialect wanted."""
    line = heard.replace("alice", one).replace("bob", two)
    if original or line == "210":
        return line
    code, first, _, second, _, _ = line.split("|")
    return f"{code}|{first}|{second}"


async def plays_recorded_game(
    pipe: Pipe, house: House, *, pipe_first: bool, original: bool, name: str
) -> None:
    """The recorded game; both see every move, whoever made it."""
    names = (pipe.nick, name) if pipe_first else (name, pipe.nick)
    for ply, (turn, heard) in enumerate(recorded_game()):
        if (ply % 2 == 0) == pipe_first:
            pipe.says(turn)
        else:
            house.moves(squares(turn))
        await pipe.hears_lines(shown(heard, *names, original=original))
        moved = await house.hears("happened", what="moved", seat=ply % 2)
        x, y, to_x, to_y = squares(turn)
        assert moved["move"] == {"type": "step", "r": y, "c": x, "to_r": to_y, "to_c": to_x}
    ended = await house.hears("happened", what="ended")
    assert ended["outcome"]["ranks"] == [1, 2]


async def joined(crowd: "Crowd", *, original: bool = False, **keys: Any) -> tuple[Pipe, House]:
    """A pipes client who has joined a game that was opened at the house door."""
    pipe = await crowd.comes("bob", original=original)
    house = await crowd.visits("alice")
    await house.opens(**keys)
    await pipe.hears_lines(f"250|{crowd.name('alice')}")
    await pipe.does("GET_GAMES", f"203|{crowd.name('alice')}")
    await pipe.does(f"JOIN_GAME|{crowd.name('alice')}", "206")
    await house.hears("happened", what="started")
    return pipe, house


@pytest.mark.parametrize("original", [False, True])
async def test_a_game_opened_through_pipes_is_joined_from_the_house(crowd: "Crowd", original: bool) -> None:
    pipe = await crowd.comes("alice", original=original)
    await pipe.does("CREATE_GAME", "204")
    house = await crowd.visits("bob")
    (card,) = [
        card for card in await house.lobby() if card["seats"][0] and card["seats"][0]["name"] == pipe.nick
    ]
    assert (card["game"], card["status"]) == ("dama", "waiting")
    await house.joins(card["table"])
    await pipe.hears_lines("270")
    name = crowd.name("bob")
    await plays_recorded_game(pipe, house, pipe_first=True, original=original, name=name)
    await pipe.does("GET_GAMES", "203")


@pytest.mark.parametrize("original", [False, True])
async def test_a_game_opened_at_the_house_is_joined_through_pipes(crowd: "Crowd", original: bool) -> None:
    pipe, house = await joined(crowd, original=original)
    name = crowd.name("alice")
    await plays_recorded_game(pipe, house, pipe_first=False, original=original, name=name)
    await pipe.does("CREATE_GAME", "204")


async def test_a_house_player_is_lost_and_returns(crowd: "Crowd") -> None:
    pipe, house = await joined(crowd)
    await house.closes()
    await pipe.hears_lines("290")
    await pipe.does("TURN|0,5|1,4", "420")
    again = await crowd.visits("", house.secret)
    await pipe.hears_lines("295")
    again.table = house.table
    again.moves([0, 1, 1, 2])
    assert (await pipe.hears())[:3] == "208"


@pytest.mark.parametrize("how", ["leave", "resign"])
async def test_a_house_player_gives_up(crowd: "Crowd", how: str) -> None:
    pipe, house = await joined(crowd)
    house.says(how, table=house.table)
    await pipe.hears_lines("280")
    await pipe.does("CREATE_GAME", "204")


async def test_a_pipes_player_leaves_a_house_player(crowd: "Crowd") -> None:
    pipe, house = await joined(crowd)
    await pipe.does("EXIT_GAME", "205")
    dropped = await house.hears("happened", what="dropped")
    assert (dropped["seat"], dropped["why"]) == (1, "left")
    await house.hears("happened", what="ended")


async def test_a_pipes_player_is_lost_to_a_house_player_and_returns(crowd: "Crowd") -> None:
    pipe, house = await joined(crowd)
    await pipe.closes()
    assert (await house.hears("happened", what="went"))["paused"] > 0
    again = await crowd.comes("bob")
    assert again.id == pipe.id
    assert (await house.hears("happened", what="came"))["paused"] == 0


async def test_a_table_that_waits_for_the_word_begins_when_a_pipes_player_joins(crowd: "Crowd") -> None:
    pipe, house = await joined(crowd, start="asked")
    house.moves([0, 1, 1, 2])
    assert (await pipe.hears())[:3] == "208"


async def test_a_full_table_that_waits_for_the_word_is_not_in_the_list(crowd: "Crowd") -> None:
    eve, host, guest = await crowd.comes("eve"), await crowd.visits("host"), await crowd.visits("guest")
    await host.opens(start="asked")
    await eve.hears_lines(f"250|{crowd.name('host')}")
    await guest.joins(host.table)
    await eve.hears_lines(f"260|{crowd.name('host')}")
    await eve.does("GET_GAMES", "203")
    await eve.does(f"JOIN_GAME|{crowd.name('host')}", "412")
    host.says("leave", table=host.table)
    await eve.hears_lines(f"250|{crowd.name('guest')}")
    await eve.does(f"JOIN_GAME|{crowd.name('guest')}", "206")
    eve.says("GET_GAME_STATE")
    assert (await eve.hears()).startswith(f"207|{eve.nick},")


async def test_private_tables_and_other_games_are_not_in_the_list(crowd: "Crowd") -> None:
    eve, house = await crowd.comes("eve"), await crowd.visits("host")
    await house.opens(private=True)
    house.says("open", game="tictactoe")
    await house.hears("table")
    await eve.does("GET_GAMES", "203")
    await eve.does(f"JOIN_GAME|{crowd.name('host')}", "412")


async def test_the_name_of_a_house_guest_is_taken(crowd: "Crowd") -> None:
    house = await crowd.visits("guest")
    for original, code in ((False, "402"), (True, "401")):
        pipe = await crowd.connects(original=original)
        await pipe.asks(f"0|CONNECT|{crowd.name('guest')}", code)
    await house.closes()
    pipe = await crowd.connects()
    await pipe.asks(f"0|CONNECT|{crowd.name('guest')}", "402")


async def test_a_name_that_is_no_nickname_is_spelled_as_one(crowd: "Crowd") -> None:
    eve, house = await crowd.comes("eve"), await crowd.visits("Zoë | 1,2 ")
    await house.opens()
    nick = (await eve.hears()).removeprefix("250|")
    assert nick.startswith(f"Zoe12N{crowd.number}")
    assert nick.isascii()
    assert nick.isalnum()
    await eve.does("GET_GAMES", f"203|{nick}")
    await eve.does(f"JOIN_GAME|{nick}", "206")
    eve.says("GET_GAME_STATE")
    one, two, turn = (await eve.hears()).split("|")[1:]
    assert (one.partition(",")[0], two.partition(",")[0], turn) == (nick, eve.nick, nick)


@pytest.mark.parametrize(("seat", "code"), [(0, "280"), (1, "210")])
async def test_whose_time_is_up_has_lost(crowd: "Crowd", seat: int, code: str) -> None:
    pipe, house = await joined(crowd, clock={"kind": "answer", "time": 400 if seat == 0 else 3000})
    if seat == 1:
        house.moves([0, 1, 1, 2])
        assert (await pipe.hears())[:3] == "208"
    await pipe.hears_lines(code)
    assert (await house.hears("happened", what="dropped"))["seat"] == seat
    await pipe.does("CREATE_GAME", "204")


async def test_a_game_put_away_is_over_and_can_be_brought_back(crowd: "Crowd") -> None:
    pipe, house = await joined(crowd)
    house.moves([0, 1, 1, 2])
    board = await pipe.hears()
    name = crowd.name("evening")
    house.says("save", table=house.table, name=crowd.name("copy"), put_away=False)
    await house.hears("happened", what="saved")
    await pipe.does("PING", "100")
    house.says("save", table=house.table, name=name)
    await pipe.hears_lines("210")
    house.says("reopen", game="dama", name=name)
    table = (await house.hears("table"))["card"]["table"]
    await house.joins(table)
    await pipe.does("GET_GAMES", "203")
    stranger = await crowd.comes("stranger")
    await stranger.does(f"JOIN_GAME|{crowd.name('alice')}", "412")
    await pipe.does(f"JOIN_GAME|{crowd.name('alice')}", "206")
    await pipe.does("GET_GAME_STATE", f"207{board[3:]}|{pipe.nick}")
    pipe.says("TURN|1,4|0,3")
    assert (await pipe.hears())[:3] == "208"
    await stranger.hears_nothing()


async def test_a_house_spectator_sees_a_game_between_pipes_players(crowd: "Crowd") -> None:
    house = await crowd.visits("spectator")
    one, two = await crowd.plays("one", "two")
    tables = [card for card in await house.lobby() if card["game"] == "dama" and card["status"] == "playing"]
    (card,) = [card for card in tables if card["seats"][0]["name"] == one.nick]
    house.says("watch", table=card["table"])
    await house.hears("table")
    one.says("TURN|0,1|1,2")
    assert (await one.hears())[:3] == (await two.hears())[:3] == "208"
    await house.hears("happened", what="moved", seat=0)
    house.says("say", table=card["table"], text="well played")
    await one.hears_nothing()


async def test_a_bot_goes_on_for_a_house_player_who_leaves_a_client_of_pipes(crowd: "Crowd") -> None:
    pipe, house = await joined(crowd, bots={"after": None, "replace": True})
    house.says("leave", table=house.table)
    moved = await pipe.hears()
    assert moved.startswith("208|")
    assert crowd.name("alice") in moved
