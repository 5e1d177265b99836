"""Somebody who talks without end: fills within seconds what would otherwise take hours to fill.

SQLite keeps the last pages it wrote, up to a bound. Until the bound is reached memory grows with
the log, as it should; only then can a leak be told from it.
"""

from typing import TYPE_CHECKING, Any

from tablehall.client.conversation import Conversation
from tablehall.protocols.house import replies, requests
from tablehall_lab.sim.players.person import WebPerson

if TYPE_CHECKING:
    from tablehall_lab.soak.crowd import Crowd

ENOUGH = 20 * 2**20
"""Bytes of talk: more than the journal keeps in memory."""
TEXT = "So I said to them: never draw to an inside straight. " * 9
AT_ONCE = 32


class Chatterbox(WebPerson):
    """Sits alone at a private table and talks to the log."""

    door, path = "house", "/ws"

    def __init__(self, crowd: "Crowd", name: str) -> None:
        world: Any = crowd
        super().__init__(world, name)
        self.talk = Conversation(name)
        self.steady = 1.0
        self.left = ENOUGH // len(TEXT)

    def hello(self) -> None:
        self.say(self.talk.hello())
        self.say(self.talk.ask(requests.Open(game="tictactoe", private=True)))

    def hear(self, message: bytes) -> None:
        heard = self.talk.hear(message)
        if heard is None:
            return
        if isinstance(heard.reply, replies.Table):
            self.table = heard.reply.card.table
            for _ in range(AT_ONCE):
                self._talk()
        elif isinstance(heard.reply, replies.Done):
            self._talk()

    def _talk(self) -> None:
        self.left -= 1
        if self.left > 0:
            self.say(self.talk.ask(requests.Say(table=self.table, text=TEXT)))
        else:
            self.go_home("closes")

    def lost(self) -> None:
        self.go_home()
