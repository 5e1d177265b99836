"""The page of the protocol is complete: nothing can be said or heard that is not on it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablehall.conformance.page import read_page
from tablehall.conformance.pages import CHECKOUT
from tablehall.conformance.steps import Hears, Says
from tablehall.games.shelfie import board, cards, scoring
from tablehall.games.shelfie.tiles import KINDS
from tablehall.protocols.shelfie import Settings, messages, playing, requests
from tablehall.protocols.shelfie.dialects import DIALECTS
from tablehall.protocols.shelfie.states import State

PAGE = CHECKOUT / "shelfie.md"
TEXT = PAGE.read_text("utf-8")
REQUESTS, MESSAGES = get_args(requests.AnyRequest), get_args(messages.AnyMessage)


def name_of(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def row(kind: type) -> str:
    """How a message is listed on the page: its keys, those that may be left out in brackets."""
    fields = msgspec.structs.fields(kind)
    keys = [f"`{f.encode_name}`" if f.required else f"[`{f.encode_name}`]" for f in fields]
    return f"| `{name_of(kind)}` | {' '.join(keys)} | {' '.join((kind.__doc__ or '').split())} |"


def listed(heading: str) -> list[str]:
    """The rows of the table below a heading, without its head."""
    below = TEXT.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    return [line for line in below.splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize(
    ("heading", "kinds"), [("## All requests", REQUESTS), ("## All messages", MESSAGES)], ids=["in", "out"]
)
def test_everything_is_listed_with_its_keys(heading: str, kinds: tuple[type, ...]) -> None:
    assert listed(heading) == [row(kind) for kind in kinds]


def shown(step_kind: type, text_of: Callable[[Any], str]) -> set[str]:
    """The names of all messages of one direction in the transcripts."""
    steps = [step for block in read_page(PAGE) for step in block.steps if isinstance(step, step_kind)]
    texts = [text_of(step) for step in steps]
    return {text.split('"name":"', 1)[1].split('"', 1)[0] for text in texts if '"name":"' in text}


def test_every_request_is_made_in_a_transcript() -> None:
    assert shown(Says, lambda step: step.text) >= {name_of(kind) for kind in REQUESTS}


def test_every_message_is_heard_in_a_transcript() -> None:
    assert shown(Hears, lambda step: step.pattern.text) >= {name_of(kind) for kind in MESSAGES}


def test_every_error_is_on_the_page() -> None:
    errors = [error for dialect in DIALECTS.values() for error in dialect.join_errors.values()]
    errors += [playing.NOT_PICKED, playing.NOT_PUT, playing.NOT_SENT, playing.NOT_SAVED, playing.NOT_YOUR_ID]
    errors += [state.value for state in State if state is not State.PLAYING]
    assert [error for error in errors if f"`{error}`" not in TEXT] == []


def test_every_setting_is_on_the_page_with_its_default() -> None:
    rows = "\n".join(listed("## Settings and limits"))
    for field in msgspec.structs.fields(Settings):
        assert f"`{field.name}`" in rows
        default = f'`"{field.default}"`' if isinstance(field.default, str) else str(field.default)
        assert default in rows


def test_the_page_names_no_file_that_is_not_there() -> None:
    for link in ("house.md", "README.md"):
        assert (Path(PAGE).parent / link).is_file()


def test_every_card_is_defined() -> None:
    common = [f"| `{name}` | {card.__doc__} |" for name, card in cards.COMMON.items()]
    personal = []
    for number, card in cards.PERSONAL.items():
        wishes = {goal.type: f"{goal.x},{goal.y}" for goal in card.goals}
        cells = " | ".join(wishes[kind] for kind in KINDS)
        personal.append(f"| `Personal_Goals{number if number > 1 else ''}` | {cells} |")
    rows = listed("## Tiles, shelves and cards")
    assert [row for row in rows if row in common] == common
    assert [row for row in rows if row in personal] == personal


def test_the_living_room_tokens_and_points_are_told() -> None:
    below = TEXT.split("\n## Tiles, shelves and cards\n", 1)[1].split("\n#", 1)[0]
    assert "\n".join(board.PLAN) in below
    for tokens in cards.TOKENS.values():
        assert f"`{' '.join(map(str, tokens))}`" in below
    told = " ".join(below.split())
    assert f"worth {', '.join(map(str, scoring.FOR_HITS[1:-1]))} or {scoring.FOR_HITS[-1]} points" in told
    three, four, five, more = scoring.FOR_GROUP[3:]
    assert f"3, 4 or 5 tiles is worth {three}, {four} or {five} points, a larger one {more}" in told
