"""Every request from everywhere, and how it is refused: the order of the checks, too."""

from typing import TYPE_CHECKING

import pytest

from tablehall.protocols.pipes.dialects import DOCUMENT, ORIGINAL
from tablehall.protocols.pipes.syntax import PARAMETERS
from tests.protocols.pipes.client import CLOSED, Pipe

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd

MALFORMED = [
    *(b"", b"|", b"||", b"0", b"0|", b"PING", b"|PING", b"0PING", b"0||PING", b"0|PING|", b"0|PING|x"),
    *(
        b"0|ping",
        b"0|Ping",
        b" 0|PING",
        b"0 |PING",
        b"0| PING",
        b"0|PING ",
        b"0|PING\r\r",
        b"\r",
        b"\r0|PING",
    ),
    *(b"-1|PING", b"+0|PING", b"x|PING", b"1234567890123456789|PING", b"0x1|PING", b"\xd9\xa3|PING"),
    *(b"0|NONSENSE", b"0|CONNECT", b"0|CONNECT|", b"0|CONNECT|a|b", b"0|CONNECT|a|", b"0|CONNECT|a\0"),
    *(b"0|LOGOUT|", b"0|LOGOUT|x", b"0|JOIN_GAME", b"0|JOIN_GAME|a|b", b"0|PI\0NG", b"\0", b"0|PING\0"),
    *(b"0|TURN", b"0|TURN|1,2", b"0|TURN|1,2|", b"0|TURN|1,2|34", b"0|TURN|12|3,4", b"0|TURN||1,2"),
    *(b"0|TURN|1,2|3,4|5,6", b"0|TURN|1,2|3,x", b"0|TURN|1,2|3,4.0", b"0|TURN|1,2|3, 4", b"0|TURN|1,2|3,"),
    *(b"0|TURN|1,2|,4", b"0|TURN|1,2,3|4,5", b"0|TURN|1,2|+3,4", b"0|TURN|1,2|3,--4", b"\xff\xfe\xfd"),
]


async def test_what_is_no_request_is_refused_with_450(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    for line in MALFORMED:
        pipe.sends(line + b"\n0|PING\n")
        assert (await pipe.hears(), await pipe.hears()) == ("450", "100"), line


async def test_anybody_may_ping_under_any_number(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    for number in ("7", "0", "00", "007", "999999999999999999"):
        await pipe.asks(f"{number}|PING", "100")


async def test_a_number_may_have_zeros_before_it(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    await pipe.asks(f"000|CONNECT|{crowd.name('a')}")
    number = (await pipe.hears()).partition("|")[2]
    await pipe.asks(f"000{number}|GET_GAMES", "203")


@pytest.mark.parametrize("original", [False, True])
@pytest.mark.parametrize(
    ("request_", "document"),
    [
        ("LOGOUT", "403"),
        ("GET_GAMES", "405"),
        ("CREATE_GAME", "407"),
        ("EXIT_GAME", "408"),
        ("JOIN_GAME|nobody", "410"),
        ("JOIN_GAME|no body", "410"),
        ("GET_GAME_STATE", "413"),
        ("TURN|0,1|1,2", "410"),
        ("TURN|99,-1|1,2", "410"),
    ],
)
async def test_only_the_own_number_counts(
    crowd: "Crowd", request_: str, document: str, original: bool
) -> None:
    code = "410" if original else document
    pipe = await crowd.connects(original=original)
    await pipe.asks(f"0|{request_}", code)
    other, pipe = await crowd.comes("other"), await crowd.comes("mine", original=original)
    await pipe.asks(f"{other.id}|{request_}", code)
    await pipe.asks(f"0|{request_}", code)


@pytest.mark.parametrize(("original", "bad", "number"), [(False, "400", "401"), (True, "400", "410")])
async def test_a_login_is_checked_number_first_then_nickname_then_whether_it_is_free(
    crowd: "Crowd", original: bool, bad: str, number: str
) -> None:
    await crowd.comes("taken")
    for nick in ("a b", "a_b", "a,b", "á", "x" * 21, " a", "a ", "a\t"):
        pipe = await crowd.connects(original=original)
        await pipe.asks(f"0|CONNECT|{nick}", bad)
        await pipe.asks(f"7|CONNECT|{nick}", number)
    pipe = await crowd.connects(original=original)
    await pipe.asks(f"0|CONNECT|{crowd.name('taken')}", "401" if original else "402")
    assert await pipe.logs_in("x" * (20 - len(crowd.name(""))) + crowd.name("")) == "200"
    await pipe.asks(f"0|CONNECT|{crowd.name('again')}", number)


async def test_nicknames_differ_by_case(crowd: "Crowd") -> None:
    small, large = await crowd.comes("ann"), await crowd.comes("ANN")
    assert small.id != large.id
    await small.does("CREATE_GAME", "204")
    await large.hears_lines(f"250|{small.nick}")
    await large.does(f"JOIN_GAME|{large.nick}", "412")
    await large.does("JOIN_GAME|a b", "412")


def refused_by(original: bool, **codes: str) -> list[tuple[str, str]]:
    """Requests and the codes they are refused with, from a place where they make no sense."""
    return [(request, "420" if original else code) for request, code in codes.items()]


@pytest.mark.parametrize("original", [False, True])
async def test_requests_that_make_no_sense_in_the_lobby(crowd: "Crowd", original: bool) -> None:
    for request, code in refused_by(original, EXIT_GAME="409", GET_GAME_STATE="414"):
        pipe = await crowd.comes(f"lob{request[:3]}", original=original)
        await pipe.does(request, code)
        await pipe.does("TURN|0,1|1,2", "420")
        await pipe.does("GET_GAMES", "203")


@pytest.mark.parametrize("original", [False, True])
async def test_requests_that_make_no_sense_while_waiting(crowd: "Crowd", original: bool) -> None:
    refused = refused_by(original, LOGOUT="404", CREATE_GAME="406", GET_GAME_STATE="414")
    for number, (request, code) in enumerate(refused):
        pipe = await crowd.comes(f"wait{number}", original=original)
        await pipe.does("CREATE_GAME", "204")
        await pipe.does(request, code)
        await pipe.does("TURN|0,1|1,2", "420")
        await pipe.does("EXIT_GAME", "205")
    pipe = await crowd.comes("own", original=original)
    await pipe.does("CREATE_GAME", "204")
    await pipe.does(f"JOIN_GAME|{pipe.nick}", "420" if original else "411")
    await pipe.does("GET_GAMES", f"203|{pipe.nick}")


@pytest.mark.parametrize("original", [False, True])
async def test_requests_that_make_no_sense_in_a_game(crowd: "Crowd", original: bool) -> None:
    one, two = await crowd.plays("one", "two", original=original)
    refused = refused_by(original, LOGOUT="404", CREATE_GAME="406")
    for pipe, (request, code) in zip((one, two), refused, strict=True):
        await pipe.does(request, code)
        await pipe.does("GET_GAMES", "203")
        await pipe.does("JOIN_GAME|nobody", "420" if original else "411")


async def test_a_turn_out_of_turn_is_refused_before_its_squares_are_looked_at(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two")
    for turn in ("0,5|1,4", "0,0|0,0", "-1,99|7,7"):
        await two.does(f"TURN|{turn}", "420")
    off_board = ("0,1|-1,2", "9,9|8,8", f"{'9' * 400},1|1,2", "0,1|1,-2")
    illegal = ("0,1|0,2", "0,1|2,3", "1,0|0,1", "0,5|1,4", "2,2|3,3")
    for turn in off_board + illegal:
        await one.does(f"TURN|{turn}", "403")
        await one.does("PING", "100")
    one.says("TURN|00,1|01,02")
    assert (await one.hears()).startswith(f"208|{one.nick},1,0,1,2,")


async def test_patience_ends_after_five_refusals_in_a_row(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two")
    for _ in range(2):
        for _ in range(5):
            await one.does("NONSENSE", "450")
        await one.does("PING", "100")
    for code in ("404", "404", "404", "404", "404"):
        await one.does("LOGOUT", code)
    await one.does("CREATE_GAME", "406", "460", CLOSED)
    await two.hears_lines("290")
    one = await crowd.comes("one")
    await two.hears_lines("295")
    await one.does("NONSENSE", "450")


async def test_the_original_bears_two_refusals_in_a_row(crowd: "Crowd") -> None:
    one, two = await crowd.plays("one", "two", original=True)
    for _ in range(2):
        await one.does("LOGOUT", "420")
        await one.does("TURN|0,1|0,2", "403")
        await one.does("PING", "100")
    await one.does("LOGOUT", "420")
    await one.does("TURN|0,1|0,2", "403")
    await one.does("NONSENSE", "450", "460", CLOSED)
    await two.hears_lines("290")


async def test_a_line_too_long_counts_as_a_refusal(crowd: "Crowd") -> None:
    pipe = await crowd.connects()
    for _ in range(5):
        await pipe.asks("x" * 2000, "450")
    await pipe.asks("x" * 2000, "450", "460", CLOSED)


async def test_after_logging_out_one_may_come_back_as_somebody_else(crowd: "Crowd") -> None:
    pipe = await crowd.comes("first")
    before = pipe.id
    await pipe.does("LOGOUT", "202")
    await pipe.does("GET_GAMES", "405")
    assert await pipe.logs_in(crowd.name("second")) == "200"
    await pipe.does("LOGOUT", "202")
    assert await pipe.logs_in(crowd.name("first")) == "200"
    assert pipe.id > before + 1


async def test_after_logging_out_one_hears_nothing_of_the_lobby(crowd: "Crowd") -> None:
    pipe, other = await crowd.comes("out"), await crowd.comes("other")
    await pipe.does("LOGOUT", "202")
    await other.does("CREATE_GAME", "204")
    await pipe.hears_nothing()


def test_both_dialects_know_how_to_refuse_every_request() -> None:
    kinds = {kind for kind, _ in PARAMETERS.values()} - {"PING"}
    assert set(DOCUMENT.refusals) == set(ORIGINAL.refusals) == kinds


async def everybody_hears(pipes: list[Pipe], line: str) -> None:
    """Each of them hears this line next."""
    for pipe in pipes:
        await pipe.hears_lines(line)


async def test_the_lobby_hears_of_every_game_that_waits_and_waits_no_longer(crowd: "Crowd") -> None:
    ann, ben = await crowd.comes("ann"), await crowd.comes("ben", original=True)
    eve, joe = await crowd.comes("eve"), await crowd.comes("joe", original=True)
    await ann.does("CREATE_GAME", "204")
    await everybody_hears([ben, eve, joe], f"250|{ann.nick}")
    await ben.does("CREATE_GAME", "204")
    await everybody_hears([eve, joe], f"250|{ben.nick}")
    await eve.does("GET_GAMES", f"203|{ann.nick}|{ben.nick}")
    await ann.does("EXIT_GAME", "205")
    await everybody_hears([eve, joe], f"260|{ann.nick}")
    await ann.does("CREATE_GAME", "204")
    await everybody_hears([eve, joe], f"250|{ann.nick}")
    await joe.does("GET_GAMES", f"203|{ben.nick}|{ann.nick}")
    await joe.does(f"JOIN_GAME|{ben.nick}", "206")
    await everybody_hears([eve], f"260|{ben.nick}")
    await ben.hears_lines("270")
    await ben.looks()
    await joe.does("EXIT_GAME", "205")
    await ben.hears_lines("280")
    await ann.does("EXIT_GAME", "205")
    await everybody_hears([ben, eve, joe], f"260|{ann.nick}")
    for pipe in (ann, ben, eve, joe):
        await pipe.hears_nothing(0.1)
