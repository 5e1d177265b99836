"""The keeper's lists: every table, everybody who is here, every save, who wants too much, who is banned."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tablehall.contests.contest import contests
from tablehall.contests.roster import Contestant
from tablehall.hall.bans import Ban
from tablehall.hall.hall import Hall
from tablehall.hall.limited import Limited
from tablehall.hall.people import Person
from tablehall.hall.saves import SaveFile
from tablehall.hall.table import Table
from tablehall.net.pipeline import Pipeline

AT_A_TIME = 500
"""So many tables, people or saves are looked at before others have their turn."""
T = TypeVar("T")


class TableCard(msgspec.Struct, omit_defaults=True):
    """A table in the keeper's list."""

    table: int
    game: str
    status: str
    opened: int
    seq: int
    players: list[str]
    title: str = ""
    private: bool = False
    watching: int = 0


class PersonCard(msgspec.Struct, omit_defaults=True):
    """Somebody in the keeper's list; a program has no number but a contest."""

    person: int
    name: str
    kind: str
    door: str = ""
    address: str = ""
    tables: list[int] = []
    watching: int = 0
    contest: str = ""


class SaveCard(msgspec.Struct, omit_defaults=True):
    """A save in the keeper's list."""

    game: str
    name: str
    at: int
    players: list[str]
    by: str = ""
    """Who put it away; ..."""
    deserted: bool = False
    """... the hall itself did, since everybody was gone."""
    in_play: bool = False
    deleted_by: int = 0
    """So many of its players do not want it any more."""


class BanCard(msgspec.Struct, omit_defaults=True):
    """A ban in the list of bans."""

    since: int
    until: int = 0
    reason: str = ""
    name: str = ""
    address: str = ""


async def tables_standing(hall: Hall, find: str) -> list[Table]:
    """Every table, the newest first; only those with `find` in number, game, title or a name."""
    found = list(reversed(hall.tables.values()))
    if find:
        found = [table async for table in unhurried(found) if any(find in text for text in _about(table))]
    return found


async def unhurried(things: list[T]) -> AsyncIterator[T]:
    """One after the other, now and then letting others have their turn."""
    for number, thing in enumerate(things, 1):
        yield thing
        if number % AT_A_TIME == 0:
            await asyncio.sleep(0)


def _about(table: Table) -> list[str]:
    names = [seat.name for seat in table.scene.seats if seat]
    texts = (str(table.sheet.table), table.sheet.game, table.sheet.title, *names)
    return [text.casefold() for text in texts]


def table_card(table: Table) -> TableCard:
    """A table in the keeper's list."""
    sheet, scene = table.sheet, table.scene
    return TableCard(
        sheet.table,
        sheet.game,
        scene.status,
        sheet.opened,
        scene.seq,
        [seat.name if seat else "" for seat in scene.seats],
        sheet.title,
        bool(sheet.code),
        len(table.watchers),
    )


async def people_here(pipeline: Pipeline, find: str) -> list[PersonCard]:
    """Everybody who is here but the house's own players, by name."""
    found = [
        _person_card(pipeline, conn, person)
        async for conn, person in unhurried(list(pipeline.hall.people.by_conn.items()))
        if person.profile.kind != "bot"
    ]
    for contest in contests(pipeline.hall).values():
        found += [_program_card(contest.name, who) for who in contest.roster.clients.values()]
    if find:
        found = [card for card in found if find in card.name.casefold() or find in card.address]
    return await asyncio.to_thread(sorted, found, key=lambda card: (card.name.casefold(), card.person))


def _person_card(pipeline: Pipeline, conn: int, person: Person) -> PersonCard:
    listener: Any = pipeline.connections.get(conn)
    return PersonCard(
        person.id,
        called(pipeline.hall, person),
        person.profile.kind,
        listener.door.name if hasattr(listener, "door") else "",
        address_of(pipeline, conn),
        _tables(pipeline.hall, person),
        len(person.watching),
    )


def called(hall: Hall, person: Person) -> str:
    """What somebody is called: strangers have names at tables alone."""
    seats = [seat for number in _tables(hall, person) for seat in hall.tables[number].scene.seats]
    at_tables = sorted({seat.name for seat in seats if seat and seat.person == person.id})
    return person.profile.name or ", ".join(at_tables)


def _tables(hall: Hall, person: Person) -> list[int]:
    return sorted(number for number in person.tables if number in hall.tables)


def address_of(pipeline: Pipeline, conn: int) -> str:
    """Where a connection comes from; empty: from within the hall, or it is gone."""
    return getattr(pipeline.connections.get(conn), "address", "")


def _program_card(contest: str, who: Contestant) -> PersonCard:
    tables = [who.match.table.sheet.table] if who.match is not None else []
    kind = "spectator" if who.spectator else "program"
    return PersonCard(0, who.name, kind, who.client.door, who.client.origin, tables, contest=contest)


async def saves_kept(hall: Hall, find: str) -> list[SaveFile]:
    """Every save, the newest first; only those with `find` in game, name or a player's name."""
    found = list(hall.saves.values())
    if find:
        found = [save async for save in unhurried(found) if any(find in text for text in _about_save(save))]
    return await asyncio.to_thread(sorted, found, key=lambda save: (-save.at, save.sheet.game, save.name))


def _about_save(save: SaveFile) -> list[str]:
    texts = (save.sheet.game, save.name, *(seat.name for seat in save.scene.seats if seat))
    return [text.casefold() for text in texts]


def save_card(hall: Hall, save: SaveFile) -> SaveCard:
    """A save in the keeper's list."""
    saver = hall.people.by_id.get(save.by)
    at_table = [seat.name for _, seat in save.scene.people() if seat.person == save.by]
    return SaveCard(
        save.sheet.game,
        save.name,
        save.at,
        [seat.name if seat else "" for seat in save.scene.seats],
        (saver.profile.name if saver else "") or "".join(at_table),
        save.deserted,
        hall.in_play(save),
        len(save.deleted_by),
    )


def limited_card(pipeline: Pipeline, who: Limited) -> Limited:
    """Somebody who wanted too much: by which name and from where, as far as it is known right now."""
    person = pipeline.hall.people.by_id.get(who.person)
    if person is None:
        return who
    addresses = sorted({address_of(pipeline, conn) for conn in person.conns} - {""})
    return replace(who, name=called(pipeline.hall, person), address=", ".join(addresses))


def bans_listed(hall: Hall, now: int) -> list[BanCard]:
    """Every ban that holds, the latest first."""
    names, addresses = hall.bans.names.items(), hall.bans.addresses.items()
    found = [_ban_card(ban, name=name) for name, ban in names if not ban.lapsed(now)]
    found += [_ban_card(ban, address=address) for address, ban in addresses if not ban.lapsed(now)]
    return sorted(found, key=lambda ban: -ban.since)


def _ban_card(ban: Ban, name: str = "", address: str = "") -> BanCard:
    return BanCard(ban.since, ban.until, ban.reason, name, address)
