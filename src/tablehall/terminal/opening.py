"""The form for a new table."""

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Checkbox, Input, Label, Select

from tablehall.protocols.house.replies import GameCard
from tablehall.terminal.absence import absence_words, read_absence
from tablehall.terminal.dialogs import Dialog
from tablehall.terminal.spelling import in_words
from tablehall.terminal.times import WishError
from tablehall.terminal.wishes import Wishes, read_clock, read_value


def properties(card: GameCard) -> dict[str, dict[str, Any]]:
    """The options of a game, each with its JSON schema."""
    for schema in card.options.get("$defs", {}).values():
        if schema.get("properties"):
            found: dict[str, dict[str, Any]] = schema["properties"]
            return found
    return {}


class Tick(Checkbox):
    """A box with nothing in it unless it is ticked: a colour alone does not say so to everybody."""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]  # noqa: N802 (named by Textual)
        return "X" if self.value else " "


class Opening(Dialog[Wishes]):
    """Which game, for how many, with which clock and options."""

    DEFAULT_CSS = """
    Opening .row { height: auto; }
    Opening .row Label { width: 8; }
    Opening .row Select, Opening .row Input { width: 1fr; }
    Opening .row Checkbox { width: auto; margin: 0 2 0 0; }
    Opening .buttons { margin: 1 0 0 0; }
    """

    def __init__(self, games: dict[str, GameCard], game: str = "") -> None:
        super().__init__()
        self.games = games
        self.game = game or next(iter(games))

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            with Horizontal(classes="row"):
                yield Label("Game")
                choices = [(Content(card.title), name) for name, card in self.games.items()]
                yield Select(choices, value=self.game, allow_blank=False, compact=True, id="game")
            yield VerticalGroup(*details(self.games[self.game]), id="details")
            with Horizontal(classes="row"):
                yield Label("Clock")
                yield Input(placeholder="none; 5m, 5m+3s or 30s/move", id="clock", compact=True)
            with Horizontal(classes="row"):
                yield Label("Absence")
                yield Input(id="absence", compact=True)
            with Horizontal(classes="row"):
                yield Label("Title")
                yield Input(
                    placeholder="what others read in the lobby", id="title", compact=True, max_length=100
                )
            with Horizontal(classes="row"):
                yield Tick("private", id="private", compact=True)
                yield Tick("spectators", True, id="spectators", compact=True)
            with Horizontal(classes="row"):
                yield Tick("rated", True, id="rated", compact=True)
                yield Tick("start when asked", id="asked", compact=True)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel")
                yield Button("Open the table", id="open", variant="primary")

    def on_mount(self) -> None:
        self._say_what_is_usual()
        self.query_one("#game").focus()

    @on(Select.Changed, "#game")
    async def _game_changed(self, event: Select.Changed) -> None:
        if event.value == self.game:
            return
        self.game = str(event.value)
        fields = self.query_one("#details")
        with self.app.batch_update():
            await fields.remove_children()
            await fields.mount(*details(self.games[self.game]))
        self._say_what_is_usual()

    def _say_what_is_usual(self) -> None:
        usual = absence_words(self.games[self.game].absence)
        self.query_one("#absence", Input).placeholder = f"who stays away: usually {usual}"

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)

    @on(Button.Pressed, "#open")
    @on(Input.Submitted)
    def _open(self) -> None:
        try:
            self.dismiss(self._wishes())
        except WishError as error:
            self.notify(str(error), severity="error", markup=False)

    def _wishes(self) -> Wishes:
        wishes = Wishes(game=self.game, clock=read_clock(self.query_one("#clock", Input).value))
        chosen = self.query_one("#details")
        for number in ("seats", "bots"):
            for select in chosen.query(f".{number}").results(Select):
                setattr(wishes, number, select.value)
        for key, schema in properties(self.games[self.game]).items():
            value = chosen.query_one(f".option-{key}", Checkbox | Select | Input).value  # type: ignore[arg-type]
            if value != schema.get("default"):
                wishes.options[key] = read_value(value) if isinstance(value, str) else value
        ticked = {name: self.query_one(f"#{name}", Checkbox).value for name in ("private", "asked")}
        ticked |= {name: self.query_one(f"#{name}", Checkbox).value for name in ("spectators", "rated")}
        start = "asked" if ticked.pop("asked") else "full"
        wishes.more = {**ticked, "title": self.query_one("#title", Input).value.strip(), "start": start}
        absence = self.query_one("#absence", Input).value
        if absence.strip():
            wishes.more["absence"] = read_absence(absence, self.games[self.game].absence)
        return wishes


def details(card: GameCard) -> list[Horizontal]:
    """What there is to choose in one game and not in another."""
    rows = []
    if len(card.seats) > 1:
        numbers = [(str(n), n) for n in card.seats]
        rows.append(_row("Seats", Select(numbers, value=card.seats[0], allow_blank=False), "seats"))
    if card.bots:
        levels = [("nobody yet", 0), *((f"players of the house, level {n}", n) for n in card.bots)]
        rows.append(_row("Others", Select(levels, value=0, allow_blank=False), "bots"))
    return rows + [_option(key, schema) for key, schema in properties(card).items()]


def _option(key: str, schema: dict[str, Any]) -> Horizontal:
    """The field for an option of a game."""
    label, default = in_words(key), schema.get("default")
    if schema.get("type") == "boolean":
        return _row("", Tick(Content(label), bool(default)), f"option-{key}")
    if "enum" in schema:
        choices = [(Content(str(value)), value) for value in schema["enum"]]
        return _row(label, Select(choices, value=default, allow_blank=False), f"option-{key}")
    return _row(label, Input("" if default is None else str(default)), f"option-{key}")


def _row(label: str, field: Checkbox | Select[Any] | Input, name: str) -> Horizontal:
    field.add_class(name)
    field.compact = True
    return Horizontal(Label(Content(label)), field, classes="row")
