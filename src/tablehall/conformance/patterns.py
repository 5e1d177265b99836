"""What a transcript expects to hear, and where something else was heard.

`$name` stands for whatever is there the first time and for the same again afterwards, `$_`
for anything. In JSON `...` allows further keys or items (at both ends of an array: these are among
those that there are); in other text `*` is any run of
characters. JSON is compared by structure, everything else letter by letter.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Final

Bound = dict[str, Any]
"""What the names of a transcript stand for so far."""

_MARK: Final = "\0"  # no JSON text from outside begins a string with it unless it means harm
_MORE: Final = "\0..."
_JSON_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|\$\$?[A-Za-z_]\w*|\.\.\.|.', re.DOTALL)
_TEXT_TOKENS = re.compile(r"(\*|\$[A-Za-z_]\w*)")
_LONGEST_SHOWN = 200


class PatternError(ValueError):
    """An expectation that cannot be read, or a name that stands for nothing yet."""


class TextPattern:
    """A line of text, compared letter by letter."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._begins = _TEXT_TOKENS.split(text)[0]

    def differs(self, heard: str, bound: Bound) -> str:
        """In which way this is not what was expected; nothing if it is. Binds new names."""
        if not heard.startswith(self._begins):
            return "the text is another"
        fresh: set[str] = set()
        regex = "".join(_as_regex(token, bound, fresh) for token in _TEXT_TOKENS.split(self.text))
        found = re.fullmatch(regex, heard, re.DOTALL)
        if found is not None:
            bound.update(found.groupdict())
            return ""
        known = [name for name in _names(self.text) if name in bound]
        return "; ".join(f"${name} is {_plain(bound[name])}" for name in known) or "the text is another"


def _as_regex(token: str, bound: Bound, fresh: set[str]) -> str:
    if token in ("*", "$_"):
        return ".*"
    if not token.startswith("$") or len(token) == 1:
        return re.escape(token)
    name = token[1:]
    if name in bound:
        return re.escape(_plain(bound[name]))
    if name in fresh:
        return f"(?P={name})"
    fresh.add(name)
    return f"(?P<{name}>.+?)"


def _names(text: str) -> list[str]:
    return [token[1:] for token in _TEXT_TOKENS.findall(text) if token.startswith("$")]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


class JsonPattern:
    """A JSON value with gaps, compared by structure."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self.wanted = json.loads(_without_gaps(text))
        except json.JSONDecodeError as error:
            raise PatternError(f"this is no JSON with gaps: {error.msg}") from error

    def differs(self, heard: str, bound: Bound) -> str:
        """Where this is not what was expected; nothing if it is. Binds new names."""
        try:
            got = json.loads(heard)
        except ValueError:
            return "this is no JSON"
        tried = dict(bound)
        where = _differs(self.wanted, got, "", tried)
        if not where:
            bound.update(tried)
        return where


Pattern = TextPattern | JsonPattern


def read_pattern(text: str) -> Pattern:
    """A pattern as it is written in a transcript."""
    return JsonPattern(text) if text.startswith(("{", "[")) else TextPattern(text)


def fill(text: str, bound: Bound) -> str:
    """What is sent: the text with every name replaced by what it stands for."""
    if text.startswith(("{", "[")):
        return "".join(_filled(token, bound, json.dumps) for token in _JSON_TOKENS.findall(text))
    return "".join(_filled(token, bound, _plain) for token in _TEXT_TOKENS.split(text))


def _filled(token: str, bound: Bound, written: Callable[[Any], str]) -> str:
    if not token.startswith("$") or len(token) == 1:
        return token
    name = token[1:]
    if name.startswith("$"):  # what belongs to whoever it stands for
        name = str(bound.get(name[1:]))
    if name not in bound:
        raise PatternError(f"nothing has been heard yet that {token} could stand for")
    return written(bound[name])


def _without_gaps(text: str) -> str:
    """Plain JSON in which marked strings stand for the gaps."""
    inside: list[str] = []
    plain = []
    for token in _JSON_TOKENS.findall(text):
        if token in "{[":
            inside.append(token)
        elif token in "}]":
            inside = inside[:-1]
        elif token == "...":
            token = json.dumps(_MORE) + (":0" if inside[-1:] == ["{"] else "")
        elif token.startswith("$") and len(token) > 1:
            token = json.dumps(_MARK + token[1:])
        plain.append(token)
    return "".join(plain)


def _differs(want: Any, got: Any, at: str, bound: Bound) -> str:
    if isinstance(want, str) and want.startswith(_MARK):
        return _name_differs(want[1:], got, at, bound)
    if isinstance(want, dict) and isinstance(got, dict):
        return _object_differs(want, got, at, bound)
    if isinstance(want, list) and isinstance(got, list):
        return _array_differs(want, got, at, bound)
    if type(want) is type(got) and want == got:
        return ""
    return f"{at or 'it'} is {_shown(got)} instead of {_shown(want)}"


def _name_differs(name: str, got: Any, at: str, bound: Bound) -> str:
    if name == "_":
        return ""
    if name not in bound:
        bound[name] = got
        return ""
    where = _differs(bound[name], got, at, bound)
    return where and f"{where} (${name})"


def _object_differs(want: dict[str, Any], got: dict[str, Any], at: str, bound: Bound) -> str:
    for key, value in want.items():
        if key == _MORE:
            continue
        if key not in got:
            return f"{at}.{key} is missing"
        if where := _differs(value, got[key], f"{at}.{key}", bound):
            return where
    further = got.keys() - want.keys()
    if further and _MORE not in want:
        key = min(further)
        return f"{at}.{key} is there and should not be: {_shown(got[key])}"
    return ""


def _array_differs(want: list[Any], got: list[Any], at: str, bound: Bound) -> str:
    if want[:1] == [_MORE] and len(want) > 1:
        return _items_missing([one for one in want if one != _MORE], got, at, bound)
    open_end = want[-1:] == [_MORE]
    wanted = want[:-1] if open_end else want
    for place, (one, other) in enumerate(zip(wanted, got, strict=False)):
        if where := _differs(one, other, f"{at}[{place}]", bound):
            return where
    if len(got) < len(wanted) or (len(got) > len(wanted) and not open_end):
        return f"{at or 'it'} has {len(got)} items instead of {len(wanted)}"
    return ""


def _items_missing(want: list[Any], got: list[Any], at: str, bound: Bound) -> str:
    """Which of these is not among the items of an array."""
    rest = list(got)
    for one in want:
        for place, item in enumerate(rest):
            tried = dict(bound)
            if not _differs(one, item, at, tried):
                bound.update(tried)
                del rest[place]
                break
        else:
            return f"{at or 'it'} has nothing like {_shown(_written(one))}"
    return ""


def _written(want: Any) -> Any:
    """A pattern as it is written, or nearly so."""
    if isinstance(want, dict):
        return {key.lstrip(_MARK): _written(value) for key, value in want.items() if key != _MORE}
    if isinstance(want, list):
        return [_written(item) for item in want if item != _MORE]
    return f"${want[1:]}" if isinstance(want, str) and want.startswith(_MARK) else want


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
