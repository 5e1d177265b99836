"""The line of keys at the foot of a screen: what can be pressed here and now."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.widgets import Static

from tablehall.client import Table
from tablehall.protocols.house.replies import GameCard
from tablehall.terminal.presence import claims


class Hint(NamedTuple):
    """A key, what it does in a word, and what a click on it does."""

    key: str
    label: str
    action: str = ""


HELP = Hint("f1", "Help", "read_help")
TO_LOBBY = Hint("esc", "Lobby", "back")
MOVES = Hint("m", "Moves", "focus_on('filter')")
TALK = Hint("t", "Talk", "focus_on('talk')")
LEAVE = Hint("l", "Leave", "leave")
LOBBY = (
    Hint("⏎", "Go"),
    Hint("o", "Open", "open"),
    Hint("w", "Watch", "watch"),
    Hint("j", "Join", "join"),
    Hint("s", "Saved", "saves"),
    Hint("c", "Contests", "contests"),
    Hint("d", "Device", "device"),
    Hint("q", "Quit", "app.quit"),
    HELP,
)
WRITING = {
    "filter": (Hint("⏎", "Make the move"), Hint("↓", "Choose from the list", "to_list")),
    "talk": (Hint("⏎", "Say it"),),
}
"""Where letters are text: the keys that still do something."""
CLAIM_KEYS = {"win": "1", "draw": "2", "bot": "3", "wait": "4"}
CLAIM_LABELS = {"win": "I win", "draw": "Draw", "bot": "Bot", "wait": "Wait"}
BACK = Hint("esc", "Back", "back")


def table_hints(table: Table, card: GameCard | None) -> tuple[Hint, ...]:
    """The keys of a table, as it stands now."""
    if table.you is None and not table.gone:
        return (Hint("f", "Turn the board", "turn_round"), TALK, LEAVE, TO_LOBBY, HELP)
    if table.gone and table.outcome is None:
        return (Hint("o", "Open another", "open"), TO_LOBBY, HELP)
    if table.over:
        return (Hint("n", "Play again", "propose('rematch')"), TALK, LEAVE, TO_LOBBY, HELP)
    if table.status != "playing":
        begin = (Hint("g", "Begin", "start"),) if table.card.start == "asked" else ()
        return (*begin, Hint("b", "Bots", "bots"), TALK, LEAVE, TO_LOBBY, HELP)
    if offered := claims(table, card):
        claim_keys = (Hint(CLAIM_KEYS[one], CLAIM_LABELS[one], f"claim('{one}')") for one in offered)
        return (*claim_keys, MOVES, TALK, TO_LOBBY, HELP)
    hints = [Hint("⏎", "Choose"), MOVES, TALK]
    if card is None or card.takeback:
        hints.append(Hint("u", "Take back", "propose('takeback')"))
    if card is None or card.draw_by_agreement:
        hints.append(Hint("d", "Draw", "propose('draw')"))
    return (*hints, Hint("r", "Resign", "resign"), TO_LOBBY, HELP)


def answers(table: Table) -> tuple[Hint, ...]:
    """The keys that answer a proposal, if one waits for an answer."""
    if table.proposal is None or table.you in (None, *table.proposal.agreed):
        return ()
    return (Hint("y", "Agree", "answer(True)"), Hint("x", "Decline", "answer(False)"))


class Keys(Static):
    """One line of text. A footer of widgets would be laid out anew whenever the focus goes
    elsewhere, and that takes longer than everything else a key does."""

    DEFAULT_CSS = """
    Keys { dock: bottom; height: 1; padding: 0 1; background: $footer-background; text-wrap: nowrap;
           color: $footer-foreground; link-color: $footer-foreground; link-style: none; }
    """

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.hints: tuple[Hint, ...] = ()

    def show_hints(self, hints: Iterable[Hint]) -> None:
        """Show these keys."""
        wanted = tuple(hints)
        if wanted != self.hints:
            self.hints = wanted
            self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        fitting = fit(self.hints, self.content_size.width)
        self.update(Content("  ").join(map(_written, fitting)), layout=False)


def fit(hints: tuple[Hint, ...], width: int) -> tuple[Hint, ...]:
    """As many as there is room for, and the last one, which leads to all the others."""
    *some, last = hints or (HELP,)
    while some and sum(len(hint.key) + len(hint.label) + 3 for hint in (*some, last)) - 2 > width > 0:
        some.pop()
    return (*some, last)


def _written(hint: Hint) -> Content:
    action = hint.action if "." in hint.action else f"screen.{hint.action}"
    label = f"[@click={action}]{hint.label}[/]" if hint.action else hint.label
    return Content.from_markup(f"[$footer-key-foreground bold]{hint.key}[/] {label}")
