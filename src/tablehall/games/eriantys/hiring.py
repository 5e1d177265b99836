"""Using a character: what is asked of it, in which order, and what it costs."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from tablehall.games.dice import Dice
from tablehall.games.eriantys.characters import CHARACTERS, PICKS, Character, Pick
from tablehall.games.eriantys.events import CharacterUsed, CoinsChanged, Told
from tablehall.games.eriantys.moves import EriantysMove, No, UseCharacter
from tablehall.games.eriantys.state import (
    Card,
    Colour,
    Phase,
    Students,
    Table,
    covers,
    island_at,
    put_card,
    put_player,
)

CHOICES = ("student", "island", "from_card", "from_dining", "from_entrance")


def use_character(state: Table, move: UseCharacter, dice: Dice, told: Told) -> Table | No:
    """Pay a character and see its effect."""
    card = hired(state, move.card)
    if isinstance(card, No):
        return card
    character = CHARACTERS[card.card]
    objection = objects(state, card, character, move)
    if objection is not None:
        return objection
    state = pay(state, card, move, told)
    return character.effect(state, replace(card, used=True, cost=character.cost + 1), move, dice, told)


def hired(state: Table, number: int) -> Card | No:
    """The card, if the player may use it and can pay it."""
    action = state.phase not in (Phase.CHOOSING, Phase.PLANNING)
    character = CHARACTERS.get(number)
    too_late = character is not None and character.early and state.phase is Phase.CHOOSE_CLOUD
    if not state.expert or not action or too_late:
        return No.IMPOSSIBLE_ACTION
    card = next((card for card in state.cards if card.card == number), None)
    if card is None or character is None:
        return No.CHARACTER_NOT_EXISTS
    if state.players[state.seat].coins < card.cost:
        return No.CHARACTER_TOO_EXPENSIVE
    if state.used:
        return No.CHARACTER_ALREADY_USED
    return No.NO_BANS_ON_CARD if character.bans and not card.bans else card


def objects(state: Table, card: Card, character: Character, move: UseCharacter) -> No | None:
    """What is wrong with the choices."""
    if not well_formed(character, move):
        return No.ARGUMENT_NOT_CORRECT
    player = state.players[state.seat]
    if move.from_entrance and not covers(player.entrance, PICKS[move.from_entrance]):
        return No.STUDENT_NOT_IN_ENTRANCE
    if move.from_card and not covers(card.students, PICKS[move.from_card]):
        return No.ARGUMENT_NOT_CORRECT
    if move.from_dining and not covers(player.dining, PICKS[move.from_dining]):
        return No.ARGUMENT_NOT_CORRECT
    if character.students and move.student is not None and not card.students[move.student]:
        return No.ARGUMENT_NOT_CORRECT
    if move.island is not None and island_at(state, move.island) is None:
        return No.ISLAND_NOT_EXISTS
    return character.forbids(state, card, move)


def well_formed(character: Character, move: UseCharacter) -> bool:
    """Whether there is every choice the character asks for and no other, students in order."""
    for name in CHOICES:
        if (getattr(move, name) in (None, ())) == (name in character.asks):
            return False
    picked = (move.from_card or move.from_dining, move.from_entrance)
    if not character.swaps:
        return True
    return len(picked[0]) == len(picked[1]) <= character.swaps and all(pick in PICKS for pick in picked)


def pay(state: Table, card: Card, move: UseCharacter, told: Told) -> Table:
    """The price goes to the supply, but one coin of a card's first price stays on it."""
    seat, player = state.seat, state.players[state.seat]
    player = replace(player, coins=player.coins - card.cost)
    supply = state.supply + card.cost - (0 if card.used else 1)
    card = replace(card, used=True, cost=CHARACTERS[card.card].cost + 1)
    told.append(CharacterUsed(seat, card.card, card.cost, move.student, move.island))
    told.append(CoinsChanged(seat, player.coins, supply))
    return replace(
        state,
        players=put_player(state, seat, player),
        cards=put_card(state, card),
        supply=supply,
        used=card.card,
    )


def choices(state: Table) -> list[EriantysMove]:
    """Every use of every character the player may make now."""
    moves: list[EriantysMove] = []
    if not state.expert or state.used:
        return moves
    for card in state.cards:
        if not isinstance(hired(state, card.card), No):
            character = CHARACTERS[card.card]
            moves += [
                move
                for move in candidates(state, card, character)
                if character.forbids(state, card, move) is None
            ]
    return moves


def candidates(state: Table, card: Card, character: Character) -> Iterator[UseCharacter]:
    """Every well-formed use of a character with what there is."""
    if character.swaps:
        yield from swap_candidates(state, card, character)
        return
    students: list[Colour | None] = [None]
    if "student" in character.asks:
        students = [colour for colour in Colour if not character.students or card.students[colour]]
    islands = [island.id for island in state.islands] if "island" in character.asks else [None]
    for student, island in product(students, islands):
        yield UseCharacter(card.card, student, island)


def swap_candidates(state: Table, card: Card, character: Character) -> Iterator[UseCharacter]:
    """Every swap of equally many students."""
    player, from_card = state.players[state.seat], "from_card" in character.asks
    given = picks(player.entrance, character.swaps)
    for one in picks(card.students if from_card else player.dining, character.swaps):
        on_card, in_dining = (one, ()) if from_card else ((), one)
        for other in given:
            if len(one) == len(other):
                yield UseCharacter(card.card, None, None, on_card, in_dining, other)


def picks(pile: Students, most: int) -> list[Pick]:
    """Every choice of one to `most` students from a pile."""
    return [pick for pick, students in PICKS.items() if len(pick) <= most and covers(pile, students)]


def tidy(move: UseCharacter) -> UseCharacter:
    """What a player means who gives students in any order and choices nobody asked for."""
    asks = CHARACTERS[move.card].asks if move.card in CHARACTERS else ()
    return UseCharacter(
        move.card,
        move.student if "student" in asks else None,
        move.island if "island" in asks else None,
        tuple(sorted(move.from_card)) if "from_card" in asks else (),
        tuple(sorted(move.from_dining)) if "from_dining" in asks else (),
        tuple(sorted(move.from_entrance)) if "from_entrance" in asks else (),
    )
