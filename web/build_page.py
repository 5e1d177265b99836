"""Builds the page into the package, unless it is there already and made from the present source.

`./tablehall` calls this before the program starts, and `hatch_build.py` before a wheel or sdist is packed.
It needs nothing but Python and Node.js.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent
BUILT = SOURCE.parent / "src" / "tablehall" / "web"
MADE_FROM = BUILT / ".made-from"
"""Holds the sum of the source; `vite` empties the folder first, so half a page has none."""
NOT_SOURCE = ("node_modules", "__pycache__")
NODE = (20, 19)
NO_NODE = 3
"""The exit status where there is no Node.js that is new enough."""
CURES = f"""Any one of these helps:
  ./tablehall --version       in a clone: builds the page, with a Node.js of its own if need be
  pip install .               without --no-build-isolation: pip then brings a Node.js for the build
  Node.js {NODE[0]}.{NODE[1]} or newer     with npm, on the PATH"""


class PageError(Exception):
    """Why there is no page."""


class NoNodeError(PageError):
    """There is nothing to build it with."""


def is_built() -> bool:
    """Whether the page is there, and made from the source as it is now."""
    if not (BUILT / "index.html").is_file() or not MADE_FROM.is_file():
        return False
    return MADE_FROM.read_text() == sum_of_source()


def sum_of_source() -> str:
    """Another one for every change in the folder."""
    found = hashlib.sha256()
    for folder, inside, names in os.walk(SOURCE):
        inside[:] = sorted(name for name in inside if name not in NOT_SOURCE)
        for name in sorted(names):
            path = Path(folder, name)
            content = path.read_bytes()
            found.update(f"{path.relative_to(SOURCE).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def node_is_here() -> bool:
    """Whether this machine has npm and a Node.js that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    shown = subprocess.run(
        [node, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    major, _, rest = shown.stdout.strip().removeprefix("v").partition(".")
    minor = rest.partition(".")[0]
    return major.isdigit() and minor.isdigit() and (int(major), int(minor)) >= NODE


def build() -> None:
    """Make sure that the page is there; a `PageError` says why it cannot be, and the cure."""
    if is_built():
        return
    if not node_is_here():
        needed = ".".join(map(str, NODE))
        raise NoNodeError(
            f"The web page is not built, and there is no Node.js {needed} or newer here.\n{CURES}"
        )
    made_from = sum_of_source()
    _npm("install", "--no-save", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error")
    _npm("run", "--silent", "build", "--", "--logLevel=warn")
    if not (BUILT / "index.html").is_file():
        raise PageError(f"npm has built no page: there is no index.html in {BUILT}.")
    MADE_FROM.write_text(made_from)


def _npm(*words: str) -> None:
    npm = shutil.which("npm") or "npm"  # on Windows it is npm.cmd
    code = subprocess.call([npm, *words], cwd=SOURCE, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    if code != 0:
        raise PageError(
            f"The web page could not be built: `npm {' '.join(words)}` failed in {SOURCE}, see above."
        )


if __name__ == "__main__":
    try:
        build()
    except NoNodeError:
        sys.exit(NO_NODE)
    except PageError as error:
        sys.exit(str(error))
