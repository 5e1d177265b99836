"""What is wrong with a line that is no request, in words that its author can use."""

import re

NO_SUCH_NAME = re.compile(r"Invalid value '(?P<name>.*)' - at `\$\.name`", re.DOTALL)
MISSING = re.compile(r"Object missing required field `(?P<key>[^`]*)`(?: - at `\$(?P<at>[^`]*)`)?")
OTHER_KIND = re.compile(
    r"Expected `(?P<wanted>[^`]*)`(?:, got `(?P<got>[^`]*)`)?(?: - at `\$(?P<at>[^`]*)`)?"
)
KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a fraction",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "a text",
}

UNREADABLE: dict[type[Exception], str] = {
    RecursionError: "it is nested too deeply.",
    UnicodeDecodeError: "it is not UTF-8.",
}


def complaint(error: Exception) -> str:
    """Why a line cannot be read."""
    said = str(error)
    if found := NO_SUCH_NAME.fullmatch(said):
        return f'there is no message of the name "{found["name"][:100]}".'
    if found := MISSING.fullmatch(said):
        return f'"{_key(found["at"], found["key"])}" is missing.'
    if found := OTHER_KIND.fullmatch(said):
        what = f'"{key}"' if (key := _key(found["at"])) else "it"
        got = f", and is {_kind(found['got'])}" if found["got"] else ""
        return f"{what} has to be {_kind(found['wanted'])}{got}."
    return UNREADABLE.get(type(error), "it is not a JSON object in one line.")


def _key(path: str | None, key: str = "") -> str:
    """A place in a message: `tiles.x` is the x of a tile."""
    parts = [part for part in re.split(r"[.\[\]]+", path or "") if part]
    return ".".join([*parts, key] if key else parts)


def _kind(names: str) -> str:
    return " or ".join(KINDS.get(name.strip(), name.strip()) for name in names.split("|"))
