"""Packages that work at once: what `tablehall new` writes. In these files words in double braces, and `NAME`
in the names of files, stand for what the author's is called."""

import keyword
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

HERE = Path(__file__).resolve().parent
ENDING = ".template"
Kind = Literal["game", "protocol"]
NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
PORT = 7070
"""Where a new protocol listens until its author says otherwise."""


class NameRefusedError(ValueError):
    """That cannot be the name of a package; says why."""


def check_name(name: str, taken: Iterator[str]) -> None:
    """Whether something new may be called so."""
    if not NAME.fullmatch(name):
        raise NameRefusedError(
            f"{name!r} cannot be a name: say 2 to 30 small letters, digits or _, a letter first"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise NameRefusedError(f"{name!r} is a word of Python; choose another name")
    if name in sys.stdlib_module_names or name in ("tablehall", "tablehall_lab", "tests"):
        raise NameRefusedError(
            f"there is a module {name!r} already, which yours would hide; choose another name"
        )
    if name in taken:
        raise NameRefusedError(f"the house has {name!r} already; choose another name")


def written(kind: Kind, name: str) -> Iterator[tuple[Path, str]]:
    """Every file of a new package, and its text."""
    words = {
        "name": name,
        "Name": "".join(map(str.capitalize, name.split("_"))),
        "title": " ".join(map(str.capitalize, name.split("_"))).strip(),
        "dashed": name.strip("_").replace("_", "-"),
        "port": str(PORT),
    }
    for file in sorted((HERE / kind).rglob(f"*{ENDING}")):
        path = Path(str(file.relative_to(HERE / kind)).removesuffix(ENDING).replace("NAME", name))
        text = file.read_text("utf-8")
        yield path, re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], text)
