"""What the server says of a table: its records, its players, and all that lies on it."""

from collections.abc import Callable
from typing import Any

from tablehall.games.api import Outcome
from tablehall.games.eriantys import events
from tablehall.games.eriantys.state import OpenTable, Phase, professors_of
from tablehall.hall import records
from tablehall.hall.notices import Happened
from tablehall.hall.scene import Scene, Sheet
from tablehall.protocols.eriantys.events import Names, occurred
from tablehall.protocols.eriantys.messages import Notification, message, same
from tablehall.protocols.eriantys.words import COLOURS, assistant, character, pile, tower, wizard


def names_at(scene: Scene) -> Names:
    """The nicknames of the seats."""
    return [seat.name if seat else "" for seat in scene.seats]


def players(scene: Scene) -> list[dict[str, Any]]:
    """Who is in a game, with tower and wizard once they are chosen."""
    shown = scene.state is not None and not scene.hidden
    chosen = scene.state.players if shown else (None,) * len(scene.seats)
    return [
        {
            "nickname": seat.name,
            "tower": board and tower(board.tower),
            "wizard": board and wizard(board.wizard),
        }
        for seat, board in zip(scene.seats, chosen, strict=True)
        if seat is not None and (seat.person or seat.gone)
    ]


def players_changed(scene: Scene) -> Notification:
    return same("PlayersChanged", players=players(scene))


def game_started(table: OpenTable, names: Names) -> Notification:
    """The whole table; everybody sees their own hand beside their board."""
    laid, boards = _table(table), [_board(table, seat, name) for seat, name in enumerate(names)]
    texts = []
    for seat, player in enumerate(table.players):
        own = {**boards[seat], "assistants": [assistant(value) for value in player.hand]}
        shown = [*boards[:seat], own, *boards[seat + 1 :]]
        texts.append(message("GameStarted", table=laid, players=shown))
    return Notification(tuple(texts))


def _table(table: OpenTable) -> dict[str, Any]:
    return {
        "islands": [
            {
                "IslandID": island.id,
                "students": pile(island.students),
                "tower": tower(island.tower),
                "size": island.size,
                "bans": island.bans,
            }
            for island in table.islands
        ],
        "clouds": [{"CloudID": cloud, "students": pile(held)} for cloud, held in enumerate(table.clouds)],
        "motherNature": table.mother_nature,
        "expert": table.expert,
        "characterCards": [
            {
                "card": character(card.card),
                "cost": card.cost,
                "used": card.used,
                "students": pile(card.students),
                "bans": card.bans,
            }
            for card in table.cards
        ],
    }


def _board(table: OpenTable, seat: int, name: str) -> dict[str, Any]:
    player = table.players[seat]
    return {
        "nickname": name,
        "tower": tower(player.tower),
        "wizard": wizard(player.wizard),
        "towers": player.towers,
        "entrance": pile(player.entrance),
        "diningRoom": pile(player.dining),
        "professors": [COLOURS[colour] for colour in professors_of(table, seat)],
        "coins": player.coins,
        "lastAssistant": assistant(player.assistant),
    }


# What happens at the table.


def current_player(scene: Scene) -> Notification:
    """Whose turn it is, and what for."""
    turn = events.CurrentPlayerChanged(scene.state.seat, scene.state.phase, scene.state.order)
    return occurred(turn, names_at(scene))[0]


def winner(outcome: Outcome, scene: Scene) -> Notification:
    """Who won; in a draw everybody did."""
    names = [name for name, rank in zip(names_at(scene), outcome.ranks, strict=True) if rank == 1]
    return same("Winner", Nickname=names[0], Winners=names)


def gone() -> Notification:
    """The table was taken out of the hall before the game was over: nobody is in it any more."""
    return Notification((message("PlayersChanged", players=[]),), acknowledged=False, last=True)


def picture(scene: Scene) -> list[Notification]:
    """All that somebody has to know who comes to a table, or comes back to it."""
    state = scene.state
    if scene.status == "waiting" or state is None:
        return [players_changed(scene)]
    begun = state.phase is not Phase.CHOOSING
    first = game_started(state, names_at(scene)) if begun else players_changed(scene)
    return [first, winner(scene.outcome, scene) if scene.outcome else current_player(scene)]


RECORDS: dict[type, Callable[[Any, Scene], list[Notification]]] = {
    records.Sat: lambda _, scene: [players_changed(scene)],
    records.Stood: lambda _, scene: [players_changed(scene)],
    records.Resized: lambda _, scene: [same("NumPlayersChanged", newNum=len(scene.seats))],
    records.Started: lambda _, scene: [current_player(scene)],
    records.Resumed: lambda _, scene: picture(scene),
    records.Ended: lambda record, scene: [winner(record.outcome, scene)],
    records.Saved: lambda record, _: [gone()] if record.put_away else [],
    records.Closed: lambda *_: [gone()],
}
"""What is told of each record; the others are told by the game's events, if there are any."""


def told(news: Happened) -> list[Notification]:
    """What a table's news say to its players."""
    tell = RECORDS.get(type(news.record))
    if tell is not None:
        return tell(news.record, news.scene)
    names = names_at(news.scene)
    return [notification for event in news.events for notification in _events(event, names)]


def _events(event: Any, names: Names) -> list[Notification]:
    if type(event) is events.GameStarted:
        return [game_started(event.table, names)]
    return occurred(event, names)


def game_entered(sheet: Sheet, scene: Scene, token: str, tag: bytes) -> bytes:
    """The answer to whoever enters a game or comes back to it."""
    return message(
        "GameEntered",
        tag,
        players=players(scene),
        numOfPlayers=len(scene.seats),
        wantExpert=sheet.options.expert,
        token=token,
    )
