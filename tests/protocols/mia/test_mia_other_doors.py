"""A contest seen from elsewhere: the house door, HTTP, and the commands of its keeper."""

import asyncio
import csv
import json
from typing import TYPE_CHECKING, Any

from typer.testing import CliRunner

from tablehall.cli.commands import app
from tablehall.conformance.wires import Place, WebSocketWire, http_get
from tests.protocols.mia.field import Field, Program, recount

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

SETTINGS = "[doors.mia.settings]\nanswer = 1500\njoin_window = 500\nperson_pause = 0\n"


class Person:
    """Somebody at the house door."""

    def __init__(self, hall: "RunningHall", name: str) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.wire = WebSocketWire(self.inbox)
        self.place = Place(*hall.doors["house"], "websocket")
        self.name = name

    async def enter(self) -> "Person":
        await self.wire.open(self.place, "/ws", "")
        self.say(type="hello", name=self.name)
        await self.hear("welcome")
        return self

    def say(self, **request: Any) -> None:
        self.wire.say(json.dumps(request))

    async def hear(self, kind: str, **facts: Any) -> Any:
        """The next reply of a kind, with these facts in it."""
        async with asyncio.timeout(30):
            while True:
                reply = json.loads(await self.inbox.get())
                if reply["type"] == kind and facts.items() <= reply.items():
                    return reply

    async def leave(self) -> None:
        await self.wire.end("closes")


async def test_a_person_plays_a_game_of_a_contest_with_programs(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    async with Field(hall.doors) as field:
        programs = [Program(name) for name in ("bob", "carl", "dora")]
        for program in programs:
            await field.enter(program)
        await field.until_started(2, *programs)
        anna = await Person(hall, "anna").enter()
        anna.say(type="compete", contest="mia", re=1)
        await anna.hear("done", re=1)
        for _ in range(3):
            begun = await anna.hear("table")
            table, seat = begun["card"]["table"], begun["you"]
            assert begun["card"]["seats"][seat]["name"] == "anna"
            assert begun["card"]["clock"] == {"kind": "answer", "time": 30_000}
            outcome = await play(anna, begun, table, seat)
            assert len(outcome["scores"]) == len(begun["card"]["seats"])
        anna.say(type="compete", contest="mia", on=False, re=2)
        await anna.hear("done", re=2)
        anna.say(type="contests", re=3)
        maexchen, mia = (await anna.hear("contests", re=3))["contests"]
        assert (maexchen["name"], maexchen["programs"]) == ("maexchen", 0)
        assert (mia["programs"], mia["people"]) == (3, 0)
        assert {row["name"] for row in mia["standings"]} == {"anna", "bob", "carl", "dora"}
        assert any("anna" in message for program in programs for message in program.heard)
        await anna.leave()
        await field.settle()
        await hall.stop()
    counted, kept = recount(hall.folder / "data")
    assert +counted == {name: points for name, points in kept.items() if points}


async def play(anna: Person, begun: Any, table: int, seat: int) -> Any:
    """Roll when it is one's turn, announce 66 or, if that was said, doubt it; until it is over."""
    view, turn = begun["view"], begun["turn"]
    while True:
        if turn == [seat]:
            if view["rolls"]:
                move: Any = {"type": "announce", "dice": [6, 6]}
            else:
                claim = view["claim"]
                high = claim is not None and claim["dice"][0] == claim["dice"][1]
                move = {"type": "see"} if high else {"type": "roll"}
            anna.say(type="act", table=table, move=move)
        news = await anna.hear("happened", table=table)
        view, turn = news.get("view", view), news.get("turn", turn)
        if news["what"] == "ended":
            return news["outcome"]


async def test_only_the_roller_is_told_what_lies_under_the_cup(hall: "RunningHall") -> None:
    rita, sam, tess = [await Person(hall, name).enter() for name in ("rita rolls", "sam waits", "tess looks")]
    rita.say(type="open", game="mia", options={"rules": "maexchen"})
    table = (await rita.hear("table"))["card"]["table"]
    sam.say(type="join", table=table)
    turn = (await sam.hear("happened", table=table, what="started"))["turn"]
    tess.say(type="watch", table=table)
    await tess.hear("table")
    roller, other = (sam, rita) if turn == [1] else (rita, sam)
    roller.say(type="act", table=table, move={"type": "roll"})
    (_, rolled) = (await roller.hear("happened", table=table, what="moved"))["events"]
    assert rolled["type"] == "rolled"
    for somebody in (other, tess):
        news = await somebody.hear("happened", table=table, what="moved")
        assert [event["type"] for event in news["events"]] == ["rolls"]
        assert news["view"]["dice"] is None
    for somebody in (rita, sam, tess):
        await somebody.leave()


async def test_whoever_follows_a_contest_sees_its_games(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    async with Field(hall.doors) as field:
        eve = await Person(hall, "eve").enter()
        eve.say(type="follow", contest="mia")
        for name in ("anna", "bob"):
            await field.enter(Program(name))
        for _ in range(2):
            begun = await eve.hear("table")
            assert begun["you"] is None
            ended = await eve.hear("happened", table=begun["card"]["table"], what="ended")
            assert ended["status"] == "finished"
        eve.say(type="lobby", re=1)
        assert (await eve.hear("lobby", re=1))["tables"] == []
        await eve.leave()


async def test_a_game_of_a_contest_can_be_looked_up_replayed_and_verified(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    async with Field(hall.doors) as field:
        anna, bob = Program("anna"), Program("bob")
        await field.enter(anna)
        await field.enter(bob)
        await field.until_started(5, anna, bob)
        house = Place(*hall.doors["house"], "websocket")
        _, body = await http_get(house, "/api/finished?game=mia&limit=1")
        (last,) = json.loads(body)["finished"]
        assert sorted(last["players"]) == ["anna", "bob"]
        _, body = await http_get(house, f"/api/tables/{last['table']}/replay")
        whats = [record["what"] for record in json.loads(body)["happened"]]
        assert whats[:3] == ["opened", "drawn", "started"]
        assert whats[-1] == "ended"
        _, *lines = await http_get(house, f"/api/tables/{last['table']}/export")
        export = hall.folder / "game.jsonl"
        export.write_text("\n".join(lines) + "\n")
        assert "every move and every throw is right" in await tablehall("verify", str(export))


async def test_the_keeper_names_a_contest_reads_it_and_begins_it_anew(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    data = f"--data={hall.folder / 'data'}"
    async with Field(hall.doors) as field:
        anna, bob = Program("anna"), Program("bob")
        await field.enter(anna)
        await field.enter(bob)
        await field.until_started(5, anna, bob)
        await tablehall("contest", "name", "mia", "Friday night", data)
        assert (await card(hall))["title"] == "Friday night"
        shown = await tablehall("contest", "show", "mia", data)
        assert shown.startswith("Friday night: ")
        assert "anna" in shown
        rows = list(csv.DictReader((await tablehall("contest", "export", "mia", data)).splitlines()))
        assert {row["name"] for row in rows} == {"anna", "bob"}
        points = sum(int(row["points"]) for row in rows)
        assert points >= 4
        for program in (anna, bob):
            program.running = False
        while (await card(hall))["tables"]:
            """The game that was going on comes to its end."""
        await tablehall("contest", "reset", "mia", "--yes", data)
        assert (await card(hall))["standings"] == []
        assert (await card(hall))["programs"] == 2
        for program in (anna, bob):
            program.running = True
        await field.until_started(max(anna.started, bob.started) + 3, anna, bob)
        await field.settle()
    await hall.stop()
    told = json.loads(await tablehall("contest", "export", "mia", "--format=json", data))
    assert told["title"] == "Friday night"
    assert 3 <= sum(row["points"] for row in told["standings"]) <= told["games"]
    await tablehall("contest", "name", "mia", "Saturday", data)
    await tablehall("contest", "reset", "mia", "--yes", data)
    told = json.loads(await tablehall("contest", "export", "mia", "--format=json", data))
    assert (told["title"], told["standings"]) == ("Saturday", [])
    assert "No contest whist" in await tablehall("contest", "show", "whist", data, wrong=True)


async def test_only_the_keeper_can_change_a_contest(new_hall: "NewHall") -> None:
    hall = new_hall(SETTINGS)
    host, port = hall.doors["house"]
    for key in ("", "Authorization: Bearer nonsense\r\n"):
        reader, writer = await asyncio.open_connection(host, port)
        body = '{"title":"mine"}'
        head = f"POST /api/contest/mia HTTP/1.0\r\nHost: x\r\n{key}Content-Length: {len(body)}\r\n\r\n"
        writer.write((head + body).encode())
        assert b" 403 " in (await reader.read()).splitlines()[0]
        writer.close()
        await writer.wait_closed()
    keeper = hall.folder / "data" / "keeper.json"
    assert keeper.stat().st_mode & 0o077 == 0
    assert (await card(hall))["title"] == ""
    await hall.stop()
    assert not keeper.exists()


async def card(hall: "RunningHall") -> Any:
    _, body = await http_get(Place(*hall.doors["house"], "websocket"), "/api/contest/mia")
    return json.loads(body)


async def tablehall(*words: str, wrong: bool = False) -> str:
    """What a command prints."""
    done = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert (done.exit_code != 0) == wrong, done.output
    return done.output
