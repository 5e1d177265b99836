"""The hall's values in the words of the boards protocol."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from tablehall.games.api import AnyGame, Outcome
from tablehall.games.board import Place
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.people import Person
from tablehall.hall.scene import Scene, Sheet
from tablehall.protocols.boards import facts, images
from tablehall.protocols.boards.dialects import Dialect, Reader, Rows
from tablehall.protocols.boards.messages import (
    BoardPiece,
    Diff,
    GameEnd,
    GameInit,
    GameState,
    Movements,
    OpenGame,
    OpenGames,
    PoolPiece,
    Record,
    Spot,
    SupportedGame,
    encode,
)
from tablehall.protocols.boards.pieces import Position

Lists = tuple[str, list[Spot], list[Movements]]
SPOTS = tuple(tuple(Spot(r, c) for c in range(32)) for r in range(32))
"""The squares of any board, made once."""


def game_init(
    game: AnyGame, sheet: Sheet, scene: Scene, position: Position, seat: int, dialect: Dialect
) -> GameInit:
    """The beginning of a game, as the player in this seat sees it."""
    look = game.look
    others = tuple(s.name for number, s in enumerate(scene.seats) if s and number != seat)
    rows, columns = len(position.ids), len(position.ids[0])
    return GameInit(
        sheet.table,
        others[0],
        others,
        look.facing and seat > 0,
        look.board == "chequered",
        look.board == "lines",
        rows,
        columns,
        dialect.height(rows, columns),
        columns,
    )


def game_state(
    game: AnyGame,
    scene: Scene,
    position: Position,
    seat: int,
    reader: Reader,
    diffs: tuple[Diff, ...] = (),
    error: str | UnsetType = UNSET,
) -> bytes:
    """The present of a game, as the player in this seat sees it."""
    turn_type, placements, movements = _lists(game, scene, position)
    on_turn = scene.status == "playing" and seat in scene.turn.seats and not scene.paused
    name, path = reader.spelled(_name(scene, seat)), images.piece_path
    pool = [PoolPiece(i, name, path(game, seat, kind)) for i, kind in position.pools[seat]]
    state = GameState(
        reader.spelled(_turn(game, scene)),
        turn_type,
        placements if on_turn else [],
        movements if on_turn else [],
        _board(game, scene, position, reader),
        pool,
        diffs,
        error,
    )
    return encode(state)


def _board(game: AnyGame, scene: Scene, position: Position, reader: Reader) -> Raw:
    """The board in bytes; both players read the same ones, unless one of them has a spelling of their own."""
    dialect = reader.dialect
    if reader.has_own_spelling():
        rows = _labelled(game, scene, position)
        return Raw(encode(dialect.shaped(tuple(tuple(_spelled(p, reader) for p in row) for row in rows))))
    board: Raw | None = position.drawn.get(dialect.name)
    if board is None:
        rows = _labelled(game, scene, position)
        board = position.drawn[dialect.name] = Raw(encode(dialect.shaped(rows)))
    return board


def _spelled(piece: BoardPiece | None, reader: Reader) -> BoardPiece | None:
    return replace(piece, owner=reader.typed) if piece and piece.owner == reader.name else piece


def _labelled(game: AnyGame, scene: Scene, position: Position) -> Rows:
    """The board as the wire calls its pieces."""
    label = position.labels.__getitem__
    _label(game, scene, position, [(diff.r, diff.c) for diff in position.diffs])
    try:
        return tuple([tuple(map(label, row)) for row in position.ids])
    except KeyError:  # a new game, or a position that nobody was shown was passed over
        position.labels[0] = None
        everywhere = [(r, c) for r, row in enumerate(position.ids) for c in range(len(row))]
        _label(game, scene, position, everywhere)
        return tuple([tuple(map(label, row)) for row in position.ids])


def _label(game: AnyGame, scene: Scene, position: Position, squares: list[tuple[int, int]]) -> None:
    """Write labels for the pieces on these squares that have none yet."""
    for r, c in squares:
        number, piece = position.ids[r][c], position.view.rows[r][c]
        if piece is not None and number not in position.labels:
            image = images.piece_path(game, piece.owner, piece.kind)
            position.labels[number] = BoardPiece(number, number, _name(scene, piece.owner), image)


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
    kind = type(legal[0] if legal else scene.last[1] if scene.last else None)
    if kind is Place:
        spots = [SPOTS[move.r][move.c] for move in legal]
        choice = bool(legal) and legal[0].piece != ""  # the same square once for each piece
        return "place", list(dict.fromkeys(spots)) if choice else spots, []
    steps: dict[int, list[Spot]] = {}
    for move in legal:
        steps.setdefault(position.ids[move.r][move.c], []).append(SPOTS[move.to_r][move.to_c])
    return "move", [], [Movements(piece, moves) for piece, moves in steps.items()]


def game_end(news: Happened, reader: Reader) -> GameEnd | None:
    """How the game ended, if this is news of its end."""
    record, scene = news.record, news.scene
    if type(record) is records.Ended:
        winners = record.outcome.winners
        winner = reader.spelled(_name(scene, winners[0])) if winners else ""
        return GameEnd(winner, facts.why_ended(news.game, record.outcome.reason))
    if type(record) is records.Closed:
        return GameEnd("", facts.CLOSED)
    if type(record) is records.Saved and record.put_away:
        return GameEnd("", facts.PUT_AWAY if record.deserted else facts.SAVED)
    return None


def open_game(sheet: Sheet, scene: Scene, game: AnyGame) -> OpenGame | None:
    """A table in the list of open games; None if it does not belong there."""
    seats = scene.seats
    players = tuple(seat.name for seat in seats if seat and seat.person)
    if not game.look.boards or sheet.code or len(players) == len(seats):
        return None
    if scene.status != "waiting" or not scene.welcoming():
        return None
    title = sheet.title or scene.save or game.title
    return OpenGame(sheet.table, game.title, title, players, len(seats), images.game_path(game))


def open_games(games: Iterable[OpenGame], reader: Reader | None = None) -> bytes:
    """The list of open games, as everybody reads it or as one does who has a spelling of their own."""
    if reader is not None and reader.has_own_spelling():
        games = (replace(game, players=tuple(map(reader.spelled, game.players))) for game in games)
    return encode(OpenGames(list(games)))


def supported(games: Iterable[AnyGame]) -> list[SupportedGame]:
    """The games of this door."""
    return [SupportedGame(game.title, max(game.seats), images.game_path(game)) for game in games]


def results(games: Mapping[str, AnyGame], person: Person | None) -> list[Record]:
    """What somebody has played, this door's games first."""
    scores = person.profile.scores if person else {}
    here = facts.offered(games)
    order = [*here, *sorted(scores.keys() - here.keys())]
    return [
        Record(games[name].title if name in games else name, score.won, score.lost, score.drawn)
        for name in order
        if (score := scores.get(name))
    ]
