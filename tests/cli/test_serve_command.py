"""`tablehall serve` and `doctor`: starting, stopping, and what goes wrong on the way."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import aiohttp

from tests.conftest import tablehall as run

SOURCE = Path(__file__).parents[2] / "src"
ENV = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "tablehall", *words]


@contextmanager
def serving(*words: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[str], int]]:
    """A server, what it printed, and the port of its page."""
    process = subprocess.Popen(
        command("serve", "--host", "127.0.0.1", "--port", "0", *words),
        cwd=folder,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = []
        for line in process.stdout:
            said.append(line.rstrip())
            if line.startswith("Stop with"):
                break
        house = next(line for line in said if line.strip().startswith("house"))
        yield process, said, int(house.split("http://127.0.0.1:")[1].split()[0])
    finally:
        process.kill()
        process.communicate()


def get(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return str(answer.read().decode())


def test_it_says_where_every_door_is_where_the_data_is_and_how_to_stop(tmp_path: Path) -> None:
    with serving("--data", "here", folder=tmp_path) as (_, said, _port):
        assert said[0] == "The hall is open:"
        assert any(line.startswith("Data: ") and line.endswith("here") for line in said)
        assert said[-1] == "Stop with Ctrl-C."
        assert "Only this machine can come in." in said


def test_it_says_when_others_can_come_in_and_how_to_limit_that(tmp_path: Path) -> None:
    with serving("--host", "0.0.0.0", folder=tmp_path) as (_, said, _port):
        (at,) = [number for number, line in enumerate(said) if line.startswith("Everybody ")]
        assert said[at + 1] == "Only this machine: tablehall serve --host 127.0.0.1"


def test_health_readiness_version_and_figures(tmp_path: Path) -> None:
    with serving(folder=tmp_path) as (_, _, port):
        assert get(port, "/healthz") == "ok\n"
        assert get(port, "/readyz") == "ready\n"
        assert json.loads(get(port, "/version"))["tablehall"]
        figures = get(port, "/metrics")
        assert 'tablehall_tables{status="playing"} 0.0' in figures
        assert "tablehall_open_connections" in figures


def test_sigterm_tells_the_clients_and_leaves_with_0(tmp_path: Path) -> None:
    async def client(port: int, process: subprocess.Popen[str]) -> list[str]:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"http://127.0.0.1:{port}/ws") as ws,
        ):
            await ws.send_str('{"type":"hello","name":"anna"}')
            await ws.receive(10)
            process.send_signal(signal.SIGTERM)
            return [message.data async for message in ws]

    with serving(folder=tmp_path) as (process, _, port):
        heard = asyncio.run(client(port, process))
        assert heard == ['{"type":"parted","why":"closing"}']
        assert process.wait(10) == 0


def test_a_second_signal_leaves_at_once(tmp_path: Path) -> None:
    with serving(folder=tmp_path) as (process, _, _):
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) in (0, 130)
        assert time.monotonic() - start < 10


def test_a_taken_port_names_its_holder_and_the_flag_that_helps(tmp_path: Path) -> None:
    with closing(socket.socket()) as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        failed = run("serve", "--host", "127.0.0.1", "--port", str(port), folder=tmp_path)
    assert failed.returncode == 1
    assert f"Port {port} of the house door is taken" in failed.stderr
    assert "--port N" in failed.stderr
    if sys.platform == "linux":
        assert f"process {os.getpid()}" in failed.stderr


def test_settings_come_from_a_file_and_flags_win(tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text('data = "from-file"\n[doors.house.limits]\nper_address = 7\n')
    with serving("--config", "hall.toml", folder=tmp_path) as (_, said, _):
        assert any(line.endswith("from-file") for line in said)
    with serving("--config", "hall.toml", "--data", "from-flag", folder=tmp_path) as (_, said, _):
        assert any(line.endswith("from-flag") for line in said)


def test_a_door_is_printed_with_all_its_addresses(tmp_path: Path) -> None:
    with serving(folder=tmp_path) as (_, said, _):
        (at,) = [number for number, line in enumerate(said) if line.startswith("  boards ")]
        document, original = (line.strip().removeprefix("boards").split() for line in said[at : at + 2])
    address = document[0].removesuffix("/")
    assert re.fullmatch(r"ws://127\.0\.0\.1:\d+", address)
    assert (document[0], original[0]) == (f"{address}/", f"{address}/games")
    assert " ".join(original[1:]) == "the same for the authors' React client"


def test_settings_of_a_door_can_be_given_by_flags_which_win(tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text("[doors.mia.settings]\nplayers = 100\njoin_window = 60000\n")
    flags = ("--set", "mia.players=2", "--set", "mia.limits.message=20")
    with serving("--config", "hall.toml", *flags, folder=tmp_path) as (_, said, _), ExitStack() as stack:
        door = next(line.split()[1] for line in said if line.startswith("  mia "))
        place = ("127.0.0.1", int(door.rpartition(":")[2]))
        programs = [stack.enter_context(socket.socket(type=socket.SOCK_DGRAM)) for _ in range(3)]
        answers = []
        for number, program in enumerate(programs):
            program.settimeout(10)
            program.sendto(b"REGISTER;far-too-long-a-message", place)
            program.sendto(b"REGISTER;bot%d" % number, place)
            answers.append(program.recv(100))
    assert answers == [b"REGISTERED", b"REGISTERED", b"REJECTED"]


def test_bad_settings_say_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "typo.toml").write_text("prot = 8080\n")
    assert "prot" in run("serve", "--config", "typo.toml", folder=tmp_path).stderr
    assert "cannot be read" in run("serve", "--config", "nowhere.toml", folder=tmp_path).stderr
    assert "There is no door 'garden'" in run("serve", "--door", "garden=1", folder=tmp_path).stderr
    assert "say NAME=PORT or NAME=off" in run("serve", "--door", "house=x", folder=tmp_path).stderr
    (tmp_path / "door.toml").write_text('[doors.boards.limits]\nidle = "long"\n')
    failed = run("serve", "--config", "door.toml", folder=tmp_path)
    assert (
        "The limit idle of the door boards cannot be 'long': say a whole number, at least 0." in failed.stderr
    )
    assert not (tmp_path / "tablehall-data").exists()


def test_variables_work_like_flags(tmp_path: Path) -> None:
    failed = run("serve", folder=tmp_path, TABLEHALL_DOORS="garden=1")
    assert "There is no door 'garden'" in failed.stderr
    failed = run("serve", folder=tmp_path, TABLEHALL_SET="mia.fill=3 boards.grace=soon")
    assert "The setting grace of the door boards cannot be 'soon'" in failed.stderr


def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    failed = run("serve", "--port", "0", "--data", "file", folder=tmp_path)
    assert failed.returncode == 1
    assert "file" in failed.stderr
    assert "--data" in failed.stderr


def test_two_halls_cannot_share_a_data_folder(tmp_path: Path) -> None:
    with serving("--data", "data", folder=tmp_path) as (process, _, _):
        failed = run("serve", "--port", "0", "--data", "data", folder=tmp_path)
        assert failed.returncode == 1
        assert f"is used by another tablehall (process {process.pid})" in failed.stderr


def test_a_sixth_game_from_a_file_is_played_through_the_house_door(tmp_path: Path) -> None:
    page = (SOURCE.parent / "docs/writing-a-game.md").read_text()
    (tmp_path / "pig.py").write_text(page.split("```python file=pig.py\n")[1].split("```")[0])

    async def play(port: int) -> dict[str, object]:
        async with aiohttp.ClientSession() as session:
            anna = await session.ws_connect(f"http://127.0.0.1:{port}/ws")
            bob = await session.ws_connect(f"http://127.0.0.1:{port}/ws")
            table = 0
            for player, name in ((anna, "anna"), (bob, "bob")):
                await player.send_json({"type": "hello", "name": name})
                await player.receive(10)
                if player is anna:
                    await anna.send_json({"type": "open", "game": "pig", "seats": 2})
                else:
                    await bob.send_json({"type": "join", "table": table})
                while (heard := await player.receive_json(timeout=10))["type"] != "table":
                    pass
                table = heard["card"]["table"]
            turn, pot, seq = 0, 0, 0
            while True:
                kind = "hold" if pot >= 10 else "throw"
                mover = (anna, bob)[turn]
                await mover.send_json({"type": "act", "table": table, "move": {"type": kind}})
                heard = {}
                while heard.get("what") != "moved" or heard["seq"] <= seq:
                    heard = await mover.receive_json(timeout=10)
                    assert heard["type"] != "refused", heard
                seq = heard["seq"]
                if not heard["turn"]:
                    while (heard := await mover.receive_json(timeout=10)).get("what") != "ended":
                        pass
                    return dict(heard)
                turn, pot = heard["view"]["turn"], heard["view"]["pot"]

    with serving("--game", "pig.py", "--data", "data", folder=tmp_path) as (_, _, port):
        assert "pig" in get(port, "/api/games")
        ended = asyncio.run(play(port))
        assert max(ended["outcome"]["scores"]) >= 50  # type: ignore[index]
        exported = get(port, f"/api/tables/{ended['table']}/export")
    (tmp_path / "game.jsonl").write_text(exported)
    verified = run("verify", "--game", "pig.py", "game.jsonl", folder=tmp_path)
    assert verified.returncode == 0, verified.stderr


def test_the_doctor_finds_a_taken_port(tmp_path: Path) -> None:
    with closing(socket.socket()) as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            holder.bind(("0.0.0.0", 8080))
            holder.listen()
        except OSError:
            pass  # somebody else holds it, which is as good
        found = run("doctor", folder=tmp_path)
    assert found.returncode == 1
    assert "BAD  port 8080 (house) is taken" in found.stdout
    assert "cure: tablehall serve --port N" in found.stdout


def test_help_has_examples(tmp_path: Path) -> None:
    shown = run(folder=tmp_path)
    assert "tablehall serve" in shown.stdout
    assert "Examples" in shown.stdout
    for name in ("serve", "export", "verify", "replay", "backup", "doctor", "conform", "bench", "crash"):
        assert run(name, "--help", folder=tmp_path).returncode == 0, name
