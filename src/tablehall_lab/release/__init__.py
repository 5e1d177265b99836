"""A release: what is packed is looked into, installed as strangers would, and signed off point by point.

* `source.py` asks whether the source is ready: its CHANGELOG, its git tree, its tag.
* `packed.py` builds wheel and sdist and looks into them.
* `tried.py` installs them into fresh environments, with every Python found here; `smoke.py` runs in those.
"""

from typing import NamedTuple


class Point(NamedTuple):
    """One line of the list; `good` is None for what could not be tried here."""

    good: bool | None
    what: str
    why: str = ""
    """What is wrong, and what to do."""

    def __str__(self) -> str:
        mark = {True: "✓", False: "✗", None: "–"}[self.good]
        return f"{mark} {self.what}" + (f": {self.why}" if self.why else "")
