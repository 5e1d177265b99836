"""The keeper of the hall: looks around, shows people out, closes tables, and empties the hall."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientWebSocketResponse as Wire
from typer.testing import CliRunner

from tablehall.cli import keeper as command
from tablehall.cli.commands import app
from tablehall.cli.serve import announce
from tablehall.hall import commands
from tablehall.hall.terms import Terms
from tablehall.net.admin.views import remembered
from tablehall.net.bot_pool import BotSettings
from tablehall.server import Server
from tablehall.settings import Settings

ELSEWHERE = "127.0.0.2"
"""Another address of this machine."""


class Place:
    """A hall on a folder, and its keeper."""

    def __init__(self, folder: Path, memory: bool = False) -> None:
        self.folder, self.memory = folder, memory
        self.token = ""

    async def open(self) -> str:
        """Open the hall; the token it has made, if it has."""
        settings = Settings(
            host="127.0.0.1", port=0, data=str(self.folder), memory=self.memory, bots=BotSettings(on=False)
        )
        self.server = Server(settings)
        await self.server.start()
        self.doors = {opened.door.name: opened.port for opened in self.server.opened}
        self.token = self.server.keeper_token or self.token
        return self.server.keeper_token

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.doors['house']}"

    async def restart(self) -> str:
        await self.server.stop()
        return await self.open()

    async def ask(self, path: str, order: Any = None, **more: Any) -> tuple[int, Any]:
        """What the keeper asks for (POST if there is an order): status and answer."""
        token = more.pop("token", self.token)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        method = more.pop("method", "GET" if order is None else "POST")
        data = order if isinstance(order, bytes | None) else None
        js = None if data is not None or order is None else order
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                method, f"{self.address}/api/keeper{path}", headers=headers, data=data, json=js, **more
            ) as answer,
        ):
            assert answer.headers["Cache-Control"] == "no-store"
            assert "Access-Control-Allow-Origin" not in answer.headers
            return answer.status, await answer.json()

    async def does(self, path: str, order: Any = None, **more: Any) -> Any:
        """The answer to something that is done."""
        status, answer = await self.ask(path, order, **more)
        assert status == 200, answer
        return answer

    async def get(self, path: str, come_from: str = "127.0.0.1") -> tuple[int, str]:
        """Status and text of a page for everybody."""
        connector = aiohttp.TCPConnector(local_addr=(come_from, 0))
        async with (
            aiohttp.ClientSession(connector=connector) as session,
            session.get(self.address + path, allow_redirects=False) as answer,
        ):
            return answer.status, await answer.text()

    @asynccontextmanager
    async def guest(self, name: str, come_from: str = "127.0.0.1") -> AsyncIterator[Wire]:
        """Somebody at the house door."""
        connector = aiohttp.TCPConnector(local_addr=(come_from, 0))
        async with (
            aiohttp.ClientSession(connector=connector) as session,
            session.ws_connect(f"{self.address}/ws") as wire,
        ):
            await wire.send_json({"type": "hello", "name": name})
            yield wire

    async def person(self, name: str) -> dict[str, Any]:
        """Somebody in the keeper's list."""
        (found,) = (await self.does(f"/people?find={name}"))["people"]
        assert isinstance(found, dict)
        return found


async def until(wire: Wire, kind: str) -> Any:
    """The next message of that type."""
    while (message := await wire.receive_json(timeout=20))["type"] != kind:
        pass
    return message


async def hung_up(wire: Wire) -> None:
    """Nothing more is heard, the connection is closed."""
    while (await wire.receive(20)).type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
        pass


async def table_of(wire: Wire, **more: Any) -> int:
    """Open a table."""
    await until(wire, "welcome")
    await wire.send_json({"type": "open", "game": "tictactoe", **more})
    return int((await until(wire, "table"))["card"]["table"])


async def game_of(anna: Wire, bob: Wire) -> int:
    """A game between two people that counts for nothing."""
    await anna.send_json({"type": "open", "game": "tictactoe", "rated": False})
    table = int((await until(anna, "table"))["card"]["table"])
    await bob.send_json({"type": "join", "table": table})
    await until(bob, "table")
    return table


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    place = Place(tmp_path / "data")
    await place.open()
    yield place
    await place.server.stop()


# The token.


async def test_the_token_is_made_at_the_first_start_and_known_from_then_on(place: Place) -> None:
    first = place.token
    assert len(first) >= 43
    assert await place.restart() == ""
    assert (await place.ask("", token=first))[0] == 200


async def test_the_token_itself_is_written_nowhere(place: Place) -> None:
    await place.does("")
    token, folder = place.token.encode(), place.folder
    assert not [file for file in folder.iterdir() if token in file.read_bytes()]


async def test_a_hall_that_keeps_nothing_makes_a_token_at_every_start(tmp_path: Path) -> None:
    place = Place(tmp_path, memory=True)
    first, second = await place.open(), await place.restart()
    assert first
    assert second
    assert (await place.ask("", token=first))[0] == 401
    assert (await place.ask("", token=second))[0] == 200
    await place.server.stop()


async def test_a_new_token_ends_the_old_one_while_the_hall_runs(place: Place) -> None:
    old = place.token
    new = await asyncio.to_thread(command.ask_for_token, place.folder)
    assert (await place.ask("", token=old))[0] == 401
    assert (await place.ask("", token=new))[0] == 200
    await place.restart()
    assert (await place.ask("", token=new))[0] == 200


async def test_a_new_token_ends_the_old_one_while_the_hall_is_closed(place: Place) -> None:
    old = place.token
    await place.server.stop()
    new = await asyncio.to_thread(command.write, place.folder)
    assert await place.open() == ""
    assert (await place.ask("", token=old))[0] == 401
    assert (await place.ask("", token=new))[0] == 200


async def test_the_command_makes_a_token_and_prints_it(place: Place) -> None:
    def run(*words: str) -> Any:
        return CliRunner().invoke(app, ["keeper", "new-token", *words])

    made = await asyncio.to_thread(run, "--data", str(place.folder))
    assert (await place.ask("", token=made.stdout.strip()))[0] == 200
    await place.server.stop()
    again = run("--data", str(place.folder))
    assert await place.open() == ""
    assert (await place.ask("", token=again.stdout.strip()))[0] == 200
    (place.folder / "keeper.json").write_text('{"address":"http://127.0.0.1:9","key":""}')
    unreachable = run("--data", str(place.folder))
    assert unreachable.exit_code == 1
    assert "cannot be reached" in unreachable.stderr
    nowhere = run("--data", str(place.folder / "nowhere"))
    assert nowhere.exit_code == 1
    assert "There is no hall in" in nowhere.stderr


async def test_the_token_is_printed_once(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    announce(place.server)
    said = capsys.readouterr().out
    assert f"Keeper's token: {place.token}\n" in said
    assert f"Keeper's page:  {place.address}/keeper\n" in said
    await place.restart()
    announce(place.server)
    assert "Keeper's" not in capsys.readouterr().out


PATHS = [
    ("GET", ""),
    ("GET", "/tables"),
    ("GET", "/people"),
    ("GET", "/saves"),
    ("DELETE", "/saves"),
    ("GET", "/limited"),
    ("GET", "/bans"),
    ("POST", "/bans"),
    ("DELETE", "/bans"),
    ("POST", "/kick"),
    ("POST", "/close"),
    ("POST", "/drain"),
]


@pytest.mark.parametrize("token", ["", "wrong"], ids=["none", "wrong"])
@pytest.mark.parametrize("half", [0, 1])
async def test_nothing_is_done_without_the_token(place: Place, half: int, token: str) -> None:
    for method, path in PATHS[half::2]:  # after ten wrong tokens nothing is looked at
        status, answer = await place.ask(path, method=method, token=token)
        assert (status, answer) == (401, {"wrong": "Only the keeper of the hall may do that."})


async def test_the_token_does_not_make_tokens(place: Place) -> None:
    assert (await place.ask("/token", method="POST"))[0] == 401


async def test_wrong_tokens_have_to_wait_and_the_right_one_never_has(place: Place) -> None:
    answers = [await place.ask("", token="wrong") for _ in range(10)]
    assert {status for status, _ in answers} == {401}
    while answers[-1][0] == 401:  # some come back with time
        answers.append(await place.ask("", token="wrong"))
    assert answers[-1] == (429, {"wrong": "Too many wrong tokens; wait a minute."})
    assert (await place.ask(""))[0] == 200
    (limited,) = (await place.does("/limited"))["limited"]
    assert (limited["address"], limited["what"], limited["times"]) == ("127.0.0.1", "tokens", 1)
    assert limited["until"] > limited["at"]


@pytest.mark.parametrize("shown", ["Bearer \xff", "Bearer", "\xff\xfe", "Basic YTpi", "Bearer \udcff"])
async def test_a_token_of_any_bytes_is_a_wrong_token(place: Place, shown: str) -> None:
    for path in ("/api/keeper", "/api/keeper/bans"):
        head = f"GET {path} HTTP/1.0\r\nAuthorization: {shown}\r\n\r\n"
        raw = head.encode("latin-1", "surrogateescape")
        assert (await said(place.doors["house"], raw)).startswith(b"HTTP/1.0 401 ")
    order = f"POST /api/contest/mia HTTP/1.0\r\nAuthorization: {shown}\r\nContent-Length: 2\r\n\r\n{{}}"
    raw = order.encode("latin-1", "surrogateescape")
    assert (await said(place.doors["house"], raw)).startswith(b"HTTP/1.0 403 ")


async def test_what_a_page_from_elsewhere_wants_is_not_done(place: Place) -> None:
    for origin, status in (
        ("http://evil.example", 403),
        ("null", 403),
        (place.address, 200),
        (place.address.upper(), 200),
    ):
        headers = {"Authorization": f"Bearer {place.token}", "Origin": origin}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(f"{place.address}/api/keeper/drain", json={"on": False}) as answer,
        ):
            assert answer.status == status


async def said(port: int, raw: bytes) -> bytes:
    """Everything that the house says to some bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(raw)
    async with asyncio.timeout(20):
        answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(
    ("path", "order", "wrong"),
    [
        ("/kick", b"{", "truncated"),
        ("/kick", b"\xff", "malformed"),
        ("/kick", {"person": "anna"}, "`$.person`"),
        ("/kick", {}, "either a person or a program"),
        ("/kick", {"person": 1, "program": "bob"}, "either a person or a program"),
        ("/close", {}, "`table`"),
        ("/close", {"table": 1, "why": "so"}, "`why`"),
        ("/drain", {"on": 1}, "`$.on`"),
        ("/bans", {}, "a name, an address or both"),
        ("/bans", {"name": " "}, "a name, an address or both"),
        ("/bans", {"address": "next door"}, "next door is no address"),
        ("/bans", {"name": "anna", "minutes": 0}, "`$.minutes`"),
        ("/bans", {"name": "x" * 65}, "`$.name`"),
        ("/bans", {"name": "x\0"}, "can be read by people"),
        ("/bans", {"name": "x", "reason": "half \ud800"}, "cannot be read"),
        ("/bans", [1], "object"),
    ],
)
async def test_nonsense_is_refused_with_what_is_wrong(
    place: Place, path: str, order: Any, wrong: str
) -> None:
    status, answer = await place.ask(path, order)
    assert status == 400
    assert wrong in answer["wrong"]


@pytest.mark.parametrize("order", [b"", {}, {"game": "tictactoe"}, {"game": "tictactoe", "name": 1}])
async def test_a_save_to_be_deleted_has_a_game_and_a_name(place: Place, order: Any) -> None:
    status, answer = await place.ask("/saves", order, method="DELETE")
    assert status == 400
    assert "cannot be read" in answer["wrong"]


async def test_who_and_what_is_not_there_is_a_404(place: Place) -> None:
    assert (await place.ask("/kick", {"person": 99}))[0] == 404
    assert await place.ask("/close", {"table": 99}) == (404, {"wrong": "There is no such table."})
    assert await place.ask("/saves", {"game": "tictactoe", "name": "x"}, method="DELETE") == (
        404,
        {"wrong": "There is no save of that name."},
    )
    assert (await place.ask("/bans?name=anna", method="DELETE"))[0] == 404
    assert (await place.ask("/kick", {"program": "bob", "contest": "mia"}))[0] == 409


# Looking around.


async def test_the_overview_counts_what_goes_on(place: Place) -> None:
    async with place.guest("anna") as anna, place.guest("bob") as bob:
        await table_of(anna)
        await until(bob, "welcome")
        seen = await place.does("")
    assert seen["people"] == 2
    assert seen["connections"]["house"] == 3, "the keeper's own one is the third"
    assert seen["tables"] == {"tictactoe": {"waiting": 1}}
    assert seen["messages"] > 0
    assert seen["commits"] > 0
    assert seen["commit_ms"] > 0
    assert seen["memory"] > 1_000_000
    assert seen["started"] <= seen["now"]
    assert not seen["draining"]
    assert seen["version"]


async def test_rates_are_those_since_an_earlier_look(place: Place) -> None:
    await place.does("")
    async with place.guest("anna") as anna:
        await until(anna, "welcome")
        for _ in range(300):
            await anna.send_json({"type": "ping"})
        for _ in range(300):
            await until(anna, "pong")
        assert (await place.does(""))["messages"] > 1


async def test_all_tables_are_listed_private_ones_too_the_newest_first(place: Place) -> None:
    async with place.guest("anna") as anna, place.guest("bob") as bob:
        first = await table_of(anna, private=True, title="Friday")
        second = await table_of(bob)
        listed = (await place.does("/tables"))["tables"]
        assert [card["table"] for card in listed] == [second, first]
        assert listed[1]["private"]
        assert listed[1]["players"] == ["anna", ""]
        for words in ("frid", "ANNA", str(first)):
            found = await place.does(f"/tables?find={words}")
            assert [card["table"] for card in found["tables"]] == [first]
        part = await place.does("/tables?from=1&limit=1")
        assert ([card["table"] for card in part["tables"]], part["total"]) == ([first], 2)


async def test_everybody_here_is_listed_with_door_and_address(place: Place) -> None:
    async with place.guest("anna") as anna, place.guest("eve", ELSEWHERE) as eve:
        table = await table_of(anna)
        await until(eve, "welcome")
        both = (await place.does("/people"))["people"]
        assert [card["name"] for card in both] == ["anna", "eve"]
        assert both[0]["tables"] == [table]
        assert both[1]["address"] == ELSEWHERE
        assert both[1]["door"] == "house"
        assert both[1]["kind"] == "guest"
        assert (await place.does(f"/people?find={ELSEWHERE}"))["total"] == 1


async def test_all_saves_are_listed_the_newest_first(place: Place) -> None:
    async with place.guest("anna") as anna, place.guest("bob") as bob:
        await until(bob, "welcome")
        first = await game_of(anna, bob)
        await bob.send_json({"type": "save", "table": first, "name": "friday", "put_away": True, "re": 1})
        await until(bob, "done")
        await anna.send_json({"type": "delete", "game": "tictactoe", "name": "friday", "re": 1})
        await until(anna, "done")
        second = await game_of(anna, bob)
        await anna.send_json({"type": "save", "table": second, "name": "now", "put_away": False, "re": 2})
        await until(anna, "done")
        listed = (await place.does("/saves"))["saves"]
        assert listed[0].pop("at") >= listed[1].pop("at") > 1_600_000_000_000
        about = {"game": "tictactoe", "players": ["anna", "bob"]}
        assert listed == [
            {**about, "name": "now", "by": "anna", "in_play": True},
            {**about, "name": "friday", "by": "bob", "deleted_by": 1},
        ]
        for words, names in (("FRI", ["friday"]), ("tictac", ["now", "friday"]), ("bob", ["now", "friday"])):
            found = (await place.does(f"/saves?find={words}"))["saves"]
            assert [card["name"] for card in found] == names
        part = await place.does("/saves?from=1&limit=1")
        assert ([card["name"] for card in part["saves"]], part["total"]) == (["friday"], 2)


async def test_a_game_that_everybody_left_was_saved_by_the_hall(place: Place) -> None:
    hall, pipeline = place.server.hall, place.server.pipeline
    async with place.guest("anna") as anna, place.guest("bob") as bob:
        await until(bob, "welcome")
        table = hall.tables[await game_of(anna, bob)]
        decision = hall.deciding(pipeline.clock())
        decision.put_away(table)
        await remembered(pipeline, decision)
    (card,) = (await place.does("/saves"))["saves"]
    assert card["deserted"]
    assert "by" not in card
    await place.does("/saves", {"game": "tictactoe", "name": card["name"]}, method="DELETE")
    await place.restart()
    assert (await place.does("/saves"))["saves"] == []


async def test_who_has_names_at_tables_alone_is_called_by_them(place: Place) -> None:
    hall, pipeline = place.server.hall, place.server.pipeline
    entered = await pipeline.decide(commands.Enter(10**6, "stranger"))
    zoe = entered.result.person
    opened = await pipeline.decide(commands.Open(zoe.id, Terms("tictactoe"), name="zoe"))
    for decision in (entered, opened):
        await remembered(pipeline, decision)
    while hall.shares.may_guess(zoe, pipeline.clock()):
        hall.shares.guessed(zoe, pipeline.clock())
    (card,) = (await place.does("/limited"))["limited"]
    assert (card["name"], card["what"], card["person"]) == ("zoe", "too_many_guesses", zoe.id)


# Showing out.


async def test_who_is_shown_out_may_come_in_again(place: Place) -> None:
    async with place.guest("anna") as anna:
        table = await table_of(anna)
        await place.does("/kick", {"person": (await place.person("anna"))["person"]})
        assert (await until(anna, "parted"))["why"] == "kicked"
        await hung_up(anna)
    assert table not in place.server.hall.tables or not place.server.hall.audience(
        place.server.hall.tables[table]
    )
    async with place.guest("anne") as anne:
        await until(anne, "welcome")


async def test_a_closed_table_is_closed_for_everybody(place: Place) -> None:
    async with place.guest("anna") as anna, place.guest("bob") as bob:
        table = await table_of(anna)
        await bob.send_json({"type": "join", "table": table})
        await until(bob, "table")
        await place.does("/close", {"table": table})
        for wire in (anna, bob):
            while (news := await until(wire, "happened"))["what"] != "closed":
                pass
            assert news["why"] == "keeper"
        assert (await place.does("/tables"))["total"] == 0


async def test_a_banned_name_comes_in_through_no_door_even_after_a_restart(place: Place) -> None:
    async with place.guest("anna") as anna:
        await until(anna, "welcome")
        await place.does("/bans", {"name": "anna", "reason": "rude"})
        assert (await until(anna, "parted"))["why"] == "kicked"
    await place.restart()
    async with place.guest("anna") as anna:
        assert (await until(anna, "refused"))["reason"] == "banned"
    (ban,) = (await place.does("/bans"))["bans"]
    assert (ban["name"], ban["reason"]) == ("anna", "rude")
    await place.does("/bans?name=anna", method="DELETE")
    async with place.guest("anna") as anna:
        assert (await until(anna, "refused"))["reason"] == "name_taken", (
            "it is somebody's name, but not banned"
        )


@pytest.mark.parametrize(
    ("door", "said", "heard"),
    [
        ("pipes", b"0|CONNECT|anna\n", b"402\n"),
        ("mia", b"REGISTER;anna", b"REJECTED"),
        ("maexchen", b"REGISTER;anna", b"REJECTED"),
        ("shelfie", b'{"name":"Join","player":"anna"}\n', b"IllegalLobbyException"),
        (
            "eriantys",
            b'{"message":"EnterGame","arguments":{"gameId":"%d","nickname":"anna"}}\n',
            b"Impossible",
        ),
    ],
)
async def test_every_door_refuses_a_banned_name_in_its_own_words(
    place: Place, door: str, said: bytes, heard: bytes
) -> None:
    await place.does("/bans", {"name": "anna"})
    async with place.guest("bob") as bob:
        game = door if door in place.server.hall.games else "tictactoe"
        table = await table_of(bob, game=game)
        said = said % table if b"%d" in said else said
        datagram = door in ("mia", "maexchen")
        assert heard in await spoken(place.doors[door], said, datagram=datagram)
        other = said.replace(b"anna", b"zoe")
        assert heard not in await spoken(place.doors[door], other, datagram=datagram)


async def test_the_boards_refuse_a_banned_name_too(place: Place) -> None:
    await place.does("/bans", {"name": "anna"})
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"http://127.0.0.1:{place.doors['boards']}/") as wire,
    ):
        await wire.send_json({"type": "LOGIN", "username": "anna"})
        error = await until(wire, "LOGIN_ERROR")
    assert error["errorMessage"] == "You have been shown out and may not come in."


async def spoken(port: int, said: bytes, *, datagram: bool, come_from: str = "127.0.0.1") -> bytes:
    """The first answer to something that is said at a door; nothing: it was hung up."""
    kind = socket.SOCK_DGRAM if datagram else socket.SOCK_STREAM
    loop = asyncio.get_running_loop()
    with socket.socket(type=kind) as wire:
        wire.setblocking(False)
        wire.bind((come_from, 0))
        await loop.sock_connect(wire, ("127.0.0.1", port))
        with suppress(ConnectionError):
            await loop.sock_sendall(wire, said)
            async with asyncio.timeout(20):
                while (heard := await loop.sock_recv(wire, 1000)).endswith(b'"Ping"}\n'):
                    pass
                return heard
    return b""


async def test_nothing_is_heard_from_a_banned_address(place: Place) -> None:
    async with place.guest("eve", ELSEWHERE) as eve, place.guest("anna") as anna:
        await until(eve, "welcome")
        await until(anna, "welcome")
        await place.does("/bans", {"address": ELSEWHERE})
        assert (await until(eve, "parted"))["why"] == "kicked"
        await hung_up(eve)
        await anna.send_json({"type": "ping"})
        await until(anna, "pong")
    await place.restart()
    status, text = await place.get("/api/tables", ELSEWHERE)
    assert (status, text) == (403, "You have been shown out and may not come in.\n")
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with place.guest("eve", ELSEWHERE):
            pass
    assert await spoken(place.doors["pipes"], b"PING||\n", datagram=False, come_from=ELSEWHERE) == b""
    before = place.server.pipeline.counts["datagrams_dropped"]
    with socket.socket(type=socket.SOCK_DGRAM) as program:
        program.bind((ELSEWHERE, 0))
        program.sendto(b"REGISTER;eve", ("127.0.0.1", place.doors["mia"]))
        async with asyncio.timeout(20):
            while (await place.does(""))["trouble"]["datagrams_dropped"] == before:
                pass
    assert not [card for card in (await place.does("/people"))["people"] if card["name"] == "eve"]
    await place.does(f"/bans?address={ELSEWHERE}", method="DELETE")
    assert (await place.get("/api/tables", ELSEWHERE))[0] == 200


async def test_connections_that_said_nothing_yet_are_hung_up_on_too(place: Place) -> None:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", place.doors["house"], local_addr=(ELSEWHERE, 0)
    )
    lines, answers = await asyncio.open_connection(
        "127.0.0.1", place.doors["pipes"], local_addr=(ELSEWHERE, 0)
    )
    async with asyncio.timeout(20):
        while (await place.does(""))["connections"].get("pipes") != 1:
            pass
        await place.does("/bans", {"address": ELSEWHERE})
        assert await reader.read() == b""
        assert await lines.read() == b""
    writer.close()
    answers.close()


async def test_a_ban_in_one_spelling_holds_in_every_other(place: Place) -> None:
    await place.does("/bans", {"address": "::ffff:127.0.0.2"})
    assert (await place.get("/api/tables", ELSEWHERE))[0] == 403


async def test_the_keeper_cannot_ban_himself(place: Place) -> None:
    status, answer = await place.ask("/bans", {"address": "127.0.0.1"})
    assert status == 409
    assert "yourself" in answer["wrong"]


async def test_a_ban_for_some_minutes_says_until_when(place: Place) -> None:
    await place.does("/bans", {"name": "anna", "minutes": 5})
    (ban,) = (await place.does("/bans"))["bans"]
    assert ban["until"] - ban["since"] == pytest.approx(300_000, abs=5_000)
    assert (await place.does(""))["bans"] == 1


async def test_a_program_is_shown_out_of_its_contest(place: Place) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as program:
        program.bind(("127.0.0.1", 0))
        program.setblocking(False)
        program.sendto(b"REGISTER;robby", ("127.0.0.1", place.doors["mia"]))
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(20):
            assert await loop.sock_recv(program, 100) == b"REGISTERED"
            card = await place.person("robby")
            assert (card["kind"], card["door"], card["contest"]) == ("program", "mia", "mia")
            assert (await place.does(""))["connections"]["mia"] == 1
            await place.does("/kick", {"program": "robby", "contest": "mia"})
            while await loop.sock_recv(program, 100) != b"UNREGISTERED":
                pass
    assert (await place.does("/people"))["total"] == 0


# Emptying the hall.


async def test_an_emptying_hall_lets_nobody_in_but_lets_everybody_finish(place: Place) -> None:
    async with place.guest("anna") as anna, place.guest("bob") as bob:
        table = await table_of(anna)
        await bob.send_json({"type": "join", "table": table})
        await until(bob, "table")
        await bob.send_json({"type": "lobby"})
        assert "draining" not in await until(bob, "lobby")
        await place.does("/drain", {"on": True})
        assert (await until(bob, "lobby"))["draining"]
        assert (await place.does(""))["draining"]
        assert await place.get("/readyz") == (503, "not ready\n")
        assert (await place.get("/healthz"))[0] == 200
        async with place.guest("eve") as eve:
            assert (await until(eve, "refused"))["reason"] == "closing"
        await bob.send_json({"type": "open", "game": "tictactoe"})
        assert (await until(bob, "refused"))["reason"] == "closing"
        await anna.send_json({"type": "act", "table": table, "move": {"r": 0, "c": 0}})
        while (await until(bob, "happened"))["what"] != "moved":
            pass
        await place.does("/drain", {"on": False})
        assert "draining" not in await until(bob, "lobby")
        assert (await place.get("/readyz"))[0] == 200
        await bob.send_json({"type": "open", "game": "tictactoe"})
        await until(bob, "table")


async def test_who_only_looks_at_the_lobby_sees_that_the_hall_empties(place: Place) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{place.address}/ws") as wire:
        await wire.send_json({"type": "lobby"})
        await until(wire, "lobby")
        await place.does("/drain", {"on": True})
        assert (await until(wire, "lobby"))["draining"]


async def test_the_keepers_address_leads_to_the_page(place: Place) -> None:
    assert (await place.get("/keeper"))[0] == 302
