"""Whether values of a type can be changed: part of `check_game` (see `contract.py`).

A state is shared by everybody who sees it, by the log and by a move that is taken back: whoever could change
it would change what others were told.
"""

from typing import Any

import msgspec
from msgspec import inspect

CURES: dict[type[inspect.Type], str] = {
    inspect.ListType: "a list, which can be changed: make it a tuple[..., ...]",
    inspect.DictType: "a dict, which can be changed: make it a tuple of pairs",
    inspect.TypedDictType: "a TypedDict, which can be changed: make it a Value",
    inspect.SetType: "a set, which can be changed: make it a frozenset",
    inspect.ByteArrayType: "a bytearray, which can be changed: make it bytes",
    inspect.AnyType: "anything, also what can be changed: say its type",
    inspect.CustomType: "of a type that cannot be read from JSON: make it of Values, numbers and texts",
}


def check_frozen(what: str, kind: Any) -> None:
    """Every value of this type stays what it is, down to the last part of it."""
    try:
        found = inspect.type_info(kind)
    except (TypeError, NameError) as error:
        raise AssertionError(f"{what} cannot be used: {error}") from error
    _check(what, found, set())


def _check(what: str, kind: inspect.Type, seen: set[type]) -> None:
    assert type(kind) not in CURES, f"{what} is {CURES[type(kind)]}"
    if isinstance(kind, inspect.StructType | inspect.DataclassType | inspect.NamedTupleType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        name = kind.cls.__name__
        assert _is_frozen(kind), f"{name} is not frozen: write `class {name}(Value, frozen=True)`"
        for field in kind.fields:
            _check(f"{name}.{field.name}", field.type, seen)
    for part in _parts(kind):
        _check(what, part, seen)


def _is_frozen(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.StructType):
        return bool(kind.cls.__struct_config__.frozen)
    return isinstance(kind, inspect.NamedTupleType) or bool(kind.cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def _parts(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """What a value of this type is made of, but for fields."""
    match kind:
        case inspect.Metadata(type=inner):
            return (inner,)
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            return parts
        case inspect.VarTupleType(item_type=item) | inspect.FrozenSetType(item_type=item):
            return (item,)
    return ()


def members(kind: Any) -> tuple[type[msgspec.Struct], ...]:
    """The structs that a declared type stands for: itself, or those of a union."""
    found = inspect.type_info(kind)
    parts = found.types if isinstance(found, inspect.UnionType) else (found,)
    return tuple(part.cls for part in parts if isinstance(part, inspect.StructType))
