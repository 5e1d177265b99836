"""The house door described for machines, from the very types that go over the wire."""

from functools import cache
from typing import Any, get_args

import msgspec

from tablehall import __version__
from tablehall.protocols.house import replies, requests

REF = "#/components/schemas/{name}"


@cache
def json_schema() -> dict[str, Any]:
    """JSON Schema of everything a client may say and everything it may hear."""
    (said, heard), components = _components("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The house door of Tablehall",
        "oneOf": [{"title": "requests", **said}, {"title": "replies", **heard}],
        "$defs": components,
    }


def _components(template: str) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(
        (requests.AnyRequest, replies.AnyReply), schema_hook=_anything, ref_template=template
    )


def _anything(kind: type) -> dict[str, Any]:
    """A game's own JSON: its shape is in the list of games."""
    if kind is msgspec.Raw:
        return {}
    raise NotImplementedError(kind)


@cache
def asyncapi() -> dict[str, Any]:
    """An AsyncAPI 3 document."""
    _, components = _components(REF)
    said = {kind.__name__: kind for kind in get_args(requests.AnyRequest)}
    heard = {kind.__name__: kind for kind in get_args(replies.AnyReply)}
    names = _names(components)
    messages = {
        **{f"say_{name.lower()}": _message(kind, names[kind]) for name, kind in said.items()},
        **{f"hear_{name.lower()}": _message(kind, names[kind]) for name, kind in heard.items()},
    }
    channel = {
        "address": "/ws",
        "description": "One JSON object per text message.",
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "The house door of Tablehall",
            "version": __version__,
            "description": "Every game and every feature of the hall, as JSON over WebSocket.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {"hall": channel},
        "operations": {
            "say": _operation("receive", [n for n in messages if n.startswith("say_")]),
            "hear": _operation("send", [n for n in messages if n.startswith("hear_")]),
        },
        "components": {"schemas": components, "messages": messages},
    }


def _names(components: dict[str, Any]) -> dict[type, str]:
    """Under which name each message's schema stands: two of the same name get long ones."""
    named = {}
    for module, union in ((requests, requests.AnyRequest), (replies, replies.AnyReply)):
        for kind in get_args(union):
            long = f"{module.__name__}.{kind.__name__}".replace(".", "_")
            named[kind] = long if long in components else kind.__name__
    return named


def _message(kind: type, name: str) -> dict[str, Any]:
    summary = (kind.__doc__ or "").strip().split("\n\n")[0]
    return {
        "name": kind.__struct_config__.tag,  # type: ignore[attr-defined]
        "summary": " ".join(summary.split()),
        "payload": {"$ref": REF.format(name=name)},
    }


def _operation(action: str, names: list[str]) -> dict[str, Any]:
    channel = {"$ref": "#/channels/hall"}
    return {
        "action": action,
        "channel": channel,
        "messages": [{"$ref": f"#/channels/hall/messages/{name}"} for name in names],
    }
