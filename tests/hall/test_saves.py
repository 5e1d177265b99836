"""Saved games: put away or going on, brought back by who plays in them, with the dice they had."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablehall.games.api import Absence
from tablehall.games.dice import commitment, dice_key
from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Delete, Join, Leave, Propose, Reopen, Resign, Resize, Save, Say, Start
from tablehall.hall.deadlines import EMPTY, FORGOTTEN_AFTER
from tablehall.hall.notices import Happened, Listed
from tablehall.hall.refusals import Why
from tablehall.hall.table import Table
from tablehall.journal.memory import MemoryJournal
from tablehall.journal.sqlite import SqliteJournal
from tablehall.protocols.house.render import happened, save_cards, whole_table
from tests.hall.parlour import Draw, Lift, Shake
from tests.hall.stage import Somebody, Stage


@pytest.fixture(params=["memory", "sqlite"])
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    """An empty hall, once with each journal."""
    with SqliteJournal(tmp_path) if request.param == "sqlite" else MemoryJournal() as journal:
        stage = Stage(journal=journal)
        yield stage
        stage.check_logs()


ALL_GONE = 600_000
"""After this time a game that everybody has left is put away."""


def reopen(stage: Stage, by: Somebody, name: str = "our game", game: str = "cups") -> int:
    """Bring a save back; returns the number of its table."""
    table: Table = stage.do(Reopen(by.id, name, game)).result
    return table.sheet.table


def put_away(stage: Stage, **more: object) -> tuple[int, list[Somebody]]:
    """Ann and Ben put a game of Cups away after two throws."""
    table, people = stage.party(game="cups", **more)
    stage.play(table, Shake(), Shake())
    stage.do(Save(people[0].id, table, "our game"))
    return table, people


def going_on(stage: Stage, **more: object) -> tuple[int, list[Somebody]]:
    """Ann and Ben save a game of Cups after two throws and play on."""
    table, people = stage.party(game="cups", **more)
    stage.play(table, Shake(), Shake())
    stage.do(Save(people[0].id, table, "our game", put_away=False))
    return table, people


# Putting away.


def test_a_game_put_away_leaves_the_hall(stage: Stage) -> None:
    cat = stage.enter("cat")
    stage.do(commands.WatchLobby(cat.conn))
    table, (_, ben) = put_away(stage)
    assert stage.hall.tables == {}
    assert all(not person.tables for person in stage.hall.people.by_id.values())
    saved = stage.heard(ben, Happened)[-1].record
    assert isinstance(saved, records.Saved)
    assert (saved.name, saved.put_away, saved.seat) == ("our game", True, 0)
    assert [news.change for news in stage.heard(cat, Listed)] == ["opened", "changed", "gone"]
    listing = stage.journal.table(table)
    assert listing is not None
    assert listing.status == "saved"


def test_a_game_put_away_goes_on_in_its_own_log(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage)
    assert reopen(stage, ben) == table
    stage.join(ann, table)
    assert stage.scene(table).status == "waiting"
    stage.join(ben, table)
    assert stage.scene(table).status == "playing"
    stage.play(table, Lift(), Lift())
    assert stage.story(table) == (
        "Opened Sat Sat Started Moved Moved Saved Reopened Sat Sat Resumed Moved Moved Ended"
    )


def test_a_game_put_away_goes_on_with_the_same_dice() -> None:
    endings = []
    for interrupted in (False, True):
        stage = Stage()
        table, people = stage.party(game="cups", options={"sides": 20})
        stage.play(table, Shake(), Shake())
        if interrupted:
            stage.do(Save(people[0].id, table, "our game"))
            stage.restart(down=1000)
            people = [stage.back(person) for person in people]
            assert reopen(stage, people[0]) == table
            for person in people:
                stage.join(person, table)
        stage.play(table, Shake(), Shake(), Shake())
        endings.append((stage.scene(table).state, stage.table(table).dice.position))
        stage.check_logs()
    assert endings[0] == endings[1]


def test_a_save_keeps_turn_chat_and_past(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0, 4)
    stage.do(Say(ann.id, table, "to be continued"))
    stage.do(Propose(ann.id, table, "draw"))
    before = stage.scene(table)
    stage.do(Save(ben.id, table, "ttt 1"))
    assert reopen(stage, ann, "ttt 1", "tictactoe") == table
    stage.join(ann, table)
    stage.join(ben, table)
    after = stage.scene(table)
    assert (after.state, after.turn, after.last) == (before.state, before.turn, before.last)
    assert after.proposal is None
    assert [said.text for said in stage.table(table).chat] == ["to be continued"]
    stage.do(Propose(ann.id, table, "takeback"))
    stage.do(commands.Answer(ben.id, table, True))
    assert stage.scene(table).state.marks == (0, 0)


def test_the_clocks_of_a_save_start_anew(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage, clock=ClockSpec("total", 60_000))
    stage.wait(1_000_000)
    reopen(stage, ann)
    stage.join(ann, table)
    stage.wait(50_000)
    stage.join(ben, table)
    assert stage.scene(table).left == (60_000, 60_000)
    assert stage.scene(table).running == (stage.now, 0)


def test_a_save_of_a_pausing_game_does_not_stand_still_for_ever(stage: Stage) -> None:
    table, (ann, ben) = stage.party(absence=stage.patient(pause=True))
    stage.lose(ben)
    stage.do(Save(ann.id, table, "ttt"))
    ben = stage.back(ben)
    reopen(stage, ann, "ttt", "tictactoe")
    stage.join(ann, table)
    stage.join(ben, table)
    stage.play(table, 0)


# Sitting down again.


def test_a_seat_of_a_save_belongs_to_who_had_it(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage)
    zoe = stage.enter("zoe")
    assert stage.refused(Reopen(zoe.id, "our game", "cups")) is Why.NO_SUCH_SAVE
    reopen(stage, ben)
    for name in ("", "zoe", "ann", "ben"):
        assert stage.refused(Join(zoe.id, table, name=name)) is Why.NOT_YOUR_SEAT
    assert stage.refused(Join(ben.id, table, name="ann")) is Why.NOT_YOUR_SEAT
    stage.join(ben, table, name="ben", entropy="too late")
    assert stage.refused(Resize(ben.id, table, 3)) is Why.ALREADY_STARTED
    assert stage.refused(Start(ben.id, table)) is Why.NOT_READY
    stage.join(ann, table)
    seats = stage.scene(table).seats
    assert [seat and (seat.person, seat.entropy) for seat in seats] == [(ann.id, ""), (ben.id, "")]


def test_the_seats_of_strangers_are_claimed_by_name(stage: Stage) -> None:
    """Their doors know no more of anybody; but who is known has one seat, their own."""
    ann, tim = stage.enter("ann"), stage.enter(kind="stranger")
    table = stage.open(ann, "cups")
    stage.join(tim, table, name="tim")
    stage.play(table, Shake(), Shake())
    stage.do(Save(ann.id, table, "our game"))
    stage.lose(tim)
    zoe, kim, lea = stage.enter("zoe"), stage.enter(kind="stranger"), stage.enter(kind="stranger")
    assert stage.refused(Reopen(zoe.id, "our game", "cups")) is Why.NO_SUCH_SAVE
    assert reopen(stage, kim) == table
    assert stage.refused(Join(kim.id, table, name="ann")) is Why.NOT_YOUR_SEAT
    assert stage.refused(Join(ann.id, table, name="tim")) is Why.NOT_YOUR_SEAT
    stage.join(kim, table, name="tim")
    assert stage.refused(Join(lea.id, table, name="tim")) is Why.SEAT_NAME_TAKEN
    stage.do(Leave(kim.id, table))
    assert stage.scene(table).status == "closed"
    copy = reopen(stage, ann)
    stage.join(ann, copy)
    stage.join(stage.back(tim, kind="stranger"), copy, name="tim")
    assert stage.scene(copy).status == "playing"


def test_a_strangers_seat_lends_nobody_the_name_of_a_guest(stage: Stage) -> None:
    """Strangers are marked as such: who has a name of their own would be taken for its owner."""
    eve, ben = stage.enter(kind="stranger"), stage.enter("ben")
    table = stage.open(eve, "cups", rated=False, name="anna")
    stage.join(ben, table)
    stage.play(table, Shake(), Shake())
    stage.do(Save(ben.id, table, "our game"))
    stage.enter("anna")
    bob = stage.enter("bob")
    assert reopen(stage, ben) == table
    assert stage.refused(Join(bob.id, table, name="anna")) is Why.NOT_YOUR_SEAT
    stage.join(stage.enter(kind="stranger"), table, name="anna")
    assert [seat and seat.stranger for seat in stage.scene(table).seats] == [True, False]


def test_a_seat_kept_for_somebody_is_theirs_also_if_its_name_became_a_guests(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, "cups", rated=False, name="queen")
    stage.join(ben, table)
    stage.play(table, Shake(), Shake())
    stage.do(Save(ben.id, table, "our game"))
    stage.enter("queen")
    assert reopen(stage, ben) == table
    stage.join(ann, table)
    assert stage.scene(table).seat_of(ann.id) == 0


def test_who_sat_for_a_stranger_and_came_back_takes_the_seat_from_nobody(stage: Stage) -> None:
    eve, ben = stage.enter(kind="stranger"), stage.enter("ben")
    table = stage.open(eve, "cups", rated=False, name="eve")
    stage.join(ben, table)
    stage.play(table, Shake(), Shake())
    stage.do(Save(ben.id, table, "our game"))
    assert reopen(stage, ben) == table
    bob = stage.enter("bob", asks=True)
    stage.do(commands.Watch(ben.id, table))  # somebody keeps it open
    stage.join(bob, table, name="eve")
    stage.lose(bob)
    bob = stage.back(bob, asks=True)
    seat = stage.scene(table).seats[0]
    assert seat is not None
    assert (seat.person, seat.was) == (bob.id, eve.id)


def test_nobody_sees_a_saved_game_before_it_goes_on(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage)
    assert reopen(stage, ben) == table
    stage.join(ben, table)
    found = whole_table(stage.table(table), 1)
    assert (found.view, found.text, found.last) == (None, "", None)
    told = [happened(news, 1) for news in stage.heard(ben, Happened)[-2:]]
    assert [news["what"] for news in told] == ["saved", "sat"]
    assert "view" not in told[1]
    stage.join(ann, table)
    assert whole_table(stage.table(table), 1).view is not None


@pytest.mark.parametrize("ends", ["nobody comes", "the last one gets up", "the keeper closes it"])
def test_nobody_sees_a_saved_game_that_did_not_go_on(stage: Stage, ends: str) -> None:
    table, (ann, ben) = put_away(stage, rated=False)
    assert reopen(stage, ben) == table
    cat = stage.enter("cat")
    stage.do(commands.Watch(cat.id, table))
    if ends == "nobody comes":
        stage.wait(EMPTY)
    else:
        stage.join(ann, table)
        stage.do(Leave(ann.id, table) if ends == "the last one gets up" else commands.Close(table))
    for somebody, seat in ((ann, 0), (cat, None)):
        for news in stage.heard(somebody, Happened):
            if news.scene.save:
                assert "view" not in happened(news, seat), news.record
    assert stage.story(table).endswith("Closed")


def test_who_sits_in_a_save_is_not_forgotten(stage: Stage) -> None:
    _, people = put_away(stage)
    strangers = [stage.enter(kind="stranger") for _ in range(2)]
    other = stage.open(strangers[0], "cups", name="one")
    stage.join(strangers[1], other, name="two")
    stage.do(Save(strangers[0].id, other, "of strangers"))
    stage.lose(*people, *strangers)
    stage.restart(down=1000)
    stage.wait(10 * FORGOTTEN_AFTER)
    known = stage.hall.people.by_id.keys()
    assert {person.id for person in (*people, *strangers)} <= known
    stage.do(Delete("cups", "our game"))
    stage.do(Delete("cups", "of strangers"))
    stage.wait(2 * FORGOTTEN_AFTER)
    assert not {person.id for person in (*people, *strangers)} & known


# Consent.


def rated(stage: Stage, **more: object) -> tuple[int, list[Somebody]]:
    """Ann and Ben, whose doors can ask them, play for points."""
    people = [stage.enter(name, asks=True) for name in ("ann", "ben")]
    table = stage.open(people[0], "cups", **more)
    stage.join(people[1], table)
    stage.play(table, Shake(), Shake())
    return table, people


@pytest.mark.parametrize("put_away", [True, False])
def test_a_rated_game_is_saved_together_only(stage: Stage, put_away: bool) -> None:
    table, (ann, ben) = rated(stage)
    assert stage.refused(Save(ann.id, table, "mine", put_away)) is Why.NEEDS_CONSENT
    stage.do(Propose(ann.id, table, "put_away"))
    assert stage.scene(table).status == "playing"
    stage.do(commands.Answer(ben.id, table, False))
    assert stage.refused(commands.Answer(ann.id, table, True)) is Why.NOTHING_PROPOSED
    stage.do(Propose(ben.id, table, "put_away"))
    stage.do(commands.Answer(ann.id, table, True))
    assert table not in stage.hall.tables
    (save,) = stage.hall.saves.values()
    assert (save.name.split()[:2], save.by, save.deserted) == (["ann", "ben"], ben.id, False)


def test_those_who_are_left_put_a_rated_game_away_when_somebody_is_out(stage: Stage) -> None:
    people = [stage.enter(name, asks=True) for name in ("ann", "ben", "cat")]
    table = stage.open(people[0], "stones", seats=3)
    for guest in people[1:]:
        stage.join(guest, table)
    ann, ben, cat = people
    stage.play(table, Draw())
    stage.do(Propose(ann.id, table, "put_away"))
    stage.do(commands.Answer(ben.id, table, True))
    stage.do(Resign(cat.id, table))
    assert stage.scene(table).proposal is None
    stage.do(Propose(ann.id, table, "put_away"))
    stage.do(commands.Answer(ben.id, table, True))
    assert stage.scene(table).status == "saved"


def test_an_unrated_game_is_put_away_by_any_player(stage: Stage) -> None:
    table, (_, ben) = rated(stage, rated=False)
    stage.do(Save(ben.id, table, "fun"))
    assert table not in stage.hall.tables


def test_who_plays_with_those_who_cannot_be_asked_needs_no_consent(stage: Stage) -> None:
    """Their document says that any player may save; and so do they, unless somebody else can be asked."""
    ann, tim = stage.enter("ann", asks=True), stage.enter(kind="stranger")
    table = stage.open(ann, "cups")
    stage.join(tim, table, name="tim")
    assert stage.refused(Save(tim.id, table, "his")) is Why.NEEDS_CONSENT
    stage.do(Save(ann.id, table, "hers"))


def test_a_game_put_away_counts_when_it_is_over_and_its_copies_never(stage: Stage) -> None:
    table, (ann, ben) = rated(stage)
    stage.do(Propose(ann.id, table, "put_away"))
    stage.do(commands.Answer(ben.id, table, True))
    assert not any(stage.hall.people.by_id[who.id].profile.scores for who in (ann, ben))
    (save,) = stage.hall.saves.values()
    for times in (1, 2):
        again = reopen(stage, ann, save.name)
        stage.join(ann, again)
        stage.join(ben, again)
        stage.play(again, Lift(), Lift())
        scores = [stage.hall.people.by_id[who.id].profile.scores["cups"] for who in (ann, ben)]
        assert [score.won + score.lost + score.drawn for score in scores] == [1, 1], times
        for person in (ann, ben):
            stage.do(Leave(person.id, again))


# Deleting.


def test_a_save_is_gone_when_none_of_its_players_wants_it(stage: Stage) -> None:
    _, (ann, ben) = put_away(stage)
    stage.do(Delete("cups", "our game", ann.id))
    profile = stage.hall.people.by_id[ann.id].profile
    assert save_cards(stage.hall, stage.hall.saves.values(), profile) == ()
    assert stage.refused(Reopen(ann.id, "our game", "cups")) is Why.NO_SUCH_SAVE
    stage.restart(down=1000)
    ben = stage.back(ben)
    assert [
        card.name
        for card in save_cards(stage.hall, stage.hall.saves.values(), stage.hall.people.by_id[ben.id].profile)
    ]
    stage.do(Delete("cups", "our game", ben.id))
    assert (stage.hall.saves, stage.hall.saves_of, stage.hall.saved_seeds) == ({}, {}, set())


def test_the_keeper_deletes_any_save_that_nobody_plays(stage: Stage) -> None:
    table, (ann, _) = put_away(stage)
    reopen(stage, ann)
    stage.join(ann, table)
    assert stage.refused(Delete("cups", "our game")) is Why.SAVE_IN_PLAY
    stage.lose(ann)
    stage.do(Delete("cups", "our game"))
    assert (stage.hall.saves, stage.hall.tables) == ({}, {})
    closed = stage.log(table)[-1]
    assert isinstance(closed, records.Closed)
    assert closed.seed == ""


def test_a_seat_of_a_save_keeps_its_name_when_its_player_gets_up(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage)
    reopen(stage, ann)
    stage.join(ann, table)
    stage.do(Leave(ann.id, table))
    assert stage.scene(table).status == "closed"
    copy = reopen(stage, ben)
    stage.join(ben, copy)
    zoe = stage.enter("zoe")
    assert stage.refused(Join(zoe.id, copy, name="ann")) is Why.NOT_YOUR_SEAT
    stage.join(ann, copy)
    assert stage.scene(copy).status == "playing"


def test_a_reopened_table_waits_a_while_for_its_first_player(stage: Stage) -> None:
    table, (ann, _) = put_away(stage)
    reopen(stage, ann)
    stage.wait(EMPTY)
    assert stage.scene(table).status == "closed"


def test_a_save_that_nobody_came_back_to_keeps_its_seed_secret(stage: Stage) -> None:
    table, (ann, _) = put_away(stage)
    reopen(stage, ann)
    stage.wait(EMPTY)
    closed = stage.log(table)[-1]
    assert isinstance(closed, records.Closed)
    assert closed.seed == ""
    assert not stage.hall.saves["cups", "our game"].revealed


def test_whoever_was_out_keeps_no_reopened_table_alive(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    stage.do(Resign(people[0].id, table))
    stage.do(Save(people[1].id, table, "two left"))
    assert reopen(stage, people[1], "two left", "stones") == table
    assert stage.refused(Join(people[0].id, table)) is Why.ALREADY_SEATED
    stage.join(people[1], table)
    stage.do(Leave(people[1].id, table))
    assert stage.scene(table).status == "closed"
    copy = reopen(stage, people[1], "two left", "stones")
    stage.wait(EMPTY)
    assert stage.scene(copy).status == "closed"


def test_a_game_of_those_who_are_left_resumes_without_the_others(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    stage.do(Resign(people[0].id, table))
    stage.do(Save(people[1].id, table, "two left"))
    reopen(stage, people[1], "two left", "stones")
    stage.join(people[1], table)
    stage.join(people[2], table)
    assert stage.scene(table).status == "playing"
    stage.play(table, Draw(), Draw(), Draw())


def test_a_seat_held_for_its_player_is_free_again_after_a_while(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage, absence=Absence(held=30_000))
    stage.lose(ann)
    ann = stage.back(ann)
    reopen(stage, ann)
    stage.join(ann, table)
    stage.lose(ann)
    stage.wait(30_000)
    assert stage.story(table).endswith("Reopened Sat Went Stood Closed")
    copy = reopen(stage, ben)
    stage.join(ben, copy)
    stage.join(stage.back(ann), copy)
    assert [seat and seat.away for seat in stage.scene(copy).seats] == [0, 0]


# Saves that go on.


def test_a_save_may_go_on_and_is_in_play_meanwhile(stage: Stage) -> None:
    table, (ann, ben) = going_on(stage)
    assert stage.scene(table).status == "playing"
    assert stage.refused(Reopen(ann.id, "our game", "cups")) is Why.SAVE_IN_PLAY
    stage.do(Resign(ann.id, table))
    assert stage.refused(Reopen(ann.id, "our game", "cups")) is Why.SAVE_IN_PLAY
    stage.do(Leave(ann.id, table))
    stage.do(Leave(ben.id, table))
    assert reopen(stage, ann) != table


def test_once_the_seed_is_known_a_copy_gets_new_dice(stage: Stage) -> None:
    table, (ann, ben) = going_on(stage)
    old = stage.table(table).seed
    stage.play(table, Lift(), Lift())
    stage.do(Leave(ann.id, table))
    stage.do(Leave(ben.id, table))
    copy = reopen(stage, ann)
    reopened = stage.log(copy)[0]
    assert isinstance(reopened, records.Reopened)
    assert stage.table(copy).seed != old
    assert stage.table(copy).dice.key == dice_key(stage.table(copy).seed)
    assert reopened.commitment == commitment(stage.table(copy).seed) == stage.table(copy).sheet.commitment
    assert reopened.seed == old.hex()
    stage.join(ann, copy)
    stage.join(ben, copy)
    stage.play(copy, Shake(), Shake())
    assert stage.scene(table).status == "finished"


def test_a_save_of_a_deserted_game_is_brought_back_when_that_was_put_away(stage: Stage) -> None:
    table, (ann, ben) = going_on(stage)
    seed, position = stage.table(table).seed, stage.table(table).dice.position
    stage.play(table, Shake())
    stage.lose(ann, ben)
    ann = stage.back(ann)
    assert stage.refused(Reopen(ann.id, "our game", "cups")) is Why.SAVE_IN_PLAY
    stage.lose(ann)
    stage.wait(ALL_GONE)
    copy = reopen(stage, stage.back(ann))
    assert stage.story(table).endswith("Saved")
    assert (stage.table(copy).seed, stage.table(copy).dice.position) == (seed, position)


def test_a_finished_game_keeps_its_result_when_its_save_is_brought_back(stage: Stage) -> None:
    table, (ann, ben) = going_on(stage)
    stage.lose(ann)
    stage.wait(60_000)
    assert stage.scene(table).status == "finished"
    stage.do(Leave(ben.id, table))
    assert stage.refused(Reopen(stage.enter("zoe").id, "our game", "cups")) is Why.NO_SUCH_SAVE
    reopen(stage, ben)
    assert stage.story(table).endswith("Dropped Ended")
    listing = stage.journal.table(table)
    assert listing is not None
    assert listing.status == "finished"


def test_a_deserted_copy_makes_room_for_the_next_one(stage: Stage) -> None:
    table, (ann, ben) = going_on(stage)
    stage.lose(ann, ben)
    stage.wait(ALL_GONE)
    ann = stage.back(ann)
    first = reopen(stage, ann)
    second = reopen(stage, ann)
    assert list(stage.hall.tables) == [second]
    stage.join(ann, second)
    assert stage.refused(Reopen(ann.id, "our game", "cups")) is Why.SAVE_IN_PLAY
    assert len({table, first, second}) == 3


def test_a_game_brought_back_can_be_saved_again(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage)
    reopen(stage, ann)
    stage.join(ann, table)
    stage.join(ben, table)
    stage.play(table, Shake())
    assert stage.refused(Save(ann.id, table, "our game")) is Why.SAVE_EXISTS
    stage.do(Save(ann.id, table, "later"))
    assert reopen(stage, ann, "later") == table
    stage.join(ann, table)
    assert stage.refused(Reopen(ben.id, "later", "cups")) is Why.SAVE_IN_PLAY


# Saves and restarts.


def test_a_copy_survives_a_restart(stage: Stage) -> None:
    table, (ann, ben) = going_on(stage)
    stage.lose(ann, ben)
    stage.wait(ALL_GONE)
    ann = stage.back(ann)
    copy = reopen(stage, ann)
    stage.join(ann, copy)
    assert stage.restart(down=1000) == []
    assert stage.scene(copy).status == "waiting"
    assert stage.refused(Reopen(stage.back(ann).id, "our game", "cups")) is Why.SAVE_IN_PLAY
    stage.join(stage.back(ben), copy)
    stage.play(copy, Shake())
    assert stage.restart(down=1000) == []
    assert stage.scene(copy).status == "playing"
    assert table not in stage.hall.tables


def test_a_copy_put_away_and_brought_back_survives_a_restart(stage: Stage) -> None:
    _, (ann, ben) = going_on(stage)
    stage.lose(ann, ben)
    ann, ben = stage.back(ann), stage.back(ben)
    stage.lose(ann, ben)
    stage.wait(ALL_GONE)
    ann, ben = stage.back(ann), stage.back(ben)
    copy = reopen(stage, ann)
    stage.join(ann, copy)
    stage.join(ben, copy)
    stage.do(Save(ann.id, copy, "copied"))
    assert reopen(stage, ann, "copied") == copy
    assert stage.restart(down=1000) == []
    assert copy in stage.hall.tables


def test_saves_survive_a_restart(stage: Stage) -> None:
    put_away(stage)
    before = dict(stage.hall.saves)
    stage.restart(down=1000)
    assert {key: save.name for key, save in stage.hall.saves.items()} == {("cups", "our game"): "our game"}
    assert stage.hall.saved_seeds == {bytes.fromhex(save.seed) for save in before.values()}


def test_a_save_is_still_in_play_after_a_restart(stage: Stage) -> None:
    table, (ann, ben) = put_away(stage)
    reopen(stage, ann)
    stage.join(ann, table)
    stage.restart(down=1000)
    stage.back(ann)
    assert stage.refused(Reopen(stage.back(ben).id, "our game", "cups")) is Why.SAVE_IN_PLAY


def test_saves_of_different_games_may_have_one_name(stage: Stage) -> None:
    put_away(stage)
    table, (cat, _) = stage.party("cat", "dan")
    stage.do(Save(cat.id, table, "our game"))
    assert set(stage.hall.saves) == {("cups", "our game"), ("tictactoe", "our game")}


def test_a_private_tables_save_is_for_those_who_played_there(stage: Stage) -> None:
    ann, ben, zoe = stage.enter("ann"), stage.enter("ben"), stage.enter("zoe")
    table = stage.open(ann, private=True)
    stage.join(ben, table, code=stage.table(table).sheet.code)
    stage.do(Save(ann.id, table, "ours"))
    assert stage.refused(Reopen(zoe.id, "ours", "tictactoe")) is Why.NO_SUCH_SAVE
    assert reopen(stage, ben, "ours", "tictactoe") == table


def test_nobody_sees_the_throws_of_a_rated_game_in_a_copy_of_it(stage: Stage) -> None:
    """Saved twice; one copy is played to see what is thrown: the other counts for nobody any more."""
    table, (ann, ben) = going_on(stage)
    stage.do(Save(ann.id, table, "the real one"))
    for name in ("our game", "the real one"):
        copy = reopen(stage, ann, name)
        assert not stage.table(copy).sheet.rated, name
        stage.join(ann, copy)
        stage.join(ben, copy)
        stage.play(copy, Lift(), Lift())
        for person in (ann, ben):
            stage.do(Leave(person.id, copy))


def test_strangers_do_not_keep_a_save_that_nobody_else_wants(stage: Stage) -> None:
    ann, tim = stage.enter("ann"), stage.enter(kind="stranger")
    table = stage.open(ann, "cups")
    stage.join(tim, table, name="tim")
    stage.do(Save(ann.id, table, "our game"))
    stage.do(Delete("cups", "our game", ann.id))
    assert stage.hall.saves == {}
