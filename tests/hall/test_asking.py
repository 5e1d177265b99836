"""Who waits for somebody is asked what shall become of the game, if their door has words for it."""

import pytest

from tablehall.games.api import Absence
from tablehall.hall import commands
from tablehall.hall.commands import Claim
from tablehall.hall.refusals import Why
from tablehall.hall.verify import seal, unseal, verify
from tests.hall.parlour import GAMES, Draw
from tests.hall.stage import Somebody, Stage


@pytest.fixture
def staffed(stage: Stage) -> Stage:
    stage.employ()
    return stage


def asking(stage: Stage) -> tuple[int, Somebody, Somebody]:
    """Ann waits, asked after a minute, for Ben, who is away; she has made a move."""
    ann, ben = stage.enter("ann", asks=True), stage.enter("ben", asks=True)
    table = stage.open(ann, absence=Absence(grace=60_000))
    stage.join(ben, table)
    stage.play(table, 0)
    stage.lose(ben)
    stage.wait(60_000)
    return table, ann, ben


def test_nobody_is_forfeited_behind_their_back(stage: Stage) -> None:
    table, ann, ben = asking(stage)
    assert stage.story(table).endswith("Went Asked")
    stage.wait(24 * 3_600_000)
    assert stage.scene(table).status == "playing"
    stage.back(ben)
    seat = stage.scene(table).seats[1]
    assert seat is not None
    assert (seat.away, seat.overdue) == (0, 0)
    assert stage.refused(Claim(ann.id, table, "win")) is Why.NOBODY_OVERDUE


def test_who_waits_may_claim_the_win(stage: Stage) -> None:
    table, ann, ben = asking(stage)
    stage.do(Claim(ann.id, table, "win"))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "absent")
    assert stage.story(table).endswith("Asked Claimed Dropped Ended")
    assert stage.hall.people.by_id[ben.id].profile.scores["tictactoe"].lost == 1
    verify(unseal(seal(stage.journal.log(table))), GAMES)


def test_or_call_it_a_draw(stage: Stage) -> None:
    table, ann, _ = asking(stage)
    stage.do(Claim(ann.id, table, "draw"))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "absent")
    verify(unseal(seal(stage.journal.log(table))), GAMES)


def test_or_wait_on_and_is_asked_again(stage: Stage) -> None:
    table, ann, _ = asking(stage)
    stage.do(Claim(ann.id, table, "wait"))
    assert stage.refused(Claim(ann.id, table, "win")) is Why.NOBODY_OVERDUE
    stage.wait(60_000)
    assert stage.story(table).endswith("Asked Claimed Asked")


def test_or_have_a_bot_go_on(staffed: Stage) -> None:
    table, ann, ben = asking(staffed)
    staffed.do(Claim(ann.id, table, "bot"))
    assert staffed.story(table).endswith("Asked Claimed Replaced")
    seat = staffed.scene(table).seats[1]
    assert seat is not None
    assert (seat.bot, seat.name) == (1, "ben")
    missed = staffed.hall.people.by_id[ben.id].profile.missed
    assert [(told.table, told.how) for told in missed] == [(table, "replaced")]
    assert table not in staffed.hall.people.by_id[staffed.back(ben).id].tables


def test_there_may_be_no_bot_to_go_on(stage: Stage) -> None:
    table, ann, _ = asking(stage)
    assert stage.refused(Claim(ann.id, table, "bot")) is Why.NO_BOTS


def test_the_question_lapses_when_who_waits_goes(stage: Stage) -> None:
    table, ann, _ = asking(stage)
    stage.lose(ann)
    stage.wait(5000)
    ann = stage.back(ann, asks=True)
    assert stage.refused(Claim(ann.id, table, "win")) is Why.NOBODY_OVERDUE
    stage.wait(60_000)
    stage.do(Claim(ann.id, table, "win"))


def test_the_door_of_who_waits_decides_whether_they_are_asked(stage: Stage) -> None:
    ann, ben = stage.enter("ann", kind="visitor"), stage.enter("ben", asks=True)
    table = stage.open(ann, absence=Absence(grace=60_000))
    stage.join(ben, table)
    stage.lose(ben)
    stage.wait(60_000)
    assert stage.scene(table).status == "finished"


def test_whoever_is_left_alone_is_asked_too(stage: Stage) -> None:
    people = [stage.enter(name, asks=True) for name in "abc"]
    table = stage.open(people[0], "stones", seats=3, absence=stage.patient(alone=20_000))
    for person in people[1:]:
        stage.join(person, table)
    stage.play(table, Draw())
    stage.lose(people[0], people[2])
    stage.wait(20_000)
    assert stage.story(table).endswith("Asked Asked")
    stage.wait(100_000)
    assert stage.refused(Claim(people[0].id, table, "win")) is Why.NOBODY_OVERDUE
    stage.do(Claim(people[1].id, table, "win"))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (1,)


def test_whoever_was_away_hears_what_became_of_it(stage: Stage) -> None:
    table, ann, ben = asking(stage)
    stage.do(Claim(ann.id, table, "win"))
    stage.restart()
    told = stage.hall.people.by_id[ben.id].profile.missed
    assert [(m.table, m.game, m.players, m.how, m.why) for m in told] == [
        (table, "tictactoe", ("ann", "ben"), "lost", "absent")
    ]
    ben = stage.back(ben)
    stage.do(commands.Seen(ben.id))
    assert stage.hall.people.by_id[ben.id].profile.missed == ()
    assert stage.hall.people.by_id[ann.id].profile.missed == ()


def test_whoever_missed_a_private_game_is_told_what_opens_its_log(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, private=True)
    code = stage.hall.tables[table].sheet.code
    stage.join(ben, table, code=code)
    stage.lose(ben)
    stage.do(commands.Resign(ann.id, table))
    (told,) = stage.hall.people.by_id[ben.id].profile.missed
    assert (told.how, told.code) == ("won", code)
    assert code
