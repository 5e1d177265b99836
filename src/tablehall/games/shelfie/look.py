"""What My Shelfie looks like: a shelf with the first tiles on it."""

from tablehall.games.drawing import ruled
from tablehall.games.look import Look, texts

TILES = ("#cf7f9c", "#6f9d49", "#efe3c2", "#e2a33a", "#3b6ea5", "#59b3b8")
TINTED = ("PLANT", "CAT", "BOOK", "GAME", "FRAME", "TROPHY")
"""The kinds of tiles in the order of these colours."""
HEIGHTS = (3, 2, 3, 1, 2)


def _tile(c: int, r: int) -> str:
    place = f'x="{26.5 + c * 21.6:g}" y="{71 - r * 21}" width="18.6" height="19" rx="3"'
    return f'<rect {place} fill="{TILES[(c * 2 + r * 3) % 6]}"/>'


PLANKS = "M25 18V95M46.6 22V92M68.2 22V92M89.8 22V92M111.4 22V92M133 18V95M23 95H135"
LOOK = Look(
    palette={
        "accent": "light-dark(#7d4f22, #e3b787)",
        "ground": "light-dark(#7a5534, #4b3422)",
        "ground-2": "light-dark(#664527, #3c2919)",
        "ink": "#fdf1dc",
    },
    cover="".join(_tile(c, r) for c, height in enumerate(HEIGHTS) for r in range(height))
    + ruled(PLANKS, "var(--plank,#7a5534)", 5),
    tints={word: tint for kind, tint in zip(TINTED, TILES, strict=True) for word in (kind, kind[0])},
    about=texts(
        "Pick tiles from the living room and fill your shelf.",
        "Nimm Plättchen aus dem Wohnzimmer und fülle dein Regal.",
        "Prendi tessere dal soggiorno e riempi la tua libreria.",
        "Ber destičky z obýváku a plň svou polici.",
        "Prends des tuiles dans le salon et remplis ton étagère.",
        "Toma fichas del salón y llena tu estantería.",
    ),
)
