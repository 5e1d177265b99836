"""What Eriantys looks like: two islands, a tower, and students of all five kinds."""

from tablehall.games.drawing import circles
from tablehall.games.eriantys.state import COLOURS
from tablehall.games.look import Look, texts

TINTS = {"red": "#d0493e", "blue": "#3f7cc4", "green": "#2f8f5b", "yellow": "#efc33c", "pink": "#e58fb8"}
PLACES = ((104, 42, 7), (120, 48, 7), (27, 72, 7), (72, 70, 7), (122, 33, 6))
STUDENTS = tuple((tint, *place) for tint, place in zip(TINTS.values(), PLACES, strict=True))
KINDS = tuple(colour.name.lower() for colour in COLOURS)
LOOK = Look(
    numbers=dict.fromkeys(("student", "from_card", "from_dining", "from_entrance"), KINDS),
    tints=TINTS,
    palette={
        "accent": "light-dark(#165f75, #8fd0e2)",
        "ground": "light-dark(#1f6178, #164252)",
        "ground-2": "light-dark(#17506a, #103443)",
        "ink": "#f1fafc",
    },
    cover='<rect x="-5" y="-5" width="170" height="120" fill="var(--sea,#a9d3dd)"/>'
    '<g fill="var(--island,#86ad62)">'
    '<ellipse cx="48" cy="70" rx="36" ry="20"/><ellipse cx="112" cy="46" rx="32" ry="18"/></g>'
    '<path fill="#f7f3ea" stroke="#6b655c" stroke-width="1.5"'
    ' d="M40 66V36L36 32V24H42V29H46V24H51V29H55V24H61V32L57 36V66Z"/><g stroke="#000" stroke-opacity=".45">'
    + "".join(f'<g fill="{colour}">{circles([(x, y)], size)}</g>' for colour, x, y, size in STUDENTS)
    + "</g>",
    about=texts(
        "Students, professors and towers on twelve islands.",
        "Schüler, Professoren und Türme auf zwölf Inseln.",
        "Studenti, professori e torri su dodici isole.",
        "Studenti, profesoři a věže na dvanácti ostrovech.",
        "Des élèves, des professeurs et des tours sur douze îles.",
        "Estudiantes, profesores y torres en doce islas.",
    ),
)
