"""People who come in through different doors, and what each door may do to their seats."""

from tablehall.hall import commands
from tablehall.hall.commands import Enter
from tablehall.hall.notices import Listed
from tests.hall.stage import Stage

HERE, THERE = frozenset({"tictactoe"}), frozenset({"cups"})


def ticket(stage: Stage, name: str) -> int:
    """The number of somebody's present visit."""
    return stage.hall.people.by_name[name].profile.ticket


def test_a_seat_that_this_door_cannot_bring_back_keeps_no_ticket(stage: Stage) -> None:
    vic, ann = stage.enter("vic", "visitor", games=HERE), stage.enter("ann")
    table = stage.open(vic)
    stage.join(ann, table)
    stage.lose(vic)
    assert not stage.do(Enter(8, "visitor", "vic", games=THERE, ticket_kept=-1)).result.returning
    stage.do(commands.Lost(8))
    assert stage.do(Enter(9, "visitor", "vic", games=HERE, ticket_kept=-1)).result.returning


def test_logging_out_gives_up_only_what_the_door_can_carry(stage: Stage) -> None:
    vic, ann = stage.enter("vic", "visitor", games=HERE), stage.enter("ann")
    table = stage.open(vic)
    stage.join(ann, table)
    stage.lose(vic)
    stage.do(Enter(9, "visitor", "vic", games=THERE))
    stage.do(commands.LogOut(vic.id))
    assert stage.scene(table).status == "playing"
    stage.do(Enter(10, "visitor", "vic", games=HERE))
    stage.do(commands.LogOut(vic.id))
    assert stage.scene(table).status == "finished"


def test_being_shown_out_gives_up_everything(stage: Stage) -> None:
    vic, ann = stage.enter("vic", "visitor", games=HERE), stage.enter("ann")
    table = stage.open(vic)
    stage.join(ann, table)
    stage.lose(vic)
    stage.do(Enter(9, "visitor", "vic", games=THERE))
    stage.do(commands.Kick(vic.id))
    assert stage.scene(table).status == "finished"


def test_whoever_was_here_when_the_hall_died_was_seen_then(stage: Stage) -> None:
    stage.enter("here", "visitor")
    gone = stage.enter("gone", "visitor")
    stage.lose(gone)
    stage.wait(60_000)
    tickets = ticket(stage, "here"), ticket(stage, "gone")
    stage.restart(down=5_000)
    assert stage.do(Enter(1, "visitor", "here", ticket_kept=1_000)).result.returning
    assert not stage.do(Enter(2, "visitor", "gone", ticket_kept=1_000)).result.returning
    assert ticket(stage, "here") == tickets[0]
    assert ticket(stage, "gone") > tickets[1]


def test_nobody_is_at_a_waiting_table_after_the_hall_died(stage: Stage) -> None:
    table = stage.open(stage.enter("vic", "visitor"))
    stage.restart()
    seat = stage.table(table).scene.seats[0]
    assert seat is not None
    assert seat.away == stage.now
    stage.join(stage.enter("ann"), table)
    stage.wait(stage.table(table).sheet.absence.grace)
    assert stage.scene(table).status == "finished"


def test_a_visitor_may_start_afresh_after_the_hall_died(stage: Stage) -> None:
    kept, given_up = (stage.open(stage.enter(name, "visitor", games=HERE)) for name in ("kim", "vic"))
    stage.restart()
    assert stage.do(Enter(8, "visitor", "kim", games=HERE)).result.returning
    entered = stage.do(Enter(9, "visitor", "vic", games=HERE, ticket_kept=-1, starts_afresh=True))
    assert not entered.result.returning
    assert kept in stage.hall.tables
    assert given_up not in stage.hall.tables


def test_the_lobby_hears_what_it_knew_of_a_table_before(stage: Stage) -> None:
    eve, ann, ben = (stage.enter(name) for name in ("eve", "ann", "ben"))
    stage.do(commands.WatchLobby(eve.conn))
    table = stage.open(ann)
    opened = stage.scene(table)
    stage.join(ben, table)
    stage.play(table, 0, 3, 1, 4, 2)
    first, second, third = stage.heard(eve, Listed)
    assert (first.before, first.scene) == (None, opened)
    assert (second.before, second.scene.status) == (opened, "playing")
    assert (third.before, third.change) == (second.scene, "gone")


def test_the_lobby_knows_after_a_restart_what_it_knew(stage: Stage) -> None:
    older, newer = (stage.open(stage.enter(name), start="asked") for name in ("ann", "ben"))
    changes = stage.hall.listings
    stage.restart()
    assert [*stage.hall.standing["tictactoe", "waiting"]] == [older, newer]
    eve = stage.enter("eve")
    stage.do(commands.WatchLobby(eve.conn))
    stage.join(eve, older)
    (news,) = stage.heard(eve, Listed)
    assert news.before is not None
    assert news.before.seats[0] is not None
    assert (news.before.seats[0].name, news.before.seats[1]) == ("ann", None)
    assert stage.hall.listings != changes
