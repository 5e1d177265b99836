"""Days in halls of some version, up to the moment when the plug is pulled."""

import asyncio
import contextlib
import itertools
import signal
from collections.abc import Sequence
from pathlib import Path

from tablehall_lab.services.postgres import running_postgres
from tablehall_lab.upgrade import description, finished, other_doors, standing
from tablehall_lab.upgrade.callers import Caller, Json, PipesCaller
from tablehall_lab.upgrade.party import PATIENT, Party
from tablehall_lab.upgrade.programs import Manner, Program, compete
from tablehall_lab.upgrade.server import AnyServer
from tablehall_lab.upgrade.store import store, store_database

MOVES_BEFORE_THE_KILL = 12
TITLE = "Friday night – Mäxchen"
MANNERS: dict[str, Manner] = {"alfa": "honest", "beta": "honest", "gama": "nonsense", "zeta": "silent"}


async def make_killed(command: Sequence[str], folder: Path, target: Path) -> None:
    """Everything that is ever stored, and kill -9 in the middle of a game; once before that, too."""
    server = AnyServer(command, folder)
    server.start()
    try:
        party = Party(server.doors)
        await party.come()
        await finished.finish(party, server.doors)
        await standing.begin(party)
        server.end(signal.SIGKILL)
        server.start()
        await party.come()
        found = await rest_of_the_day(server, party)
        found["racing"] = await kill_in_the_middle(server, party)
    finally:
        server.end(signal.SIGKILL)
        await Caller.hang_up_all()
    description.write(server, target, found)
    store(server.data, target)


async def make_stopped(command: Sequence[str], folder: Path, target: Path) -> None:
    """A small hall that was closed in good order."""
    server = AnyServer(command, folder)
    found = await small_day(server, signal.SIGTERM)
    description.write(server, target, found)
    store(server.data, target)


async def make_database(command: Sequence[str], folder: Path, target: Path) -> None:
    """A small hall in a PostgreSQL database, killed."""
    with running_postgres() as postgres:
        server = AnyServer(command, folder, postgres.url())
        found = await small_day(server, signal.SIGKILL)
        description.write(server, target, found)
        store_database(postgres, target)


async def small_day(server: AnyServer, end: signal.Signals) -> Json:
    """A game that is over, one that goes on, one that waits, one that was put away."""
    server.start()
    try:
        party = Party(server.doors, ("anna", "bob"))
        await party.come()
        await finished.by_a_line_after_a_takeback(party)
        table = await party.seat("tictactoe", "anna", "bob", absence=PATIENT)
        await party.act("anna", table, type="place", r=1, c=1)
        table = await party.seat("chess", "anna", "bob")
        await party.play(table, "anna", "bob", plies=2)
        await party.save("bob", table, "put away")
        await party.seat("chess", "bob", title="Who dares?")
        await PipesCaller("pia").come(server.doors)
        found = await description.describe(server, party)
        server.end(end)
    finally:
        server.end(signal.SIGKILL)
        await Caller.hang_up_all()
    return found


async def rest_of_the_day(server: AnyServer, party: Party) -> Json:
    """Tables through every door, what the keeper does, and a contest; then everything is described."""
    doors = server.doors
    through = {
        "pipes": await other_doors.dama_that_stands_still(doors),
        "boards": await other_doors.tictactoe_on_boards(doors),
        "put_away": await other_doors.shelfie_put_away(doors),
        "shelfie": await other_doors.shelfie_with_somebody_absent(doors),
        "eriantys": await other_doors.eriantys_with_a_character(party, doors),
    }
    await standing.stand(party)
    bans = await keep_the_house(server, party)
    programs = await hold_contests(server, party)
    return {**through, **bans, **programs, **await description.describe(server, party)}


async def keep_the_house(server: AnyServer, party: Party) -> Json:
    """Bans, one of which will have lapsed by the time anybody looks, and a table that is closed."""
    table = await party.seat("chess", "carl", "dora")
    for ban in (
        {"name": "mallory", "reason": "spam"},
        {"address": "127.9.9.9", "reason": "flood"},
        {"name": "trudy", "minutes": 1},
    ):
        await server.post("/api/keeper/bans", ban)
    await server.post("/api/keeper/close", {"table": table})
    return {"bans": (await server.get("/api/keeper/bans"))["bans"]}


async def hold_contests(server: AnyServer, party: Party) -> Json:
    """Programs of both dialects and two people play; afterwards nobody joins any more."""
    mia = [Program(name, "mia", 3, manner) for name, manner in MANNERS.items()]
    maexchen = [Program(name, "maexchen", 2) for name in ("emma", "otto")]
    for field in (mia, maexchen):
        for program in field:
            await program.come(server.doors)
        await compete(field)
    onlooker = Program("onlooker")
    await onlooker.connect(server.doors)
    onlooker.send("REGISTER_SPECTATOR")
    await onlooker.hears("REGISTERED")
    for name in ("carl", "dora"):
        await party[name].ask("compete", contest="mia")
    await party["dora"].message(lambda heard: heard["type"] == "table")
    for name in ("carl", "dora"):
        await party[name].ask("compete", contest="mia", on=False)
    server.run("contest", "name", "mia", TITLE)
    return {"programs": [program.name for program in (*mia, *maexchen)], "title": TITLE}


async def kill_in_the_middle(server: AnyServer, party: Party) -> Json:
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
