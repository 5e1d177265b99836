"""Where the protocol pages are: beside this file once installed, else in the checkout; and where those say
that bring a protocol of their own."""

from pathlib import Path

from tablehall.protocols import installed_doors

_HERE = Path(__file__).resolve().parent
INSTALLED = _HERE / "pages"
CHECKOUT = _HERE.parents[2] / "docs" / "protocols"


def pages() -> dict[str, Path]:
    """Every protocol page by the name of its protocol."""
    folder = INSTALLED if INSTALLED.is_dir() else CHECKOUT
    house = {path.stem: path for path in sorted(folder.glob("*.md")) if path.stem != "README"}
    others = installed_doors().things.items()
    return house | {name: Path(door.page) for name, door in others if door.page}
