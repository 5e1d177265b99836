"""What goes over the wire between nodes comes out as it went in."""

import msgspec
import pytest

from tablehall.cluster import messages
from tablehall.games import house_games
from tablehall.games.api import Outcome, Reason, Rule
from tablehall.games.dice import Dice
from tablehall.hall import commands
from tablehall.hall.clock import ClockSpec
from tablehall.hall.hall import Hall
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.hall.terms import BotPlan, Terms

COMMANDS: list[commands.Command] = [
    commands.Enter(
        *(7 << 32, "visitor", "ann", "s", "code", frozenset({"chess", "dama"}), True, True, 15, 9),
        starts_afresh=True,
    ),
    commands.Open(
        3, Terms("chess", 2, clock=ClockSpec("total", 60_000), bots=BotPlan(2, None, replace=True))
    ),
    commands.Join(3, 1234567890, "code", 1, "ann", "salt"),
    commands.Say(3, 1234567890, "grüß dich", "bob"),
    commands.Ban("ann", "127.0.0.2", 99, "why"),
    messages.Fetch(1234567890),
    messages.Settle("3.1", "chess", (1, 0), Outcome((1, 2), (3, 4), "checkmate")),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_a_command_arrives_as_it_was(command: commands.Command) -> None:
    assert messages.unwrap(*messages.wrap(command)) == command


def test_every_command_of_the_hall_can_travel() -> None:
    missing = {kind.__name__ for kind in commands.Command.__subclasses__()} - messages.KINDS.keys()
    assert not missing


def test_moves_and_options_travel_in_the_words_of_their_game() -> None:
    game = house_games()["tictactoe"]
    state = game.setup(2, game.Options(), Dice(bytes(32)))
    move = next(iter(game.legal(state, 0)))
    act = messages.unwrap(*messages.wrap(commands.Act(1, 2, move)))
    assert isinstance(act, commands.Act)
    assert msgspec.json.decode(act.move, type=game.Move) == move
    shelfie = house_games()["shelfie"]
    opened = messages.unwrap(*messages.wrap(commands.Open(1, Terms("shelfie", 2, options=shelfie.Options()))))
    assert isinstance(opened, commands.Open)
    assert msgspec.json.decode(opened.terms.options, type=shelfie.Options) == shelfie.Options()


def reasons(kind: type[Reason] = Reason) -> list[Reason]:
    below = [reason for sub in kind.__subclasses__() for reason in reasons(sub)]
    return [*kind, *below]


def test_every_reason_for_saying_no_travels() -> None:
    house_games()
    known = reasons()
    assert {Why.NOT_SEATED, Rule.NOT_YOUR_TURN} <= set(known)
    for reason in known:
        assert messages.reason(messages.spell(reason)) is reason
    assert messages.reason(messages.spell(None)) is None


def test_the_lobby_is_shown_no_secrets() -> None:
    hall = Hall(house_games(), lambda size: b"\x07" * size)
    people = [
        hall.handle(commands.Enter(conn, name=name), 1).result.person.id
        for conn, name in ((1, "ann"), (2, "bob"))
    ]
    table: Table = hall.handle(commands.Open(people[0], Terms("shelfie", 2)), 2).result
    hall.handle(commands.Join(people[1], table.sheet.table), 3)
    assert table.scene.status == "playing"
    card = messages.summary(table)
    thin = messages.restore(card, table.game)
    assert thin.sheet == table.sheet
    assert thin.scene.seats == table.scene.seats
    assert thin.scene.state is None
    assert table.seed.hex().encode() not in card
    whole = messages.restore(messages.snapshot(table), table.game, table.seed)
    assert whole.scene == table.scene
