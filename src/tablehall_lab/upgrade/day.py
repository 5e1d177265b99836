"""A day in a hall of some version, up to the moment when its plug is pulled."""

import asyncio
import contextlib
import hashlib
import itertools
import json
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp

from tablehall_lab.upgrade import finished, other_doors, standing
from tablehall_lab.upgrade.callers import Caller, HouseGuest, Json, PipesCaller
from tablehall_lab.upgrade.party import PATIENT, Party
from tablehall_lab.upgrade.programs import Program, compete
from tablehall_lab.upgrade.server import AnyServer
from tablehall_lab.upgrade.store import store

SETTINGS = """
[bots]
pause = 0
seconds = 0.1
workers = 1
[doors.shelfie.settings]
ping = 0
"""
DESCRIPTION = "description.json"
MOVES_BEFORE_THE_KILL = 12
TITLE = "Friday night – Mäxchen"
GAMES = ("checkers", "chess", "connect_four", "dama", "eriantys", "mia", "pente", "shelfie", "tictactoe")


async def make_killed(command: Sequence[str], folder: Path, target: Path) -> None:
    """Everything that is ever stored, and kill -9 in the middle of a game; once before that, too."""
    server = AnyServer(command, folder, SETTINGS)
    server.start()
    try:
        party = Party(server.doors)
        await party.come()
        await finished.finish(party, server.doors)
        await standing.begin(party)
        server.end(signal.SIGKILL)
        server.start()
        await party.come()
        found = await _rest_of_the_day(server, party)
        found["racing"] = await _kill_in_the_middle(server, party)
    finally:
        server.end(signal.SIGKILL)
        await Caller.hang_up_all()
    _write(server, target, found)


async def make_stopped(command: Sequence[str], folder: Path, target: Path) -> None:
    """A small hall that was closed in good order."""
    server = AnyServer(command, folder, SETTINGS)
    server.start()
    try:
        party = Party(server.doors, ("anna", "bob"))
        await party.come()
        await finished.by_a_line_after_a_takeback(party)
        table = await party.seat("tictactoe", "anna", "bob", absence=PATIENT)
        await party.act("anna", table, type="place", r=1, c=1)
        await party.seat("chess", "bob", title="Who dares?")
        await PipesCaller("pia").come(server.doors)
        found = {"keeper": server.token, **await _described(server, party)}
        server.end(signal.SIGTERM)
    finally:
        server.end(signal.SIGKILL)
        await Caller.hang_up_all()
    _write(server, target, found)


async def _rest_of_the_day(server: AnyServer, party: Party) -> Json:
    """Tables through every door, a contest, and what its keeper does; then everything is described."""
    doors = server.doors
    through = {
        "pipes": await other_doors.dama_that_stands_still(doors),
        "boards": await other_doors.tictactoe_on_boards(doors),
        "put_away": await other_doors.shelfie_put_away(doors),
        "shelfie": await other_doors.shelfie_with_somebody_absent(doors),
        "eriantys": await other_doors.eriantys_with_a_character(party, doors),
    }
    await standing.stand(party)
    keeper = await _keeper(server, party)
    contest = await _contest(server, party)
    return {**through, **contest, **keeper, "saved": party.saved, **await _described(server, party)}


async def _contest(server: AnyServer, party: Party) -> Json:
    """Programs of both dialects and two people play; afterwards nobody joins any more."""
    manners = {"alfa": "honest", "beta": "honest", "gama": "nonsense", "zeta": "silent"}
    fields: list[list[Program]] = [
        [Program(name, "mia", 3, manner) for name, manner in manners.items()],  # type: ignore[arg-type]
        [Program(name, "maexchen", 2) for name in ("emma", "otto")],
    ]
    for field in fields:
        for program in field:
            await program.come(server.doors)
        await compete(field)
    onlooker = Program("onlooker")
    await onlooker.connect(server.doors)
    onlooker.send("REGISTER_SPECTATOR")
    await onlooker.hears("REGISTERED")
    for on in (True, False):
        for name in ("carl", "dora"):
            await party[name].ask("compete", contest="mia", on=on)
            if on and name == "dora":
                await party[name].message(lambda heard: heard["type"] == "table" and "re" not in heard)
    server.run("contest", "name", "mia", TITLE)
    async with aiohttp.ClientSession() as http:
        contests = await _get(http, server, "/api/contest")
    return {"contests": contests["contests"], "programs": [p.name for field in fields for p in field]}


async def _keeper(server: AnyServer, party: Party) -> Json:
    """Bans, one of which will have lapsed by the time anybody looks, and a table that is closed."""
    table = await party.seat("chess", "carl", "dora")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {server.token}"}) as http:
        bans = (
            {"name": "mallory", "reason": "spam"},
            {"address": "127.9.9.9", "reason": "flood"},
            {"name": "trudy", "minutes": 1},
        )
        for ban in bans:
            await _post(http, server, "/api/keeper/bans", ban)
        await _post(http, server, "/api/keeper/close", {"table": table})
        listed = await _get(http, server, "/api/keeper/bans")
    return {"keeper": server.token, "bans": listed["bans"]}


async def _described(server: AnyServer, party: Party) -> Json:
    """What everybody sees at their tables, and what the hall tells about people, saves and games."""
    guests: dict[str, Json] = {}
    for name, guest in party.guests.items():
        again = await HouseGuest(name, guest.secret).come(server.doors)
        seen = {number: await again.sees(number) for number in again.tables}
        seen = {number: table for number, table in seen.items() if table["card"]["status"] != "finished"}
        saves = (await again.ask("saves"))["saves"]
        guests[name] = {"secret": guest.secret, "person": guest.person, "tables": seen, "saves": saves}
        party.guests[name] = again
    async with aiohttp.ClientSession() as http:
        people = {name: await _get(http, server, f"/api/people/{name}") for name in party.guests}
        boards = {game: await _get(http, server, f"/api/leaderboard/{game}") for game in GAMES}
        lobby = (await _get(http, server, "/api/tables"))["tables"]
    return {"guests": guests, "people": people, "leaderboards": boards, "lobby": lobby}


async def _kill_in_the_middle(server: AnyServer, party: Party) -> Json:
    """Two guests play as fast as they can while the plug is pulled: what an onlooker was told last."""
    players = [await party.extra(name) for name in ("ruth", "rosa")]
    onlooker = await party.extra("olga")
    table = await party.seat("chess", "ruth", "rosa", absence=PATIENT)
    await onlooker.ask("watch", table=table)
    racing = asyncio.create_task(party.play(table, "ruth", "rosa"))
    last: Json = {}
    with contextlib.suppress(ConnectionResetError):
        for move in itertools.count(1):
            last = await onlooker.happens(table, "moved")
            if move == MOVES_BEFORE_THE_KILL:
                server.end(signal.SIGKILL)  # what is on its way by then counts as told
    with contextlib.suppress(ConnectionResetError):
        await racing
    told = {key: last[key] for key in ("table", "seq", "seat", "move", "view")}
    return {**told, "secrets": {guest.name: guest.secret for guest in players}}


def _write(server: AnyServer, target: Path, found: Json) -> None:
    """Store the folder, and beside it what must be true of it."""
    over: dict[str, list[Any]] = {}
    for status in ("finished", "closed"):
        for line in server.run("tables", "--status", status, "--limit", "100000").splitlines():
            exported = server.run("export", number := line.split()[0].decode())
            over[number] = [hashlib.sha256(exported).hexdigest(), b'"what":"started"' in exported]
    store(server.data, target)
    facts = {"made": int(time.time() * 1000), "exports": over, **found}
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    (target / DESCRIPTION).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


async def _get(http: aiohttp.ClientSession, server: AnyServer, path: str) -> Any:
    async with http.get(_address(server) + path) as answer:
        answer.raise_for_status()
        return await answer.json()


async def _post(http: aiohttp.ClientSession, server: AnyServer, path: str, body: Json) -> None:
    async with http.post(_address(server) + path, json=body) as answer:
        answer.raise_for_status()


def _address(server: AnyServer) -> str:
    host, port = server.doors["house"]
    return f"http://{host}:{port}"
