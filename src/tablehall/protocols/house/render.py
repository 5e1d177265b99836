"""The hall's values in the words of the house door."""

import heapq
from collections.abc import Iterable
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET

from tablehall.contests.contest import Contest, contests
from tablehall.games.api import AnyGame
from tablehall.games.board import look_of
from tablehall.hall import notices, records
from tablehall.hall.hall import Hall
from tablehall.hall.people import Profile
from tablehall.hall.presence import awaited_until
from tablehall.hall.saves import STRANGER, SaveFile, may_reopen
from tablehall.hall.scene import Scene, Seat, Sheet
from tablehall.hall.table import Table
from tablehall.protocols.house import replies
from tablehall.protocols.house.replies import Chair, Clocks, TableCard
from tablehall.protocols.house.requests import Tag

SHOWN = 100
"""So many names of a contest are listed, the best first."""


def chairs(sheet: Sheet, scene: Scene) -> tuple[Chair | None, ...]:
    """The seats as everybody may see them."""
    found: list[Chair | None] = []
    for number, seat in enumerate(scene.seats):
        if seat is None:
            found.append(None)
        elif seat.away:
            found.append(_empty_chair(sheet, scene, number, seat))
        else:
            found.append(Chair(seat.name, seat.person, 0, seat.gone, seat.bot, stranger=seat.stranger))
    return tuple(found)


def _empty_chair(sheet: Sheet, scene: Scene, number: int, seat: Seat) -> Chair:
    until = awaited_until(sheet, scene, number) if scene.status == "playing" else 0
    return Chair(
        seat.name,
        seat.person,
        seat.away,
        seat.gone,
        seat.bot,
        until,
        seat.overdue,
        seat.expected,
        seat.stranger,
    )


def table_card(sheet: Sheet, scene: Scene) -> TableCard:
    """A table in the lobby."""
    return TableCard(
        sheet.table,
        sheet.game,
        scene.status,
        chairs(sheet, scene),
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


def whole_table(
    table: Table, seat: int | None, tag: Tag = None, *, words: bool = False, promise: str = ""
) -> replies.Table:
    """A table as the viewer in this seat may see it."""
    reader = None if table.scene.hidden else seat  # who was whispered to proves it by playing on
    chat = tuple(line(said) for said in table.chat if said.readable_by(reader))
    more = {"re": tag, "chat": chat, "watching": len(table.watchers), "promise": promise}
    return _whole(table.sheet, table.scene, table.game, seat, words, **more)


def seated(news: notices.Seated, seat: int | None, *, words: bool = False) -> replies.Table:
    """A table of a contest as it was when it began."""
    return _whole(news.sheet, news.scene, news.game, seat, words)


def _whole(
    sheet: Sheet, scene: Scene, game: AnyGame, seat: int | None, words: bool, **more: Any
) -> replies.Table:
    shown = scene.state is not None and not scene.hidden
    turn, times = ((), UNSET) if scene.hidden else (scene.turn.seats, clocks(sheet, scene))
    view = game.view(scene.state, seat) if shown else None
    return replies.Table(
        card=table_card(sheet, scene),
        seq=scene.seq,
        at=scene.at,
        you=seat,
        commitment=sheet.commitment,
        view=view,
        text=game.describe(view) if words and view is not None else "",
        turn=turn,
        clocks=times,
        paused=scene.paused,
        outcome=scene.outcome,
        proposal=scene.proposal,
        last=scene.last if shown else None,
        code=sheet.code if seat is not None else "",
        rematch=scene.rematch,
        **more,
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
    notation: Any
    more: Any
    events: Any
    view: Any
    turn: tuple[int, ...]
    clocks: Any
    text: Any


def happened(news: notices.Happened, seat: int | None, *, words: bool = False) -> Any:
    """A record and what it changed, as the viewer in this seat may see it: a
    `replies.Happened`, made of quicker stuff."""
    record, scene, sheet, game = news.record, news.scene, news.sheet, news.game
    if type(record) is records.Moved:
        view = game.view(scene.state, seat)
        return _Moved(
            sheet.table,
            record.seq,
            record.at,
            "moved",
            record.seat,
            record.move,
            news.written() or UNSET,
            True if record.seat in scene.turn.seats and news.goes_on() else UNSET,
            news.events if game.open_information else _events(news, seat),
            view,
            scene.turn.seats,
            UNSET if sheet.clock.kind == "none" else clocks(sheet, scene),
            game.describe(view) if words else UNSET,
        )
    kind = type(record)
    told = {"type": "happened", "table": sheet.table, "seq": record.seq, "at": record.at, "what": _TAGS[kind]}
    for name in _SAID_OF[kind]:
        value = getattr(record, name)
        if value is not None:
            told[name] = value
    if kind is not records.Said:
        _around(told, news, seat, words=words)
    return told


_RECORDS = get_args(records.AnyRecord)
_PUBLIC = (
    *("seat", "name", "text", "to", "kind", "yes", "plies", "why", "put_away", "deserted", "lost", "claim"),
    *("outcome", "seed", "rematch"),
)
_TAGS = {kind: str(kind.__struct_config__.tag) for kind in _RECORDS}
_SAID_OF = {kind: tuple(n for n in _PUBLIC if n in kind.__struct_fields__) for kind in _RECORDS}
"""The fields of each record that everybody may read who may read the record."""


def _around(told: dict[str, Any], news: notices.Happened, seat: int | None, *, words: bool) -> None:
    """Everything but moves and talk is rare: it comes with the whole table around it."""
    scene = news.scene
    told["seats"] = chairs(news.sheet, scene)
    told["status"] = scene.status
    told["proposal"] = scene.proposal
    if scene.state is not None and not scene.hidden:
        view = told["view"] = news.game.view(scene.state, seat)
        told["turn"] = scene.turn.seats
        told["paused"] = scene.paused
        if news.events:
            told["events"] = _events(news, seat)
        if news.sheet.clock.kind != "none":
            told["clocks"] = clocks(news.sheet, scene)
        if words:
            told["text"] = news.game.describe(view)


def _events(news: notices.Happened, seat: int | None) -> Any:
    if news.game.open_information:
        return news.events
    witness = news.game.witness
    return [seen for event in news.events if (seen := witness(event, seat)) is not None]


def listed(change: Literal["opened", "changed", "gone"], news: notices.Listed) -> replies.Listed:
    """What became of a table in the lobby, and how its game ended if it is over."""
    return replies.Listed(change=change, card=table_card(news.sheet, news.scene), outcome=news.scene.outcome)


def other_news(news: notices.News) -> replies.Reply:
    """What is not about one table's log."""
    if isinstance(news, notices.Listed):
        return listed(news.change, news)
    if isinstance(news, notices.Gathered):
        return replies.Gathered(table=news.sheet.table, watching=news.watching)
    assert isinstance(news, notices.Parted)
    return replies.Parted(why=news.why)


def game_card(game: AnyGame, bots: tuple[int, ...] = ()) -> replies.GameCard:
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
        bots,
        look_of(game),
        tuple(game.formats),
    )


def save_card(save: SaveFile, whoever: Profile) -> replies.SaveCard:
    """A saved game."""
    players = tuple(seat.name if seat else "" for seat in save.scene.seats)
    yours = whoever.id in save.people()
    return replies.SaveCard(save.sheet.game, save.name, players, save.at, save.deserted, yours)


def save_cards(
    hall: Hall, saves: Iterable[SaveFile], whoever: Profile = STRANGER
) -> tuple[replies.SaveCard, ...]:
    """Those of some saves that somebody could bring back."""
    return tuple(
        save_card(save, whoever)
        for save in saves
        if may_reopen(save, whoever, hall.people.by_id) and not hall.in_play(save)
    )


def lobby_cards(hall: Hall) -> tuple[TableCard, ...]:
    """The public tables that wait or play."""
    return tuple(
        table_card(table.sheet, table.scene)
        for table in hall.tables.values()
        if not table.hidden and table.scene.status in ("waiting", "playing") and not table.sheet.code
    )


def contest_cards(hall: Hall, name: str = "") -> tuple[replies.ContestCard, ...]:
    """The contests that are held here (or only one of them), and how they stand."""
    return tuple(contest_card(contest) for contest in contests(hall).values() if name in ("", contest.name))


def contest_card(contest: Contest) -> replies.ContestCard:
    """A contest, and who leads in it."""
    roster = contest.roster
    best = heapq.nsmallest(SHOWN, roster.standings.items(), key=lambda item: (-item[1].points, item[0]))
    return replies.ContestCard(
        contest.name,
        contest.game.name,
        contest.title,
        contest.options,
        contest.games,
        contest.patience.present(contest.hall.now),
        len(roster.people),
        len(roster.spectators) + len(contest.followers),
        tuple(contest.running),
        tuple(replies.Standing(name, s.points, s.games) for name, s in best),
    )
