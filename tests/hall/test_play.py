"""At the table: moves, resigning, taking back, drawing, playing again."""

import pytest

from tablehall.games.api import Rule
from tablehall.games.board import BoardNo, Place
from tablehall.hall import commands, records
from tablehall.hall.clock import ClockSpec
from tablehall.hall.commands import Act, Answer, Leave, Propose, Resign, Save, Say, Watch
from tablehall.hall.hall import Limits
from tablehall.hall.notices import Happened
from tablehall.hall.refusals import Why
from tests.hall.parlour import Draw, Fist, Lift, Shake, Shaken
from tests.hall.stage import Stage


def test_a_move_is_told_to_everybody_at_the_table(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    cat = stage.enter("cat")
    stage.do(Watch(cat.id, table))
    stage.news.clear()
    stage.act(ann, table, Place(1, 1))
    for person, seat in ((ann, 0), (ben, 1), (cat, None)):
        ((news, eyes),) = stage.news[person.conn]
        assert isinstance(news, Happened)
        assert eyes == seat
        assert isinstance(news.record, records.Moved)
        assert news.record.seat == 0
        assert news.scene.state.marks == (0b10000, 0)


def test_a_move_may_come_as_json(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.act(ann, table, b'{"type":"place","r":0,"c":2}')
    assert stage.scene(table).last == (0, Place(0, 2))


def test_the_rules_refuse_with_their_own_reasons(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0)
    assert stage.refused(Act(ann.id, table, Place(1, 1))) is Rule.NOT_YOUR_TURN
    assert stage.refused(Act(ben.id, table, Place(0, 0))) is BoardNo.TAKEN
    assert stage.refused(Act(ben.id, table, Place(3, 0))) is BoardNo.OFF_BOARD


def test_a_refused_move_puts_the_dice_back(stage: Stage) -> None:
    table, (ann, ben) = stage.party(game="cups")
    before = stage.table(table).dice.position
    for _ in range(40):
        assert stage.refused(Act(ben.id, table, Shake())) is Rule.NOT_ALLOWED
    assert stage.table(table).dice.position == before
    assert stage.table(table).dice.thrown == []
    stage.act(ann, table, Shake())


def test_everybody_notices_only_what_they_may(stage: Stage) -> None:
    table, (ann, ben) = stage.party(game="cups")
    stage.act(ann, table, Shake())
    news = stage.heard(ben, Happened)[-1]
    (event,) = news.events
    mine, theirs, public = (news.game.witness(event, seat) for seat in (0, 1, None))
    assert mine is not None
    assert mine.die in range(1, 7)
    assert theirs == public == Shaken(0, None)


def test_what_was_thrown_is_in_the_log(stage: Stage) -> None:
    table, _ = stage.party(game="cups")
    stage.play(table, Shake(), Shake(), Lift(), Lift())
    throws = [len(record.throws) for record in stage.log(table) if hasattr(record, "throws")]
    assert throws == [2, 1, 1, 0, 0]


def test_several_may_act_at_once(stage: Stage) -> None:
    table, (ann, ben) = stage.party(game="morra")
    stage.act(ben, table, Fist(3))
    assert stage.refused(Act(ben.id, table, Fist(4))) is Rule.NOT_YOUR_TURN
    stage.act(ann, table, Fist(1))
    assert stage.scene(table).state.points == (0, 1)
    assert stage.scene(table).turn.seats == (0, 1)


def test_the_end_reveals_the_seed(stage: Stage) -> None:
    table, (_, ben) = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    ended = stage.log(table)[-1]
    assert isinstance(ended, records.Ended)
    assert ended.seed == stage.known[table].seed.hex()
    assert (ended.outcome.winners, ended.outcome.reason) == ((0,), "line")
    assert stage.refused(Act(ben.id, table, Place(2, 2))) is Why.FINISHED


def test_whoever_resigns_loses(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Resign(ben.id, table))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 2), "resigned")
    assert stage.refused(Resign(ann.id, table)) is Why.FINISHED


def test_the_others_play_on_if_the_rules_say_how(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    stage.do(Resign(people[1].id, table))
    assert stage.scene(table).status == "playing"
    stage.play(table, Draw(), Draw(), Draw())
    assert stage.scene(table).state.heaps[1] == 0
    stage.do(Leave(people[2].id, table))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "last")


def test_whoever_is_out_has_no_say_in_the_game(stage: Stage) -> None:
    table, (one, two, three) = stage.party("a", "b", "c", game="stones")
    stage.play(table, Draw(), Draw(), Draw())
    stage.do(Resign(one.id, table))
    assert stage.refused(Resign(one.id, table)) is Why.FINISHED
    assert stage.refused(Save(one.id, table, "mine")) is Why.FINISHED
    assert stage.refused(Propose(one.id, table, "draw")) is Why.NOT_ON_OFFER
    stage.do(Propose(three.id, table, "draw"))
    assert stage.refused(Answer(one.id, table, False)) is Why.NOTHING_PROPOSED
    stage.do(Say(one.id, table, "good luck"))
    stage.do(Answer(two.id, table, True))
    assert stage.scene(table).status == "finished"


def test_whoever_has_left_the_table_is_no_longer_at_it(stage: Stage) -> None:
    table, (one, two, _) = stage.party("a", "b", "c", game="stones")
    stage.do(Leave(one.id, table))
    assert stage.refused(Resign(one.id, table)) is Why.NOT_SEATED
    assert stage.refused(Save(one.id, table, "mine")) is Why.NOT_SEATED
    assert stage.refused(Propose(one.id, table, "draw")) is Why.NOT_SEATED
    assert stage.refused(Say(one.id, table, "hello?")) is Why.NOT_HERE
    stage.do(Propose(two.id, table, "draw"))
    assert stage.refused(Answer(one.id, table, False)) is Why.NOT_SEATED


# Taking back.


def test_a_move_is_taken_back_by_consent(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0)
    before = stage.scene(table)
    stage.play(table, 4)
    stage.do(Propose(ben.id, table, "takeback"))
    assert stage.scene(table).state.marks == (1, 16)
    stage.do(Answer(ann.id, table, True))
    after = stage.scene(table)
    assert (after.state, after.turn, after.last) == (before.state, before.turn, before.last)
    assert after.proposal is None
    stage.play(table, 8)
    assert stage.story(table).endswith("Moved Moved Proposed Answered TakenBack Moved")


def test_taking_back_undoes_the_answer_to_it_too(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0, 4)
    stage.do(Propose(ann.id, table, "takeback"))
    stage.do(Answer(ben.id, table, True))
    assert stage.scene(table).state.marks == (0, 0)
    assert stage.refused(Propose(ann.id, table, "takeback")) is Why.NOT_ON_OFFER


def test_the_dice_go_back_with_the_move(stage: Stage) -> None:
    table, people = stage.party(game="stones")
    before = stage.table(table).dice.position
    stage.play(table, Draw())
    seat, _ = stage.scene(table).last or (0, None)
    heaps = stage.scene(table).state.heaps
    stage.do(Propose(people[seat].id, table, "takeback"))
    stage.do(Answer(people[1 - seat].id, table, True))
    assert stage.table(table).dice.position == before
    stage.play(table, Draw())
    assert stage.scene(table).state.heaps == heaps


def test_a_declined_proposal_is_gone(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0)
    stage.do(Propose(ann.id, table, "takeback"))
    stage.do(Answer(ben.id, table, False))
    assert stage.refused(Answer(ben.id, table, True)) is Why.NOTHING_PROPOSED
    assert stage.scene(table).state.marks == (1, 0)


def test_a_proposal_can_be_withdrawn(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.do(Propose(ann.id, table, "draw"))
    stage.do(Answer(ann.id, table, False))
    assert stage.scene(table).proposal is None


def test_a_move_declines_whatever_is_proposed(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Propose(ann.id, table, "draw"))
    stage.play(table, 0)
    assert stage.refused(Answer(ben.id, table, True)) is Why.NOTHING_PROPOSED


def test_nobody_agrees_with_himself(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.do(Propose(ann.id, table, "draw"))
    assert stage.refused(Answer(ann.id, table, True)) is Why.NOTHING_PROPOSED
    assert stage.refused(Propose(ann.id, table, "draw")) is Why.NOTHING_PROPOSED


# A draw.


def test_a_draw_is_agreed_on(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Propose(ann.id, table, "draw"))
    stage.do(Answer(ben.id, table, True))
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 1), "agreement")


def test_proposing_the_same_is_agreeing(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Propose(ann.id, table, "draw"))
    stage.do(Propose(ben.id, table, "draw"))
    assert stage.scene(table).status == "finished"


def test_everybody_has_to_agree(stage: Stage) -> None:
    table, (one, two, three) = stage.party("a", "b", "c", game="stones")
    stage.do(Propose(one.id, table, "draw"))
    stage.do(Answer(three.id, table, True))
    assert stage.scene(table).status == "playing"
    stage.do(Answer(two.id, table, True))
    assert stage.scene(table).status == "finished"


# Playing again.


def test_a_rematch_rotates_the_seats(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones", title="Stones!")
    while stage.scene(table).status == "playing":
        stage.play(table, Draw())
    stage.do(Propose(people[1].id, table, "rematch"))
    stage.do(Answer(people[0].id, table, True))
    fresh = stage.do(Answer(people[2].id, table, True)).result
    assert [seat.name for seat in fresh.scene.seats] == ["b", "c", "a"]
    assert fresh.scene.status == "playing"
    assert fresh.sheet.title == "Stones!"
    assert fresh.seed != stage.known[table].seed


def test_a_rematch_keeps_what_was_agreed_on(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    clock = ClockSpec("total", 60_000, 500)
    table = stage.open(
        ann, "cups", options={"sides": 20}, clock=clock, private=True, spectators=False, rated=False, name="A"
    )
    stage.join(ben, table, code=stage.table(table).sheet.code, name="B")
    stage.do(Resign(ben.id, table))
    stage.do(Propose(ann.id, table, "rematch"))
    fresh = stage.do(Answer(ben.id, table, True)).result
    sheet = fresh.sheet
    assert (sheet.options.sides, sheet.clock, sheet.spectators, sheet.rated) == (20, clock, False, False)
    assert sheet.code not in ("", stage.known[table].sheet.code)
    assert [seat.name for seat in fresh.scene.seats] == ["B", "A"]
    assert fresh.scene.status == "playing"


def test_there_is_one_rematch_only(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Resign(ben.id, table))
    stage.do(Propose(ann.id, table, "rematch"))
    stage.do(Answer(ben.id, table, True))
    assert stage.refused(Propose(ann.id, table, "rematch")) is Why.NOTHING_PROPOSED
    assert len(stage.hall.tables) == 2


@pytest.mark.parametrize("way", [Resign, Leave])
def test_nobody_plays_again_without_having_agreed(stage: Stage, way: type) -> None:
    table, (one, two, three) = stage.party("a", "b", "c", game="stones")
    stage.do(way(one.id, table))
    while stage.scene(table).status == "playing":
        stage.play(table, Draw())
    stage.do(Propose(two.id, table, "rematch"))
    stage.do(Answer(three.id, table, True))
    assert len(stage.hall.tables) == 1
    assert stage.hall.people.by_id[one.id].tables <= {table}


def test_no_rematch_with_somebody_who_is_not_here(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Resign(ben.id, table))
    stage.do(Propose(ben.id, table, "rematch"))
    stage.lose(ben)
    stage.do(Answer(ann.id, table, True))
    assert len(stage.hall.tables) == 1


def test_no_rematch_in_a_full_hall() -> None:
    stage = Stage(Limits(tables=1))
    table, (ann, ben) = stage.party()
    stage.do(Resign(ben.id, table))
    stage.open(ann)
    stage.do(Propose(ann.id, table, "rematch"))
    stage.do(Answer(ben.id, table, True))
    assert len(stage.hall.tables) == 2


def test_the_hall_goes_by_its_own_time(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.hall.handle(commands.WatchLobby(99), stage.now + 5000)
    stage.act(ann, table, Place(0, 0))
    assert stage.log(table)[-1].at == stage.now + 5000
