"""A table: its log applied record by record. Live play and replay run through `apply`."""

from collections.abc import Callable, Collection
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tablehall.games.api import AnyGame, Played, Refusal
from tablehall.games.dice import Dice, dice_key
from tablehall.hall import attendance, clock, records
from tablehall.hall.notices import Audience, Happened
from tablehall.hall.organiser import Organiser
from tablehall.hall.promises import Promise
from tablehall.hall.records import Record
from tablehall.hall.scene import NOBODY, BeforeMove, Proposal, Scene, Seat, Sheet

PAST_KEPT = 8
CHAT_KEPT = 50
RING_KEPT = 8


class LogError(Exception):
    """A log that cannot be what happened; says at which record."""


def _no_dice() -> Dice:
    return Dice(bytes(32))


class Table:
    """The present of one table: what was agreed, where it stands, and its dice."""

    __slots__ = (
        "audience",
        "came",
        "chat",
        "decode_move",
        "dice",
        "draft",
        "game",
        "hidden",
        "listed",
        "organiser",
        "past",
        "promise",
        "rested",
        "ring",
        "scene",
        "seed",
        "shares",
        "sheet",
        "timed",
        "watchers",
    )

    def __init__(self, game: AnyGame, seed: bytes = b"") -> None:
        self.game = game
        self.seed = seed
        self.dice = _no_dice()
        self.rested = 0
        """Where the dice were after the last record."""
        self.sheet: Sheet = None  # type: ignore[assignment]  # the first record brings it
        self.scene = Scene("waiting", ())
        self.past: list[BeforeMove] = []
        """How it stood before each of the latest moves."""
        self.chat: tuple[records.Said, ...] = ()
        self.decode_move = move_decoder(game)
        self.watchers: frozenset[int] = frozenset()
        self.audience: Audience | None = None
        """Who hears what happens here; None: to be found out anew."""
        self.listed: Scene | None = None
        """What the lobby was told of it last."""
        self.came = 0
        """The number of the change of the list of tables with which it came."""
        self.ring: list[Happened] = []
        """The latest news, for those who were away for a moment."""
        self.draft: list[tuple[int, int, bytes]] | None = None
        """The log so far of a game that is remembered when it is over; None: it is on disk."""
        self.organiser: Organiser | None = None
        """Who holds the game that is played here, if it is part of something larger."""
        self.hidden = False
        """Whether the lobby does not show it."""
        self.timed = False
        """Whether a deadline may be set here: there is a clock, or somebody is away."""
        self.promise: Promise | None = None
        """The seed of the dice of a rematch."""
        self.shares: dict[int, str] = {}
        """What those who agree to the present proposal add to those dice, by their seats."""

    def apply(self, record: Any, hash_: str, played: Played[Any] | None = None) -> tuple[Any, ...]:
        """Take in the next record and return the game events it brought.

        `played` is the result of a move that was just made and need not be made again.
        """
        events = self._APPLY[type(record)](self, record, hash_, played)
        self.rested = self.dice.position
        return events

    def replay(self, line: bytes) -> Happened:
        """Take in a line of a log after checking that it is the next one."""
        return self.take_in(records.decode(line), line)

    def take_in(self, record: Any, line: bytes) -> Happened:
        """The same, for who has read the line."""
        if record.seq != self.scene.seq + 1 or record.prev != self.scene.prev:
            raise LogError(f"record {self.scene.seq + 1}: the chain of hashes is broken here")
        before = self.scene.state
        try:
            events = self.apply(record, records.link(record, line))
        except LogError:
            raise
        except Exception as error:
            raise LogError(f"record {record.seq}: {error}") from error
        throws = getattr(record, "throws", ())
        if (thrown := self.dice.rest()) != throws:
            raise LogError(f"record {record.seq}: the dice say {thrown}, the log says {throws}")
        return Happened(record, events, self.sheet, self.scene, self.game, before)

    # What each record means. The small ones first.

    def _change(self, record: Record | records.Opened, hash_: str, **changes: Any) -> tuple[Any, ...]:
        self.scene = replace(self.scene, seq=record.seq, prev=hash_, at=record.at, **changes)
        return ()

    def _seats_with(self, number: int, seat: Seat | None) -> tuple[Seat | None, ...]:
        return (*self.scene.seats[:number], seat, *self.scene.seats[number + 1 :])

    def _seat(self, number: int) -> Seat:
        seat = self.scene.seats[number]
        if seat is None:
            raise LogError(f"seat {number} is empty")
        return seat

    def _opened(self, record: records.Opened, hash_: str, options: Any) -> tuple[Any, ...]:
        if options is None:
            options = msgspec.json.decode(record.options, type=self.game.Options)
        self.sheet = Sheet(
            game=record.game,
            seats=record.seats,
            options=options,
            clock=record.clock,
            absence=record.absence,
            title=record.title,
            spectators=record.spectators,
            start=record.start,
            rated=record.rated,
            bots=record.bots,
            table=record.table,
            version=record.version,
            opened=record.at,
            commitment=record.commitment,
            code=record.code,
            host=record.host,
        )
        return self._change(record, hash_, seats=(None,) * record.seats)

    def _resized(self, record: records.Resized, hash_: str, _: object) -> tuple[Any, ...]:
        here = [seat for seat in self.scene.seats if seat is not None]
        self._forget_whispers(range(len(self.scene.seats)))
        self.sheet = replace(self.sheet, seats=record.seats)
        return self._change(record, hash_, seats=(*here, *(None,) * (record.seats - len(here))))

    def _sat(self, record: records.Sat, hash_: str, _: object) -> tuple[Any, ...]:
        old = self.scene.seats[record.seat]
        entropy, was = (old.entropy, old.was) if old else (record.entropy, 0)
        seat = Seat(
            record.person,
            record.name,
            entropy,
            came=record.at,
            asks=record.asks,
            was=was,
            bot=record.bot,
            stranger=record.stranger,
        )
        return self._change(record, hash_, seats=self._seats_with(record.seat, seat))

    def _stood(self, record: records.Stood, hash_: str, _: object) -> tuple[Any, ...]:
        if self.scene.state is not None:  # a seat of a save keeps its name for whoever returns to it
            seat = self._seat(record.seat)
            seat = Seat(0, seat.name, seat.entropy, was=seat.was or seat.person)
            return self._change(record, hash_, seats=self._seats_with(record.seat, seat))
        self._forget_whispers((record.seat,))
        return self._change(record, hash_, seats=self._seats_with(record.seat, None))

    def _forget_whispers(self, seats: Collection[int]) -> None:
        """What was said to the players of these seats alone is not for those who come after them."""
        self.chat = tuple(s for s in self.chat if s.to is None or not {s.seat, *s.to}.intersection(seats))

    def _drawn(self, record: records.Drawn, hash_: str, _: object) -> tuple[Any, ...]:
        return self._change(record, hash_, seats=tuple(map(Seat, record.people, record.names)))

    def _started(self, record: records.Started, hash_: str, _: object) -> tuple[Any, ...]:
        seats = self.scene.seats
        self.dice = Dice((self.seed, tuple([seat.entropy if seat else "" for seat in seats])))
        state = self.game.setup(len(seats), self.sheet.options, self.dice)
        turn = self.game.turn(state)
        return self._change(
            record,
            hash_,
            status="playing",
            state=state,
            turn=turn,
            left=(self.sheet.clock.time,) * len(seats),
            **attendance.begun(self.sheet, self.scene, turn, record.at),
        )

    def _said(self, record: records.Said, hash_: str, _: object) -> tuple[Any, ...]:
        self.chat = (*self.chat[1 - CHAT_KEPT :], record)
        return self._change(record, hash_)

    def _withheld(self, record: records.Withheld, hash_: str, _: object) -> tuple[Any, ...]:
        return self._change(record, hash_)

    def _proposed(self, record: records.Proposed, hash_: str, _: object) -> tuple[Any, ...]:
        return self._change(record, hash_, proposal=Proposal(record.kind, record.seat, (record.seat,)))

    def _answered(self, record: records.Answered, hash_: str, _: object) -> tuple[Any, ...]:
        proposal = self.scene.proposal
        if proposal is None or not record.yes:
            return self._change(record, hash_, proposal=None)
        agreed = tuple(sorted({*proposal.agreed, record.seat}))
        return self._change(record, hash_, proposal=replace(proposal, agreed=agreed))

    def _taken_back(self, record: records.TakenBack, hash_: str, _: object) -> tuple[Any, ...]:
        for _ply in range(record.plies):
            before = self.past.pop()
        turn = self.game.turn(before.state)
        self.dice = Dice(self.dice.key, before.dice)
        idle = (0,) * len(self.scene.seats)
        running = attendance.clocks(turn, idle, None, record.at, unmet=self.scene.unmet)
        return self._change(
            record,
            hash_,
            state=before.state,
            turn=turn,
            last=before.last,
            running=running,
            proposal=None,
        )

    def _saved(self, record: records.Saved, hash_: str, _: object) -> tuple[Any, ...]:
        if not record.put_away:
            return self._change(record, hash_)
        return self._change(record, hash_, status="saved", proposal=None)

    def _reopened(self, record: records.Reopened, hash_: str, _: object) -> tuple[Any, ...]:
        if record.commitment:  # the old seed is known by now: the dice get a new one
            self.dice = Dice(dice_key(self.seed))
        agreed = record.commitment or self.sheet.commitment
        rated = self.sheet.rated and not record.copied
        self.sheet = replace(self.sheet, table=record.table, commitment=agreed, host=record.host, rated=rated)
        if record.kept:
            changes = attendance.kept(self.scene, record.at)
            return self._change(record, hash_, status="playing", save=record.save, **changes)
        seats = tuple(
            seat and (seat if seat.gone or seat.bot else Seat(0, seat.name, seat.entropy, was=seat.person))
            for seat in self.scene.seats
        )
        state = self.scene.state
        for number, seat in enumerate(self.scene.seats):
            if seat and seat.noticed and not seat.gone:  # it resumes when everybody is here
                played = self.game.back(state, number, self.dice)
                state = played.state if played else state
        turn = self.game.turn(state)
        return self._change(
            record,
            hash_,
            status="waiting",
            seats=seats,
            save=record.save,
            state=state,
            turn=turn,
            unmet=False,
        )

    def _resumed(self, record: records.Resumed, hash_: str, _: object) -> tuple[Any, ...]:
        """From a save, or after a pause of the whole hall."""
        scene, at = self.scene, record.at
        if scene.status == "waiting":
            begun = attendance.begun(self.sheet, scene, scene.turn, at)
            return self._change(record, hash_, status="playing", **begun)
        return self._change(record, hash_, **attendance.after_downtime(self.sheet, scene, at, record.lost))

    def _carried(self, record: records.Carried, hash_: str, _: object) -> tuple[Any, ...]:
        return self._change(record, hash_, **attendance.given_back(self.scene, record.lost))

    def _closed(self, record: records.Closed, hash_: str, _: object) -> tuple[Any, ...]:
        state = None if self.scene.hidden else self.scene.state  # a save that did not go on stays as hidden
        return self._change(record, hash_, status="closed", state=state, turn=NOBODY, proposal=None)

    def _ended(self, record: records.Ended, hash_: str, _: object) -> tuple[Any, ...]:
        idle = (0,) * len(self.scene.seats)
        return self._change(
            record,
            hash_,
            status="finished",
            outcome=record.outcome,
            rematch=record.rematch or "",
            turn=NOBODY,
            running=idle,
            paused=0,
            proposal=None,
        )

    # What moves the game on.

    def _moved(self, record: records.Moved, hash_: str, played: Played[Any] | None) -> tuple[Any, ...]:
        scene, seat, move = self.scene, record.seat, record.move
        if played is None:
            old = self.game.upgrade(self.sheet.version, bytes(move))
            move = self.decode_move(old)
            answer = self.game.play(scene.state, seat, move, self.dice)
            if isinstance(answer, Refusal):
                raise LogError(f"record {record.seq}: {answer.reason.value}")
            played = answer
        if self.game.takeback:
            self.past.append(BeforeMove(seat, scene.state, scene.last, self.rested))
            if len(self.past) > PAST_KEPT:
                del self.past[0]
        state = played.state
        turn = self.game.turn(state)
        left, running = scene.left, scene.running
        if self.sheet.clock.kind != "none" and not scene.unmet:
            left = clock.spend(self.sheet.clock, left, running, seat, record.at)
            running = clock.start_turn(turn, running, seat, record.at)
        self.scene = replace(
            scene,
            seq=record.seq,
            prev=hash_,
            at=record.at,
            state=state,
            turn=turn,
            left=left,
            running=running,
            proposal=None,
            last=(seat, move),
        )
        return played.events

    def _advance(
        self, record: Record, hash_: str, played: Played[Any] | None, mover: int | None, **changes: Any
    ) -> tuple[Any, ...]:
        """Go on from what the rules made of a deadline or of a player's going and coming."""
        if played is None:
            return self._change(record, hash_, **changes)
        turn = self.game.turn(played.state)
        unmet, running = changes.get("unmet", self.scene.unmet), changes.get("running", self.scene.running)
        running = attendance.clocks(turn, running, mover, record.at, unmet=unmet)
        self._change(record, hash_, **{**changes, "state": played.state, "turn": turn, "running": running})
        return played.events

    def _expired(self, record: records.Expired, hash_: str, played: Played[Any] | None) -> tuple[Any, ...]:
        scene = self.scene
        played = played or self.game.expire(scene.state, record.seat, self.dice)
        left = clock.spend(self.sheet.clock, scene.left, scene.running, record.seat, record.at)
        return self._advance(record, hash_, played, record.seat, left=left)

    def _blundered(
        self, record: records.Blundered, hash_: str, played: Played[Any] | None
    ) -> tuple[Any, ...]:
        if played is None:
            answer = self.game.blunder(self.scene.state, record.seat, self.dice)
            if isinstance(answer, Refusal):
                raise LogError(f"record {record.seq}: {answer.reason.value}")
            played = answer
        return self._advance(record, hash_, played, record.seat)

    def _dropped(self, record: records.Dropped, hash_: str, played: Played[Any] | None) -> tuple[Any, ...]:
        played = played or self.game.drop(self.scene.state, record.seat, self.dice)
        gone = replace(self._seat(record.seat), gone=True)
        return self._without_missing(record, hash_, played, gone)

    def _went(self, record: records.Went, hash_: str, _: object) -> tuple[Any, ...]:
        scene, seat = self.scene, self._seat(record.seat)
        told = scene.status == "playing" and not clock.slow(self.sheet.clock)
        played = self.game.away(scene.state, record.seat, self.dice) if told else None
        away = replace(seat, away=seat.away or record.at, noticed=told)
        seats = self._seats_with(record.seat, away)
        return self._advance(
            record, hash_, played, None, **attendance.going(self.sheet, scene, seats, record.at)
        )

    def _came(self, record: records.Came, hash_: str, _: object) -> tuple[Any, ...]:
        scene, seat = self.scene, self._seat(record.seat)
        played = self.game.back(scene.state, record.seat, self.dice) if seat.noticed else None
        back = Seat(
            seat.person,
            seat.name,
            seat.entropy,
            came=record.at,
            asks=record.asks,
            was=seat.was,
            gone=seat.gone,
            bot=seat.bot,
            stranger=seat.stranger,
        )
        return self._without_missing(record, hash_, played, back)

    def _asked(self, record: records.Asked, hash_: str, _: object) -> tuple[Any, ...]:
        seat = replace(self._seat(record.seat), overdue=record.at)
        return self._change(record, hash_, seats=self._seats_with(record.seat, seat))

    def _claimed(self, record: records.Claimed, hash_: str, _: object) -> tuple[Any, ...]:
        if record.claim != "wait":
            return self._change(record, hash_)
        return self._change(record, hash_, seats=attendance.waited_on(self.scene.seats, record.at))

    def _replaced(self, record: records.Replaced, hash_: str, _: object) -> tuple[Any, ...]:
        old = self._seat(record.seat)
        played = self.game.back(self.scene.state, record.seat, self.dice) if old.noticed else None
        bot = Seat(record.person, old.name, old.entropy, came=record.at, bot=record.bot)
        return self._without_missing(record, hash_, played, bot)

    def _without_missing(
        self, record: Any, hash_: str, played: Played[Any] | None, seat: Seat
    ) -> tuple[Any, ...]:
        """Go on: the player of the record's seat is not awaited any longer."""
        seats = self._seats_with(record.seat, seat)
        changes = attendance.going_on(self.sheet, self.scene, seats, record.at)
        if seat.gone or seat.bot:  # what was proposed was said to others; those who are left propose it anew
            changes["proposal"] = None
        return self._advance(record, hash_, played, None, **changes)

    _APPLY: ClassVar[dict[type, Callable[[Any, Any, str, Any], tuple[Any, ...]]]] = {
        records.Opened: _opened,
        records.Resized: _resized,
        records.Sat: _sat,
        records.Stood: _stood,
        records.Drawn: _drawn,
        records.Started: _started,
        records.Moved: _moved,
        records.Expired: _expired,
        records.Blundered: _blundered,
        records.Went: _went,
        records.Came: _came,
        records.Asked: _asked,
        records.Claimed: _claimed,
        records.Dropped: _dropped,
        records.Replaced: _replaced,
        records.Said: _said,
        records.Withheld: _withheld,
        records.Proposed: _proposed,
        records.Answered: _answered,
        records.TakenBack: _taken_back,
        records.Saved: _saved,
        records.Reopened: _reopened,
        records.Resumed: _resumed,
        records.Carried: _carried,
        records.Closed: _closed,
        records.Ended: _ended,
    }


_decoders: dict[str, Callable[[bytes], Any]] = {}


def move_decoder(game: AnyGame) -> Callable[[bytes], Any]:
    """The function that reads a move of this game; one for all its tables."""
    if game.name not in _decoders:
        _decoders[game.name] = msgspec.json.Decoder(game.Move).decode
    return _decoders[game.name]
