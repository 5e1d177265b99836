"""A server of Mia that does what its document says, and nothing else. `python mia.py PORT [SECONDS]`

Knows no REGISTER_SPECTATOR, no UNREGISTER and no early start, and one token serves for a whole game.
"""

import asyncio
import random
import sys
import uuid
from typing import NamedTuple

TIME = float("".join(sys.argv[2:3]) or 0.25)
MIA = (2, 1)
PLAIN = [(high, low) for high in range(3, 7) for low in range(1, high)]
RANKS = [*PLAIN, *((n, n) for n in range(1, 7)), MIA]
Address = tuple[str, int]
Throw = tuple[int, int]


class Claim(NamedTuple):
    """What somebody has announced."""

    name: str
    dice: Throw


class Over(Exception):  # noqa: N818 (it is no error)
    """The game is over: these have lost it for this reason."""

    def __init__(self, names: list[str], reason: str) -> None:
        super().__init__(names, reason)
        self.names, self.reason = names, reason


class Mia(asyncio.DatagramProtocol):
    """Everybody who is registered, and the game that is played."""

    transport: asyncio.DatagramTransport

    def __init__(self) -> None:
        self.clients: dict[str, Address] = {}
        self.points: dict[str, int] = {}
        self.tokens: dict[str, str] = {}
        self.joined: list[str] = []
        self.said: asyncio.Queue[tuple[str, list[str]]] = asyncio.Queue()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # a datagram transport

    def datagram_received(self, data: bytes, addr: Address) -> None:
        verb, *words = data.decode(errors="replace").split(";")
        if verb == "REGISTER":
            self.register(";".join(words), addr)
            return
        name = next((name for name, address in self.clients.items() if address == addr), "")
        if verb == "JOIN_GAME" and words == [name, self.tokens.pop(name, None)]:
            self.joined.append(name)
        elif words:
            self.said.put_nowait((name, [verb, *words]))

    def register(self, name: str, addr: Address) -> None:
        valid = len(name) <= 20 and not any(letter.isspace() or letter in ",;:" for letter in name)
        known = self.clients.get(name)
        if not valid or (known is not None and known[0] != addr[0]):
            self.transport.sendto(b"REJECTED", addr)
            return
        self.clients[name] = addr
        self.points.setdefault(name, 0)
        self.transport.sendto(b"REGISTERED", addr)

    def tell(self, name: str, *words: str) -> None:
        self.transport.sendto(";".join(words).encode(), self.clients[name])

    def tell_all(self, *words: str) -> None:
        for name in self.clients:
            self.tell(name, *words)

    async def play_for_ever(self) -> None:
        while True:
            self.joined = []
            self.tokens = {name: uuid.uuid4().hex for name in self.clients}
            for name, token in list(self.tokens.items()):
                self.tell(name, "GAME_STARTING", token)
            await asyncio.sleep(TIME if self.clients else 0.01)
            players = list(dict.fromkeys(self.joined))
            if not players:
                self.tell_all("GAME_CANCELED", "NO_PLAYERS")
                continue
            random.shuffle(players)
            token = uuid.uuid4().hex
            self.tell_all("GAME_STARTED", ",".join(players), token)
            if len(players) == 1:
                self.tell_all("GAME_CANCELED", "ONLY_ONE_PLAYER")
            else:
                await self.game(players, token)

    async def game(self, players: list[str], token: str) -> None:
        left, claim, cup = list(players), None, None
        losers: list[str] = []
        while len(left) > 1:
            name = left[0]
            try:
                claim, cup = await self.turn(name, left, token, claim, cup)
                left = [*left[1:], name]
            except Over as over:
                self.tell_all("PLAYER_LOST", ",".join(over.names), over.reason, token)
                losers += over.names
                ends = over.reason in ("SEE_FAILED", "CAUGHT_BLUFFING", "LIED_ABOUT_MIA", "MIA")
                left, claim = ([] if ends else left[1:]), None
        for name in set(players) - set(losers):
            self.points[name] += 1
        self.tell_all("SCORE", ",".join(f"{name}:{self.points[name]}" for name in players), token)

    async def answer(self, name: str, token: str, missed: str) -> list[str]:
        """What somebody answers in time, without the token."""
        try:
            async with asyncio.timeout(TIME):
                while True:
                    who, words = await self.said.get()
                    if who == name and words[-1] == token:
                        return words[:-1]
        except TimeoutError:
            raise Over([name], missed) from None

    async def turn(
        self, name: str, left: list[str], token: str, claim: Claim | None, cup: Throw | None
    ) -> tuple[Claim, Throw]:
        self.tell(name, "YOUR_TURN", token)
        verb, *_ = await self.answer(name, token, "DID_NOT_TAKE_TURN")
        if verb == "SEE":
            self.tell_all("PLAYER_WANTS_TO_SEE", name, token)
            if claim is None or cup is None:
                raise Over([name], "SEE_BEFORE_FIRST_ROLL")
            self.tell_all("ACTUAL_DICE", f"{cup[0]},{cup[1]}", token)
            bluff = RANKS.index(claim.dice) > RANKS.index(cup)
            raise Over([claim.name if bluff else name], "CAUGHT_BLUFFING" if bluff else "SEE_FAILED")
        if verb != "ROLL":
            raise Over([name], "INVALID_TURN")
        cup = self.roll(name, token)
        if cup == MIA:
            raise Over([other for other in left if other != name], "MIA")
        self.tell(name, "ROLLED", f"{cup[0]},{cup[1]}", token)
        verb, *words = await self.answer(name, token, "DID_NOT_ANNOUNCE")
        if verb == "ROLL":
            cup = self.roll(name, token)
            verb, *words = await self.answer(name, token, "DID_NOT_ANNOUNCE")
        if verb != "ANNOUNCE":
            raise Over([name], "INVALID_TURN")
        return self.announced(name, words[0], left, token, claim, cup), cup

    def roll(self, name: str, token: str) -> Throw:
        self.tell_all("PLAYER_ROLLS", name, token)
        one, other = random.randint(1, 6), random.randint(1, 6)
        return max(one, other), min(one, other)

    def announced(
        self, name: str, said: str, left: list[str], token: str, claim: Claim | None, cup: Throw
    ) -> Claim:
        high, low = (int(die) for die in said.split(","))
        self.tell_all("ANNOUNCED", name, said, token)
        if (high, low) == MIA:
            truly = cup == MIA
            raise Over(
                [o for o in left if o != name] if truly else [name], "MIA" if truly else "LIED_ABOUT_MIA"
            )
        if claim is not None and RANKS.index((high, low)) <= RANKS.index(claim.dice):
            raise Over([name], "ANNOUNCED_LOSING_DICE")
        return Claim(name, (high, low))


async def main() -> None:
    """Hold the contest until somebody kills this."""
    loop = asyncio.get_running_loop()
    _, mia = await loop.create_datagram_endpoint(Mia, ("127.0.0.1", int(sys.argv[1])))
    await mia.play_for_ever()


if __name__ == "__main__":
    asyncio.run(main())
