"""A protocol page: Markdown whose blocks with the info string `transcript` are executed.

    ```transcript
    # anna says hello
    anna connects /ws
    anna > {"type":"hello","name":"anna"}
    anna < {"type":"welcome","person":$anna,"name":"anna","secret":$secret}
    ```

All blocks of a page may share one server; one marked `transcript fresh` has its own. What the
protocol's document does not say, and only the page does, is marked `transcript extension`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tablehall.conformance.steps import Connects, PageError, ServerDoes, ServerHas, Step, read_steps


class Block(msgspec.Struct, frozen=True):
    """One transcript of a page."""

    page: str
    line: int
    title: str
    fresh: bool
    text: str
    steps: tuple[Step, ...]
    extension: bool = False
    """Whether it shows what the protocol's document does not say."""
    above: tuple[str, ...] = ()
    """The headings that its own stands under."""

    @property
    def rule(self) -> str:
        """What it shows: its heading, and the remark that it begins with."""
        first = self.text.lstrip().partition("\n")[0]
        return f"{self.title}: {first[1:].strip()}" if first.startswith("#") else self.title

    @property
    def settings(self) -> str:
        """The settings file (TOML) it wants its server to have."""
        return "".join(f"{step.setting}\n" for step in self.steps if isinstance(step, ServerHas))

    @property
    def own_server(self) -> bool:
        """Whether it needs a server that nobody else uses."""
        return self.fresh or any(isinstance(step, ServerHas | ServerDoes) for step in self.steps)

    @property
    def addresses(self) -> set[str]:
        """The addresses that somebody comes from; "" is any."""
        return {step.address for step in self.steps if isinstance(step, Connects)}

    @property
    def restarts(self) -> bool:
        """Whether the server is killed, and has to remember what it knew."""
        return any(isinstance(step, ServerDoes) and step.what == "restarts" for step in self.steps)

    @property
    def doors(self) -> set[str]:
        """The doors it uses; "" is the one its page is about."""
        return {step.door for step in self.steps if isinstance(step, Connects)}

    def renamed(self, suffix: str) -> "Block":
        """The same with other names for everybody, so that it can be played once more."""
        people = "|".join(sorted({step.who for step in self.steps if step.who.isidentifier()}))
        text = re.sub(rf"\b({people})\b", rf"\g<1>{suffix}", self.text) if people and suffix else self.text
        return replace(self, text=text, steps=tuple(read_steps(text, self.page, self.line + 1)))


FENCE = re.compile(r" {0,3}(`{3,}|~{3,})\s*(.*?)\s*$")
HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*$")
MARKS = {"fresh", "extension"}


def read_page(path: Path) -> list[Block]:
    """Every transcript of a page, in order."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise PageError(f"{path} is no text: {error}") from error
    return list(read_blocks(text, path.name))


def read_blocks(text: str, page: str) -> Iterator[Block]:
    """Every transcript in a Markdown text."""
    fence, info, begun = "", "", 0
    headings: dict[int, str] = {}
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line)
        if fence:
            if found and not found[2] and found[1].startswith(fence):
                if info.split()[:1] == ["transcript"]:
                    yield _block(page, begun, list(headings.values()), info, "\n".join(lines))
                fence = ""
            else:
                lines.append(line)
        elif found:
            fence, info, begun, lines = found[1], found[2], number, []
        elif heading := HEADING.match(line):
            level = len(heading[1])
            headings = {above: title for above, title in headings.items() if above < level}
            headings[level] = heading[2]
    if fence:
        raise PageError(f"{page}:{begun}: this block has no end")


def _block(page: str, line: int, headings: list[str], info: str, text: str) -> Block:
    marks = info.split()[1:]
    if strange := [mark for mark in marks if mark not in MARKS]:
        raise PageError(f"{page}:{line}: a transcript is `fresh`, `extension` or neither, not {strange[0]!r}")
    steps = tuple(read_steps(text, page, line + 1))
    *above, title = headings or [""]
    return Block(page, line, title, "fresh" in marks, text, steps, "extension" in marks, tuple(above))
