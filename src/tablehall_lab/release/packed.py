"""Builds wheel and sdist, and looks into them."""

import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from packaging.metadata import Metadata

from tablehall_lab.release import Point

PAGE = "tablehall/web/"
LOCAL = re.compile(r"\]\((?!\w+:|#)([^)]+)\)")
"""A link or picture that leads nowhere on a package index."""
ASSET = re.compile(r'(?:src|href)="\./(assets/[^"]+)"')


class Packages(NamedTuple):
    """What was built."""

    wheel: Path
    sdist: Path


class BuildError(Exception):
    """Nothing was built; brings what was printed."""


def build(root: Path, folder: Path) -> Packages:
    """An sdist of the source, and a wheel of the sdist: so both are shown to be complete."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(root)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BuildError(done.stdout + done.stderr)
    built = re.search(r"Successfully built (\S+\.tar\.gz) and (\S+\.whl)", done.stdout)
    assert built, done.stdout
    return Packages(folder / built[2], folder / built[1])


def examine_packages(packages: Packages, version: str) -> Iterator[Point]:
    """What is in them, and what they say about themselves."""
    wheel, sdist = in_wheel(packages.wheel), in_sdist(packages.sdist)
    yield page("wheel", wheel)
    yield page("sdist", {name.removeprefix("src/"): body for name, body in sdist.items()})
    yield product_only(wheel)
    yield same_as_sdist(wheel, sdist)
    yield metadata(wheel, version)


def in_wheel(path: Path) -> dict[str, bytes]:
    """Every file in a wheel."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def in_sdist(path: Path) -> dict[str, bytes]:
    """Every file in an sdist, called as in a clone."""
    found = {}
    with tarfile.open(path) as archive:
        for member in archive:
            if (body := archive.extractfile(member)) is not None:
                found[member.name.partition("/")[2]] = body.read()
    return found


def page(name: str, files: Mapping[str, bytes]) -> Point:
    """The front page is there with everything it names."""
    what = f"the {name} holds the page"
    front = files.get(f"{PAGE}index.html")
    if front is None:
        return Point(False, what, f"{PAGE}index.html is missing; build it with ./tablehall --version")
    named = ASSET.findall(front.decode())
    missing = [asset for asset in named if PAGE + asset not in files]
    if missing or not named:
        return Point(False, what, f"its front page names {missing or 'no assets'}, which are not there")
    return Point(True, f"{what} ({sum(file.startswith(PAGE) for file in files)} files)")


def product_only(wheel: Mapping[str, bytes]) -> Point:
    """The product, its hints and its protocols' pages; the workshop and the tests stay in the clone."""
    what = "the wheel holds the product, its type hints and the protocols' pages, and nothing else"
    rooms = {name.partition("/")[0] for name in wheel if ".dist-info/" not in name}
    if rooms != {"tablehall"}:
        return Point(False, what, f"there is {', '.join(sorted(rooms - {'tablehall'}))}")
    for needed in ("tablehall/py.typed", "tablehall/conformance/pages/house.md"):
        if needed not in wheel:
            return Point(False, what, f"{needed} is missing")
    if compiled := [name for name in wheel if "__pycache__" in name]:
        return Point(False, what, f"{compiled[0]} is compiled")
    return Point(True, what)


def same_as_sdist(wheel: Mapping[str, bytes], sdist: Mapping[str, bytes]) -> Point:
    """Whoever reads the sdist reads what the wheel runs."""
    what = "the wheel's files are those of the sdist"
    for name, body in wheel.items():
        kept = f"src/{name}".replace("src/tablehall/conformance/pages/", "docs/protocols/")
        if ".dist-info/" not in name and sdist.get(kept) != body:
            return Point(False, what, f"{name} is not {kept}")
    return Point(True, what)


def metadata(wheel: Mapping[str, bytes], version: str) -> Point:
    """What a package index shows."""
    what = f"the metadata are valid and complete, for {version}"
    (said,) = (body for name, body in wheel.items() if name.endswith(".dist-info/METADATA"))
    try:
        found = Metadata.from_email(said, validate=True)
    except ExceptionGroup as wrong:
        return Point(False, what, "; ".join(str(each) for each in wrong.exceptions))
    if str(found.version) != version:
        return Point(False, what, f"they say {found.version}")
    for field in ("author", "keywords", "classifiers", "project_urls", "requires_python", "summary"):
        if not getattr(found, field):
            return Point(False, what, f"{field} is missing")
    if local := LOCAL.findall(found.description or "[](nothing)"):
        return Point(False, what, f"the description leads to {local[0]}, which an index does not have")
    return Point(True, what)
