"""What must be true of a stored hall, told by the version that made it."""

import hashlib
import json
import time
from pathlib import Path
from typing import Any

from tablehall_lab.upgrade.callers import HouseGuest, Json
from tablehall_lab.upgrade.party import Party
from tablehall_lab.upgrade.server import AnyServer

FILE = "description.json"


async def describe(server: AnyServer, party: Party) -> Json:
    """What everybody sees at their tables, and what the hall tells about people, saves and games."""
    guests: dict[str, Json] = {}
    for name, guest in party.guests.items():
        again = party.guests[name] = await HouseGuest(name, guest.secret).come(server.doors)
        seen = {number: await again.sees(number) for number in again.tables}
        live = {number: table for number, table in seen.items() if table["card"]["status"] != "finished"}
        saves = (await again.ask("saves"))["saves"]
        guests[name] = {"secret": guest.secret, "person": guest.person, "tables": live, "saves": saves}
    games = [game["name"] for game in (await server.get("/api/games"))["games"]]
    return {
        "keeper": server.token,
        "guests": guests,
        "people": {name: await server.get(f"/api/people/{name}") for name in party.guests},
        "leaderboards": {game: await server.get(f"/api/leaderboard/{game}") for game in games},
        "lobby": (await server.get("/api/tables"))["tables"],
        "contests": (await server.get("/api/contest"))["contests"],
        "saved": party.saved,
    }


def write(server: AnyServer, target: Path, found: Json) -> None:
    """Write it down beside what is stored, with a digest of every game that is over, and whether it ever
    began (else there is nothing to verify)."""
    over: dict[str, list[Any]] = {}
    for status in ("finished", "closed"):
        for line in server.run("tables", "--status", status, "--limit", "100000").splitlines():
            exported = server.run("export", number := line.split()[0].decode())
            over[number] = [hashlib.sha256(exported).hexdigest(), b'"what":"started"' in exported]
    facts = {"made": int(time.time() * 1000), "exports": over, **found}
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    target.mkdir(parents=True, exist_ok=True)
    (target / FILE).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
