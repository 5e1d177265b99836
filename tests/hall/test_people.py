"""Who is who: names, secrets, connections, and how long the hall knows somebody."""

import pytest

from tablehall.hall import commands
from tablehall.hall.commands import Enter
from tablehall.hall.deadlines import FORGOTTEN_AFTER
from tablehall.hall.names import good_name, reserved
from tablehall.hall.notices import Happened, Parted
from tablehall.hall.people import Kind, People, Profile
from tablehall.hall.refusals import Why
from tablehall.hall.terms import Terms
from tests.hall.stage import Stage

WEEK = 7 * 24 * 3600 * 1000


def test_a_guest_gets_a_secret_and_a_name_of_their_own(stage: Stage) -> None:
    ann = stage.enter("ann")
    assert len(ann.secret) == 36
    assert stage.refused(Enter(9, "guest", "ann")) is Why.NAME_TAKEN
    assert stage.refused(Enter(9, "visitor", "ann")) is Why.NAME_TAKEN
    stage.lose(ann)
    assert stage.refused(Enter(9, "guest", "ann")) is Why.NAME_TAKEN
    assert stage.refused(Enter(9, "visitor", "ann")) is Why.NAME_TAKEN


@pytest.mark.parametrize("kind", ["guest", "visitor"])
@pytest.mark.parametrize("name", ["Ann", "аnn", "keeper", "Hаllenwart"])
def test_nobody_is_taken_for_a_guest_or_for_the_house(stage: Stage, kind: Kind, name: str) -> None:
    ann = stage.enter("ann")
    assert stage.refused(Enter(9, kind, name)) is Why.NAME_TAKEN
    assert stage.enter("bot1").id != stage.enter("botl").id
    if not reserved(name):
        stage.lose(ann)
        stage.wait(FORGOTTEN_AFTER + 1)
        assert stage.enter(name, kind)


def test_visitors_are_told_apart_by_case(stage: Stage) -> None:
    assert stage.enter("ann", "visitor").id != stage.enter("Ann", "visitor").id


def test_nobody_sits_under_the_name_of_a_guest_or_of_the_house(stage: Stage) -> None:
    _, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(stage.enter("cat"), "tictactoe")
    for name in ("ann", "ANN", "аnn", "The House"):
        assert stage.refused(commands.Join(ben.id, table, name=name)) is Why.NAME_TAKEN
    stage.join(ben, table, name="Ben the Librarian")


def test_of_two_guests_called_alike_one_goes_and_the_other_keeps_the_name() -> None:
    """In halls of before names were compared there may be such guests."""
    people, first, second = People(), Profile(1, "guest", "ann"), Profile(2, "guest", "Ann")
    ann, other = people.know(first), people.know(second)
    people.forget(other)
    assert people.holder("ANN") is ann
    people.forget(ann)
    assert people.holder("ANN") is None


def test_a_guest_comes_back_with_their_secret(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.lose(ann)
    entered = stage.do(Enter(9, secret=ann.secret)).result
    assert (entered.person.id, entered.secret, entered.returning) == (ann.id, "", True)


def test_nobody_comes_in_with_a_wrong_secret(stage: Stage) -> None:
    stage.enter("ann")
    assert stage.refused(Enter(9, secret="not it")) is Why.UNKNOWN_SECRET
    assert stage.refused(Enter(9, secret="\ud800")) is Why.UNKNOWN_SECRET


def test_only_the_hash_of_a_secret_is_kept(stage: Stage) -> None:
    ann = stage.enter("ann")
    kept = stage.journal.kept()["person"][str(ann.id)]
    assert ann.secret.encode() not in kept
    assert b'"secret":"' in kept


def test_the_newest_connection_wins_and_the_old_one_is_told(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    newer = stage.back(ann)
    assert [news.why for news in stage.heard(ann, Parted)] == ["elsewhere"]
    stage.news.clear()
    stage.play(table, 0)
    assert len(stage.heard(newer, Happened)) == 1
    assert stage.heard(ann, Happened) == []


def test_the_old_connection_may_go_without_harm(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    newer = stage.back(ann)
    stage.lose(ann)
    assert stage.hall.people.by_conn[newer.conn].id == ann.id
    assert stage.story(table) == "Opened Sat Sat Started"


def test_one_connection_is_one_person(stage: Stage) -> None:
    ann = stage.enter("ann")
    assert stage.refused(Enter(ann.conn, "guest", "ben")) is Why.ALREADY_ENTERED
    assert stage.refused(Enter(ann.conn, secret=ann.secret)) is Why.ALREADY_ENTERED


def test_whoever_logs_out_may_come_in_again_over_the_same_connection(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.do(commands.LogOut(ann.id))
    stage.do(Enter(ann.conn, "guest", "ben"))
    assert stage.refused(commands.LogOut(999)) is Why.WHO_ARE_YOU


def test_a_visitor_needs_no_secret_while_nobody_uses_the_name(stage: Stage) -> None:
    first = stage.enter("vic", "visitor")
    assert first.secret == ""
    assert stage.refused(Enter(9, "visitor", "vic")) is Why.NAME_IN_USE
    assert stage.refused(Enter(9, "guest", "vic")) is Why.NAME_IN_USE
    stage.lose(first)
    assert stage.enter("vic", "visitor").id == first.id


def test_a_visitor_keeps_the_ticket_for_a_while(stage: Stage) -> None:
    ticket = stage.do(Enter(1, "visitor", "vic")).result.person.profile.ticket
    stage.do(commands.Lost(1))
    stage.wait(500)
    again = stage.do(Enter(2, "visitor", "vic", ticket_kept=500)).result
    assert (again.returning, again.person.profile.ticket) == (True, ticket)
    stage.do(commands.Lost(2))
    stage.wait(501)
    later = stage.do(Enter(3, "visitor", "vic", ticket_kept=500)).result
    assert not later.returning
    assert later.person.profile.ticket > ticket


def test_a_visitor_with_a_seat_keeps_the_ticket(stage: Stage) -> None:
    vic, ann = stage.enter("vic", "visitor"), stage.enter("ann")
    stage.join(ann, stage.open(vic))
    stage.lose(vic)
    stage.wait(1000)
    assert stage.do(Enter(9, "visitor", "vic")).result.returning


def test_after_logging_out_a_visitor_gets_a_new_ticket(stage: Stage) -> None:
    entered = stage.do(Enter(1, "visitor", "vic")).result
    ticket = entered.person.profile.ticket
    stage.do(commands.LogOut(entered.person.id))
    again = stage.do(Enter(2, "visitor", "vic", ticket_kept=10_000)).result
    assert not again.returning
    assert again.person.profile.ticket != ticket


def test_a_guest_takes_over_a_name_that_only_visitors_used(stage: Stage) -> None:
    vic = stage.enter("vic", "visitor")
    stage.lose(vic)
    guest = stage.enter("vic")
    assert guest.id == vic.id
    assert guest.secret
    stage.lose(guest)
    assert stage.refused(Enter(9, "visitor", "vic")) is Why.NAME_TAKEN


def test_a_visitor_whose_seat_waits_is_not_taken_over(stage: Stage) -> None:
    vic, ann = stage.enter("vic", "visitor"), stage.enter("ann")
    stage.join(ann, stage.open(vic))
    stage.lose(vic)
    assert stage.refused(Enter(9, "guest", "vic")) is Why.NAME_IN_USE


def test_strangers_have_secrets_but_no_names(stage: Stage) -> None:
    one, two = stage.enter(kind="stranger"), stage.enter(kind="stranger")
    assert one.id != two.id
    assert one.secret != two.secret
    assert stage.hall.people.by_name == {}
    table = stage.open(one, name="x")
    assert stage.refused(commands.Join(two.id, table)) is Why.BAD_NAME
    stage.join(two, table, name="y")


def test_a_stranger_comes_back_only_as_a_stranger(stage: Stage) -> None:
    guest, stranger = stage.enter("ann"), stage.enter(kind="stranger")
    assert stage.refused(Enter(9, "guest", secret=stranger.secret)) is Why.UNKNOWN_SECRET
    assert stage.refused(Enter(9, "stranger", secret=guest.secret)) is Why.UNKNOWN_SECRET
    assert stage.back(stranger, kind="stranger").id == stranger.id


def test_a_strangers_name_must_be_readable_if_there_is_one(stage: Stage) -> None:
    assert stage.refused(Enter(1, "stranger", "a\nb")) is Why.BAD_NAME
    assert stage.refused(Enter(1, "stranger", "x" * 21)) is Why.BAD_NAME
    stage.enter("sam", "stranger")


def test_a_stranger_without_a_seat_is_forgotten_after_leaving(stage: Stage) -> None:
    stranger = stage.enter(kind="stranger")
    stage.lose(stranger)
    assert stage.hall.people.by_id == {}
    assert stage.journal.kept()["person"] == {}
    assert stage.refused(Enter(9, "stranger", secret=stranger.secret)) is Why.UNKNOWN_SECRET


def test_a_strangers_seat_waits_for_them_as_long_as_the_table_lives(stage: Stage) -> None:
    one, two = stage.enter(kind="stranger"), stage.enter(kind="stranger")
    table = stage.open(one, name="x")
    stage.join(two, table, name="y")
    stage.lose(one)
    assert stage.hall.people.by_id[one.id].tables == {table}
    stage.do(commands.Close(table))
    assert list(stage.hall.people.by_id) == [two.id]


def test_a_stranger_who_has_results_is_forgotten_after_a_restart_all_the_same(stage: Stage) -> None:
    one, two = stage.enter(kind="stranger"), stage.enter(kind="stranger")
    table = stage.open(one, name="x")
    stage.join(two, table, name="y")
    stage.play(table, 0, 3, 1, 4, 2)
    stage.restart()
    stage.wait(60_000)
    assert stage.hall.people.by_id == {}
    assert stage.journal.kept()["person"] == {}


def test_a_guest_without_results_is_forgotten_after_a_week(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.lose(ann)
    stage.wait(FORGOTTEN_AFTER - 1)
    assert stage.hall.people.by_name["ann"].id == ann.id
    stage.wait(1)
    assert stage.hall.people.by_id == {}
    assert stage.journal.kept()["person"] == {}


def test_an_alarm_that_rings_late_forgets_nobody_too_early(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.lose(ann)
    stage.oversleep(30_001)
    assert stage.back(ann).id == ann.id


def test_a_guest_is_still_known_long_after_a_restart(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.restart(down=1000)
    stage.wait(3_600_000)
    assert stage.back(ann).id == ann.id


def test_a_guest_with_results_is_never_forgotten(stage: Stage) -> None:
    table, people = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    stage.lose(*people)
    stage.wait(10 * WEEK)
    assert set(stage.hall.people.by_name) == {"ann", "ben"}


def test_a_guest_whose_game_outlasts_the_week_is_forgotten_when_it_is_over(stage: Stage) -> None:
    ann, ben = stage.enter("ann"), stage.enter("ben")
    table = stage.open(ann, rated=False, game="stones", absence=stage.patient(all_gone=2 * WEEK))
    stage.join(ben, table)
    stage.lose(ann, ben)
    stage.wait(5 * WEEK)
    assert stage.scene(table).status == "closed"
    assert stage.hall.people.by_id == {}


def test_coming_back_stops_the_forgetting(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.lose(ann)
    stage.wait(WEEK - 1)
    stage.back(ann)
    stage.wait(WEEK)
    assert "ann" in stage.hall.people.by_name


def test_the_keeper_shows_somebody_out(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(commands.Kick(ann.id))
    assert [news.why for news in stage.heard(ann, Parted)] == ["kicked"]
    outcome = stage.scene(table).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    stage.do(commands.Kick(ben.id))
    assert stage.refused(commands.Kick(999)) is Why.WHO_ARE_YOU


def test_whoever_was_shown_out_is_heard_no_more(stage: Stage) -> None:
    waiting = stage.open(stage.enter("ann"))
    ben = stage.enter("ben")
    stage.do(commands.Kick(ben.id))
    late = [
        commands.Open(ben.id, Terms("tictactoe")),
        commands.Join(ben.id, waiting),
        commands.Watch(ben.id, waiting),
        commands.Leave(ben.id, waiting),
        commands.Say(ben.id, waiting, "wait!"),
        commands.Reopen(ben.id, "game", "tictactoe"),
    ]
    assert {stage.refused(command) for command in late} == {Why.WHO_ARE_YOU}


def test_a_closing_hall_lets_nobody_in(stage: Stage) -> None:
    stage.hall.closing = True
    assert stage.refused(Enter(1, "guest", "ann")) is Why.CLOSING


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("a", True),
        ("x" * 20, True),
        ("Björk", True),
        ("two words", True),
        ("李小龍", True),
        ("", False),
        ("x" * 21, False),
        (" a", False),
        ("a ", False),
        ("a\tb", False),
        ("a\0", False),
        ("\u202eabc", False),
        ("Bjo\u0308rk", False),
        ("\ud800", False),
    ],
)
def test_a_name_is_something_people_can_read(stage: Stage, name: str, good: bool) -> None:
    assert good_name(name) is good
    decision = stage.ask(Enter(1, "guest", name))
    assert decision.refused is (None if good else Why.BAD_NAME)


def test_a_door_may_allow_longer_names(stage: Stage) -> None:
    assert stage.enter("x" * 64, longest_name=64)


def test_a_stranger_is_forgotten_with_the_game_that_was_put_away(stage: Stage) -> None:
    ann, sam = stage.enter("ann"), stage.enter(kind="stranger")
    table = stage.open(ann, absence=stage.patient())
    stage.join(sam, table, name="sam")
    stage.lose(sam)
    stage.do(commands.Save(ann.id, table, "our game"))
    assert sam.id in stage.hall.people.by_id
    stage.do(commands.Delete("tictactoe", "our game"))
    assert sam.id not in stage.hall.people.by_id
    assert str(sam.id) not in stage.journal.kept()["person"]


def test_a_stranger_who_was_out_of_the_game_is_still_known_after_a_restart(stage: Stage) -> None:
    ann, ben, sam = stage.enter("ann"), stage.enter("ben"), stage.enter(kind="stranger")
    table = stage.open(ann, "stones", seats=3)
    stage.join(ben, table)
    stage.join(sam, table, name="sam")
    stage.do(commands.Resign(sam.id, table))
    assert stage.scene(table).status == "playing"
    stage.restart(down=1000)
    assert stage.back(sam, kind="stranger").id == sam.id


def test_whoever_is_forgotten_leaves_no_alarm_behind(stage: Stage) -> None:
    sam = stage.enter(kind="stranger")
    stage.open(sam, name="sam")
    stage.lose(sam)
    assert stage.hall.people.by_id == {}
    assert ("person", sam.id) not in stage.hall.alarms


def test_a_stranger_on_their_way_back_is_known_when_their_saved_game_is_brought_back(stage: Stage) -> None:
    ann, sam = stage.enter("ann"), stage.enter(kind="stranger")
    table = stage.open(ann)
    stage.join(sam, table, name="sam")
    stage.do(commands.Save(ann.id, table, "our game"))
    stage.restart()
    stage.do(commands.Reopen(stage.back(ann).id, "our game", "tictactoe"))
    assert stage.back(sam, kind="stranger").id == sam.id


def test_a_stranger_on_their_way_back_is_known_when_the_game_they_are_out_of_is_saved(stage: Stage) -> None:
    ann, ben, sam = stage.enter("ann"), stage.enter("ben"), stage.enter(kind="stranger")
    table = stage.open(ann, "stones", seats=3)
    stage.join(ben, table)
    stage.join(sam, table, name="sam")
    stage.do(commands.Resign(sam.id, table))
    stage.restart()
    stage.do(commands.Save(stage.back(ann).id, table, "our game", put_away=False))
    assert stage.back(sam, kind="stranger").id == sam.id
