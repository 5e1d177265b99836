"""Pipes: every request in every state, answered by one of the codes of its page."""

from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tablehall.protocols.pipes import PipesDoor
from tests.fuzz.machine import CLIENTS, QUIET, DoorMachine

IN = {"lobby", "waiting", "playing", "alone"}
STRIKES = {"450", "460"}


def by_state(
    stranger: set[str], lobby: set[str], waiting: set[str], playing: set[str]
) -> dict[str, set[str]]:
    """Answers by state, and `460` wherever somebody is refused once too often."""
    states = {"": stranger, "lobby": lobby, "waiting": waiting, "playing": playing, "alone": playing}
    return {state: codes | {"460"} for state, codes in states.items()}


NICKS = ["anna", "bob", "carl", "dora", "no blanks", "", "x" * 21]


class PipesMachine(DoorMachine):
    kind = PipesDoor
    gap = 500
    door_settings: ClassVar = {"dialect": "document"}
    pushed: ClassVar = {"250", "260", "270", "280", "290", "295", "208", "210"}
    answers: ClassVar = {
        "CONNECT": by_state({"200", "201", "400", "401", "402", "450"}, *[{"401", "450"}] * 3),
        "LOGOUT": by_state({"403"}, {"202"}, {"404"}, {"404"}),
        "GET_GAMES": by_state({"405"}, {"203"}, {"203"}, {"203"}),
        "CREATE_GAME": by_state({"407"}, {"204"}, {"406"}, {"406"}),
        "JOIN_GAME": by_state({"410", "450"}, {"206", "412", "450"}, {"411", "450"}, {"411", "450"}),
        "EXIT_GAME": by_state({"408"}, {"409"}, {"205"}, {"205"}),
        "GET_GAME_STATE": by_state({"413"}, {"414"}, {"414"}, {"207"}),
        "TURN": by_state({"410", "450"}, {"420", "450"}, {"420", "450"}, {"208", "210", "403", "420", "450"}),
        "PING": {"": {"100"}},
        "nonsense": {"": STRIKES},
    }
    after: ClassVar = {
        **dict.fromkeys(("200", "202", "205", "210", "280"), "lobby"),
        **dict.fromkeys(("206", "207", "270"), "playing"),
        "201": "back",
        "204": "waiting",
    }

    def name(self, message: bytes) -> str:
        return message[:3].decode()

    def next_state(self, who: int, state: str, heard: str) -> str:
        if heard == "202":
            return ""
        return self.after.get(heard, state)

    def number(self, who: int) -> int:
        """The number that the server gave this client."""
        for line in reversed(bytes(self.room.client(who).written).split(b"\n")):
            if line.startswith((b"200|", b"201|")):
                return int(line.split(b"|")[1])
        return 0

    @rule(who=CLIENTS, nick=st.sampled_from(NICKS), number=st.sampled_from([0, 0, 0, 7]))
    def connects(self, who: int, nick: str, number: int) -> None:
        self.asks(who, "CONNECT", f"{number}|CONNECT|{nick}".encode())
        if self.states[who] == "back":
            self.comes_back(who)

    def comes_back(self, who: int) -> None:
        """Whoever comes back finds out where they are, as the page says."""
        self.room.says(who, f"{self.number(who)}|GET_GAME_STATE".encode())
        self.room.wait(self.gap)
        (code, *_) = [self.name(message) for message in self._news(who)][-1:] or ["414"]
        self.states[who] = "playing" if code == "207" else "lobby"

    @rule(
        who=CLIENTS,
        verb=st.sampled_from(["LOGOUT", "GET_GAMES", "CREATE_GAME", "EXIT_GAME", "GET_GAME_STATE"]),
    )
    def asks_plainly(self, who: int, verb: str) -> None:
        self.asks(who, verb, f"{self.number(who)}|{verb}".encode())

    @rule(who=CLIENTS, nick=st.sampled_from(NICKS[:5]))
    def joins(self, who: int, nick: str) -> None:
        self.asks(who, "JOIN_GAME", f"{self.number(who)}|JOIN_GAME|{nick}".encode())

    @rule(who=CLIENTS, squares=st.tuples(*[st.integers(-1, 6)] * 4))
    def turns(self, who: int, squares: tuple[int, int, int, int]) -> None:
        one, two, three, four = squares
        self.asks(who, "TURN", f"{self.number(who)}|TURN|{one},{two}|{three},{four}".encode())

    @rule(who=CLIENTS)
    def pings(self, who: int) -> None:
        self.asks(who, "PING", f"{self.number(who)}|PING".encode())

    @rule(
        who=CLIENTS, text=st.binary(max_size=20).filter(lambda data: b"\n" not in data and b"|" not in data)
    )
    def talks_nonsense(self, who: int, text: bytes) -> None:
        self.asks(who, "nonsense", b"?" + text)


PipesMachine.TestCase.settings = QUIET
TestPipes = PipesMachine.TestCase
