"""The hall's values in the words of the boards protocol."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from tablehall.games.api import AnyGame, Outcome
from tablehall.games.board import Place, Step
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.people import Person
from tablehall.hall.scene import Scene, Sheet
from tablehall.protocols.boards import facts, images
from tablehall.protocols.boards.messages import (
    BoardPiece,
    Diff,
    GameEnd,
    GameInit,
    GameState,
    Movements,
    OpenGame,
    PoolPiece,
    Record,
    Spot,
    SupportedGame,
    encode,
)
from tablehall.protocols.boards.pieces import Position

Dialect = Literal["document", "original"]
Rows = tuple[tuple[Any, ...], ...]

SHAPES: Mapping[Dialect, Callable[[Rows], Rows]] = {
    "document": lambda rows: rows,
    "original": lambda rows: tuple(zip(*rows, strict=True)),
}
"""What a board is a list of: rows, or columns."""

Lists = tuple[str, list[Spot], list[Movements]]


def game_init(sheet: Sheet, scene: Scene, position: Position, seat: int) -> GameInit:
    """The beginning of a game, as the player in this seat sees it."""
    look = facts.FACTS[sheet.game]
    others = tuple(s.name for number, s in enumerate(scene.seats) if s and number != seat)
    rows, columns = len(position.ids), len(position.ids[0])
    return GameInit(
        sheet.table,
        others[0],
        others,
        look.facing and seat > 0,
        look.checkered,
        look.offset,
        rows,
        columns,
        rows,
        columns,
    )


def game_state(
    game: AnyGame,
    scene: Scene,
    position: Position,
    seat: int,
    dialect: Dialect,
    diffs: tuple[Diff, ...] = (),
    error: str | UnsetType = UNSET,
) -> bytes:
    """The present of a game, as the player in this seat sees it."""
    turn_type, placements, movements = _lists(game, scene, position)
    on_turn = scene.status == "playing" and seat in scene.turn.seats and not scene.paused
    pool = [PoolPiece(i, _name(scene, seat), _image(game, seat, kind)) for i, kind in position.pools[seat]]
    state = GameState(
        _turn(game, scene),
        turn_type,
        placements if on_turn else [],
        movements if on_turn else [],
        _board(game, scene, position, dialect),
        pool,
        diffs,
        error,
    )
    return encode(state)


def _board(game: AnyGame, scene: Scene, position: Position, dialect: Dialect) -> Raw:
    """The board in bytes; both players read the same ones."""
    board: Raw | None = position.drawn.get(dialect)
    if board is None:
        names = tuple(seat.name if seat else "" for seat in scene.seats)
        rows = tuple(
            tuple(
                piece and BoardPiece(number, number, names[piece.owner], _image(game, *_kind(piece)))
                for number, piece in zip(ids, row, strict=True)
            )
            for ids, row in zip(position.ids, position.view.rows, strict=True)
        )
        board = position.drawn[dialect] = Raw(encode(SHAPES[dialect](rows)))
    return board


def _kind(piece: Any) -> tuple[int, str]:
    return piece.owner, piece.kind


def _image(game: AnyGame, owner: int, kind: str) -> str:
    return images.PIECES[game.name, owner, kind]


def _name(scene: Scene, number: int) -> str:
    seat = scene.seats[number]
    return seat.name if seat else ""


def _turn(game: AnyGame, scene: Scene) -> str:
    """Whose turn it is; after the end the loser's name, or nobody's after a draw."""
    if scene.status == "playing" and scene.turn.seats:
        return _name(scene, scene.turn.seats[0])
    outcome: Outcome | None = scene.outcome or game.outcome(scene.state)
    if outcome is None or not outcome.winners:
        return ""
    return next(_name(scene, s) for s in range(len(scene.seats)) if s not in outcome.winners)


def _lists(game: AnyGame, scene: Scene, position: Position) -> Lists:
    """What kind of turn it is, and everything that whoever is on turn can do."""
    lists: Lists | None = position.drawn.get("lists")
    if lists is None:
        lists = position.drawn["lists"] = _make_lists(game, scene, position)
    return lists


def _make_lists(game: AnyGame, scene: Scene, position: Position) -> Lists:
    on_turn = game.turn(scene.state).seats
    legal = game.legal(scene.state, on_turn[0]) if on_turn else ()
    spots: dict[tuple[int, int], Spot] = {}
    steps: dict[tuple[int, int], list[Spot]] = {}
    for move in legal:
        if type(move) is Place:
            spots[move.r, move.c] = Spot(move.r, move.c)
        else:
            steps.setdefault((move.r, move.c), []).append(Spot(move.to_r, move.to_c))
    movements = [Movements(position.ids[r][c], moves) for (r, c), moves in steps.items()]
    last = scene.last[1] if scene.last else None
    moving = bool(movements) or (not spots and type(last) is Step)
    return "move" if moving else "place", list(spots.values()), movements


def game_end(news: Happened) -> GameEnd | None:
    """How the game ended, if this is news of its end."""
    record, sheet, scene = news.record, news.sheet, news.scene
    if type(record) is records.Ended:
        winners = record.outcome.winners
        winner = _name(scene, winners[0]) if winners else ""
        return GameEnd(winner, facts.why_ended(sheet.game, record.outcome.reason))
    if type(record) is records.Closed:
        return GameEnd("", facts.CLOSED)
    if type(record) is records.Saved and record.put_away:
        return GameEnd("", facts.SAVED)
    return None


def open_game(sheet: Sheet, scene: Scene, game: AnyGame) -> OpenGame | None:
    """A table in the list of open games; None if it does not belong there."""
    seats = scene.seats
    players = tuple(seat.name for seat in seats if seat and seat.person)
    if sheet.game not in facts.FACTS or sheet.code or scene.status != "waiting" or len(players) == len(seats):
        return None
    title = sheet.title or scene.save or game.title
    return OpenGame(sheet.table, game.title, title, players, len(seats), images.GAMES[game.name])


def supported(games: Mapping[str, AnyGame]) -> list[SupportedGame]:
    """The games of this door."""
    here = [games[name] for name in facts.FACTS if name in games]
    return [SupportedGame(game.title, max(game.seats), images.GAMES[game.name]) for game in here]


def results(games: Mapping[str, AnyGame], person: Person | None) -> list[Record]:
    """What somebody has played, this door's games first."""
    scores = person.profile.scores if person else {}
    order = [*facts.FACTS, *sorted(scores.keys() - facts.FACTS.keys())]
    return [
        Record(games[name].title if name in games else name, score.won, score.lost, score.drawn)
        for name in order
        if (score := scores.get(name))
    ]


def said(message: msgspec.Struct) -> bytes:
    """A message in bytes."""
    return encode(message)
