"""What chess looks like."""

from tablehall.games.drawing import EBONY, IVORY, at, chequers, circles, gleam, line, painted, shade
from tablehall.games.look import Look, PieceLook, texts

FLOOR = '<ellipse cx="50" cy="92" rx="34" ry="5.5" fill="#0003" stroke="none"/>'
FOOT = (
    '<path d="M19 91v-3q0-7 9-8h44q9 1 9 8v3q0 3-3 3H22q-3 0-3-3z"/>'
    + shade("M62 81.5h10q7.5 1 7.5 6.5v3q0 1.5-1.5 1.5H56q8-3 6-11z")
    + gleam("M23 88q1-4 6-4.5h14")
)
BAND = '<rect x="26" y="62" width="48" height="8" rx="4"/>' + shade(
    "M61 63.5h9.5a2.5 2.5 0 0 1 0 5H58q4-1 3-5z"
)

PAWN = (
    '<path d="M42 52q1 18-12 28h40q-13-10-12-28z"/>'
    + shade("M55 54h1.6q0 16 9 24.5H56q2-10-1-24.5z")
    + '<circle cx="50" cy="34" r="16"/>'
    + shade("M58 21.5a14.5 14.5 0 0 1-12 26.5q15-6 12-26.5z")
    + gleam("M39.5 34a10.5 10.5 0 0 1 6-9.5")
    + '<rect x="33" y="47" width="34" height="8" rx="4"/>'
    + shade("M57 48.5h6.5a2.5 2.5 0 0 1 0 5H54q4-1 3-5z")
    + '<path d="M24 91v-3q0-7 8-8h36q8 1 8 8v3q0 3-3 3H27q-3 0-3-3z"/>'
    + shade("M60 81.5h8q6.5 1 6.5 6.5v3q0 1.5-1.5 1.5H55q7-3 5-11z")
    + gleam("M28 88q1-4 5-4.5h11")
)
ROOK = (
    '<path d="M34 38h32v28l6 14H28l6-14z"/>'
    + shade("M57 39.5h7.5v27l5 12H58q2-8-1-12z")
    + gleam("M38.5 46v14")
    + '<path d="M23 15q0-3 3-3h8q3 0 3 3v7h6.5v-7q0-3 3-3h7q3 0 3 3v7H63v-7q0-3 3-3h8q3 0 3 3v16'
    'l-10 9H33l-10-9z"/>'
    + shade("M65 22q0-8.5 1.5-8.5h7q2 0 2 2v15L67 38.5H56q9-4 9-16.5z")
    + gleam("M27 17v12.5l6.5 6")
    + '<rect x="30" y="64" width="40" height="7" rx="3.5"/>'
    + FOOT
)
BISHOP = (
    '<circle cx="50" cy="12" r="6.5"/><path d="M40 64q0 11-12 16h44q-12-5-12-16z"/>'
    + shade("M56 66h3q2 9 8 12.5h-9q1-6-2-12.5z")
    + '<path d="M50 17c17 11 28 30 13 45H37c-15-15-4-34 13-45z"/>'
    + shade("M54 22c13 11 20 26 8.5 38.5H55c9-9 9-24-1-38.5z")
    + gleam("M36.5 52c-3.5-7-1-14 3.5-20")
    + line("M56 31L46.5 46", 4)
    + '<rect x="31" y="60" width="38" height="8" rx="4"/>'
    + shade("M58 61.5h7.5a2.5 2.5 0 0 1 0 5H55q4-1 3-5z")
    + FOOT
)
QUEEN = (
    '<path d="M15 30l14 37-3 13h48l-3-13 14-37-17 19-3-29-15 26-15-26-3 29z"/>'
    + shade("M83 34l-13.5 33 2.5 11.5H60q3-6 1-13l6-14z")
    + gleam("M22.5 42l8 20")
    + circles([(14.5, 27), (34.5, 16), (65.5, 16), (85.5, 27)], 6.5)
    + circles([(50, 36)], 5)
    + BAND
    + FOOT
)
KING = (
    '<path d="M45.5 7q0-2 2-2h5q2 0 2 2v5.5H60q2 0 2 2v5q0 2-2 2h-5.5V34h-9V21.5H40q-2 0-2-2v-5q0-2 2-2'
    'h5.5z"/>'
    '<path d="M50 38C42 24 17 27 19 46c1 10 10 13 11 21l-4 13h48l-4-13c1-8 10-11 11-21 2-19-23-22-31-8z"/>'
    + shade("M66 30.5c8-1 14.5 5 13.5 15.5-1 9-10 13-11 21l3.5 11.5H60q3-7 1-12c6-7 13-17 5-36z")
    + gleam("M24.5 47c-1-7 4-12 11-12")
    + line("M50 39v22")
    + BAND
    + FOOT
)
KNIGHT = (
    '<path d="M27 80c-2-17 17-20 20-35-4 6-10 5-15 10-4 5-11 5-14 0s0-10 3-14c5-8 8-19 20-24l-2-8q0-3 3-2'
    'l12 8c24 5 28 31 22 65z"/>'
    + shade("M53 16.5c23 4 28 29 22 62H63q5-8 3-15-6 0-7-3 6-6 4-15-6 0-8-3 5-7 2-13-4-1-8-3 5-4 4-9.5z")
    + gleam("M24.5 45c4-7 8-16 16-20.5")
    + line("M47 45q4-5 4-9M22 56q3-1 5-3")
    + '<g fill="LINE" stroke="none"><circle cx="42" cy="31" r="3.8"/><circle cx="23" cy="48" r="2.2"/></g>'
    + FOOT
)


def _piece(signs: str, drawing: str, start: int, worth: int, letter: str = "") -> PieceLook:
    return PieceLook(painted(FLOOR + drawing, IVORY, EBONY), signs, letter, start, worth)


PIECES = {
    "king": _piece("♔♚", KING, 1, 0),
    "queen": _piece("♕♛", QUEEN, 1, 9),
    "rook": _piece("♖♜", ROOK, 2, 5),
    "bishop": _piece("♗♝", BISHOP, 2, 3),
    "knight": _piece("♘♞", KNIGHT, 2, 3, "n"),
    "pawn": _piece("♙♟", PAWN, 8, 1),
}
LOOK = Look(
    board="chequered",
    facing=True,
    pieces=PIECES,
    inks=("#ffffff", "#101010"),
    promotion=(0, 7),
    promotes={"pawn": ("queen", "knight", "rook", "bishop")},
    palette={
        "accent": "light-dark(#7a4a26, #dcae7e)",
        "ground": "light-dark(#5e3f27, #402a19)",
        "ground-2": "light-dark(#76523a, #523724)",
        "ink": "#f8ead0",
        "wood-light": "light-dark(#f1e2c4, #cfbc98)",
        "wood-dark": "light-dark(#b58a60, #8c6848)",
    },
    cover=chequers(4, 3, 40)
    + at(2, 14, 96, PIECES["knight"].pictures[0])
    + at(74, 4, 84, PIECES["queen"].pictures[1]),
    titles={"de": "Schach", "it": "Scacchi", "cs": "Šachy", "fr": "Échecs", "es": "Ajedrez"},
    about=texts(
        "By the laws of FIDE.",
        "Nach den Regeln der FIDE.",
        "Secondo le regole FIDE.",
        "Podle pravidel FIDE.",
        "Selon les règles de la FIDE.",
        "Según las reglas de la FIDE.",
    ),
    ends={
        "checkmate": "Checkmate!",
        "stalemate": "Stalemate",
        "threefold": "Draw by threefold repetition",
        "fifty_moves": "Draw by the fifty-move rule",
        "dead_position": "Draw: nobody can win any more",
    },
    boards=3,
)
