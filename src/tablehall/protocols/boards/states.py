"""The hall's values in the words of the boards protocol."""

import functools
from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, Raw, UnsetType

from tablehall.games.api import AnyGame, Outcome
from tablehall.games.board import Place
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.people import Person
from tablehall.hall.scene import Scene, Sheet
from tablehall.protocols.boards import facts, images
from tablehall.protocols.boards.dialects import Dialect, Reader
from tablehall.protocols.boards.drawings import name_of
from tablehall.protocols.boards.messages import (
    Diff,
    GameEnd,
    GameInit,
    GameState,
    Movements,
    OpenGame,
    Record,
    Spot,
    SupportedGame,
    encode,
)
from tablehall.protocols.boards.pieces import Position

Lists = tuple[str, Sequence[Raw], Sequence[Movements]]


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
    diffs: Sequence[Diff] = (),
    error: str | UnsetType = UNSET,
) -> bytes:
    """The present of a game, as the player in this seat sees it."""
    turn_type, placements, movements = position.lists or _lists(game, scene, position)
    seats = scene.turn.seats if scene.status == "playing" else ()
    on_turn = seat in seats and not scene.paused
    turn, name = name_of(scene, seats[0]) if seats else _loser(game, scene), name_of(scene, seat)
    if reader.has_own_spelling():
        turn, name = reader.spelled(turn), reader.spelled(name)
    state = GameState(
        turn,
        turn_type,
        placements if on_turn else (),
        movements if on_turn else (),
        position.drawings.board(game, scene, position.ids, reader),
        position.drawings.pool(game, seat, position.pools[seat], name),
        diffs,
        error,
    )
    return encode(state)


@functools.cache
def spot(r: int, c: int) -> Raw:
    """A square, encoded once for all boards: there are as many as the largest of them has."""
    return Raw(encode(Spot(r, c)))


def _loser(game: AnyGame, scene: Scene) -> str:
    """Whose turn it is after the end: the loser's, or nobody's after a draw."""
    outcome: Outcome | None = scene.outcome or game.outcome(scene.state)
    if outcome is None or not (winners := outcome.winners):
        return ""
    return next(name_of(scene, seat) for seat in range(len(scene.seats)) if seat not in winners)


def _lists(game: AnyGame, scene: Scene, position: Position) -> Lists:
    """What kind of turn it is, and everything that whoever is on turn can do; found out once."""
    turn = scene.turn if scene.status == "playing" else game.turn(scene.state)
    legal = game.legal(scene.state, turn.seats[0]) if turn.seats else ()
    kind = type(legal[0] if legal else scene.last[1] if scene.last else None)
    if kind is Place:
        spots = [spot(move.r, move.c) for move in legal]
        if legal and legal[0].piece:  # there is a choice: each square once for every piece
            spots = [spot(r, c) for r, c in dict.fromkeys((move.r, move.c) for move in legal)]
        position.lists = "place", spots, ()
    else:
        steps: dict[int, list[Raw]] = {}
        for move in legal:
            steps.setdefault(position.ids[move.r][move.c], []).append(spot(move.to_r, move.to_c))
        position.lists = "move", (), [Movements(piece, moves) for piece, moves in steps.items()]
    lists: Lists = position.lists
    return lists


def game_end(news: Happened, reader: Reader) -> GameEnd | None:
    """How the game ended, if this is news of its end."""
    record, scene = news.record, news.scene
    if type(record) is records.Ended:
        winners = record.outcome.winners
        winner = reader.spelled(name_of(scene, winners[0])) if winners else ""
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
