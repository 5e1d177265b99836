"""Whoever breaks a promise in the bottle is caught: each check against a defect planted for it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.hall import commands, records
from tablehall.hall.decision import Deciding
from tablehall.hall.hall import Hall
from tablehall.hall.handlers import HANDLERS
from tablehall.hall.table import Table
from tablehall.journal.api import Batch
from tablehall.net.connection import Connection
from tablehall.net.pipeline import Pipeline
from tablehall.net.udp import DatagramConnection
from tablehall.net.web import WebConnection
from tablehall.protocols.boards import states
from tablehall.protocols.boards.messages import GameEnd
from tablehall.protocols.boards.session import BoardsSession
from tablehall.protocols.house import HouseSession, render, replies
from tablehall.protocols.mia.session import MiaSession
from tablehall.protocols.pipes.session import PipesSession
from tablehall.protocols.shelfie import render as shelfie_render
from tablehall_lab.sim.disk import DiskJournal
from tablehall_lab.sim.life import Life
from tablehall_lab.sim.run import first_broken, simulate
from tablehall_lab.sim.world import World

SEEDS = range(1, 13)
DECIDES: dict[Any, Any] = HANDLERS  # what is planted need not fit


# The pipeline and the journal.


class EagerFrame(Pipeline):
    """Tells first and remembers afterwards."""

    def _hand_over(self) -> None:
        self._tell_all(self._pending)
        for _, _, decision, _ in self._pending:
            decision.notices = []
        self._pending = [(conn, None, decision, None) for conn, _, decision, _ in self._pending]
        super()._hand_over()


class EagerLife(Life):
    pipeline_kind = EagerFrame


class EagerWorld(World):
    life_kind = EagerLife


def test_a_frame_that_tells_before_it_remembers_is_caught_again_and_again() -> None:
    report = first_broken(SEEDS, kind=EagerWorld)
    assert "before it is on disk" in report.problem
    assert len(report.trace.splitlines()) > 3
    again = simulate(report.seed, 24, kind=EagerWorld)
    assert (again.problem, again.trace, again.digest) == (report.problem, report.trace, report.digest)


class ForgetfulJournal(DiskJournal):
    """Writes a record less when there are several."""

    def write(self, batch: Batch) -> None:
        lines = batch.records
        batch.records = lines[:-1] if len(lines) > 2 else lines
        super().write(batch)
        batch.records = lines


class ForgetfulWorld(World):
    disk_journal = ForgetfulJournal


def test_a_journal_that_drops_a_record_is_caught() -> None:
    problem = first_broken(SEEDS, kind=ForgetfulWorld, sqlite=False).problem
    assert any(words in problem for words in ("forgotten or made up", "is not the next one", "its journal"))


class CarelessJournal(DiskJournal):
    """Says that a batch is safe before it is."""

    def sync(self, batch: Batch) -> None:
        before = self.disk.synced
        super().sync(batch)
        self.disk.synced = before


class CarelessWorld(World):
    disk_journal = CarelessJournal


def test_a_journal_that_does_not_sync_is_caught() -> None:
    assert "forgotten or made up" in first_broken(SEEDS, kind=CarelessWorld, sqlite=False).problem


# Everything else is planted into the product itself.

Plant = Callable[[pytest.MonkeyPatch], None]


def leak_a_view(plant: pytest.MonkeyPatch) -> None:
    """Everybody sees the table as the first player does."""
    happened = render.happened
    plant.setattr(render, "happened", lambda news, seat, **more: happened(news, 0, **more))


def leak_a_card(plant: pytest.MonkeyPatch) -> None:
    """Everybody is shown the first player's personal card."""
    set_up = shelfie_render.set_up
    plant.setattr(shelfie_render, "set_up", lambda news, seat, *more: set_up(news, 0, *more))


def leak_a_seed(plant: pytest.MonkeyPatch) -> None:
    def leaking(table: Table, seat: int | None, tag: Any = None, **more: Any) -> replies.Table:
        return replace(whole(table, seat, tag, **more), text=table.seed.hex())

    whole = render.whole_table
    plant.setattr(render, "whole_table", leaking)


def leak_a_secret(plant: pytest.MonkeyPatch) -> None:
    """A welcome goes to everybody."""

    def shout(self: WebConnection, data: bytes) -> None:
        write(self, data)
        if b'"type":"welcome"' in data:
            for other in list(self.pipeline.connections.values()):
                if isinstance(other, WebConnection) and other is not self and other.session is not None:
                    other.answer(data)

    write = WebConnection.write
    plant.setattr(WebConnection, "write", shout)


def leak_a_whisper(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(records.Said, "readable_by", lambda said, seat: True)


def leak_a_roll(plant: pytest.MonkeyPatch) -> None:
    """Everybody at the table hears what was rolled."""

    def loud(self: MiaSession, match: Any, event: Any) -> None:
        self._say(match, self.dialect.rolled.format(dice="6,3", token=match.turn_token))

    plant.setattr(MiaSession, "_to_roller", loud)


def forget_a_deadline(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(Hall, "arm", lambda hall, table: None)


def never_wake(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(Pipeline, "_set_timer", lambda pipeline: None)


def forget_what_was_said(plant: pytest.MonkeyPatch) -> None:
    plant.setitem(DECIDES, commands.Say, lambda hall, command: None)


def grant_what_is_refused(plant: pytest.MonkeyPatch) -> None:
    def yes(self: HouseSession, tag: Any, reason: Any) -> None:
        self._reply(replies.Done(re=tag))

    plant.setattr(HouseSession, "_no", yes)


def name_the_loser(plant: pytest.MonkeyPatch) -> None:
    game_end = states.game_end

    def wrong(*about: Any) -> GameEnd | None:
        end = game_end(*about)
        return end and GameEnd("somebody else", end.message)

    plant.setattr(states, "game_end", wrong)


def miscount_points(plant: pytest.MonkeyPatch) -> None:
    def wrong(self: DatagramConnection, data: bytes, group: Any) -> None:
        send_all(self, data.replace(b":0", b":1") if data.startswith(b"SCORE") else data, group)

    send_all = DatagramConnection.send_all
    plant.setattr(DatagramConnection, "send_all", wrong)


def fail_at_a_turn(plant: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("planted")

    plant.setattr(PipesSession, "_get_games", fail)
    plant.setattr("tablehall.protocols.pipes.session.REQUESTS", _with_failure(fail))


def _with_failure(fail: Any) -> dict[str, Any]:
    from tablehall.protocols.pipes.session import REQUESTS

    return {**REQUESTS, "GET_GAMES": (REQUESTS["GET_GAMES"][0], fail)}


def remember_who_is_gone(plant: pytest.MonkeyPatch) -> None:
    plant.setattr(BoardsSession, "lost", lambda self: self._do(commands.Lost(self.port.conn)))


def wait_for_the_deaf(plant: pytest.MonkeyPatch) -> None:
    def patient(self: Connection) -> None:
        self._hanging_up = True
        self.flush()
        if not self._gone and not self._out:
            self.transport.close()

    plant.setattr(Connection, "_hang_up", patient)


def change_without_a_record(plant: pytest.MonkeyPatch) -> None:
    """Looking at a table winds its clocks up."""

    def winding(self: HouseSession, request: Any) -> None:
        table = self.hall.tables.get(request.table)
        if table is not None and table.scene.left:
            table.scene = replace(table.scene, left=tuple(left + 1000 for left in table.scene.left))

    plant.setattr("tablehall.protocols.house.HANDLERS", _watching(winding))


def _watching(handler: Any) -> dict[type, Any]:
    from tablehall.protocols.house import HANDLERS as KNOWN
    from tablehall.protocols.house import requests

    return {**KNOWN, requests.Watch: (handler, True)}


def give_two_seats(plant: pytest.MonkeyPatch) -> None:
    """Whoever sits down takes the seat beside them, too."""

    def greedy(decision: Deciding, command: commands.Open) -> Any:
        refused = open_table(decision, command)
        if refused is None and command.sit:
            decision.write(decision.result, records.Sat, 1, command.by, "coat", "")
        return refused

    open_table = HANDLERS[commands.Open]
    plant.setitem(DECIDES, commands.Open, greedy)


def meddle_with_others(plant: pytest.MonkeyPatch) -> None:
    """Whoever comes in says something at every table."""

    def meddling(decision: Deciding, command: commands.Enter) -> Any:
        refused = enter(decision, command)
        for table in list(decision.hall.tables.values()) if refused is None else ():
            if table.scene.status == "playing" and table.draft is None:
                decision.write(table, records.Said, "nobody", "boo")
        return refused

    enter = HANDLERS[commands.Enter]
    plant.setitem(DECIDES, commands.Enter, meddling)


CAUGHT: list[tuple[Plant, str, tuple[str, ...]]] = [
    (leak_a_view, "sees what it may not know", ("house",)),
    (leak_a_card, "was shown", ("house", "shelfie")),
    (leak_a_seed, "the seed of table", ("house",)),
    (leak_a_secret, "was told the secret of person", ("house",)),
    (leak_a_whisper, "read a whisper", ("house",)),
    (leak_a_roll, "was asked what", ("house", "mia")),
    (forget_a_deadline, "is not armed", ("house",)),
    (never_wake, "nobody will wake the hall", ("house",)),
    (forget_what_was_said, "acknowledged 1 times", ("house",)),
    (grant_what_is_refused, "moves in the log", ("house",)),
    (name_the_loser, "the boards door says", ("house", "boards")),
    (miscount_points, "points, and", ("house", "mia")),
    (fail_at_a_turn, "planted", ("house", "pipes")),
    (remember_who_is_gone, "the lobby of the boards door remembers", ("house", "boards")),
    (wait_for_the_deaf, "was hung up on", ("house",)),
    (change_without_a_record, "has changed without a record / but by its log", ("house",)),
    (give_two_seats, "has two seats", ("house", "boards")),
    (meddle_with_others, "wrote record", ("house", "boards")),
]
SOONER: dict[Plant, int] = {wait_for_the_deaf: 64, leak_a_view: 6, leak_a_whisper: 4, forget_what_was_said: 4}
"""Seeds that show a defect sooner than the first ones."""


@pytest.mark.parametrize(("plant", "words", "doors"), CAUGHT, ids=[plant.__name__ for plant, _, _ in CAUGHT])
def test_a_planted_defect_is_caught(
    plant: Plant, words: str, doors: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    first = SOONER.get(plant, 1)
    problem = first_broken((first, *range(1, 60)), doors=doors).problem
    assert any(word in problem for word in words.split(" / ")), problem
