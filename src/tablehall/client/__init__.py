"""A guest of the hall in your own program: come in, open or join a table, follow it, play.

    async with Guest("127.0.0.1:8080", name="rosie") as rosie:
        table = await rosie.open("chess")
        async for _ in table:
            if table.my_turn:
                await table.act((await table.legal())[0])

It speaks the house door's protocol. A lost connection is repaired by itself, and every table
is brought back in step.
"""

from tablehall.client.errors import (
    ClientError,
    ConnectionLostError,
    NobodyThereError,
    RefusedError,
    ShownOutError,
)
from tablehall.client.guest import Guest
from tablehall.client.news import Away, News
from tablehall.client.table import Table

__all__ = [
    "Away",
    "ClientError",
    "ConnectionLostError",
    "Guest",
    "News",
    "NobodyThereError",
    "RefusedError",
    "ShownOutError",
    "Table",
]
