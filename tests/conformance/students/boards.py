"""A server of the boards protocol that does what its document says, and nothing else. `python boards.py PORT`

Two games, no second spelling of anything, no pushed lists; whoever joins moves first.
"""

import asyncio
import base64
import hashlib
import itertools
import json
import sys
from dataclasses import dataclass, field
from typing import Any

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
LINES = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
LINES += [[(n, n) for n in range(3)], [(n, 2 - n) for n in range(3)]]
Square = tuple[int, int]


async def read_message(reader: asyncio.StreamReader) -> str:
    """The next text message of a WebSocket whose messages have one frame each; empty: it is over."""
    while True:
        first, second = await reader.readexactly(2)
        size = second & 127
        if size > 125:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        mask = await reader.readexactly(4)
        data = bytes(byte ^ mask[at % 4] for at, byte in enumerate(await reader.readexactly(size)))
        if first & 15 == 8:
            return ""
        if first & 15 == 1:
            return data.decode()


@dataclass(eq=False)
class Client:
    """One connection."""

    writer: asyncio.StreamWriter
    name: str = ""
    game: "Game | None" = None

    def hear(self, **message: Any) -> None:
        """Be told something."""
        data = json.dumps(message).encode()
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
        self.writer.write(b"\x81" + size + data)


@dataclass(eq=False)
class Game:
    """Two players and their pieces, by number: whose each is, and where it stands."""

    number: int
    pug: str
    players: list[Client]
    name = ""
    rows = 3
    on_turn: int = 1
    owners: dict[int, int] = field(default_factory=dict)
    board: dict[Square, int] = field(default_factory=dict)

    def piece(self, number: int) -> dict[str, Any]:
        """A piece as it is told."""
        owner = self.owners[number]
        return {"id": number, "owner": self.players[owner].name, "image": f"{owner}.png"}

    def begin(self) -> None:
        """The second player has come."""
        for player, other in zip(self.players, self.players[::-1], strict=True):
            player.hear(
                type="GAME_INIT",
                opponent=other.name,
                needsFlip=False,
                checkered=self.rows == 8,
                board_rows=self.rows,
                board_cols=self.rows,
            )
        self.tell([])

    def tell(self, diffs: list[tuple[int, Square]]) -> None:
        """Tell both how it stands, and what has changed."""
        cells = range(self.rows)
        board = [[self.board.get((r, c)) for c in cells] for r in cells]
        for seat, player in enumerate(self.players):
            player.hear(
                type="SET_GAME_STATE",
                turn=self.players[self.on_turn].name,
                board=[[piece and self.piece(piece) for piece in row] for row in board],
                diffs=[{"pieceId": piece, "r": r, "c": c} for piece, (r, c) in diffs],
                **self.choices(seat),
            )

    def choices(self, seat: int) -> dict[str, Any]:
        """What somebody can do, and with what."""
        raise NotImplementedError

    def play(self, piece: int, to: Square) -> str | None:
        """Make a turn: who has won, or that nobody has so far."""
        raise NotImplementedError


class TicTacToe(Game):
    name = "Tic Tac Toe"

    def begin(self) -> None:
        self.owners = {number: number % 2 for number in range(1, 11)}
        super().begin()

    def choices(self, seat: int) -> dict[str, Any]:
        free = [{"r": r, "c": c} for r in range(3) for c in range(3) if (r, c) not in self.board]
        pool = [n for n, owner in self.owners.items() if owner == seat and n not in self.board.values()]
        pieces = [self.piece(number) for number in pool]
        return {"turn_type": "place", "valid_placements": free, "user_pool": pieces}

    def play(self, piece: int, to: Square) -> str | None:
        self.board[to] = piece
        mover, self.on_turn = self.on_turn, 1 - self.on_turn
        self.tell([(piece, to)])
        mine = {square for square, number in self.board.items() if self.owners[number] == mover}
        if any(mine.issuperset(line) for line in LINES):
            return self.players[mover].name
        return "" if len(self.board) == 9 else None


class Checkers(Game):
    name = "Checkers"
    rows = 8

    def begin(self) -> None:
        squares = [(r, c) for r in range(8) for c in range(8) if (r + c) % 2 == 0 and r not in (3, 4)]
        self.board = {square: number for number, square in enumerate(squares, 1)}
        self.owners = {number: int(r > 4) for (r, _), number in self.board.items()}
        super().begin()

    def moves(self) -> dict[int, dict[Square, Square | None]]:
        """Where each piece can go, and what it takes there; who can capture must."""
        steps: dict[int, dict[Square, Square | None]] = {}
        jumps: dict[int, dict[Square, Square | None]] = {}
        ahead = -1 if self.on_turn else 1
        for (r, c), piece in self.board.items():
            if self.owners[piece] == self.on_turn:
                for side in (-1, 1):
                    near, far = (r + ahead, c + side), (r + 2 * ahead, c + 2 * side)
                    if self.free(near):
                        steps.setdefault(piece, {})[near] = None
                    elif self.free(far) and self.owners.get(self.board.get(near, 0)) == 1 - self.on_turn:
                        jumps.setdefault(piece, {})[far] = near
        return jumps or steps

    def free(self, square: Square) -> bool:
        return square not in self.board and min(square) >= 0 and max(square) < 8

    def choices(self, seat: int) -> dict[str, Any]:
        moves = [
            {"pieceId": piece, "moves": [{"r": r, "c": c} for r, c in ends]}
            for piece, ends in self.moves().items()
        ]
        return {"turn_type": "move", "valid_movements": moves, "user_pool": []}

    def play(self, piece: int, to: Square) -> str | None:
        taken = self.moves()[piece][to]
        start = next(square for square, number in self.board.items() if number == piece)
        del self.board[start]
        self.board[to] = piece
        diffs = [(piece, to)] + ([(self.board.pop(taken), (-1, -1))] if taken else [])
        mover, self.on_turn = self.on_turn, 1 - self.on_turn
        self.tell(diffs)
        return None if self.moves() else self.players[mover].name


GAMES = {game.name: game for game in (TicTacToe, Checkers)}


class Server:
    """Everybody, and what they ask for."""

    def __init__(self) -> None:
        self.clients: dict[str, Client] = {}
        self.games: dict[int, Game] = {}
        self.numbers = itertools.count(100)
        self.results: dict[str, dict[str, list[int]]] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        client = Client(writer)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            headers = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
            key = next(value for name, value in headers.items() if name.lower() == b"sec-websocket-key")
            accept = base64.b64encode(hashlib.sha1(key + MAGIC).digest())
            writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
            writer.write(b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
            while text := await read_message(reader):
                said = json.loads(text)
                getattr(self, said["type"].lower())(client, said)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        self.clients.pop(client.name, None)
        writer.close()

    def login(self, client: Client, said: dict[str, Any]) -> None:
        if said["username"] in self.clients:
            client.hear(type="LOGIN_ERROR", errorMessage="Try another name")
            return
        client.name = said["username"]
        self.clients[client.name] = client
        client.hear(type="LOGIN_SUCCESS")

    def get_user_profile(self, client: Client, said: dict[str, Any]) -> None:
        games = [
            {"gameType": name, "gamesWon": won, "gamesLost": lost, "gamesDraw": drawn}
            for name, (won, lost, drawn) in self.results.get(said["username"], {}).items()
        ]
        client.hear(type="SET_USER_PROFILE", username=said["username"], games=games)

    def get_all_supported_games(self, client: Client, said: dict[str, Any]) -> None:
        games = [{"name": name, "maxPlayers": 2, "image": "url"} for name in GAMES]
        client.hear(type="SET_ALL_SUPPORTED_GAMES", games=games)

    def get_open_games(self, client: Client, said: dict[str, Any]) -> None:
        waiting = [game for game in self.games.values() if len(game.players) == 1]
        games = [
            {
                "id": game.number,
                "name": game.name,
                "pugName": game.pug,
                "players": [player.name for player in game.players],
                "maxPlayers": 2,
                "image": "url",
            }
            for game in waiting
        ]
        client.hear(type="SET_OPEN_GAMES", openGames=games)

    def create_game(self, client: Client, said: dict[str, Any]) -> None:
        game = GAMES[said["gameName"]](next(self.numbers), said["pugName"], [client])
        self.games[game.number] = client.game = game
        client.hear(type="NEWLY_CREATED_GAME", gameName=game.name, gameId=game.number)

    def join_game(self, client: Client, said: dict[str, Any]) -> None:
        game = self.games.get(said["gameId"])
        if game is None or len(game.players) == 2:
            client.hear(type="JOIN_GAME_FAILED", errorMessage="Game no longer exists")
            return
        client.game = game
        game.players.append(client)
        client.hear(type="JOIN_GAME_SUCCESS")
        game.begin()

    def turn(self, client: Client, said: dict[str, Any]) -> None:
        game = client.game
        if game is None or game.players[game.on_turn] is not client:
            return
        winner = game.play(said["pieceId"], (said["r"], said["c"]))
        if winner is not None:
            for player in game.players:
                player.hear(type="GAME_END", winner=winner, message="Well played!")
                column = 2 if not winner else 0 if player.name == winner else 1
                self.results.setdefault(player.name, {}).setdefault(game.name, [0, 0, 0])[column] += 1
                player.game = None


async def main() -> None:
    """Serve until somebody kills this."""
    async with await asyncio.start_server(Server().serve, "127.0.0.1", int(sys.argv[1])) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
