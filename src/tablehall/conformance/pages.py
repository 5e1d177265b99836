"""Where the protocol pages are: beside this file once installed, else in the checkout."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent
INSTALLED = _HERE / "pages"
CHECKOUT = _HERE.parents[2] / "docs" / "protocols"


def pages() -> dict[str, Path]:
    """Every protocol page by the name of its protocol."""
    folder = INSTALLED if INSTALLED.is_dir() else CHECKOUT
    return {path.stem: path for path in sorted(folder.glob("*.md")) if path.stem != "README"}
