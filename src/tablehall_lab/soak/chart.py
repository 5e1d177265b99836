"""The chart of a soak: one band for each figure, drawn in SVG, readable by day and by night."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from tablehall_lab.soak.judge import WARM_UP, Sample

WIDTH, BAND, LEFT, TOP, GAP = 860, 90, 70, 54, 34

STYLE = """
  svg { background: #fff; color: #1d2433; font: 12px system-ui, sans-serif }
  .line { fill: none; stroke: #2457c5; stroke-width: 1.6 }
  .frame { fill: none; stroke: currentColor; stroke-opacity: .25 }
  .early { fill: currentColor; fill-opacity: .06 }
  .restart { stroke: #b3261e; stroke-dasharray: 3 3 }
  text { fill: currentColor } .small { font-size: 10px; fill-opacity: .75 }
  @media (prefers-color-scheme: dark) {
    svg { background: #12161f; color: #e6e9f0 }
    .line { stroke: #86b1ff } .restart { stroke: #ff8a80 }
  }
"""


class Band(NamedTuple):
    """One figure over time."""

    title: str
    of: Callable[[Sample], float]


BANDS = (
    Band("memory, MiB", lambda s: s.memory / 2**20),
    Band("descriptors that are no connections", lambda s: s.held),
    Band("threads", lambda s: s.threads),
    Band("connections", lambda s: s.connections),
    Band("tables", lambda s: s.tables),
    Band("log on disk, MiB", lambda s: s.on_disk / 2**20),
    Band("games played", lambda s: s.games),
)


def draw(samples: Sequence[Sample], restarts: Sequence[tuple[float, str]], title: str) -> str:
    """The whole chart."""
    title = escape(title)
    end = max(sample.at for sample in samples) or 1.0
    height = TOP + len(BANDS) * (BAND + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{title}</title><style>{STYLE}</style>",
        f'<text x="{LEFT}" y="18">{title}</text>',
    ]
    for number, band in enumerate(BANDS):
        top = TOP + number * (BAND + GAP)
        parts += _band(band, samples, end, top)
        for at, how in restarts:
            x = _x(at, end)
            parts.append(f'<line class="restart" x1="{x}" x2="{x}" y1="{top}" y2="{top + BAND}"/>')
            if not number:
                parts.append(
                    f'<text class="small" x="{x + 3}" y="{top + 10}">{how.removeprefix("SIG")}</text>'
                )
    minutes = f"{end / 60:.1f} minutes"
    parts.append(f'<text class="small" x="{WIDTH - 10}" y="{height - 10}" text-anchor="end">{minutes}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _x(at: float, end: float) -> float:
    return round(LEFT + (WIDTH - LEFT - 10) * at / end, 1)


def _band(band: Band, samples: Sequence[Sample], end: float, top: float) -> list[str]:
    values = [band.of(sample) for sample in samples]
    most = max(*values, 1.0) * 1.1
    points = " ".join(
        f"{_x(sample.at, end)},{round(top + BAND * (1 - value / most), 1)}"
        for sample, value in zip(samples, values, strict=True)
    )
    wide, early = WIDTH - LEFT - 10, (WIDTH - LEFT - 10) * WARM_UP
    return [
        f'<rect class="early" x="{LEFT}" y="{top}" width="{early:.1f}" height="{BAND}"/>',
        f'<rect class="frame" x="{LEFT}" y="{top}" width="{wide}" height="{BAND}"/>',
        f'<polyline class="line" points="{points}"/>',
        f'<text x="{LEFT}" y="{top - 6}">{band.title}</text>',
        f'<text class="small" x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{most:.4g}</text>',
        f'<text class="small" x="{LEFT - 6}" y="{top + BAND}" text-anchor="end">0</text>',
    ]
