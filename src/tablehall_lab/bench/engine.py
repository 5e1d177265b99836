"""What a move costs without sockets: from a client's bytes to the bytes of both players.

Decoding the request, the hall's decision, the hash-chained record, the view and its
rendering are all in it; the journal's disk and the network are not.
"""

import os
import time
from collections.abc import Iterator
from typing import Any

from tablehall.games import house_games
from tablehall.hall.decision import Decision
from tablehall.hall.hall import Hall
from tablehall.protocols.house import HouseDoor

# A draw in which every square is filled: the longest game there is.
DRAW = ((0, 0), (1, 1), (0, 1), (0, 2), (2, 0), (1, 0), (1, 2), (2, 1), (2, 2))
DRAW_MOVES = tuple(b'{"type":"place","r":%d,"c":%d}' % square for square in DRAW)


class Wire:
    """A port that counts what it is given and tells news at once, as after a commit."""

    def __init__(self, sessions: dict[int, Any], conn: int) -> None:
        self.sessions = sessions
        self.conn = conn
        self.address = "bench"
        self.sent = 0
        self.last = b""

    def now(self) -> int:
        return 1_000_000

    def submit(self, decision: Decision, answer: bytes | None = None) -> None:
        if answer is not None:
            self.write(answer)
        for audience, news in decision.notices:
            news.shared = {}
            for conn, seat in audience:
                self.sessions[conn].tell(news, seat)
            news.shared = None

    def answer(self, data: bytes) -> None:
        self.write(data)

    def answer_long(self, pieces: Iterator[bytes]) -> None:
        self.answer(b"".join(pieces))

    def send_long(self, pieces: Iterator[bytes]) -> None:
        self.write(b"".join(pieces))

    def write(self, data: bytes) -> None:
        self.sent += 1
        self.last = data

    def frame(self, data: bytes) -> bytes:
        return data

    send = write

    def close(self) -> None:
        pass

    def pace(self, gap: int) -> None:
        pass

    def alarm(self, name: str, after: int | None) -> None:
        pass


def two_players() -> tuple[Hall, Any, Any]:
    """A hall with two clients of the house door in it."""
    hall = Hall(house_games(), os.urandom)
    door = HouseDoor(hall)
    sessions: dict[int, Any] = {}
    for conn, name in ((1, b"anna"), (2, b"bob")):
        sessions[conn] = door.session(Wire(sessions, conn))
        sessions[conn].receive(b'{"type":"hello","name":"%s"}' % name)
    return hall, sessions[1], sessions[2]


def microseconds_a_move(games: int = 2000) -> float:
    """CPU microseconds a move, the best of five rounds; opening and joining not counted."""
    _, anna, bob = two_players()
    best = float("inf")
    for _ in range(5):
        spent = 0.0
        for _ in range(games // 5):
            anna.receive(b'{"type":"open","game":"tictactoe","rated":false}')
            table = next(n for n in anna.person.tables if anna.hall.tables[n].scene.status == "waiting")
            bob.receive(b'{"type":"join","table":%d}' % table)
            asked = [b'{"type":"act","table":%d,"move":%s}' % (table, move) for move in DRAW_MOVES]
            start = time.process_time()
            for number, request in enumerate(asked):
                (bob if number % 2 else anna).receive(request)
            spent += time.process_time() - start
            anna.receive(b'{"type":"leave","table":%d}' % table)
            bob.receive(b'{"type":"leave","table":%d}' % table)
        best = min(best, spent / (games // 5) / len(DRAW_MOVES))
    return best * 1e6
