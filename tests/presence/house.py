"""The house door: chess, live or at a day per move."""

from typing import Any, ClassVar

from tablehall.games.mia import Announce
from tablehall.protocols.house import HouseDoor
from tests.presence.people import Party, Places, Player

DAY = 24 * 3600 * 1000
OPENING = [(1, 4, 3, 4), (6, 4, 4, 4), (0, 6, 2, 5), (7, 1, 5, 2)]
PROMOTION = [
    *[(1, 0, 3, 0), (6, 7, 4, 7), (3, 0, 4, 0), (4, 7, 3, 7), (4, 0, 5, 0), (3, 7, 2, 7)],
    *[(5, 0, 6, 1), (2, 7, 1, 6), (6, 1, 7, 0)],
]
"""A pawn of white takes its way to the last row, and one of black has something to do meanwhile."""


class Guest(Player):
    """Somebody with the page in a browser."""

    secret = ""

    def greet(self) -> None:
        who = {"secret": self.secret} if self.secret else {"name": self.name}
        self.say(self.written("hello", **who))

    def read(self, data: bytes) -> Any:
        message = super().read(data)
        self.secret = message.get("secret", self.secret)
        return message

    def answer(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """The answer to a request."""
        (answer,) = [heard for heard in self.ask(kind, re=1, **fields) if heard.get("re") == 1]
        return dict(answer)

    def happened(self, *kinds: str) -> list[dict[str, Any]]:
        """What has happened of late of these kinds."""
        return [news for news in self.news() if news["type"] == "happened" and news["what"] in kinds]


def how_it_ended(outcome: dict[str, Any]) -> str:
    return "out of time" if outcome["reason"] == "time" else "over"


class HouseParty(Party):
    """A game of chess without a clock."""

    door, kind = HouseDoor, Guest
    one: Guest
    other: Guest
    game = "chess"
    clock: dict[str, Any] = {"kind": "none"}  # noqa: RUF012 (read only)

    places: ClassVar[Places] = {
        "waiting": lambda party: party._open(),
        "invitation": lambda party: party._open(private=True),
        "begun without them": lambda party: party._open(private=True),
        "on turn": lambda party: party._play(OPENING[:2]),
        "not on turn": lambda party: party._play(OPENING[:1]),
        "promotion pending": lambda party: party._play(PROMOTION),
        "save": lambda party: party._save(),
    }

    def _open(self, **how: Any) -> None:
        opened = self.one.answer("open", game=self.game, clock=self.clock, **how)
        self.number, self.code = opened["card"]["table"], opened.get("code", "")

    def _join(self) -> dict[str, Any]:
        return self.other.answer("join", table=self.number, code=self.code)

    def _play(self, moves: list[tuple[int, int, int, int]]) -> None:
        self._open(private=True)
        self._join()
        for number, (r, c, to_r, to_c) in enumerate(moves):
            player = (self.one, self.other)[number % 2]
            move = {"type": "step", "r": r, "c": c, "to_r": to_r, "to_c": to_c}
            assert player.answer("act", table=self.number, move=move)["type"] == "done"

    def _save(self) -> None:
        self._play(OPENING[:2])
        self.one.answer("propose", table=self.number, kind="put_away")
        self.other.answer("answer", table=self.number, yes=True)

    def meanwhile(self) -> None:
        if self.where == "begun without them":
            assert self._join()["card"]["status"] == "playing"

    def position(self) -> object:
        return "" if self.where == "begun without them" else super().position()

    def found(self, player: Any) -> str:
        (welcome,) = [heard for heard in player.heard if heard["type"] == "welcome"]
        if self.number in welcome.get("tables", ()):
            table = player.answer("sync", table=self.number)
            if table.get("outcome"):
                return how_it_ended(table["outcome"])
            return "seat" if table["card"]["status"] == "playing" else str(table["card"]["status"])
        if any(save["yours"] for save in player.answer("saves", game=self.game)["saves"]):
            return "saves"
        missed = [missed["how"] for missed in welcome.get("missed", ()) if missed["table"] == self.number]
        return missed[0] if missed else "nothing"

    def told(self, player: Any) -> str:
        for news in player.happened("ended"):
            return how_it_ended(news["outcome"])
        if player.happened("closed"):
            return "closed"
        return "asked" if player.happened("asked") else "calm"

    def plays_on(self) -> bool:
        player, table = self.on_turn(), self.table()
        for guest in (self.one, self.other):
            guest.take_note()
        (seat,) = table.scene.turn.seats
        player.ask("act", table=self.number, move=next(iter(table.game.legal(table.scene.state, seat))))
        return all(guest.happened("moved") for guest in (self.one, self.other))

    def brings_back(self) -> bool:
        (save,) = self.one.answer("saves", game=self.game)["saves"]
        table = self.one.answer("reopen", game=self.game, name=save["name"])
        self.number = table["card"]["table"]
        for guest in (self.one, self.other):
            guest.answer("join", table=self.number)
        return self.plays_on()


class SlowHouseParty(HouseParty):
    """A game of chess with a day for each move."""

    clock = {"kind": "answer", "time": DAY}  # noqa: RUF012 (read only)


class MiaParty(HouseParty):
    """A game of Mia among people, whose dice are known to nobody else."""

    game = "mia"

    places: ClassVar[Places] = {
        "on turn": lambda party: party._moves(1),
        "not on turn": lambda party: party._moves(2),
    }
    """On turn with the dice under the cup, or after having announced them."""

    def _moves(self, count: int) -> None:
        self._open(private=True)
        self._join()
        while self.on_turn() is not self.one:
            self._first_move()
        for _ in range(count):
            self._first_move()

    def _first_move(self) -> None:
        table = self.table()
        moves = list(table.game.legal(table.scene.state, table.scene.turn.seats[0]))
        announced = [move for move in moves if isinstance(move, Announce)]
        self.on_turn().ask("act", table=self.number, move=(announced or moves)[0])
