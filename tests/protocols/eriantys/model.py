"""What a client knows of a table that has heard its notifications and nothing else. Written
from the protocol's page, without a line of the server's rules."""

from collections.abc import Callable
from typing import Any, ClassVar

COLOURS = ("BLUE_UNICORNS", "GREEN_FROGS", "YELLOW_GNOMES", "RED_DRAGONS", "PINK_FAIRIES")
SIZES = {2: (3, 7), 3: (4, 9), 4: (3, 7)}
"""How many students a turn moves and an entrance holds, by the number of players."""


def number(name: str) -> int:
    """The number of a card or wizard."""
    return int(name.lstrip("CARDW_"))


class Model:
    """A table as one client knows it."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.table: dict[str, Any] = {}
        self.players: dict[str, dict[str, Any]] = {}
        self.turn = self.phase = ""
        self.moved = 0
        self.used: int | None = 0
        """The character of this turn; None: who came back in the middle does not know."""
        self.played: list[int] | None = []
        """The assistants of this round; None as above."""
        self.last_round: bool | None = False
        self.winners: list[str] = []
        self.chosen: dict[str, dict[str, Any]] = {}
        """Towers and wizards before the game."""

    def hear(self, message: str, arguments: dict[str, Any]) -> None:
        """Take in a notification."""
        known = self.HEARD.get(message)
        if known is not None:
            known(self, **arguments)

    # What is where.

    def island(self, id: int) -> dict[str, Any]:
        found: dict[str, Any] = next(i for i in self.table["islands"] if i["IslandID"] == id)
        return found

    def card(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(c for c in self.table["characterCards"] if c["card"] == name)
        return found

    def side(self, tower: str) -> dict[str, Any]:
        """The player on whose board the towers of a colour stand."""
        return next(player for player in self.players.values() if player["tower"] == tower)

    def size(self) -> tuple[int, int]:
        """How many students a turn moves and an entrance holds."""
        return SIZES[len(self.players)]

    def supply(self) -> int:
        """Coins nobody has: those on the cards are out of the game."""
        if not self.table["expert"]:
            return 0
        spent: int = sum(card["used"] for card in self.table["characterCards"])
        return 20 - spent - sum(int(player["coins"]) for player in self.players.values())

    def bag(self) -> int:
        """Students that are nowhere else."""
        piles = [island["students"] for island in self.table["islands"]]
        piles += [cloud["students"] for cloud in self.table["clouds"]]
        piles += [card["students"] for card in self.table["characterCards"]]
        piles += [p[room] for p in self.players.values() for room in ("entrance", "diningRoom")]
        return 130 - sum(sum(pile.values()) for pile in piles)

    # Notifications.

    def _players_changed(self, players: list[dict[str, Any]]) -> None:
        self.chosen = {player["nickname"]: player for player in players}

    def _tower_changed(self, Tower: str, Nickname: str) -> None:  # noqa: N803
        self.chosen[Nickname]["tower"] = Tower

    def _wizard_changed(self, wizard: str, Nickname: str) -> None:  # noqa: N803
        self.chosen[Nickname]["wizard"] = wizard

    def _game_started(self, table: dict[str, Any], players: list[dict[str, Any]]) -> None:
        self.table = table
        self.players = {player["nickname"]: player for player in players}
        for name, player in self.players.items():
            assert ("assistants" in player) == (name == self.me)

    def _current_player(self, NextPlayer: str, State: str) -> None:  # noqa: N803
        if State == "PLANNING" and self.phase != "PLANNING":
            self.played = []
        self.turn, self.phase, self.used = NextPlayer, State, 0
        if self.table:  # who comes back in the middle of a turn finds some students moved
            moved, entrance = self.size()
            here = sum(self.players[NextPlayer]["entrance"].values())
            self.moved = moved if State == "CHOOSE_CLOUD" else entrance - here

    def _assistant(self, Assistant: str, Nickname: str) -> None:  # noqa: N803
        player = self.players[Nickname]
        if Nickname == self.me:
            player["assistants"].remove(Assistant)
        player["lastAssistant"] = Assistant
        if self.played is not None:
            self.played.append(number(Assistant))

    def _leaves_entrance(self, nickname: str, student: str) -> None:
        self.players[nickname]["entrance"][student] -= 1
        self.moved += 1
        if self.moved == self.size()[0]:
            self.phase = "MOVE_MOTHER_NATURE"

    def _to_island(self, Student: str, IslandID: int, Nickname: str) -> None:  # noqa: N803
        self.island(IslandID)["students"][Student] += 1
        self._leaves_entrance(Nickname, Student)

    def _to_dining_room(self, Student: str, Nickname: str) -> None:  # noqa: N803
        self.players[Nickname]["diningRoom"][Student] += 1
        self._leaves_entrance(Nickname, Student)

    def _professors(self, Nickname: str, ProfessorList: list[str]) -> None:  # noqa: N803
        self.players[Nickname]["professors"] = ProfessorList

    def _mother_nature(self, Positions: int, IslandID: int, Nickname: str) -> None:  # noqa: N803
        ids = [island["IslandID"] for island in self.table["islands"]]
        assert ids[(ids.index(self.table["motherNature"]) + Positions) % len(ids)] == IslandID
        self.table["motherNature"] = IslandID
        self.phase = "CHOOSE_CLOUD"

    def _tower(self, NewTower: str, IslandID: int, Nickname: str) -> None:  # noqa: N803
        island = self.island(IslandID)
        if island["tower"] is not None:
            self.side(island["tower"])["towers"] += island["size"]
        owner = self.side(NewTower)
        owner["towers"] = max(0, owner["towers"] - island["size"])
        island["tower"] = NewTower

    def _unified(self, IslandID1: int, IslandID2: int, Nickname: str) -> None:  # noqa: N803
        one, two = self.island(IslandID1), self.island(IslandID2)
        for colour in COLOURS:
            one["students"][colour] += two["students"][colour]
        one["size"] += two["size"]
        one["bans"] += two["bans"]
        self.table["islands"].remove(two)
        if self.table["motherNature"] == IslandID2:
            self.table["motherNature"] = IslandID1

    def _taken(self, CloudID: int, Nickname: str) -> None:  # noqa: N803
        cloud, entrance = self.table["clouds"][CloudID], self.players[Nickname]["entrance"]
        for colour in COLOURS:
            entrance[colour] += cloud["students"][colour]
        cloud["students"] = dict.fromkeys(COLOURS, 0)

    def _filled(self, CloudID: int, Students: dict[str, int]) -> None:  # noqa: N803
        self.table["clouds"][CloudID]["students"] = Students

    def _last_round(self) -> None:
        assert not self.last_round, "told once"
        self.last_round = True

    def _winner(self, Nickname: str, Winners: list[str]) -> None:  # noqa: N803
        assert Nickname in Winners
        self.winners, self.turn = Winners, ""

    def _card_used(
        self,
        Nickname: str,  # noqa: N803
        Card: str,  # noqa: N803
        NewCost: int,  # noqa: N803
        IslandID: int = -1,  # noqa: N803
        Student: str = "",  # noqa: N803
    ) -> None:
        card = self.card(Card)
        card["cost"], card["used"] = NewCost, True
        self.used = number(Card)
        if Card == "CARD1":
            self.island(IslandID)["students"][Student] += 1

    def _coins(self, Nickname: str, Coins: int, CoinsInBag: int) -> None:  # noqa: N803
        self.players[Nickname]["coins"] = Coins
        assert self.supply() == CoinsInBag

    def _on_card(self, Card: str, Students: dict[str, int]) -> None:  # noqa: N803
        self.card(Card)["students"] = Students

    def _bans(self, IslandID: int, Bans: int) -> None:  # noqa: N803
        island = self.island(IslandID)
        self.card("CARD5")["bans"] += island["bans"] - Bans
        island["bans"] = Bans

    def _entrance(self, Nickname: str, Students: dict[str, int]) -> None:  # noqa: N803
        self.players[Nickname]["entrance"] = Students

    def _dining_room(self, Nickname: str, Students: dict[str, int]) -> None:  # noqa: N803
        self.players[Nickname]["diningRoom"] = Students

    HEARD: ClassVar[dict[str, Callable[..., None]]] = {
        "PlayersChanged": _players_changed,
        "TowerChanged": _tower_changed,
        "WizardChanged": _wizard_changed,
        "GameStarted": _game_started,
        "CurrentPlayerChanged": _current_player,
        "AssistantUsed": _assistant,
        "StudentToIslandMoved": _to_island,
        "StudentToDiningRoomMoved": _to_dining_room,
        "ChangeProfessor": _professors,
        "MotherNatureMoved": _mother_nature,
        "TowerOnIslandChanged": _tower,
        "IslandsUnified": _unified,
        "StudentsTakenFromCloud": _taken,
        "CloudFilled": _filled,
        "LastRound": _last_round,
        "Winner": _winner,
        "CharacterCardUsed": _card_used,
        "CoinsChanged": _coins,
        "StudentsOnCardChanged": _on_card,
        "BanOnIslandChanged": _bans,
        "StudentsInEntranceChanged": _entrance,
        "StudentsInDiningRoomChanged": _dining_room,
    }
