"""The peer of a contest: a bare referee of Mia on uvloop that knows the same game, and nothing else.

Programs register, are invited, join, are drawn to tables, play by the document and hear how it stands,
game after game. There is no hall behind it, no log and no limit, and who does not answer is not missed:
what Python can do here.
"""

import asyncio
import itertools
import os
import random
import socket
from typing import Any

import uvloop

from tablehall_lab.bench.mia_bots import RANK, SAID

MIA = RANK[b"2,1"]
SEATS = 40
ROOM = 4 * 1024 * 1024
"""What the kernel is asked to keep: nobody is asked twice."""

PATIENCE = 0.25
"""Seconds."""

Address = tuple[Any, ...]


def token() -> bytes:
    """A secret that nobody guesses."""
    return os.urandom(16).hex().encode()


class Table:
    """One game: who plays, who is out, whose turn it is, and what was thrown and said."""

    def __init__(self, referee: "Referee", players: list[Address]) -> None:
        self.referee, self.players = referee, players
        self.names = [referee.names[address] for address in players]
        self.left = list(range(len(players)))
        self.game = token()
        self.turn = self.rolls = 0
        self.dice = self.claim = self.author = -1
        self.say(b"GAME_STARTED;%b;%b" % (b",".join(self.names), self.game))
        self.ask()

    def say(self, message: bytes) -> None:
        """Tell everybody at the table."""
        send = self.referee.send
        for address in self.players:
            send(message, address)

    def ask(self) -> None:
        """It is the next player's turn."""
        self.token = token()
        self.referee.send(b"YOUR_TURN;" + self.token, self.players[self.turn])

    def answer(self, address: Address, verb: bytes, fields: list[bytes]) -> None:
        """Somebody answers; only who is on turn knows the token."""
        if fields[-1] != self.token or address != self.players[self.turn]:
            return
        if verb == b"ROLL" and self.rolls < 2:
            self.roll()
        elif verb == b"SEE" and not self.rolls:
            self.see()
        elif verb == b"ANNOUNCE" and self.rolls and fields[0] in RANK:
            self.announce(RANK[fields[0]])
        else:
            self.exclude(b"INVALID_TURN")

    def roll(self) -> None:
        one, other = random.randint(1, 6), random.randint(1, 6)
        self.dice = RANK[b"%d,%d" % (max(one, other), min(one, other))]
        self.rolls += 1
        self.say(b"PLAYER_ROLLS;%b;%b" % (self.names[self.turn], self.game))
        if self.rolls == 2:
            return
        if self.dice == MIA:
            self.end([seat for seat in self.left if seat != self.turn], b"MIA")
        else:
            self.referee.send(b"ROLLED;%b;%b" % (SAID[self.dice], self.token), self.players[self.turn])

    def announce(self, said: int) -> None:
        self.say(b"ANNOUNCED;%b;%b;%b" % (self.names[self.turn], SAID[said], self.game))
        if said == MIA:
            self.say(b"ACTUAL_DICE;%b;%b" % (SAID[self.dice], self.game))
            if self.dice == MIA:
                self.end([seat for seat in self.left if seat != self.turn], b"MIA")
            else:
                self.end([self.turn], b"LIED_ABOUT_MIA")
        elif said <= self.claim:
            self.exclude(b"ANNOUNCED_LOSING_DICE")
        else:
            self.claim, self.author, self.rolls = said, self.turn, 0
            self.turn = self.following()
            self.ask()

    def see(self) -> None:
        self.say(b"PLAYER_WANTS_TO_SEE;%b;%b" % (self.names[self.turn], self.game))
        if self.claim < 0:
            self.exclude(b"SEE_BEFORE_FIRST_ROLL")
            return
        self.say(b"ACTUAL_DICE;%b;%b" % (SAID[self.dice], self.game))
        if self.claim > self.dice:
            self.end([self.author], b"CAUGHT_BLUFFING")
        else:
            self.end([self.turn], b"SEE_FAILED")

    def following(self) -> int:
        """Whose turn comes next."""
        return self.left[(self.left.index(self.turn) + 1) % len(self.left)]

    def exclude(self, why: bytes) -> None:
        """Who made a mistake is out; if they had rolled, the next player opens."""
        out, self.turn = self.turn, self.following()
        if len(self.left) == 2:
            self.end([out], why)
            return
        self.say(b"PLAYER_LOST;%b;%b;%b" % (self.names[out], why, self.game))
        self.left.remove(out)
        if self.rolls:
            self.rolls, self.claim = 0, -1
        self.ask()

    def end(self, losers: list[int], why: bytes) -> None:
        """These have lost, and the game is over."""
        names = b",".join(self.names[seat] for seat in losers)
        self.say(b"PLAYER_LOST;%b;%b;%b" % (names, why, self.game))
        points = self.referee.points
        for seat in self.left:
            if seat not in losers:
                points[self.names[seat]] += 1
        totals = sorted(((points[name], name) for name in self.names), reverse=True)
        score = b",".join(b"%b:%d" % (name, total) for total, name in totals)
        self.say(b"SCORE;%b;%b" % (score, self.game))
        self.referee.over(self)


class Referee(asyncio.DatagramProtocol):
    """Who is registered, who has joined, and the tables that play."""

    def __init__(self) -> None:
        self.names: dict[Address, bytes] = {}
        self.points: dict[bytes, int] = {}
        self.invited: dict[Address, bytes] = {}
        self.joined: list[Address] = []
        self.playing: dict[Address, Table] = {}
        self.heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.send = transport.sendto  # type: ignore[attr-defined]  # a datagram transport

    def datagram_received(self, data: bytes, addr: Address) -> None:
        self.heard += 1
        verb, *fields = data.split(b";")
        table = self.playing.get(addr)
        if verb == b"REGISTER":
            self.names[addr] = fields[0]
            self.points.setdefault(fields[0], 0)
            self.send(b"REGISTERED", addr)
            if not self.playing:
                self.invite()
        elif table is not None:
            table.answer(addr, verb, fields)
        elif verb == b"JOIN_GAME" and fields[-1] == self.invited.get(addr):
            del self.invited[addr]
            self.joined.append(addr)
            if not self.invited and len(self.joined) > 1:
                self.begin()

    def look_after(self, heard: int = 0) -> None:
        """Begin anew if nobody has said anything for a while: a datagram was lost."""
        if heard == self.heard and self.names:
            self.playing.clear()
            self.invite()
        asyncio.get_running_loop().call_later(PATIENCE, self.look_after, self.heard)

    def invite(self) -> None:
        """Invite everybody to the next game, each with a token of their own."""
        self.joined = []
        self.invited = {address: token() for address in self.names}
        for address, invitation in self.invited.items():
            self.send(b"GAME_STARTING;" + invitation, address)

    def begin(self) -> None:
        """Everybody has joined: they are drawn to as few tables as possible."""
        players = self.joined
        random.shuffle(players)
        count = -(-len(players) // SEATS)
        cuts = [len(players) * at // count for at in range(count + 1)]
        for start, end in itertools.pairwise(cuts):
            table = Table(self, players[start:end])
            self.playing.update(dict.fromkeys(table.players, table))

    def over(self, table: Table) -> None:
        """A table has played; when all have, the next game follows."""
        for address in table.players:
            del self.playing[address]
        if not self.playing:
            self.invite()


async def main() -> None:
    bound = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        bound.setsockopt(socket.SOL_SOCKET, buffer, ROOM)
    bound.bind(("127.0.0.1", 0))
    _, referee = await asyncio.get_running_loop().create_datagram_endpoint(Referee, sock=bound)
    referee.look_after()
    print(f"  mia udp://127.0.0.1:{bound.getsockname()[1]}\nStop with Ctrl-C.", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
