"""A server of the pipes protocol that does what its document says, and nothing else. `python pipes.py PORT`

Knows no PING, no 295, no 420 and no 460, and tells the lobby nothing when a game begins.
"""

import asyncio
import itertools
import re
import sys
from dataclasses import dataclass, field

PARAMETERS = {
    "CONNECT": 1,
    "LOGOUT": 0,
    "GET_GAMES": 0,
    "CREATE_GAME": 0,
    "EXIT_GAME": 0,
    "JOIN_GAME": 1,
    "GET_GAME_STATE": 0,
    "TURN": 2,
}
STRANGERS = {
    "CONNECT": "401",
    "LOGOUT": "403",
    "GET_GAMES": "405",
    "CREATE_GAME": "407",
    "EXIT_GAME": "408",
    "JOIN_GAME": "410",
    "GET_GAME_STATE": "413",
    "TURN": "413",
}
Square = tuple[int, int]


@dataclass(eq=False)
class Game:
    """Two users, the first of whom waits for the second, and who stands where, perhaps as a king."""

    users: list["User"]
    pieces: dict[Square, tuple[int, bool]] = field(default_factory=dict)
    turn: int = 0

    def begin(self) -> None:
        """Set up the pieces."""
        squares = [(x, y) for x in range(6) for y in range(6) if (x + y) % 2]
        self.pieces = {(x, y): (int(y > 3), False) for x, y in squares if y < 2 or y > 3}

    def show(self, code: str, *more: str) -> str:
        """The board in a line."""
        sides = []
        for side, user in enumerate(self.users):
            squares = sorted(square for square, (owner, _) in self.pieces.items() if owner == side)
            sides.append(",".join([user.nick, *(f"{x},{y}" for x, y in squares)]))
        return "|".join([code, *sides, *more])

    def move(self, start: Square, end: Square) -> bool:
        """Make a turn, if the rules allow it."""
        owner, king = self.pieces.get(start, (-1, False))
        (x, y), (to_x, to_y) = start, end
        length = abs(to_x - x)
        inside = 0 <= to_x < 6 and 0 <= to_y < 6
        if owner != self.turn or not inside or end in self.pieces or not length or abs(to_y - y) != length:
            return False
        step_x, step_y = (to_x - x) // length, (to_y - y) // length
        way = [(x + step_x * n, y + step_y * n) for n in range(1, length)]
        taken = [square for square in way if self.pieces.get(square, (owner, False))[0] != owner]
        forward = step_y == (-1 if owner else 1)
        if not king and not (forward and (length == 1 or (length == 2 and taken))):
            return False
        del self.pieces[start]
        for square in taken:
            del self.pieces[square]
        self.pieces[end] = (owner, king or to_y == (0 if owner else 5))
        self.turn = 1 - owner
        return True


@dataclass(eq=False)
class User:
    """Somebody with a number and a nickname, connected or lost."""

    number: int
    nick: str
    writer: asyncio.StreamWriter | None
    game: Game | None = None

    def hear(self, line: str) -> None:
        """Be told something, unless they are lost."""
        if self.writer is not None:
            self.writer.write(f"{line}\n".encode())


class Server:
    """Everybody, and what they ask for."""

    def __init__(self) -> None:
        self.users: dict[str, User] = {}
        self.numbers = itertools.count(41)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        user: User | None = None
        try:
            while line := await reader.readline():
                answer, user = self.answer(line.decode("latin-1").rstrip("\n"), user, writer)
                writer.write(f"{answer}\n".encode() if answer else b"")
        except ConnectionError:
            pass
        if user is not None:
            self.lose(user)
        writer.close()

    def answer(self, line: str, user: User | None, writer: asyncio.StreamWriter) -> tuple[str, User | None]:
        """The answer to a request, and who it is from now on."""
        number, *rest = line.split("|")
        kind, words = (rest[0], rest[1:]) if rest else ("", [])
        if not number.isdecimal() or kind not in PARAMETERS or len(words) != PARAMETERS[kind]:
            return "450", user
        if kind == "CONNECT":
            return self.connect(number, words[0], user, writer)
        if user is None or int(number) != user.number:
            return STRANGERS[kind], user
        if kind == "LOGOUT":
            if user.game is not None:
                return "404", user
            del self.users[user.nick]
            return "202", None
        return getattr(self, kind.lower())(user, *words), user

    def connect(
        self, number: str, nick: str, user: User | None, writer: asyncio.StreamWriter
    ) -> tuple[str, User | None]:
        if int(number) != 0 or user is not None:
            return "401", user
        if not re.fullmatch("[a-zA-Z0-9]{1,20}", nick):
            return "400", user
        known = self.users.get(nick)
        if known is None:
            known = self.users[nick] = User(next(self.numbers), nick, writer)
            return f"200|{known.number}", known
        if known.writer is not None:
            return "402", user
        known.writer = writer
        return f"201|{known.number}", known

    def lose(self, user: User) -> None:
        """A connection is lost: games that wait are gone, others stand still."""
        user.writer = None
        if user.game is not None and len(user.game.users) == 2:
            for other in user.game.users:
                other.hear("290")
        else:
            self.users.pop(user.nick, None)

    def tell_lobby(self, line: str, but: User) -> None:
        for user in self.users.values():
            if user.game is None and user is not but:
                user.hear(line)

    def get_games(self, user: User) -> str:
        waiting = [u.nick for u in self.users.values() if u.game is not None and len(u.game.users) == 1]
        return "|".join(["203", *waiting])

    def create_game(self, user: User) -> str:
        if user.game is not None:
            return "406"
        user.game = Game([user])
        self.tell_lobby(f"250|{user.nick}", user)
        return "204"

    def exit_game(self, user: User) -> str:
        game, user.game = user.game, None
        if game is None:
            return "409"
        if len(game.users) == 1:
            self.tell_lobby(f"260|{user.nick}", user)
        for other in game.users:
            if other is not user:
                other.game = None
                other.hear("280")
        return "205"

    def join_game(self, user: User, nick: str) -> str:
        if user.game is not None:
            return "411"
        host = self.users.get(nick)
        if host is None or host.game is None or len(host.game.users) == 2:
            return "412"
        user.game = host.game
        user.game.users.append(user)
        user.game.begin()
        host.hear("270")
        return "206"

    def get_game_state(self, user: User) -> str:
        if user.game is None or len(user.game.users) == 1:
            return "414"
        return user.game.show("207", user.game.users[user.game.turn].nick)

    def turn(self, user: User, start: str, end: str) -> str:
        game = user.game
        if game is None or game.users[game.turn] is not user:
            return "414"
        squares = [tuple(map(int, word.split(","))) for word in (start, end)]
        if not game.move(squares[0], squares[1]):  # type: ignore[arg-type]  # two numbers each
            return "450"
        over = len({owner for owner, _ in game.pieces.values()}) == 1
        for player in game.users:
            player.hear("210" if over else game.show("208"))
            player.game = None if over else game
        return ""


async def main() -> None:
    """Serve until somebody kills this."""
    async with await asyncio.start_server(Server().serve, "127.0.0.1", int(sys.argv[1])) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
