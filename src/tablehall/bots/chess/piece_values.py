"""What a piece of chess is worth on its square, in hundredths of a pawn."""

from tablehall.games.chess.moves import MEN

POINTS = {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 950, "K": 0, ".": 0}
POINTS |= {letter.lower(): points for letter, points in POINTS.items()}
"""Pieces by themselves, whoever owns them."""
FILES = (0, 1, 2, 3, 3, 2, 1, 0)
SHELTER = (0, 2, -4, -8, 4, 30, 0, 0)
"""What pawns on the wings gain by advancing: kings hide behind them."""
ENDGAME = 50
"""With this many squares empty the kings leave their shelters."""


def _inside(square: int) -> int:
    """How far a square is from the edge along both lines: 0 in the corner, 6 in the centre."""
    return FILES[square >> 3] + FILES[square & 7]


def _pawn(square: int) -> int:
    advance, column = max(0, (square >> 3) - 1), FILES[square & 7]
    if column < 2:
        return SHELTER[advance]
    held_back = -18 if advance == 0 and column == 3 else 0
    return advance * advance + 4 * column * min(advance, 3) + held_back


def _king(square: int) -> int:
    if square >> 3:
        return -20 - 12 * min(square >> 3, 4)
    return (20, 28, 14, -6, -4, -6, 30, 22)[square & 7]


def _bonus(piece: str, square: int) -> int:
    home = square >> 3 == 0
    if piece == "P":
        return _pawn(square)
    if piece == "N":
        return 9 * _inside(square) - 36 - 8 * home
    if piece == "B":
        return 5 * _inside(square) - 16 - 10 * home
    if piece == "R":
        return 3 * FILES[square & 7] + (22 if square >> 3 == 6 else 0)
    return _king(square) if piece == "K" else 2 * _inside(square) - 6


def _worth(letter: str, square: int) -> int:
    if letter == ".":
        return 0
    if letter in MEN[0]:
        return POINTS[letter] + _bonus(letter, square)
    return -_worth(letter.upper(), square ^ 56)


WORTH = {letter: tuple(_worth(letter, square) for square in range(64)) for letter in f".{MEN[0]}{MEN[1]}"}
"""What a piece on a square adds to White's account."""


def account(board: str) -> int:
    """How much better White stands, counted piece by piece."""
    return sum(WORTH[piece][square] for square, piece in enumerate(board))


def endgame(board: str, white_ahead: int) -> int:
    """What kings are worth to White once few pieces are left: central ones, and to whoever is
    ahead a lonely one at the edge with the other beside it."""
    white, black = board.index("K"), board.index("k")
    value = 6 * (_inside(white) - _inside(black)) - WORTH["K"][white] - WORTH["k"][black]
    if abs(white_ahead) < 200:
        return value
    apart = abs((white >> 3) - (black >> 3)) + abs((white & 7) - (black & 7))
    if white_ahead > 0:
        return value - 8 * _inside(black) - 5 * apart
    return value + 8 * _inside(white) + 5 * apart
