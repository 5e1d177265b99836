"""The page of the boards protocol is complete: nothing can be said or heard that is not on it."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from tablehall.conformance.page import read_page
from tablehall.conformance.pages import CHECKOUT
from tablehall.conformance.steps import Hears, Says
from tablehall.games import house_games
from tablehall.protocols.boards import facts, messages
from tablehall.protocols.boards.session import HANDLERS

PAGE = CHECKOUT / "boards.md"
OFFERED = facts.offered(house_games())
STEPS = [step for block in read_page(PAGE) for step in block.steps]


def kinds(base: Any = messages.Message) -> Iterator[Any]:
    """Everything the server can say."""
    for kind in base.__subclasses__():
        if kind is messages.Refusal:
            yield from kinds(kind)
        else:
            yield kind


def tag(kind: Any) -> str:
    """The `type` of a message."""
    return str(kind.__struct_config__.tag)


def row(kind: type) -> str:
    """How a message is listed on the page: its keys, those that may be left out in brackets."""
    fields = msgspec.structs.fields(kind)
    keys = [f"`{f.encode_name}`" if f.required else f"[`{f.encode_name}`]" for f in fields]
    return f"| `{tag(kind)}` | {' '.join(keys)} | {' '.join((kind.__doc__ or '').split())} |"


def listed(heading: str) -> list[str]:
    """The rows of the table below a heading, without its head."""
    below = PAGE.read_text("utf-8").split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    return [line for line in below.splitlines() if line.startswith("|")][2:]


def test_the_page_lists_everything_a_client_can_say() -> None:
    assert {line.split("`")[1] for line in listed("## All messages")} == set(HANDLERS)


def test_the_page_lists_every_message_of_the_server_with_its_keys() -> None:
    assert listed("### What the server says") == [row(kind) for kind in kinds()]


def types(texts: list[str]) -> set[str]:
    found = (re.search(r'"type":"([A-Z_]+)"', text) for text in texts)
    return {match[1] for match in found if match}


def test_everything_that_can_be_said_is_said_in_a_transcript() -> None:
    assert types([step.text for step in STEPS if isinstance(step, Says)]) >= set(HANDLERS)


def test_every_message_of_the_server_is_heard_in_a_transcript() -> None:
    heard = [step.pattern.text for step in STEPS if isinstance(step, Hears)]
    assert types(heard) >= {tag(kind) for kind in kinds()}


def test_every_end_of_a_game_is_on_the_page() -> None:
    sentences = {*facts.ENDS.values(), facts.SAVED, facts.CLOSED, facts.PUT_AWAY}
    sentences |= {end for game in OFFERED.values() for end in game.look.ends.values()}
    below = PAGE.read_text("utf-8").split("`message` says why the game is over:", 1)[1].split("\n#", 1)[0]
    assert set(re.findall(r"`([^`]+)`", below)) == sentences


def test_every_end_and_every_promotion_of_chess_is_in_a_transcript() -> None:
    heard = "".join(step.pattern.text for step in STEPS if isinstance(step, Hears))
    ends = ("checkmate", "stalemate", "threefold", "fifty_moves", "dead_position")
    assert all(f'"message":"{OFFERED["chess"].look.ends[end]}"' in heard for end in ends)
    promoted = re.findall(r'"id":\$new_\w,"owner":"\w+","image":"/images/chess/\w+-(\w+)\.svg"', heard)
    assert sorted(promoted) == ["bishop", "knight", "queen", "rook"]


def test_every_game_is_on_the_page() -> None:
    titles = [game.title for game in OFFERED.values()]
    assert [line.split("|")[1].strip() for line in listed("## The games")] == titles
