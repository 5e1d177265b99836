"""Whatever a part of the screen shows, the terminal is only given letters."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tablehall.printable import printable


class Harmless(LineFilter):
    """The last look at every line of the screen before the terminal gets it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(text.isprintable() for text, _, _ in segments):
            return segments
        shown = [Segment(printable(text), style, control) for text, style, control in segments]
        return Segment.adjust_line_length(shown, cells(segments))


def cells(segments: Sequence[Segment]) -> int:
    """How much room a line was given; what became longer ends there."""
    return sum(segment.cell_length for segment in segments)
