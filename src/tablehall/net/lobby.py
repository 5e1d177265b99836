"""A door's own place in the pipeline, through which it hears of the lobby for all its clients."""

from collections.abc import Iterator
from typing import Any

from tablehall.hall.commands import WatchLobby
from tablehall.hall.decision import Decision
from tablehall.hall.notices import Audience, Listed, News
from tablehall.net.pipeline import Pipeline, safely
from tablehall.protocols.lobby import LobbyDoor


class LobbyListener:
    """Listens for a door. It has the number of a connection, and only while somebody looks on."""

    def __init__(self, pipeline: Pipeline, door: LobbyDoor[Any]) -> None:
        self.pipeline, self.door = pipeline, door
        self.conn = 0

    # The port of the door.

    def now(self) -> int:
        return self.pipeline.clock()

    def send(self, audience: Audience, news: News, *, at_once: bool) -> None:
        if at_once:
            self.pipeline.tell_news([(audience, news)])
            return
        decision = Decision()
        decision.notices.append((audience, news))
        self.pipeline.submit(self.conn, decision)

    def alarm(self, name: str, after: int | None) -> None:
        self.pipeline.alarm(self.conn, name, after)

    def hear(self, *, on: bool) -> None:
        pipeline = self.pipeline
        if on:
            self.conn = pipeline.connect(self)
        pipeline.hall.handle(WatchLobby(self.conn, on), pipeline.clock())
        if not on:
            pipeline.disconnect(self.conn)

    # What the pipeline calls.

    def tell(self, news: News, seat: int | None) -> None:
        if type(news) is Listed:
            safely("telling", self.door.listed, news)

    def ring(self, name: str) -> None:
        safely("ringing", self.door.push)

    def write(self, data: bytes) -> None:
        pass

    def flush(self) -> None:
        pass

    def uncongested(self) -> None:
        pass


def looked_at(pipeline: Pipeline) -> Iterator[LobbyDoor[Any]]:
    """The doors at which somebody looks on in the lobby."""
    for conn in list(pipeline.hall.lobby):
        listener = pipeline.connections.get(conn)
        if isinstance(listener, LobbyListener):
            yield listener.door
