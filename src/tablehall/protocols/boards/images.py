"""The pictures: every piece and every game as SVG, drawn here, at paths that stay."""

PLAYERS = {
    "tictactoe": (("x", "none", "#1f5fa8"), ("o", "none", "#b3392f")),
    "checkers": (("dark", "#3a2f2a", "#14100e"), ("light", "#f1e3c8", "#7a6242")),
    "chess": (("white", "#fbf7ee", "#2b2b2b"), ("black", "#3c3c3c", "#0c0c0c")),
    "connect_four": (("red", "#d0342c", "#7f1d18"), ("yellow", "#f2c230", "#94731a")),
    "pente": (("x", "#2c3e66", "#111a30"), ("o", "#f4f4ef", "#77776f")),
}
"""How each seat's pieces are called and painted: inside, outline."""

_CROWN = '<path d="M20 40 L17 23 L26 31 L32 19 L38 31 L47 23 L44 40 Z"/>'
_FOOT = '<path d="M14 55 Q14 47 20 47 H44 Q50 47 50 55 Z"/>'

SHAPES = {
    "tictactoe": {
        "x": '<path d="M16 16 L48 48 M48 16 L16 48" stroke-width="9"/>',
        "o": '<circle cx="32" cy="32" r="17" stroke-width="9"/>',
    },
    "checkers": {
        "man": '<circle cx="32" cy="32" r="24"/><circle cx="32" cy="32" r="17" fill="none"/>',
        "king": f'<circle cx="32" cy="32" r="24"/><g fill="#d9a520">{_CROWN}</g>',
    },
    "chess": {
        "pawn": f'<path d="M25 47 Q30 38 28 30 H36 Q34 38 39 47 Z"/><circle cx="32" cy="23" r="9"/>{_FOOT}',
        "rook": '<path d="M19 12 H25 V18 H29 V12 H35 V18 H39 V12 H45 V25 L41 29 V47 H23 V29 L19 25 Z"/>'
        + _FOOT,
        "knight": '<path d="M21 47 Q20 37 30 31 Q24 33 18 36 L14 30 Q20 18 30 14 L31 8 L37 13 '
        f'Q49 20 46 47 Z"/><circle cx="29" cy="22" r="1.5"/>{_FOOT}',
        "bishop": '<path d="M25 47 Q28 42 24 38 Q16 28 32 13 Q48 28 40 38 Q36 42 39 47 Z"/>'
        f'<circle cx="32" cy="10" r="4"/><path d="M33 22 L39 29" fill="none"/>{_FOOT}',
        "queen": '<path d="M20 47 L12 20 L23 31 L25 14 L32 29 L39 14 L41 31 L52 20 L44 47 Z"/>'
        f'<circle cx="12" cy="18" r="3"/><circle cx="25" cy="12" r="3"/><circle cx="39" cy="12" r="3"/>'
        f'<circle cx="52" cy="18" r="3"/>{_FOOT}',
        "king": '<path d="M32 6 V18 M27 11 H37" fill="none" stroke-width="4"/>'
        '<path d="M20 47 Q10 30 20 24 Q29 20 32 32 Q35 20 44 24 Q54 30 44 47 Z"/>'
        f'<path d="M32 20 L36 26 L32 33 L28 26 Z"/>{_FOOT}',
    },
    "connect_four": {
        "red": '<circle cx="32" cy="32" r="26"/><circle cx="32" cy="32" r="18" fill="none"/>',
        "yellow": '<circle cx="32" cy="32" r="26"/><circle cx="32" cy="32" r="18" fill="none"/>',
    },
    "pente": {"stone": '<circle cx="32" cy="32" r="25"/><path d="M18 28 Q22 16 34 15" fill="none"/>'},
}
"""What each kind of piece looks like, on 64 by 64."""

COVERS = {
    "tictactoe": ("#f3efe6", 3, (("x", 0, 0, 2), ("o", 1, 1, 1), ("x", 0, 2, 0))),
    "checkers": ("#b58863", 4, (("man", 0, 1, 3), ("king", 1, 2, 0), ("man", 1, 3, 1))),
    "chess": ("#b58863", 4, (("king", 0, 1, 3), ("queen", 1, 2, 0), ("knight", 0, 2, 2))),
    "connect_four": ("#2456a6", 4, (("red", 0, 0, 3), ("yellow", 1, 1, 3), ("red", 0, 1, 2))),
    "pente": ("#d9b36c", 4, (("stone", 0, 1, 1), ("stone", 1, 2, 2), ("stone", 0, 1, 2))),
}
"""A game's own picture: the board's colour, its squares a side, and pieces (kind, seat, column, row)."""


def _svg(inside: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{inside}</svg>\n'.encode()


def _painted(game: str, seat: int, kind: str) -> str:
    _, inside, outline = PLAYERS[game][seat]
    style = (
        f'fill="{inside}" stroke="{outline}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
    )
    return f"<g {style}>{SHAPES[game][kind]}</g>"


def _cover(game: str) -> str:
    colour, squares, pieces = COVERS[game]
    size = 64 / squares
    lines = "".join(f"M0 {n * size:g} H64 M{n * size:g} 0 V64 " for n in range(1, squares))
    drawn = [f'<rect width="64" height="64" fill="{colour}"/><path d="{lines}" stroke="#0006" fill="none"/>']
    for kind, seat, column, row in pieces:
        place = f"translate({column * size:g} {row * size:g}) scale({size / 64:g})"
        drawn.append(f'<g transform="{place}">{_painted(game, seat, kind)}</g>')
    return "".join(drawn)


def _name(game: str, seat: int, kind: str) -> str:
    colour = PLAYERS[game][seat][0]
    return kind if kind == colour else f"{colour}-{kind}"


PIECES = {
    (game, seat, kind): f"/images/{game}/{_name(game, seat, kind)}.svg"
    for game, kinds in SHAPES.items()
    for kind in kinds
    for seat in (0, 1)
}
"""Where the picture of a piece is, by game, owner and kind."""
GAMES = {game: f"/images/{game}.svg" for game in COVERS}
"""Where the picture of a game is."""
DOCUMENTS = {path: _svg(_painted(*piece)) for piece, path in PIECES.items()}
DOCUMENTS |= {path: _svg(_cover(game)) for game, path in GAMES.items()}
