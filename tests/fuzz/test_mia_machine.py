"""Mia: whatever programs send, they hear nothing but the words of the page."""

import re
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tablehall.conformance.pages import CHECKOUT
from tablehall.protocols.door import Door
from tablehall.protocols.mia import MaexchenDoor, MiaDoor
from tests.fuzz.machine import CLIENTS, QUIET, DoorMachine

PAGES = "".join((CHECKOUT / page).read_text("utf-8") for page in ("mia.md", "maexchen.md"))
WORDS = set(re.findall(r"[A-Z][A-Z_ ]+[A-Z]", PAGES))
NAMES = ["anna", "bob", "carl", "dora", "a,b", "", "x" * 30]
DICE = ["2,1", "6,6", "3,1", "1,2", "7,7", "x", ""]


class MiaMachine(DoorMachine):
    kind: ClassVar[type[Door]] = MiaDoor
    pushed: ClassVar = WORDS
    answers: ClassVar = {verb: {"": {"(nothing)"}} for verb in ("anything",)} | {
        verb: {"": {"REGISTERED", "REJECTED"}} for verb in ("REGISTER", "REGISTER_SPECTATOR")
    }

    def name(self, message: bytes) -> str:
        return message.decode().split(";", 1)[0]

    def token(self, who: int) -> str:
        """The token of the latest question."""
        found = re.findall(rb"(?:STARTING|TURN|ROLLED)[^\n]*;([0-9a-f]{8,64})\n", self.told(who))
        return found[-1].decode() if found else "none"

    def told(self, who: int) -> bytes:
        return bytes(self.room.socket.sent.get((f"10.0.0.{who}", 4000), b""))

    @rule(
        who=CLIENTS,
        name=st.sampled_from(NAMES),
        verb=st.sampled_from(["REGISTER", "REGISTER", "REGISTER_SPECTATOR"]),
    )
    def registers(self, who: int, name: str, verb: str) -> None:
        self.asks(who, verb, f"{verb};{name}".encode())

    @rule(who=CLIENTS, name=st.sampled_from(NAMES), answer=st.sampled_from(["JOIN_GAME;{};{}", "JOIN;{1}"]))
    def joins(self, who: int, name: str, answer: str) -> None:
        self.asks(who, "anything", answer.format(name, self.token(who)).encode())

    @rule(who=CLIENTS, verb=st.sampled_from(["ROLL", "SEE", "ANNOUNCE", "DANCE"]), dice=st.sampled_from(DICE))
    def answers_a_question(self, who: int, verb: str, dice: str) -> None:
        said = f"{verb};{dice}" if verb == "ANNOUNCE" else verb
        self.asks(who, "anything", f"{said};{self.token(who)}".encode())

    @rule(who=CLIENTS, data=st.binary(max_size=60))
    def talks_nonsense(self, who: int, data: bytes) -> None:
        self.asks(who, "anything", b"?" + data)

    @rule()
    def four_play(self) -> None:
        """Everybody registers and joins: some games get going."""
        for who, name in enumerate(NAMES[:4]):
            self.asks(who, "REGISTER", f"REGISTER;{name}".encode())
        self.time_passes(100)
        for who, name in enumerate(NAMES[:4]):
            self.asks(who, "anything", f"JOIN_GAME;{name};{self.token(who)}".encode())


class MaexchenMachine(MiaMachine):
    kind = MaexchenDoor


MiaMachine.TestCase.settings = MaexchenMachine.TestCase.settings = QUIET
TestMia, TestMaexchen = MiaMachine.TestCase, MaexchenMachine.TestCase
