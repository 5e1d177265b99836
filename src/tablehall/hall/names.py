"""Names: what people can read as one, and which of them they would take for each other.

Two names are the same to a reader if they *say* the same (`Keeper`, `KEEPER`) or *look* the same (`Alice`
and `AIice`, or Alice with a Cyrillic first letter). What looks like what is read in the table of Unicode
TR 39, from the package confusable-homoglyphs. One thing is different here: digits are told apart from
letters, and `m` from `rn`, for programs call themselves bot1 and botl, and people Tom and Torn.
"""

import functools
import re
import unicodedata
from importlib import resources

import msgspec

MARKS_IN_A_ROW = 4
"""As many as any script stacks on a letter (Unicode TR 39, 5.4); more only smears over the lines around."""

_INVISIBLE = re.compile(
    "["
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"  # ignorable
    "\u2800\U00016fe4\U00013441\U00013442\U0001d159"  # drawn as nothing: braille, fillers, a null notehead
    "]"
)
"""What is printable by its category, and yet nothing is seen of it: the letters, marks and symbols that are
Default_Ignorable_Code_Point, and a few whose picture is empty. (Controls, also those of direction, joiners,
tags and all other blanks are not printable in the first place.)"""

_RESERVED = """
keeper house thehouse tablehall admin administrator moderator operator staff support official system server
root nobody everybody everyone
hallenwart hausherr hausherrin haus dashaus verwalter verwalterin niemand
custode lacasa amministratore amministratrice moderatore nessuno tutti
správce správkyně dům moderátor nikdo všichni
"""
"""Who speaks for the house, or is no one person, in the languages of the page."""


def good_name(name: str, longest: int = 20) -> bool:
    """Whether people can read this as a name: they see every character of it, and it stays in its line."""
    return (
        0 < len(name) <= longest
        and name.isprintable()
        and (name.isascii() or _readable(name))
        and name == name.strip()
        and "  " not in name
    )


def _readable(name: str) -> bool:
    return unicodedata.is_normalized("NFC", name) and _INVISIBLE.search(name) is None and not _smeared(name)


def _smeared(name: str) -> bool:
    """Whether marks have nothing to stand on, or stand on each other's heads."""
    row, last = MARKS_IN_A_ROW, " "
    for character in unicodedata.normalize("NFD", name):
        if unicodedata.category(character) not in ("Mn", "Me"):
            row = MARKS_IN_A_ROW if character == " " else 0
        elif row == MARKS_IN_A_ROW or character == last:
            return True
        else:
            row += 1
        last = character
    return False


def speakable(text: str) -> bool:
    """Whether this can be written down: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def clash_keys(name: str) -> tuple[str, str]:
    """What a name says and what it looks like: two names that share one of these are the same to a reader."""
    return _says(name), _looks(name)


def skeleton(name: str) -> str:
    """What is left of a name when everything is the same that anybody might mistake for it: as in Unicode
    TR 39, whatever the case, without accents, blanks and signs, and i is l."""
    letters = "".join(filter(str.isalnum, unicodedata.normalize("NFD", _says(name))))
    return letters.translate(_SLOPPY).replace("rn", "m")


_SLOPPY = str.maketrans("01i", "oll")


def reserved(name: str) -> bool:
    """Whether somebody under this name would be taken for the house, or for nobody."""
    return skeleton(name) in _reserved_skeletons()


@functools.cache
def _reserved_skeletons() -> frozenset[str]:
    return frozenset(map(skeleton, _RESERVED.split()))


def _says(name: str) -> str:
    return _plain(_plain(name.casefold()).casefold())


def _looks(name: str) -> str:
    return _plain(name).replace("I", "l").replace("|", "l")


def _plain(name: str) -> str:
    """A name in the plainest letters that look like its own. What Unicode says looks the same goes before
    what it says means the same."""
    if name.isascii():
        return name
    alike = unicodedata.normalize("NFD", name).translate(_prototypes())
    return unicodedata.normalize("NFKD", alike).translate(_prototypes())


class _LooksLike(msgspec.Struct):
    c: str


@functools.cache
def _prototypes() -> dict[int, str]:
    """For each letter that looks like another one the plainest of them. Read when the first name comes that
    is not ASCII.

    The package tells TR 39's pairs in both directions: whoever has several look-alikes is what they look
    like, and of two that have only each other the one that comes later. What is written from right to left
    stands between marks of direction."""
    packed = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    alike = msgspec.json.decode(packed, type=dict[str, list[_LooksLike]])
    found: dict[int, str] = {}
    seen: set[str] = set()
    for source, (target, *others) in alike.items():
        seen.add(source)
        letter = source.strip("\u200e")
        if not others and not letter.isascii() and (len(alike[target.c]) > 1 or target.c not in seen):
            found[ord(letter)] = _told_apart(letter, target.c.strip("\u200e"))
    return found


def _told_apart(letter: str, prototype: str) -> str:
    """What a letter looks like, if l, I and 1, O and 0, m and rn are not the same."""
    for plain in (unicodedata.normalize("NFKD", letter), str(unicodedata.digit(letter, ""))):
        if plain.isascii() and plain.translate(_MERGED) == prototype:
            return plain
    return "m" if prototype == "rn" else prototype


_MERGED = str.maketrans({"I": "l", "1": "l", "0": "O", "m": "rn"})
"""What TR 39 takes for the same within ASCII."""
