"""The hall's news in the words of My Shelfie, in the order the document and its clients want."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from tablehall.games.shelfie import Table as Position
from tablehall.games.shelfie import board, moves, shelf
from tablehall.games.shelfie.tiles import names
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene
from tablehall.hall.table import Table
from tablehall.protocols.shelfie import messages as say
from tablehall.protocols.shelfie.dialects import Dialect

Told = list[say.AnyMessage]

RESET = "The first player has left and the lobby was reset."
CLOSED = "The table was closed."
PARTED = {
    "elsewhere": "You have come back over another connection; this one is closed.",
    "kicked": "You were shown out.",
    "closing": "The server is closing.",
}
PUT_AWAY = "The game was put away; it goes on when it is loaded under the name of its save."


def name_of(scene: Scene, seat: int) -> str:
    """What the player in a seat is called."""
    taken = scene.seats[seat]
    return taken.name if taken else ""


# The table as it is.


def whole_board(position: Position, dialect: Dialect) -> say.BoardUpdate:
    """Every tile in the living room."""
    tiles = board.tiles_in(position.room)
    return say.BoardUpdate(tiles) if dialect.whole_board else say.BoardUpdate(tiles, added=True)


def whole_shelf(scene: Scene, seat: int) -> say.BookShelfUpdate:
    return say.BookShelfUpdate(name_of(scene, seat), shelf.tiles_on(scene.state.shelves[seat]))


def points(scene: Scene, seat: int) -> say.PlayerPoints:
    return say.PlayerPoints(name_of(scene, seat), scene.state.points[seat])


def common_cards(scene: Scene) -> say.CommonCards:
    return say.CommonCards({card.name: card.tokens for card in scene.state.commons})


def turn(scene: Scene) -> Told:
    """Whose turn it is, and what they hold in their hand."""
    position: Position = scene.state
    player = name_of(scene, position.turn)
    if not position.hand:
        return [say.TurnNotify(player)]
    return [say.TurnNotify(player), say.TilesPicked(player, names(position.hand))]


def set_up(news: Happened | Table, seat: int, chat: Iterable[records.Said], dialect: Dialect) -> Any:
    """The last word of a start and of a return: who plays, the cards, and what was said before."""
    scene = news.scene
    view = news.game.view(scene.state, seat)
    card = view.personal[seat]
    number = card.number if card else 0
    personal = f"Personal_Goals{number if number > 1 else ''}"
    old = [chat_message(said) for said in chat if said.readable_by(seat)]
    return say.GameSetUp(
        [name_of(scene, player) for player in view.order],
        dialect.fixed_goals or tuple(common.name for common in view.commons),
        personal if dialect.personal_as_text else (personal,),
        old[::-1] if dialect.newest_chat_first else old,
    )


def chat_message(said: records.Said) -> say.ChatMessage:
    """A line of chat. Its date is the server's local time and strictly later than that of every line before
    it: where the milliseconds are the same, the number of the record tells them apart, and the hour that
    comes twice when summer time ends stands still the second time."""
    when, thousandth = datetime.fromtimestamp(said.at // 1000), said.at % 1000
    if when.fold:
        when, thousandth = when.replace(minute=59, second=59), 999
    date = f"{when:%Y-%m-%dT%H:%M:%S}.{thousandth:03d}{said.seq % 1_000_000:06d}"
    return say.ChatMessage(said.text, said.name, date)


def beginning(scene: Scene, dialect: Dialect) -> Told:
    """What everybody hears when a game begins or goes on, before the GameSetUp."""
    told: Told = [*turn(scene), whole_board(scene.state, dialect), common_cards(scene)]
    for seat in scene.state.order:
        told += (points(scene, seat), whole_shelf(scene, seat))
    return told


def returning(table: Table, seat: int, id: str, dialect: Dialect) -> Told:
    """What a player hears who is back at their seat."""
    scene = table.scene
    told: Told = [back(name_of(scene, seat), id, dialect)]
    if scene.status != "playing":
        return told
    order = scene.state.order
    told += [whole_shelf(scene, player) for player in order]
    told += [points(scene, player) for player in order]
    told += [common_cards(scene), whole_board(scene.state, dialect), *turn(scene)]
    told.append(set_up(table, seat, table.chat, dialect))
    return told


def back(name: str, id: str, dialect: Dialect) -> say.AnyMessage:
    """The first word to whoever is back."""
    return say.JoinResponse(True, id=id) if dialect.return_is_a_join else say.Reconnected(name)


# What happens at it.


def happened(news: Happened, dialect: Dialect) -> Told:
    """A record in the words of the protocol; the same for everybody who hears it."""
    render = RECORDS.get(type(news.record))
    return render(news, dialect) if render else []


def events(news: Happened, dialect: Dialect) -> Told:
    told: Told = []
    for event in news.events:
        told += EVENTS[type(event)](event, news, dialect)
    return told


def _went(news: Happened, dialect: Dialect) -> Told:
    if news.scene.status == "waiting":  # a seat may be held in the lobby: nobody is told
        return []
    return [*events(news, dialect), say.Disconnection(name_of(news.scene, _seat(news)))]


def _came(news: Happened, dialect: Dialect) -> Told:
    if news.scene.status == "waiting":
        return []
    return [say.Reconnected(name_of(news.scene, _seat(news))), *events(news, dialect)]


def _dropped(news: Happened, dialect: Dialect) -> Told:
    seat = news.scene.seats[_seat(news)]
    known = seat is not None and seat.away and seat.noticed
    return events(news, dialect) if known else _went(news, dialect)


def _seat(news: Happened) -> int:
    record: Any = news.record
    return int(record.seat)


def _ended(news: Happened, _: Dialect) -> Told:
    outcome = news.scene.outcome
    return [say.Winner(name_of(news.scene, seat)) for seat in outcome.winners] if outcome else []


def sent_away(news: Happened) -> str:
    """Why a record is the end of the table for everybody at it; empty: it is not."""
    record = news.record
    if isinstance(record, records.Closed):
        return RESET if record.why == "reset" else CLOSED
    return PUT_AWAY if isinstance(record, records.Saved) and record.put_away else ""


def _closed(news: Happened, dialect: Dialect) -> Told:
    return [say.ErrorMessage(f"{sent_away(news)} {dialect.start_again}")] if dialect.start_again else []


RECORDS: dict[type, Callable[[Any, Dialect], Told]] = {
    records.Started: lambda news, dialect: beginning(news.scene, dialect),
    records.Resumed: lambda news, dialect: beginning(news.scene, dialect),
    records.Moved: events,
    records.Went: _went,
    records.Came: _came,
    records.Replaced: _came,
    records.Dropped: _dropped,
    records.Expired: _dropped,
    records.Said: lambda news, _: [chat_message(news.record)],
    records.Saved: lambda news, _: [say.GameSaved(news.record.name)],
    records.Ended: _ended,
    records.Closed: _closed,
}
"""What is heard of each record of a table's log; of all others nothing."""


def _board(event: moves.BoardChanged, news: Happened, dialect: Dialect) -> Told:
    if not dialect.whole_board:
        return [say.BoardUpdate(event.tiles, event.added)]
    if event.added:
        return [say.BoardUpdate(event.tiles)]
    if event is not news.events[0]:  # leftovers on their way to the bag: the refill follows
        return []
    refilled = [other for other in news.events if type(other) is moves.BoardChanged][1:]
    if not refilled:
        return [say.BoardUpdate(board.tiles_in(news.scene.state.room))]
    return [say.BoardUpdate(() if refilled[0].added else refilled[0].tiles)]


def _shelved(event: moves.Shelved, news: Happened, _: Dialect) -> Told:
    scene = news.scene
    hand = say.TilesPicked(name_of(scene, event.seat), ())
    return [whole_shelf(scene, event.seat), hand, common_cards(scene)]


def _silent(*_: Any) -> Told:
    return []


EVENTS: dict[type, Callable[[Any, Happened, Dialect], Told]] = {
    moves.BoardChanged: _board,
    moves.TilesPicked: lambda event, news, _: [say.TilesPicked(name_of(news.scene, event.seat), event.tiles)],
    moves.Shelved: _shelved,
    moves.CommonTaken: _silent,
    moves.LastRound: _silent,
    moves.PointsChanged: lambda event, news, _: [
        say.PlayerPoints(name_of(news.scene, event.seat), event.points)
    ],
    moves.HandReturned: _silent,
    moves.TurnPassed: lambda event, news, _: [say.TurnNotify(name_of(news.scene, event.seat))],
}
"""What is heard of each event of the game. Cards taken and the last round show in what follows."""
