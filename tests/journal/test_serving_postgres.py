"""A hall whose journal is a PostgreSQL: played at, killed, and open again."""

import json
import subprocess
import sys
from typing import Any

import aiohttp

from tests.conftest import NewHall, RunningHall
from tests.postgres import RunningPostgres


async def answer(door: aiohttp.ClientWebSocketResponse, kind: str, **request: Any) -> dict[str, Any]:
    await door.send_str(json.dumps(request))
    while True:
        message: dict[str, Any] = await door.receive_json(timeout=60)
        assert message["type"] != "refused", message
        if message["type"] == kind:
            return message


def house(hall: RunningHall) -> str:
    host, port = hall.doors["house"]
    return f"http://{host}:{port}"


async def test_what_was_told_is_there_after_the_plug_was_pulled(
    postgres: RunningPostgres, new_hall: NewHall
) -> None:
    url = postgres.new_hall()
    hall = new_hall(f'database = "{url}"')
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{house(hall)}/ws") as door:
            secret = (await answer(door, "welcome", type="hello", name="ann"))["secret"]
            table = (await answer(door, "table", type="open", game="tictactoe", bots={"level": 1}))["card"]
            move = {"type": "place", "r": 1, "c": 1}
            await answer(door, "done", type="act", table=table["table"], move=move, re=1)
            await hall.restart()
        async with session.ws_connect(f"{house(hall)}/ws") as door:
            welcome = await answer(door, "welcome", type="hello", secret=secret)
            assert welcome["tables"] == [table["table"]]
            whole = await answer(door, "table", type="sync", table=table["table"])
            assert whole["view"]["rows"][1][1] == [0, "x"]
            await answer(door, "done", type="resign", table=table["table"], re=2)
        async with session.get(f"{house(hall)}/api/finished") as listed:
            games = await listed.json()
    assert str(table["table"]) in json.dumps(games)
    number = str(table["table"])
    assert number in said("tables", "--database", url)
    assert '"what":"ended"' in said("export", number, "--database", url)
    assert "the journal can be read (0 live tables)" in said("doctor", "--database", url)
    assert "No contest mia was held in that database" in said("contest", "show", "mia", "--database", url)


def said(*words: str) -> str:
    """What a command prints."""
    main = [sys.executable, "-m", "tablehall", *words]
    done = subprocess.run(main, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr
