"""A table: its log applied record by record. Live play and replay run through `apply`."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import asdict, replace

from tablehall.games.api import AnyGame, Played, Refusal, Turn
from tablehall.games.dice import Dice, dice_key
from tablehall.hall import clock, presence, records
from tablehall.hall.notices import Audience, Happened
from tablehall.hall.organiser import Organiser
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
        "chat",
        "decode_move",
        "dice",
        "draft",
        "game",
        "hidden",
        "listed",
        "organiser",
        "past",
        "rested",
        "ring",
        "scene",
        "seed",
        "sheet",
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
        self.ring: list[Happened] = []
        """The latest news, for those who were away for a moment."""
        self.draft: list[tuple[int, int, bytes]] | None = None
        """The log so far of a game that is remembered when it is over; None: it is on disk."""
        self.organiser: Organiser | None = None
        """Who holds the game that is played here, if it is part of something larger."""
        self.hidden = False
        """Whether the lobby does not show it."""

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
        try:
            events = self.apply(record, records.link(record, line))
        except LogError:
            raise
        except Exception as error:
            raise LogError(f"record {record.seq}: {error}") from error
        throws = getattr(record, "throws", ())
        if (thrown := self.dice.rest()) != throws:
            raise LogError(f"record {record.seq}: the dice say {thrown}, the log says {throws}")
        return Happened(record, events, self.sheet, self.scene, self.game)

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

    def _opened(self, record: records.Opened, hash_: str, _: object) -> tuple[Any, ...]:
        options = msgspec.json.decode(record.options, type=self.game.Options)
        fields = asdict(record)
        for not_of_the_sheet in ("seq", "at", "prev"):
            del fields[not_of_the_sheet]
        self.sheet = Sheet(**{**fields, "options": options}, opened=record.at)
        return self._change(record, hash_, seats=(None,) * record.seats)

    def _resized(self, record: records.Resized, hash_: str, _: object) -> tuple[Any, ...]:
        here = [seat for seat in self.scene.seats if seat is not None]
        self._forget_whispers(range(len(self.scene.seats)))
        self.sheet = replace(self.sheet, seats=record.seats)
        return self._change(record, hash_, seats=(*here, *(None,) * (record.seats - len(here))))

    def _sat(self, record: records.Sat, hash_: str, _: object) -> tuple[Any, ...]:
        old = self.scene.seats[record.seat]
        entropy = old.entropy if old else record.entropy
        seat = Seat(record.person, record.name, entropy, came=record.at, asks=record.asks, bot=record.bot)
        return self._change(record, hash_, seats=self._seats_with(record.seat, seat))

    def _stood(self, record: records.Stood, hash_: str, _: object) -> tuple[Any, ...]:
        if self.scene.state is not None:  # a seat of a save keeps its name for whoever returns to it
            seat = self._seat(record.seat)
            seat = replace(seat, person=0, was=seat.person, away=0, asks=False)
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
        begun = self._begun(record.at)
        self.dice = Dice(dice_key(self.seed, [seat.entropy if seat else "" for seat in seats]))
        state = self.game.setup(len(seats), self.sheet.options, self.dice)
        turn = self.game.turn(state)
        return self._change(
            record,
            hash_,
            status="playing",
            state=state,
            turn=turn,
            left=(self.sheet.clock.time,) * len(seats),
            running=self._running(turn, None, None, record.at, unmet="unmet" in begun),
            **begun,
        )

    def _begun(self, at: int) -> dict[str, Any]:
        """What changes if a game begins without somebody whose seat the table has held: they are expected."""
        if not self.sheet.absence.held or not self.scene.anybody_away():
            return {}
        seats = tuple(
            seat and (seat if seat.gone else replace(seat, expected=seat.away and at))
            for seat in self.scene.seats
        )
        return {"seats": seats, "unmet": True}

    def _running(
        self, turn: Turn, running: Sequence[int] | None, mover: int | None, at: int, *, unmet: bool
    ) -> tuple[int, ...]:
        """Since when each clock runs; None: all start anew. None does before everybody has been there."""
        idle = (0,) * len(self.scene.seats)
        return idle if unmet else clock.start_turn(turn, running or idle, mover, at)

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
        running = self._running(turn, None, None, record.at, unmet=self.scene.unmet)
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
        self.sheet = replace(self.sheet, table=record.table, commitment=agreed, host=record.host)
        if record.kept:
            return self._goes_on(record, hash_)
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

    def _goes_on(self, record: records.Reopened, hash_: str) -> tuple[Any, ...]:
        """A game that everybody had left is on its table again: everybody is away, and no time has passed."""
        scene, at = self.scene, record.at
        seats = tuple(
            seat and (seat if seat.gone or seat.bot else replace(seat, away=at, overdue=0, patience=0))
            for seat in scene.seats
        )
        stood = at - (scene.paused or scene.at)
        running = tuple(then and min(at, then + stood) for then in scene.running)
        return self._change(
            record, hash_, status="playing", seats=seats, save=record.save, paused=at, running=running
        )

    def _resumed(self, record: records.Resumed, hash_: str, _: object) -> tuple[Any, ...]:
        """After a pause of the whole hall everybody is away, and nobody's clock has run; from a save
        everybody is here, and the clocks start anew, or go on from where they stood still."""
        scene, at = self.scene, record.at
        if scene.status == "waiting":
            begun = self._begun(at)
            stood = tuple(then and min(at, then + at - scene.paused) for then in scene.running)
            before = stood if scene.paused else None
            running = self._running(scene.turn, before, None, at, unmet="unmet" in begun)
            return self._change(record, hash_, status="playing", running=running, paused=0, **begun)
        seats = tuple(
            seat and (seat if seat.bot or seat.gone else _gone(_later(seat, record.lost), at))
            for seat in scene.seats
        )
        still = presence.stands_still(self.sheet, seats)
        paused = scene.paused + record.lost if scene.paused else at if still else 0
        running = tuple(then and then + record.lost for then in scene.running)
        return self._change(record, hash_, seats=seats, paused=paused, running=running)

    def _carried(self, record: records.Carried, hash_: str, _: object) -> tuple[Any, ...]:
        """Nobody's clock has run, and nobody has stayed away, while there was no hall to come to."""
        scene, lost = self.scene, record.lost
        seats = tuple(seat and _later(seat, lost) for seat in scene.seats)
        running = tuple(then and then + lost for then in scene.running)
        return self._change(
            record, hash_, seats=seats, paused=scene.paused and scene.paused + lost, running=running
        )

    def _closed(self, record: records.Closed, hash_: str, _: object) -> tuple[Any, ...]:
        return self._change(record, hash_, status="closed", turn=NOBODY, proposal=None)

    def _ended(self, record: records.Ended, hash_: str, _: object) -> tuple[Any, ...]:
        idle = (0,) * len(self.scene.seats)
        return self._change(
            record,
            hash_,
            status="finished",
            outcome=record.outcome,
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
        self.scene = Scene(
            "playing",
            scene.seats,
            record.seq,
            hash_,
            record.at,
            state,
            turn,
            left,
            running,
            scene.paused,
            scene.unmet,
            None,
            None,
            (seat, move),
            scene.save,
        )
        return played.events

    def _advance(
        self, record: Record, hash_: str, played: Played[Any] | None, mover: int | None, **changes: Any
    ) -> tuple[Any, ...]:
        """Go on from what the rules made of a deadline or of a player's going and coming."""
        if played is None:
            return self._change(record, hash_, **changes)
        turn = self.game.turn(played.state)
        unmet = changes.get("unmet", self.scene.unmet)
        running = self._running(
            turn, changes.get("running", self.scene.running), mover, record.at, unmet=unmet
        )
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
        seats = self._seats_with(record.seat, replace(self._seat(record.seat), gone=True))
        return self._advance(record, hash_, played, None, seats=seats, **self._going_on(seats, record.at))

    def _went(self, record: records.Went, hash_: str, _: object) -> tuple[Any, ...]:
        scene, seat = self.scene, self._seat(record.seat)
        told = scene.status == "playing" and not clock.slow(self.sheet.clock)
        played = self.game.away(scene.state, record.seat, self.dice) if told else None
        away = replace(seat, away=seat.away or record.at, noticed=told)
        seats = self._seats_with(record.seat, away)
        if all(other.away for other in seats if other and not other.gone and not other.bot):
            seats = tuple(other and replace(other, overdue=0) for other in seats)  # nobody waits any more
        still = scene.status == "playing" and presence.stands_still(self.sheet, seats)
        paused = scene.paused or (record.at if still else 0)
        return self._advance(record, hash_, played, None, seats=seats, paused=paused)

    def _came(self, record: records.Came, hash_: str, _: object) -> tuple[Any, ...]:
        scene, seat = self.scene, self._seat(record.seat)
        played = self.game.back(scene.state, record.seat, self.dice) if seat.noticed else None
        back = Seat(
            seat.person,
            seat.name,
            seat.entropy,
            came=record.at,
            asks=record.asks,
            gone=seat.gone,
            bot=seat.bot,
        )
        seats = self._seats_with(record.seat, back)
        return self._advance(record, hash_, played, None, seats=seats, **self._going_on(seats, record.at))

    def _asked(self, record: records.Asked, hash_: str, _: object) -> tuple[Any, ...]:
        seat = replace(self._seat(record.seat), overdue=record.at)
        return self._change(record, hash_, seats=self._seats_with(record.seat, seat))

    def _claimed(self, record: records.Claimed, hash_: str, _: object) -> tuple[Any, ...]:
        if record.claim != "wait":
            return self._change(record, hash_)
        seats = tuple(
            replace(seat, overdue=0, patience=record.at) if seat and seat.overdue else seat
            for seat in self.scene.seats
        )
        return self._change(record, hash_, seats=seats)

    def _replaced(self, record: records.Replaced, hash_: str, _: object) -> tuple[Any, ...]:
        old = self._seat(record.seat)
        played = self.game.back(self.scene.state, record.seat, self.dice) if old.noticed else None
        bot = Seat(record.person, old.name, old.entropy, came=record.at, bot=record.bot)
        seats = self._seats_with(record.seat, bot)
        return self._advance(record, hash_, played, None, seats=seats, **self._going_on(seats, record.at))

    def _going_on(self, seats: tuple[Seat | None, ...], now: int) -> dict[str, Any]:
        """What changes when somebody is no longer missing: a pause ends, and cost nobody time; the clocks
        start once everybody has been there."""
        scene, changes = self.scene, dict[str, Any]()
        if scene.unmet and not any(seat and seat.expected and not seat.gone for seat in seats):
            changes["unmet"] = False
            changes["running"] = self._running(scene.turn, None, None, now, unmet=False)
        if scene.paused and not presence.stands_still(self.sheet, seats):
            stood = now - scene.paused
            running = changes.get("running", scene.running)
            changes["paused"] = 0
            changes["running"] = tuple(then and min(now, then + stood) for then in running)
        return changes

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


def _gone(seat: Seat, at: int) -> Seat:
    """Somebody is away, and nobody is there to wait for them."""
    return replace(seat, away=seat.away or at, overdue=0)


def _later(seat: Seat, lost: int) -> Seat:
    """Whatever counts from a moment in the past counts from so much later."""
    return replace(
        seat,
        away=seat.away and seat.away + lost,
        came=seat.came and seat.came + lost,
        patience=seat.patience and seat.patience + lost,
        expected=seat.expected and seat.expected + lost,
    )


_decoders: dict[str, Callable[[bytes], Any]] = {}


def move_decoder(game: AnyGame) -> Callable[[bytes], Any]:
    """The function that reads a move of this game; one for all its tables."""
    if game.name not in _decoders:
        _decoders[game.name] = msgspec.json.Decoder(game.Move).decode
    return _decoders[game.name]
