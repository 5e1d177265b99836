"""Somebody who talks without end: fills within seconds what would otherwise take hours to fill.

SQLite keeps the last pages it wrote, up to a bound. Until the bound is reached memory grows with
the log, as it should; only then can a leak be told from it.
"""

from typing import TYPE_CHECKING, Any

from tablehall_lab.sim.players.person import Json, WebPerson, decode

if TYPE_CHECKING:
    from tablehall_lab.soak.crowd import Crowd

ENOUGH = 20 * 2**20
"""Bytes of talk: more than the journal keeps in memory."""
TEXT = "So I said to him: never draw to an inside straight. " * 9
AT_ONCE = 32


class Chatterbox(WebPerson):
    """Sits alone at a private table and talks to the log."""

    door, path = "house", b"/ws"

    def __init__(self, crowd: "Crowd", name: str) -> None:
        world: Any = crowd
        super().__init__(world, name)
        self.steady = 1.0
        self.left = ENOUGH // len(TEXT)

    def hello(self) -> None:
        self.tell(type="hello", name=self.name)
        self.tell(type="open", game="tictactoe", private=True)

    def hear(self, message: bytes) -> None:
        heard: Json = decode(message)
        if heard["type"] == "table":
            self.table = heard["card"]["table"]
            for _ in range(AT_ONCE):
                self._talk()
        elif heard["type"] == "done":
            self._talk()

    def _talk(self) -> None:
        self.left -= 1
        if self.left > 0:
            self.tell(type="say", table=self.table, text=TEXT, re=self.left)
        else:
            self.go_home("closes")

    def lost(self) -> None:
        self.go_home()
