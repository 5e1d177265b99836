"""Packages that only some of the house needs: what is missing is said in one sentence, with the cure.

They are the extras of pyproject.toml. Everything else works without them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

EXTRAS = {
    "asyncpg": "cluster",
    "greenlet": "cluster",
    "gymnasium": "rl",
    "numpy": "rl",
    "pettingzoo": "rl",
    "textual": "terminal",
}
"""Which extra brings a package."""


class MissingExtraError(ImportError):
    """Something was asked for that needs a package which is not installed."""


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Around the imports of what needs an extra; `what` begins the sentence if one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        cure = f"pip install 'tablehall[{EXTRAS[package]}]'"
        raise MissingExtraError(f"{what} needs the package {package}: {cure}", name=package) from error
