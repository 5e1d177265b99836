"""Nobody learns what is not theirs to know: personal cards, the bag, ids, whispers."""

import json
import random
import re
from typing import get_args

import pytest
from msgspec.structs import replace

from tablehall.games.api import Played
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, game
from tablehall.games.shelfie.table import Table as Position
from tablehall.hall.notices import Happened
from tablehall.hall.records import Moved
from tablehall.hall.scene import Scene, Seat
from tablehall.protocols.shelfie import messages, render
from tablehall.protocols.shelfie.dialects import DOCUMENT, ORIGINAL, Dialect
from tests.conftest import RunningHall
from tests.protocols.shelfie.parties import party, play_on
from tests.protocols.shelfie.player import Player

CARD = re.compile(rb"Personal_Goals\d*")
KEYS = {
    kind.__struct_config__.tag: {"name", *kind.__struct_encode_fields__}
    for kind in get_args(messages.AnyMessage)
}


@pytest.mark.parametrize("original", [False, True])
async def test_nobody_is_sent_anothers_card_or_id_in_a_whole_game(hall: RunningHall, original: bool) -> None:
    chance = random.Random(f"secrets {original}")
    names = ("anna", "bob", "carl", "dora")
    people = await party(hall, *[Player(name, original=original) for name in names])
    await play_on(people, chance, 9)
    gone = people[2]
    await gone.leaves()
    rest = [player for player in people if player is not gone]
    for player in rest:
        await player.until("Disconnection")
    await play_on(rest, chance, 3)
    await gone.comes_back(hall)
    await gone.until("GameSetUp")
    for player in rest:
        await player.hear("Reconnected")
    await play_on(people, chance)
    cards = {}
    for player in people:
        personal = player.set_up["personal"]
        (card,) = personal if isinstance(personal, list) else [personal]
        cards[player.name] = card.encode()
    assert len(set(cards.values())) == 4
    for player in people:
        assert set(CARD.findall(player.bytes)) == {cards[player.name]}
        assert not any(other.id.encode() in player.bytes for other in people if other is not player)
        for line in player.bytes.splitlines():
            message = json.loads(line)
            assert message.keys() <= KEYS[message["name"]]


def scene_of(state: Position) -> Scene:
    seats = tuple(Seat(seat + 1, f"player {seat}") for seat in range(len(state.order)))
    return Scene("playing", seats, state=state, turn=game.turn(state))


def told(state: Position, events: tuple[object, ...], seat: int, dialect: Dialect) -> bytes:
    """Everything that a player could be told of a position and of how it came about."""
    scene = scene_of(state)
    record = Moved(7, 0, "", 0, None)  # type: ignore[arg-type]
    news = Happened(record, events, None, scene, game)  # type: ignore[arg-type]
    return messages.lines(
        [
            *render.happened(news, dialect),
            *render.beginning(scene, dialect),
            render.set_up(news, seat, (), dialect),
        ]
    )


@pytest.mark.parametrize("dialect", [DOCUMENT, ORIGINAL], ids=["document", "original"])
def test_what_is_told_does_not_depend_on_what_is_hidden(dialect: Dialect) -> None:
    """Deal everybody else other cards and fill the bag otherwise: a player is told the same."""
    chance = random.Random(5)
    for number in range(6):
        dice, other_dice = Dice(bytes([number]) * 32), Dice(bytes([number + 100]) * 32)
        state = game.setup(2 + number % 3, Options(), dice)
        while not state.over:
            played = game.play(state, state.turn, chance.choice(game.legal(state, state.turn)), dice)
            assert isinstance(played, Played)
            state = played.state
            if state.over or chance.random() < 0.8:
                continue
            seat = chance.randrange(len(state.order))
            hidden = replace(game.redeal(state, seat, other_dice), bag=(sum(state.bag), 0, 0, 0, 0, 0))
            assert told(state, played.events, seat, dialect) == told(hidden, played.events, seat, dialect)
