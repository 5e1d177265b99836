"""The way between a client and the hall for datagrams: like `relay`, without connections."""

import asyncio

from tablehall.conformance.clients.judge import Judge
from tablehall.conformance.clients.script import Script, Sent


class DatagramRelay(asyncio.DatagramProtocol):
    """Stands between a client's datagrams and a door for them."""

    transport: asyncio.DatagramTransport

    def __init__(self, upstream: tuple[str, int], judge: Judge, script: Script) -> None:
        self.upstream, self.judge, self.script = upstream, judge, script
        self.cuts = 0
        self.connections = 0
        self._way: Way | None = None

    async def open(self) -> int:
        """Wait for the client on a port; which one."""
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=("127.0.0.1", 0))
        port: int = self.transport.get_extra_info("sockname")[1]
        return port

    async def close(self) -> None:
        """Nobody is heard any more."""
        self.transport.close()
        if self._way is not None:
            await self._way.close()

    def cut(self) -> None:
        """The client is about to be started once more."""
        self.script.cut = False
        self.cuts += 1
        self.judge.debts.clear()
        if self._way is not None:
            self._way.close()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        if self._way is None or self._way.client != addr:
            if self._way is not None:
                self._way.close()
            self.connections += 1
            self.judge.connected()
            self._way = Way(self, addr)
        self._way.up(data)


class Way(asyncio.DatagramProtocol):
    """One address of a client, and the port by which the hall knows it."""

    def __init__(self, relay: DatagramRelay, client: tuple[str, int]) -> None:
        self.relay, self.client = relay, client
        self.open = True
        self._waiting: list[bytes] = []
        self._transport: asyncio.DatagramTransport | None = None
        self._loop = asyncio.get_running_loop()
        self._opening = self._loop.create_task(self._open())

    async def _open(self) -> None:
        self._transport, _ = await self._loop.create_datagram_endpoint(
            lambda: self, remote_addr=self.relay.upstream
        )
        for data in self._waiting:
            self._transport.sendto(data)
        if not self.open:
            self._transport.close()

    def close(self) -> "asyncio.Task[None]":
        """The client is elsewhere now; what is done when nothing is left of it."""
        self.open = False
        if self._transport is not None:
            self._transport.close()
        return self._opening

    def up(self, data: bytes) -> None:
        """What the client says."""
        judge = self.relay.judge
        try:
            text = data.decode()
        except UnicodeDecodeError:
            judge.finds(judge.frame, f"{data[:60]!r} is no UTF-8")
            return
        judge.client_said(text)
        instead = self.relay.script.from_client(text)
        if instead is not None:
            for sent in instead:
                self._tell(sent)
        elif not self.open:
            return  # the last words of a client that is being ended
        elif self._transport is None:
            self._waiting.append(data)
        else:
            self._transport.sendto(data)

    def datagram_received(self, data: bytes, addr: object) -> None:
        for sent in self.relay.script.from_server(data.decode()):
            if sent.after:
                self._loop.call_later(sent.after, self._tell, sent)
            else:
                self._tell(sent)
        if self.relay.script.cut:
            self.relay.cut()

    def _tell(self, sent: Sent) -> None:
        if self.open:
            self.relay.judge.server_said(sent.text, scripted=sent.scripted)
            self.relay.transport.sendto(sent.text.encode(), self.client)
