"""`tablehall cluster status`, `doctor` and the figures of a node, on real nodes."""

import asyncio
import re
import socket
import subprocess
import sys
import time

import aiohttp
import pytest

from tablehall.cli.cluster import status
from tablehall.cluster.membership import Beat, Member
from tablehall_lab.services.nats import RunningNats
from tests.cluster.conftest import Cluster


async def said(*words: str) -> tuple[int, str]:
    """How a command ends, and what it prints."""
    main = [sys.executable, "-m", "tablehall", *words]
    done = await asyncio.to_thread(
        subprocess.run, main, capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout + done.stderr


async def test_everybody_who_is_alive_is_listed(cluster: Cluster, nats: RunningNats) -> None:
    code, listed = await said("cluster", "status", "--join", ",".join(nats.urls))
    assert code == 0
    rows = {
        node.name: next(line for line in listed.splitlines() if node.name in line) for node in cluster.nodes
    }
    assert all("open" in row and "http://127." in row for row in rows.values())
    assert "leader" in rows["alpha"]
    assert listed.count("leader") >= 1


def test_the_leader_is_listed_as_such_and_not_whoever_is_here_longest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def listen(*_: object) -> dict[str, list[Member]]:
        beats = [Beat(3, "alpha", open=True), Beat(7, "beta", open=True, leads=True)]
        return {"hall": [Member(beat, time.monotonic()) for beat in beats]}

    monkeypatch.setattr("tablehall.cluster.status.listen", listen)
    status("nats://nowhere")
    rows = capsys.readouterr().out.splitlines()
    assert ["leader" in row for name in ("alpha", "beta") for row in rows if name in row] == [False, True]


async def test_who_hears_nobody_is_told_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nowhere = f"nats://127.0.0.1:{taken.getsockname()[1]}"
        code, why = await said("cluster", "status", "--join", nowhere)
        refused = f"No NATS server answers at {nowhere} (connection refused): start one, or check --join."
        assert (code, why) == (1, f"tablehall: {refused}\n")
        code, why = await said("serve", "--port", "0", "--join", nowhere)
        assert code == 1
        assert "--database that all nodes use" in why


async def test_the_doctor_looks_at_the_bus(cluster: Cluster, nats: RunningNats) -> None:
    _, findings = await said("doctor", "--join", nats.urls[0])
    heard = re.search(r"ok {3}NATS answers; (\d+) nodes are heard", findings)
    assert heard, findings
    assert int(heard[1]) >= len(cluster.nodes)


async def test_one_node_says_that_it_leads(cluster: Cluster) -> None:
    figures = []
    async with aiohttp.ClientSession() as session:
        for hall in cluster.halls:
            host, port = hall.doors["house"]
            async with session.get(f"http://{host}:{port}/metrics") as answer:
                figures.append(await answer.text())
    assert [re.findall(r"^tablehall_leader (\S+)$", text, re.MULTILINE) for text in figures] == [
        ["1.0"],
        ["0.0"],
        ["0.0"],
    ]
    assert all("tablehall_nodes 3.0" in text for text in figures)
    assert all("tablehall_nodes_lost_total 0.0" in text for text in figures)
