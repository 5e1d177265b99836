"""A table of Eriantys in words."""

from tablehall.games.eriantys.action import most_steps
from tablehall.games.eriantys.characters import CHARACTERS
from tablehall.games.eriantys.state import SIZES, Colour, Island, Phase, Students, professors_of
from tablehall.games.eriantys.views import TableView


def describe(view: TableView) -> str:
    """Everything on the table, for terminal, screen reader and log."""
    lines = [whose_turn(view)]
    if view.islands:
        lines += ["Islands, clockwise:", *(island_line(view, island) for island in view.islands)]
        clouds = (f"{cloud}: {names(students)}" for cloud, students in enumerate(view.clouds))
        lines += [f"Clouds: {'; '.join(clouds)}. In the bag: {view.bag} students."]
    for seat in range(len(view.players)):
        lines += player_lines(view, seat)
    if view.expert and view.islands:
        lines += ["Characters:", *card_lines(view), f"Coins in the supply: {view.supply}."]
    return "\n".join(lines)


def names(students: Students) -> str:
    """A pile of students: `2 blue, 1 red`."""
    return ", ".join(f"{students[c]} {c.name.lower()}" for c in Colour if students[c]) or "nobody"


def whose_turn(view: TableView) -> str:
    """What has to be done, and by whom."""
    if view.outcome is not None:
        winners = " and ".join(map(str, view.outcome.winners))
        return f"The game is over ({view.outcome.reason}): {f'seat {winners} won' if winners else 'a draw'}."
    tasks = {
        Phase.CHOOSING: "choose a tower and a wizard",
        Phase.PLANNING: "play an assistant",
        Phase.MOVE_STUDENTS: f"move {SIZES[len(view.players)].moved - view.moved} students",
        Phase.MOVE_MOTHER_NATURE: f"move mother nature up to {most_steps(view)} steps",
        Phase.CHOOSE_CLOUD: "take the students of a cloud",
    }
    last = " This is the last round." if view.last_round else ""
    used = f" {CHARACTERS[view.used].name} is at work." if view.used else ""
    return f"Seat {view.seat} has to {tasks[view.phase]}.{used}{last}"


def island_line(view: TableView, island: Island) -> str:
    """An island with all that is on it."""
    parts = [names(island.students)]
    if island.tower is not None:
        parts.append(f"{island.tower.value} tower" + (f" x {island.size}" if island.size > 1 else ""))
    if island.bans:
        parts.append(f"banned x {island.bans}")
    if island.id == view.mother_nature:
        parts.append("mother nature")
    return f"{island.id:4}: {'; '.join(parts)}"


def player_lines(view: TableView, seat: int) -> list[str]:
    """A player's board and hand."""
    player = view.players[seat]
    tower = player.tower.value if player.tower else "no"
    wizard = f"wizard {player.wizard}" if player.wizard else "no wizard"
    lines = [f"Seat {seat}, {tower} tower, {wizard}{', left the table' if seat in view.dropped else ''}:"]
    if view.islands:
        purse = f", coins {player.coins}" if view.expert else ""
        played = f", played {player.assistant} last" if player.assistant else ""
        teachers = ", ".join(colour.name.lower() for colour in professors_of(view, seat)) or "none"
        lines += [
            f"    entrance {names(player.entrance)}; dining room {names(player.dining)}",
            f"    professors {teachers}; {player.towers} towers left{purse}{played}",
            f"    assistants {' '.join(map(str, player.hand)) or 'none'}",
        ]
    return lines


def card_lines(view: TableView) -> list[str]:
    """The characters and what lies on them."""
    lines = []
    for card in view.cards:
        character = CHARACTERS[card.card]
        bans = f"; {card.bans} bans" if character.bans else ""
        students = f"; {names(card.students)}" if character.students else ""
        lines.append(f"{card.card:4}: {character.name}, costs {card.cost}{students}{bans}")
    return lines
