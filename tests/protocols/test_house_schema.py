"""The house door described for machines: true for every message that goes over the wire."""

import asyncio
import itertools
import json
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped,unused-ignore]

from tablehall.conformance.page import Block, read_page
from tablehall.conformance.pages import pages
from tablehall.conformance.runner import Exchange, play
from tablehall.conformance.steps import Gets, ServerDoes
from tablehall.conformance.wires import Place
from tablehall.games import house_games
from tablehall.games.dice import Dice
from tablehall.protocols.house import render, replies, requests
from tablehall.protocols.house.schema import asyncapi, json_schema

if TYPE_CHECKING:
    from tests.conftest import NewHall, RunningHall

SAID, HEARD = json_schema()["oneOf"]
BLOCKS = read_page(pages()["house"])
SHARING = [block for block in BLOCKS if not block.own_server]
ALONE = [block for block in BLOCKS if block.own_server]
count = itertools.count(1)


def validator(part: dict[str, Any]) -> Any:
    """Checks messages of one direction."""
    return Draft202012Validator({**part, "$defs": json_schema()["$defs"]})


REQUESTS, REPLIES = validator(SAID), validator(HEARD)


def by_socket(block: Block, log: list[Exchange]) -> Iterator[Exchange]:
    """What went over WebSockets, not by HTTP."""
    by_http = {step.who for step in block.steps if isinstance(step, Gets)}
    return (exchange for exchange in log if exchange.who not in by_http)


def check(block: Block, log: list[Exchange]) -> int:
    """Every message fits its schema, or is refused because it does not; how many there were."""
    checked = 0
    misfits: dict[str, str] = {}
    for who, sign, text in by_socket(block, log):
        checked += 1
        if sign == ">":
            if not (text.startswith("{") and REQUESTS.is_valid(json.loads(text))):
                misfits[who] = text
        elif sign == "<" and text.startswith("{"):
            message = json.loads(text)
            errors = [f"{error.json_path}: {error.message}" for error in REPLIES.iter_errors(message)]
            assert not errors, f"{text}\n{errors}"
            unreadable = message.get("reason") == "unreadable" and "text messages" not in message["sentence"]
            assert unreadable == (misfits.pop(who, None) is not None), f"{block.page}:{block.line}: {text}"
    assert not {text for text in misfits.values() if len(text) < 65_536}, "taken without a word"
    return checked


def doors(hall: "RunningHall") -> dict[str, Place]:
    return {"": Place(*hall.doors["house"], "websocket")}


async def test_every_message_of_the_page_fits(hall: "RunningHall") -> None:
    blocks = [block.renamed(f"s{next(count)}") for block in SHARING]
    logs = await asyncio.gather(*(play(block, doors(hall), patience=5) for block in blocks))
    checked = [check(block, log) for block, log in zip(blocks, logs, strict=True)]
    assert sum(checked) > 200


async def test_every_message_fits_where_a_server_is_alone(new_hall: "NewHall") -> None:
    """One server for all of them, one after the other, saves a good deal of time."""
    hall = new_hall("".join(block.settings for block in ALONE))
    for block in sorted(ALONE, key=stops):
        renamed = block.renamed(f"s{next(count)}")
        assert check(renamed, await play(renamed, doors(hall), hall, patience=5)) > 0


def stops(block: Block) -> bool:
    return any(isinstance(step, ServerDoes) and step.what == "stops" for step in block.steps)


def test_the_schemas_are_good_schemas() -> None:
    Draft202012Validator.check_schema(json_schema())
    for game in house_games().values():
        card = render.game_card(game)
        Draft202012Validator.check_schema(card.move)
        Draft202012Validator.check_schema(card.options)


@pytest.mark.parametrize("path", ["/schema.json", "/asyncapi.json"])
async def test_both_documents_are_served(path: str, hall: "RunningHall") -> None:
    host, port = hall.doors["house"]

    def get() -> tuple[str, Any]:
        with urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=20) as answer:
            return answer.headers["Content-Type"], json.load(answer)

    kind, document = await asyncio.to_thread(get)
    assert kind == "application/json"
    assert document == json.loads(json.dumps(json_schema() if path == "/schema.json" else asyncapi()))


@pytest.mark.parametrize("name", sorted(house_games()))
def test_what_open_and_act_take_is_in_the_list_of_games(name: str) -> None:
    """The moves of every game fit the schema on its card."""
    game = house_games()[name]
    card = render.game_card(game)
    options = game.Options()
    state = game.setup(game.seats[0], options, Dice(bytes(32)))
    moves = game.legal(state, game.turn(state).seats[0])
    assert moves
    for move in moves[:50]:
        errors = list(Draft202012Validator(card.move).iter_errors(json.loads(msgspec.json.encode(move))))
        assert not errors, errors
    assert Draft202012Validator(card.options).is_valid(msgspec.to_builtins(options))
    assert not Draft202012Validator(card.move).is_valid({"type": "no move at all"})
    assert not Draft202012Validator(card.options).is_valid({"no option at all": 1})


def references(value: Any) -> Iterator[str]:
    """Every reference in a document."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        yield from value.get("discriminator", {}).get("mapping", {}).values()
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from references(part)


def resolve(document: Any, reference: str) -> Any:
    """What a reference leads to, or an error if it leads nowhere."""
    assert reference.startswith("#/"), reference
    for key in reference[2:].split("/"):
        document = document[key.replace("~1", "/").replace("~0", "~")]
    return document


@pytest.mark.parametrize("document", [json_schema(), asyncapi()], ids=["schema", "asyncapi"])
def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    found = set(references(document))
    assert len(found) > 40
    for reference in found:
        assert resolve(document, reference), reference


def test_asyncapi_names_every_message_in_its_direction() -> None:
    document = asyncapi()
    assert document["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= document["info"].keys()
    for operation, action, union in [
        ("say", "receive", requests.AnyRequest),
        ("hear", "send", replies.AnyReply),
    ]:
        named = document["operations"][operation]
        assert named["action"] == action, "as seen by the server"
        assert resolve(document, named["channel"]["$ref"])["address"] == "/ws"
        messages = [resolve(document, resolve(document, m["$ref"])["$ref"]) for m in named["messages"]]
        kinds: Any = get_args(union)
        assert [message["name"] for message in messages] == [kind.__struct_config__.tag for kind in kinds]
        for message, kind in zip(messages, kinds, strict=True):
            payload = resolve(document, message["payload"]["$ref"])
            assert payload["properties"]["type"]["enum"] == [kind.__struct_config__.tag]
            assert payload["properties"].keys() - {"type"} == set(kind.__struct_encode_fields__)
            assert message["summary"], f"{kind.__name__} says nothing about itself"
