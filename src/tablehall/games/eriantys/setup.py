"""Before the first round: everybody chooses a tower and a wizard, then the table is laid."""

from typing import Any

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.characters import CHARACTERS
from tablehall.games.eriantys.events import GameStarted, Told, TowerChanged, WizardChanged
from tablehall.games.eriantys.moves import NEXT, EriantysMove, Next, No, SetTower, SetWizard
from tablehall.games.eriantys.rounds import after, clockwise, fill_clouds, give_turn
from tablehall.games.eriantys.state import (
    COINS,
    ISLANDS,
    NONE,
    ONE,
    SIZES,
    Card,
    Island,
    Phase,
    Player,
    Table,
    Tower,
    draw,
    put_player,
)
from tablehall.games.eriantys.views import seen

WIZARDS = (1, 2, 3, 4)
HAND = tuple(range(1, 11))


def open_table(seats: int, expert: bool, dice: Dice) -> Table:
    """Nobody has chosen; a random player begins."""
    first = dice.below(seats)
    return Table(expert, first, clockwise(first, seats), (Player(),) * seats)


def free_towers(state: Table) -> list[Tower]:
    """The towers the chooser may have: those of no opponent, and in a team the partner's."""
    seats = len(state.players)
    if seats == 4 and (partner := state.players[(state.seat + 2) % 4].tower) is not None:
        return [partner]
    others = {player.tower for seat, player in enumerate(state.players) if seat != state.seat}
    towers = Tower if seats == 3 else (Tower.BLACK, Tower.WHITE)
    return [tower for tower in towers if tower not in others]


def free_wizards(state: Table) -> list[int]:
    """The wizards nobody else has."""
    others = {player.wizard for seat, player in enumerate(state.players) if seat != state.seat}
    return [wizard for wizard in WIZARDS if wizard not in others]


def choices(state: Table) -> list[EriantysMove]:
    """Every choice the chooser has."""
    moves: list[EriantysMove] = [SetTower(tower) for tower in free_towers(state)]
    moves += [SetWizard(wizard) for wizard in free_wizards(state)]
    if has_chosen(state):
        moves.append(NEXT)
    return moves


def has_chosen(state: Table) -> bool:
    """Whether the chooser has both a tower and a wizard."""
    player = state.players[state.seat]
    return player.tower is not None and player.wizard is not None


def set_tower(state: Table, move: SetTower, dice: Dice, told: Told) -> Table | No:
    """Choose, or change one's mind about, the tower."""
    if refused := _may_not_choose(state, free=move.tower in free_towers(state)):
        return refused
    told.append(TowerChanged(state.seat, move.tower))
    return _chosen(state, tower=move.tower)


def set_wizard(state: Table, move: SetWizard, dice: Dice, told: Told) -> Table | No:
    """Choose, or change one's mind about, the wizard."""
    if refused := _may_not_choose(state, free=move.wizard in free_wizards(state)):
        return refused
    told.append(WizardChanged(state.seat, move.wizard))
    return _chosen(state, wizard=move.wizard)


def _may_not_choose(state: Table, *, free: bool) -> No | None:
    if state.phase is not Phase.CHOOSING:
        return No.IMPOSSIBLE_ACTION
    return None if free else No.ARGUMENT_NOT_CORRECT


def _chosen(state: Table, **choice: Any) -> Table:
    player = replace(state.players[state.seat], **choice)
    return replace(state, players=put_player(state, state.seat, player))


def next_chooser(state: Table, move: Next, dice: Dice, told: Told) -> Table | No:
    """The next player chooses; after the last one the game starts."""
    if state.phase is not Phase.CHOOSING or not has_chosen(state):
        return No.IMPOSSIBLE_ACTION
    seat = after(state)
    if seat is not None:
        return give_turn(state, seat, Phase.CHOOSING, state.order, told)
    state = lay_table(state, dice)
    first = dice.below(len(state.players))
    news: Told = []
    state = give_turn(state, first, Phase.PLANNING, clockwise(first, len(state.players)), news)
    told += [GameStarted(seen(state)), *news]
    return state


def lay_table(state: Table, dice: Dice) -> Table:
    """Islands, boards, clouds and characters as they are before the first round."""
    mother_nature = dice.below(ISLANDS)
    state = replace(
        state,
        islands=first_islands(mother_nature, dice),
        mother_nature=mother_nature,
        bag=(24, 24, 24, 24, 24),
        supply=COINS - len(state.players) if state.expert else 0,
    )
    state = fill_clouds(lay_boards(state, dice), dice, [])
    return lay_characters(state, dice) if state.expert else state


def first_islands(mother_nature: int, dice: Dice) -> tuple[Island, ...]:
    """A student on every island but mother nature's and the one opposite, two of each colour."""
    students = list(dice.shuffled(ONE * 2))
    bare = (mother_nature, (mother_nature + ISLANDS // 2) % ISLANDS)
    return tuple(Island(id, NONE if id in bare else students.pop()) for id in range(ISLANDS))


def lay_boards(state: Table, dice: Dice) -> Table:
    """Every player gets an entrance full of students, towers, assistants and perhaps a coin."""
    size, players, bag = SIZES[len(state.players)], [], state.bag
    for seat, player in enumerate(state.players):
        entrance, bag = draw(bag, size.entrance, dice)
        towers = size.towers if len(state.players) < 4 or seat < 2 else 0
        coins = 1 if state.expert else 0
        players.append(replace(player, towers=towers, entrance=entrance, coins=coins, hand=HAND))
    return replace(state, players=tuple(players), bag=bag)


def lay_characters(state: Table, dice: Dice) -> Table:
    """Three characters, with what lies on them."""
    cards, bag = [], state.bag
    for number in sorted(dice.shuffled(tuple(CHARACTERS))[:3]):
        character = CHARACTERS[number]
        students, bag = draw(bag, character.students, dice)
        cards.append(Card(number, character.cost, students=students, bans=character.bans))
    return replace(state, cards=tuple(cards), bag=bag)
