"""The hall's values in the words of the house door."""

from typing import Any

import msgspec
from msgspec import UNSET

from tablehall.games.api import AnyGame
from tablehall.hall import notices, records
from tablehall.hall.hall import Hall
from tablehall.hall.saves import SaveFile
from tablehall.hall.scene import Scene, Seat, Sheet
from tablehall.hall.table import Table
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Chair, Clocks, TableCard
from tablehall.protocols.house.requests import Tag


def chair(seat: Seat | None) -> Chair | None:
    """A seat as everybody may see it."""
    return Chair(seat.name, seat.person, seat.away, seat.gone) if seat else None


def chairs(scene: Scene) -> tuple[Chair | None, ...]:
    return tuple(chair(seat) for seat in scene.seats)


def table_card(sheet: Sheet, scene: Scene) -> TableCard:
    """A table in the lobby."""
    return TableCard(
        sheet.table,
        sheet.game,
        scene.status,
        chairs(scene),
        sheet.opened,
        sheet.title,
        sheet.options,
        sheet.clock,
        sheet.spectators,
        sheet.start,
        sheet.rated,
        scene.save,
    )


def clocks(sheet: Sheet, scene: Scene) -> Any:
    return UNSET if sheet.clock.kind == "none" else Clocks(scene.left, scene.running)


def whole_table(table: Table, seat: int | None, tag: Tag = None) -> replies.Table:
    """A table as the viewer in this seat may see it."""
    sheet, scene, game = table.sheet, table.scene, table.game
    view = None if scene.state is None else game.view(scene.state, seat)
    return replies.Table(
        re=tag,
        card=table_card(sheet, scene),
        seq=scene.seq,
        at=scene.at,
        you=seat,
        commitment=sheet.commitment,
        view=view,
        text="" if view is None else game.describe(view),
        turn=scene.turn.seats,
        clocks=clocks(sheet, scene),
        paused=scene.paused,
        outcome=scene.outcome,
        proposal=scene.proposal,
        last=scene.last,
        chat=tuple(line(said) for said in table.chat if said.readable_by(seat)),
        watching=len(table.watchers),
        code=sheet.code if seat is not None else "",
    )


def line(said: records.Said) -> replies.Line:
    return replies.Line(said.seq, said.at, said.name, said.text, said.seat, said.to)


class _Moved(msgspec.Struct, tag_field="type", tag="happened"):
    """The `Happened` of a move: the same JSON, made faster since most news are moves."""

    table: int
    seq: int
    at: int
    what: str
    seat: int
    move: Any
    events: list[Any]
    view: Any
    turn: tuple[int, ...]
    clocks: Any


def happened(news: notices.Happened, seat: int | None) -> replies.Happened | _Moved:
    """A record and what it changed, as the viewer in this seat may see it."""
    record, scene, sheet = news.record, news.scene, news.sheet
    if type(record) is records.Moved:
        return _Moved(
            sheet.table,
            record.seq,
            record.at,
            "moved",
            record.seat,
            record.move,
            _events(news, seat),
            news.game.view(scene.state, seat),
            scene.turn.seats,
            clocks(sheet, scene),
        )
    if type(record) is records.Said:
        to = UNSET if record.to is None else record.to
        said_by = UNSET if record.seat is None else record.seat
        return _told(news, seat=said_by, name=record.name, text=record.text, to=to)
    return _other(news, seat)


def _events(news: notices.Happened, seat: int | None) -> list[Any]:
    witness = news.game.witness
    return [seen for event in news.events if (seen := witness(event, seat)) is not None]


def _told(news: notices.Happened, **fields: Any) -> replies.Happened:
    record = news.record
    what = str(type(record).__struct_config__.tag)
    return replies.Happened(table=news.sheet.table, seq=record.seq, at=record.at, what=what, **fields)


_SAID_OF = ("seat", "name", "kind", "yes", "plies", "why", "put_away", "lost", "outcome", "seed")
"""The fields of records that everybody may read."""


def _other(news: notices.Happened, seat: int | None) -> replies.Happened:
    """Everything but moves and talk is rare: it comes with the whole table around it."""
    record, scene = news.record, news.scene
    fields = {name: getattr(record, name) for name in _SAID_OF if hasattr(record, name)}
    fields = {name: UNSET if value is None else value for name, value in fields.items()}
    if scene.state is not None:
        fields |= {
            "events": _events(news, seat),
            "view": news.game.view(scene.state, seat),
            "turn": scene.turn.seats,
            "clocks": clocks(news.sheet, scene),
            "paused": scene.paused,
        }
    return _told(news, **fields, seats=chairs(scene), status=scene.status, proposal=scene.proposal)


def other_news(news: notices.AnyNews) -> replies.Reply:
    """What is not about one table's log."""
    if isinstance(news, notices.Listed):
        return replies.Listed(change=news.change, card=table_card(news.sheet, news.scene))
    if isinstance(news, notices.Gathered):
        return replies.Gathered(table=news.sheet.table, watching=news.watching)
    assert isinstance(news, notices.Parted)
    return replies.Parted(why=news.why)


def game_card(game: AnyGame) -> replies.GameCard:
    """A game that can be played here."""
    return replies.GameCard(
        game.name,
        game.title,
        game.version,
        game.seats,
        game.seat_names,
        msgspec.json.schema(game.Options),
        msgspec.json.schema(game.Move),
        game.takeback,
        game.draw_by_agreement,
        game.absence,
    )


def save_card(save: SaveFile) -> replies.SaveCard:
    """A saved game."""
    players = tuple(seat.name if seat else "" for seat in save.scene.seats)
    return replies.SaveCard(save.sheet.game, save.name, players, save.at)


def lobby_cards(hall: Hall) -> tuple[TableCard, ...]:
    """The public tables that wait or play."""
    return tuple(
        table_card(table.sheet, table.scene)
        for table in hall.tables.values()
        if not table.sheet.code and table.scene.status in ("waiting", "playing")
    )
