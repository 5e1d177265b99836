"""Forms: what may be set, read into a struct; what cannot be is said in words, with what could."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from tablehall.games.api import UNREADABLE

PARTS = (
    ("beat", "dead_after"),
    ("per_address", "connections"),
    ("people_per_address", "people"),
    ("put_away_per_address", "put_away"),
    ("saves_each", "saves"),
    ("saves_per_address", "saves"),
    ("short", "low"),
    ("tables_each", "tables"),
    ("tables_per_address", "tables"),
)
"""What is a part of something else: whoever sets both cannot mean that the part is more than the whole."""


class SettingsError(Exception):
    """Settings that make no sense; says which and what to do."""


def read_form(form: type[Any], given: Mapping[str, Any], owner: str, what: str = "setting") -> Any:
    """A struct of what is given, everything else as it is by default."""
    known = fields_of(form)
    for name, value in given.items():
        if name not in known:
            all_of_them = ", ".join(known)
            raise SettingsError(f"{owner} has no {what} {name!r}; it has: {all_of_them}.{meant(name, known)}")
        _read_sections(known[name], name, value)
        try:
            msgspec.convert({name: value}, form)
        except UNREADABLE as error:
            whose = owner[:1].lower() + owner[1:]
            may_be = described(known[name])
            raise SettingsError(f"The {what} {name} of {whose} cannot be {value!r}: say {may_be}.") from error
    for part, whole in PARTS:
        if part in known and part in given and whole in given and given[part] > given[whole]:
            raise SettingsError(
                f"{owner} cannot have {part} = {given[part]} with {whole} = {given[whole]}: "
                f"lower {part}, or raise {whole}."
            )
    return msgspec.convert(given, form)


def _read_sections(kind: inspect.Type, name: str, value: Any) -> None:
    """A setting that is a section of its own, or several of them, each with a name."""
    if isinstance(kind, inspect.StructType) and isinstance(value, Mapping):
        read_form(kind.cls, value, f"[{name}]")
    elif isinstance(kind, inspect.DictType) and isinstance(value, Mapping):
        for key, section in value.items():
            _read_sections(kind.value_type, f"{name}.{key}", section)


def fields_of(form: type[Any]) -> dict[str, inspect.Type]:
    """What can be set in a form, and of what kind it is."""
    return {field.encode_name: field.type for field in inspect.type_info(form).fields}  # type: ignore[attr-defined]


def meant(word: str, known: Iterable[str], prefix: str = "") -> str:
    """What somebody may have meant, as a question; nothing if it cannot be told."""
    close = difflib.get_close_matches(word, list(known), 1, 0.7)
    return f" Did you mean {prefix}{close[0]}?" if close else ""


def described(kind: inspect.Type) -> str:
    """What a value of this type may be, in words."""
    match kind:
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values):
            return "one of " + ", ".join(sorted(map(str, values)))
        case inspect.IntType() | inspect.FloatType():
            number = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
            bounds = {"at least": kind.ge, "above": kind.gt, "at most": kind.le, "below": kind.lt}
            return ", ".join([number, *(f"{word} {b}" for word, b in bounds.items() if b is not None)])
        case inspect.Metadata(_, {"description": words}):
            return str(words)
        case inspect.UnionType(types):  # or none: then it was left out
            return described(types[0])
        case inspect.CollectionType(item):
            return f"a list, each {described(item)}"
        case inspect.StructType() | inspect.DictType():
            return "a section with settings of its own"
        case _:
            return "a text"
