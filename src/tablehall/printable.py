"""What others wrote, made harmless: a terminal and a log show it letter by letter and obey none of it.

Whoever may choose a name or talk can write the bytes that move a cursor, set a clipboard, forge a link,
turn the direction of a line round or begin a new line of a log. All of them are shown as Python would
write them down, `\\x1b` for the escape character; letters, signs, emoji and every kind of blank stay.
"""

from unicodedata import category


def printable(text: str) -> str:
    """A text in one line, without anything that a terminal would obey."""
    return text if text.isprintable() else "".join(map(_shown, text))


def printable_lines(text: str) -> str:
    """The same of a text that may have several lines: only their ends are left as they are."""
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))


def _shown(letter: str) -> str:
    if letter.isprintable() or category(letter) == "Zs":  # a blank of some language
        return letter
    return letter.encode("unicode_escape").decode("ascii")
