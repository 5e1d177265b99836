"""Whoever is hung up on while their session waits for another node leaves all the same."""

from collections import Counter
from types import SimpleNamespace

import pytest

from tablehall.net import connection
from tablehall.net.connection import Connection
from tablehall.net.latency import Latency
from tablehall.protocols.door import DoorLimits


async def test_who_is_hung_up_on_because_too_much_waits_for_them_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "UNHEARD_MOST", 3)
    left: list[str] = []
    pipeline = SimpleNamespace(
        now=lambda: 0,
        counts={"slow_readers_dropped": 0},
        hall=SimpleNamespace(peers=SimpleNamespace(run=lambda _, __, function, args: function(*args))),
        alarm=lambda *_: None,
        disconnect=lambda _: None,
        latency=Latency(),
        addresses=Counter({("door", ""): 9}),
    )
    door = SimpleNamespace(name="door", patient=False)
    conn = Connection(pipeline, door, DoorLimits(burst=1))  # type: ignore[arg-type]
    conn.comes_from("10.0.0.1")
    conn.transport = SimpleNamespace(abort=lambda: conn.connection_lost(None))  # type: ignore[assignment]
    conn.session = SimpleNamespace(lost=lambda: left.append("left"))  # type: ignore[assignment]
    conn.waits()
    for _ in range(5):
        conn.talk("telling", lambda: None)
    assert pipeline.counts["slow_readers_dropped"]
    assert not left
    conn.goes_on()
    assert left == ["left"]
