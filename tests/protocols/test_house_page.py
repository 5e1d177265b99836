"""The page of the house door is complete: nothing can be said or heard that is not on it."""

import json
import re
from enum import EnumType
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablehall.conformance.page import read_page
from tablehall.conformance.pages import CHECKOUT
from tablehall.conformance.patterns import JsonPattern
from tablehall.conformance.steps import Hears, Says
from tablehall.games.api import Rule
from tablehall.games.board import BoardNo
from tablehall.hall.refusals import Why
from tablehall.protocols.house import HouseDoor, replies, requests
from tablehall.protocols.house.replies import ContestCard, GameCard, SaveCard, TableCard
from tablehall.server import Server
from tablehall.settings import Settings

PAGE = CHECKOUT / "house.md"
SAID = get_args(requests.AnyRequest)
HEARD = get_args(replies.AnyReply)


def row(kind: type) -> str:
    """How a message is listed on the page: its keys, those that may be left out in brackets."""
    fields = [field for field in msgspec.structs.fields(kind) if field.encode_name != "re"]
    keys = [f"`{f.encode_name}`" if f.required else f"[`{f.encode_name}`]" for f in fields]
    meaning = " ".join((kind.__doc__ or "").split())
    return f"| `{tag(kind)}` | {' '.join(keys)} | {meaning} |"


def tag(kind: Any) -> str:
    """The `type` of a message."""
    return str(kind.__struct_config__.tag)


def listed(path: Path, heading: str) -> list[str]:
    """The rows of the table below a heading, without its head."""
    below = path.read_text("utf-8").split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    return [line for line in below.splitlines() if line.startswith("|")][2:]


def test_the_page_lists_every_request_with_its_keys() -> None:
    assert listed(PAGE, "## All requests") == [row(kind) for kind in SAID]


def test_the_page_lists_every_reply_with_its_keys() -> None:
    assert listed(PAGE, "## All replies") == [row(kind) for kind in HEARD]


@pytest.mark.parametrize(
    ("heading", "reasons"),
    [
        ("## Refusals", Why),
        ("### Refusals of every game", Rule),
        ("### Refusals of games on a board", BoardNo),
    ],
)
def test_the_page_lists_every_reason_with_its_sentence(heading: str, reasons: EnumType) -> None:
    expected = [f"| `{reason.code}` | {reason.value} |" for reason in reasons]  # type: ignore[var-annotated]
    assert listed(PAGE, heading) == expected


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("### The card of a table", TableCard),
        ("### The whole table", replies.Table),
        ("## Opening a table", requests.Open),
    ],
)
def test_the_page_explains_every_key(heading: str, kind: type) -> None:
    explained = " ".join(line.split("|")[1] for line in listed(PAGE, heading))
    missing = [f.encode_name for f in msgspec.structs.fields(kind) if f"`{f.encode_name}`" not in explained]
    assert missing == ["re"] or missing == []


def shown_types(step_kind: type, text_of: Any) -> set[str]:
    """The types of all messages of a kind in the page's transcripts."""
    texts = [
        text_of(step) for block in read_page(PAGE) for step in block.steps if isinstance(step, step_kind)
    ]
    return {text.split('"type":"', 1)[1].split('"', 1)[0] for text in texts if '"type":"' in text}


def test_every_request_is_made_in_a_transcript() -> None:
    assert shown_types(Says, lambda step: step.text) >= {tag(kind) for kind in SAID}


def test_every_reply_is_heard_in_a_transcript() -> None:
    assert shown_types(Hears, lambda step: step.pattern.text) >= {tag(kind) for kind in HEARD}


@pytest.mark.parametrize(
    ("kind", "in_words"), [(GameCard, '"seat_names"'), (SaveCard, '"saves":'), (ContestCard, '"standings"')]
)
def test_a_transcript_shows_every_key_of_a_card(kind: type, in_words: str) -> None:
    """Cards are shown once without a gap: what is not there is not sent."""
    patterns = [
        step.pattern.wanted
        for block in read_page(PAGE)
        for step in block.steps
        if isinstance(step, Hears) and isinstance(step.pattern, JsonPattern) and in_words in step.pattern.text
    ]
    assert patterns
    keys = {f.encode_name for f in msgspec.structs.fields(kind)}
    assert all(f'"{key}"' in json.dumps(patterns[0]) for key in keys)


async def test_the_page_lists_every_path_of_http() -> None:
    settings = Settings(host="127.0.0.1", port=0, memory=True)
    server = Server(settings, doors=[HouseDoor])
    await server.start()
    assert server.http is not None
    served = {
        re.sub(r"{(\w+)}", lambda n: n[1].upper(), r.canonical) for r in server.http.app().router.resources()
    }
    await server.stop()
    listed_paths = set(
        re.findall(r"`(/[^`?]*)`", " ".join(row.split("|")[1] for row in listed(PAGE, "## HTTP")))
    )
    assert {path.replace("/TABLE", "/N") for path in served} == listed_paths
