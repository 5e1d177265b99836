"""Whether the source is ready to be released."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tablehall_lab.release import Point

HEADING = re.compile(r"^## (?P<name>\S+)(?: - (?P<date>\d{4}-\d\d-\d\d))?$", re.MULTILINE)
NAMED = 3
"""So many files are named before it gets too long."""


def examine_source(root: Path, version: str) -> Iterator[Point]:
    """Everything that git and the CHANGELOG say."""
    yield changelog(root / "CHANGELOG.md", version)
    yield clean(root)
    yield tagged(root, f"v{version}")


def changelog(path: Path, version: str) -> Point:
    """The version is described under its date, and nothing waits beside it."""
    text = path.read_text(encoding="utf-8")
    what = f"CHANGELOG describes {version} with its date"
    headings = list(HEADING.finditer(text))
    found = next((heading for heading in headings if heading["name"] == version), None)
    if found is None:
        return Point(False, what, f"there is no heading `## {version} - YYYY-MM-DD`")
    if found["date"] is None:
        return Point(False, what, f"the heading `{found[0]}` has no date")
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        if heading["name"] == "Unreleased" and text[heading.end() : end].strip():
            return Point(False, what, f"something is still Unreleased: move it under {version}")
    return Point(True, f"{what}, {found['date']}")


def clean(root: Path) -> Point:
    """What is packed is what is committed."""
    what = "everything is committed"
    changed = git(root, "status", "--porcelain").splitlines()
    if not changed:
        return Point(True, what)
    names = ", ".join(line[3:] for line in changed[:NAMED]) + (", ..." if changed[NAMED:] else "")
    return Point(False, what, f"commit or remove {names}")


def tagged(root: Path, tag: str) -> Point:
    """Whoever reads the version finds its source."""
    what = f"this commit is tagged {tag}"
    if tag in git(root, "tag", "--points-at", "HEAD").split():
        return Point(True, what)
    if tag in git(root, "tag").split():
        return Point(False, what, "the tag is at another commit; a new version needs another number")
    return Point(False, what, f"git tag -a {tag} -m 'Tablehall {tag[1:]}'")


def git(root: Path, *words: str) -> str:
    """What git prints about a checkout."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout
