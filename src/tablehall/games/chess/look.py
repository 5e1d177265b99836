"""What chess looks like."""

from tablehall.games.drawing import EBONY, IVORY, at, chequers, painted
from tablehall.games.look import Look, PieceLook, texts

WHITE, BLACK = IVORY._replace(line=IVORY.edge), EBONY
FOOT = '<rect x="26" y="77" width="48" height="10" rx="4"/>'


def _line(path: str) -> str:
    return f'<path fill="none" stroke="LINE" stroke-width="3" d="{path}"/>'


PAWN = (
    '<path d="M43 50Q42 65 34 77H66Q58 65 57 50Z"/><circle cx="50" cy="34" r="13.5"/>'
    '<rect x="37" y="46" width="26" height="6.5" rx="3"/>'
)
ROOK = (
    '<path d="M29 17H39V25H45V17H55V25H61V17H71V35L63 42V66L68 77H32L37 66V42L29 35Z"/>'
    f"{_line('M37 43H63M37 65H63')}"
)
BISHOP = (
    '<circle cx="50" cy="14.5" r="5.5"/>'
    '<path d="M50 20C65 32 69 46 59 57Q58 67 65 77H35Q42 67 41 57C31 46 35 32 50 20Z"/>'
    f"{_line('M55 32L47 43M41 58H59')}"
)
QUEEN = (
    '<path d="M23 30L36 55L38 24L50 52L62 24L64 55L77 30L68 66L71 77H29L32 66Z"/>'
    '<circle cx="22" cy="27" r="5"/><circle cx="38" cy="20" r="5"/>'
    f'<circle cx="62" cy="20" r="5"/><circle cx="78" cy="27" r="5"/>{_line("M32 66H68")}'
)
KING = (
    '<path d="M46.5 8H53.5V14H60V21H53.5V30H46.5V21H40V14H46.5Z"/>'
    '<path d="M50 37C41 24 21 30 24 47C26 57 35 60 34 68L30 77H70L66 68C65 60 74 57 76 47'
    'C79 30 59 24 50 37Z"/>'
    f"{_line('M50 38V58M34 67Q50 61 66 67')}"
)


def _knight(eye: str) -> str:
    return (
        '<path d="M33 77C32 60 47 56 48 45C42 51 35 55 30 54C24 53 21 46 25 41C31 35 34 25 43 20L44 11L52 18'
        f'C70 22 76 46 68 77Z"/>{_line("M57 26C66 34 68 52 63 70")}'
        f'<circle cx="44" cy="30" r="2.8" fill="LINE"{eye}/>'
    )


def _piece(signs: str, drawing: str) -> PieceLook:
    return PieceLook(painted(drawing + FOOT, WHITE, BLACK), signs)


KNIGHTS = (*painted(_knight("") + FOOT, WHITE), *painted(_knight(' stroke="none"') + FOOT, BLACK))
"""A dark eye needs its edge to be seen, a light one would vanish in it."""
PIECES = {
    "king": _piece("♔♚", KING),
    "queen": _piece("♕♛", QUEEN),
    "rook": _piece("♖♜", ROOK),
    "bishop": _piece("♗♝", BISHOP),
    "knight": PieceLook(KNIGHTS, "♘♞", "n"),
    "pawn": _piece("♙♟", PAWN),
}
LOOK = Look(
    board="chequered",
    facing=True,
    pieces=PIECES,
    inks=("#ffffff", "#101010"),
    promotion=(0, 7),
    cover=chequers(4, 3, 40) + at(4, 20, 92, KNIGHTS[0]) + at(74, 8, 80, PIECES["queen"].pictures[1]),
    titles={"de": "Schach", "it": "Scacchi", "cs": "Šachy"},
    about=texts(
        "By the laws of FIDE.", "Nach den Regeln der FIDE.", "Secondo le regole FIDE.", "Podle pravidel FIDE."
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
