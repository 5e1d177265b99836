"""Whoever tells a secret in the bottle is caught: by an event, by a code, by a hand."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablehall.games.api import Outcome
from tablehall.games.mia import Rolled
from tablehall.games.mia.rules import Mia
from tablehall.games.shelfie import moves
from tablehall.hall import opening
from tablehall.hall.notices import Happened
from tablehall.hall.promises import Promise
from tablehall.hall.scene import Scene
from tablehall.protocols.eriantys import notifications
from tablehall.protocols.eriantys.messages import Notification
from tablehall.protocols.house import render
from tablehall.protocols.house.listing import LobbyTables
from tablehall.protocols.mia.session import MiaSession
from tablehall.protocols.shelfie import messages as say
from tablehall.protocols.shelfie import render as shelfie_render
from tablehall_lab.sim.run import first_broken

Plant = Callable[[pytest.MonkeyPatch], None]


def notice_every_roll(plant: pytest.MonkeyPatch) -> None:
    """Everybody notices what was rolled, though nobody sees it under the cup."""
    plant.setattr(Mia, "witness", lambda game, event, seat: event)


def describe_as_the_roller(plant: pytest.MonkeyPatch) -> None:
    """Words that are said of a table say what lies under the cup."""

    def chatty(news: Happened, seat: int | None, **more: Any) -> Any:
        told = happened(news, seat, **more)
        if hasattr(told, "text") and news.game.name == "mia":
            told.text = f"Under the cup: {news.scene.state.dice}."
        return told

    happened = render.happened
    plant.setattr(render, "happened", chatty)


def name_the_card(plant: pytest.MonkeyPatch) -> None:
    """Whoever picks tiles is told to all with the number of their personal card."""

    def naming(event: moves.TilesPicked, news: Happened, _: Any) -> list[Any]:
        card = news.scene.state.personal[event.seat]
        return [say.TilesPicked(f"{shelfie_render.name_of(news.scene, event.seat)} ({card})", event.tiles)]

    plant.setitem(shelfie_render.EVENTS, moves.TilesPicked, naming)


def hint_at_a_roll(plant: pytest.MonkeyPatch) -> None:
    """The programs at a table hear whether somebody has rolled a pair."""

    def hinting(self: MiaSession, match: Any, event: Rolled) -> None:
        to_roller(self, match, event)
        self._say(match, f"PLAYER_SMILES;{event.dice[0] == event.dice[1]}")

    to_roller = MiaSession._to_roller
    plant.setattr(MiaSession, "_to_roller", hinting)


def list_codes(plant: pytest.MonkeyPatch) -> None:
    """The lobby lists private tables, too, and what they want to be asked."""

    def texts(self: LobbyTables, person: int = 0) -> Iterator[bytes]:
        for table in self._hall.tables.values():
            card = render.table_card(table.sheet, table.scene)
            yield b"," + msgspec.json.encode(replace(card, title=table.sheet.code or card.title))

    plant.setattr(LobbyTables, "texts", texts)


def show_a_hand(plant: pytest.MonkeyPatch) -> None:
    """At Eriantys everybody sees the hand of the first player."""

    def showing(*all_: Any) -> Notification:
        texts = started(*all_).texts
        return Notification((texts[0],) * len(texts))

    started = notifications.game_started
    plant.setattr(notifications, "game_started", showing)


def praise_the_loser(plant: pytest.MonkeyPatch) -> None:
    """At Eriantys the last is told to have won."""

    def praising(outcome: Outcome, scene: Scene) -> Notification:
        ranks = tuple(max(outcome.ranks) + 1 - rank for rank in outcome.ranks)
        return winner(Outcome(ranks), scene)

    winner = notifications.winner
    plant.setattr(notifications, "winner", praising)


def show_the_promised_seed(plant: pytest.MonkeyPatch) -> None:
    """Whoever comes in is told the seed of their next table, not its hash."""
    plant.setattr(Promise, "commitment", property(lambda promise: promise.seed.hex()))


def forget_the_promise(plant: pytest.MonkeyPatch) -> None:
    """A table gets a seed that is drawn when it is opened."""

    def forgetful(decision: Any, command: Any, promise: Any) -> Any:
        return open_with(decision, command, None)

    open_with = opening.open_with
    plant.setattr(opening, "open_with", forgetful)


CAUGHT: list[tuple[Plant, str, int, tuple[str, ...]]] = [
    (notice_every_roll, "notices what it may not know", 12, ("house",)),
    (describe_as_the_roller, "is told what it may not know", 12, ("house",)),
    (name_the_card, "is told what it may not know", 1, ("house", "shelfie")),
    (hint_at_a_roll, "is sent what it may not know", 2, ("house", "mia")),
    (list_codes, "was told the code of table", 4, ("house",)),
    (show_the_promised_seed, "was told a seed that is promised", 1, ("house",)),
    (forget_the_promise, "has other dice", 1, ("house",)),
    (show_a_hand, "the hands of", 1, ("house", "eriantys")),
    (praise_the_loser, "are said to have won", 3, ("house", "eriantys")),
]
"""What is planted, what is said of it, and a seed that shows it soon."""


@pytest.mark.parametrize(
    ("plant", "words", "seed", "doors"), CAUGHT, ids=[plant.__name__ for plant, *_ in CAUGHT]
)
def test_a_planted_secret_is_missed_where_it_was_told(
    plant: Plant, words: str, seed: int, doors: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert words in first_broken((seed, *range(1, 60)), doors=doors).problem
