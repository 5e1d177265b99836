"""What Mia looks like: a cup, and two dice that fell out of it."""

from tablehall.games.drawing import circles
from tablehall.games.look import Look, texts


def _die(x: int, y: int, turn: int, *pips: tuple[int, int]) -> str:
    spots = circles([(10 * px, 10 * py) for px, py in pips], 4)
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        '<rect x="-19" y="-19" width="38" height="38" rx="8" fill="#fffdf6" stroke="#5c554a"'
        ' stroke-width="1.5"/>'
        f'<g fill="#24211c">{spots}</g></g>'
    )


LOOK = Look(
    palette={
        "accent": "light-dark(#8a4022, #eda98a)",
        "ground": "light-dark(#2a6a4b, #1c4733)",
        "ground-2": "light-dark(#215a3e, #153828)",
        "ink": "#f6f0df",
    },
    cover='<path fill="#8c4a2f" d="M24 20H84L76 92Q54 100 32 92Z"/>'
    '<ellipse fill="#5e2d1a" cx="54" cy="20" rx="30" ry="8"/>'
    f"{_die(110, 42, -14, (-1, -1), (1, 1))}{_die(116, 86, 11, (0, 0))}",
    titles={"de": "Mäxchen"},
    about=texts(
        "Dice under a cup, and nerves: announce, believe, or look.",
        "Würfel unter dem Becher und Nerven: ansagen, glauben oder nachsehen.",
        "Dadi sotto il bicchiere e nervi saldi: dichiara, credi o guarda.",
        "Kostky pod kelímkem a nervy: ohlásit, uvěřit, nebo se podívat.",
        "Des dés sous un gobelet, et du sang-froid : annoncer, croire ou regarder.",
        "Dados bajo un cubilete y sangre fría: anunciar, creer o mirar.",
    ),
)
