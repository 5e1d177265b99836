"""Talking to a hall on paper: what is said, and what is heard."""

import json
from typing import Any

from tests.protocols.shelfie.paper_hall import PaperHall, PaperPort

Heard = list[dict[str, Any]]


def says(port: PaperPort, name: str, **keys: Any) -> Heard:
    """What a client hears after it has said something."""
    assert port.session is not None
    port.session.receive(json.dumps({"name": name, **keys}).encode())
    return heard(port)


def heard(port: PaperPort) -> Heard:
    port.hall.tell()
    lines, port.out = port.out.splitlines(), b""
    return [json.loads(line) for line in lines]


def names(messages: Heard) -> list[str]:
    """The kinds of messages."""
    return [message["name"] for message in messages]


def first(paper: PaperHall) -> tuple[PaperPort, str]:
    """Somebody to whom the lobby belongs."""
    port = paper.connect()
    (hello,) = says(port, "HelloCommand")
    return port, hello["firstPlayerId"]


def opens(port: PaperPort, id: str, players: int = 2, **more: bool) -> bool:
    rule = more or {"easyRule": False}
    keys = {"player": "anna", "numOfPlayers": players, "idFirstPlayer": id, **rule}
    answer, *_ = says(port, "JoinNewAsFirst", **keys)
    return bool(answer["result"])
