"""The peer: a uvloop broker that passes as many bytes as the hall does, and knows nothing."""

import asyncio

import uvloop

NOTICE = (
    b'{"type":"happened","table":1234567890,"seq":4,"at":1794723663529,"what":"moved","seat":0,'
    b'"move":{"type":"place","r":0,"c":0},"events":[{"type":"placed","r":0,"c":0,"piece":[0,"x"]}],'
    b'"view":{"rows":[[[0,"x"],null,null],[null,null,null],[null,null,null]],"turn":1,'
    b'"pools":[[["x",4]],[["o",5]]]},"turn":[1]}'
)
FRAME = bytes((0x81, 126, len(NOTICE) >> 8, len(NOTICE) & 0xFF)) + NOTICE
WELCOME = b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x02{}"


class Broker(asyncio.Protocol):
    """Whatever one of a pair says, both hear the same notice."""

    waiting: "Broker | None" = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.heard = 0
        self.other: Broker = self
        if Broker.waiting is None:
            Broker.waiting = self
        else:
            self.other, Broker.waiting = Broker.waiting, None
            self.other.other = self

    def data_received(self, data: bytes) -> None:
        self.heard += 1
        if self.heard == 1:
            self.transport.write(WELCOME[:-4])
        elif self.heard == 2:
            if self.other.heard == 2:  # both have said hello: the one who came first begins
                self.other.transport.write(WELCOME[-4:])
        else:
            self.transport.write(FRAME)
            self.other.transport.write(FRAME)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Broker, "127.0.0.1", 0, backlog=4096)
    print(f"  house http://127.0.0.1:{server.sockets[0].getsockname()[1]}\nStop with Ctrl-C.", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
