"""Every protocol page is true: its transcripts, played against the real server."""

import itertools
from typing import TYPE_CHECKING

import pytest

from tablehall.conformance.page import Block, read_page
from tablehall.conformance.pages import CHECKOUT
from tablehall.conformance.runner import play
from tablehall.conformance.wires import Place, Transport

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

SPOKEN: dict[str, Transport] = {"http": "websocket", "ws": "websocket", "tcp": "lines", "udp": "datagrams"}
BLOCKS = [
    pytest.param(path.stem, block, id=f"{path.stem}-{block.line}-{block.title.replace(' ', '_')}")
    for path in sorted(CHECKOUT.glob("*.md"))
    for block in read_page(path)
]
count = itertools.count(1)


@pytest.mark.parametrize(("protocol", "block"), BLOCKS)
async def test_the_server_does_what_the_page_says(
    protocol: str, block: Block, request: pytest.FixtureRequest, new_hall: "NewHall"
) -> None:
    own = block.own_server
    hall: RunningHall = new_hall(block.settings) if own else request.getfixturevalue("hall")
    doors = {name: Place(*where, SPOKEN[hall.schemes[name]]) for name, where in hall.doors.items()}
    doors[""] = doors[protocol]
    await play(block if own else block.renamed(str(next(count))), doors, hall if own else None, patience=5)
