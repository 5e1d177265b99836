"""Games that are remembered when they are over: not a line on disk before, everything after."""

from tablehall.games.mia import ROLL, SEE, Announce, game
from tablehall.hall import commands, notices
from tablehall.hall.deadlines import wake
from tablehall.hall.recovery import recover
from tablehall.hall.terms import Terms
from tablehall.hall.verify import verify
from tests.contests.arena import Arena

ANNA, BOB = 11, 12


def duel(arena: Arena) -> tuple[int, int, int]:
    """Two people at a table of their own, without any contest: anna begins."""
    anna, bob = arena.guest("anna", ANNA), arena.guest("bob", BOB)
    table = arena.ask(commands.Open(anna, Terms("mia", 2))).result.sheet.table
    assert arena.ask(commands.Join(bob, table)).refused is None
    return anna, bob, table


def test_nothing_is_remembered_of_a_running_game() -> None:
    arena = Arena()
    anna, _, table = duel(arena)
    rolled = arena.ask(commands.Act(anna, table, ROLL))
    assert not rolled.remembers()
    assert [type(news) for _, news in rolled.notices] == [notices.Happened]
    assert arena.journal.log(table) == []
    assert arena.journal.table(table) is None


def test_the_whole_game_is_remembered_at_its_end() -> None:
    arena = Arena()
    anna, bob, table = duel(arena)
    arena.ask(commands.Act(anna, table, ROLL))
    arena.ask(commands.Act(anna, table, Announce((6, 6))))
    ended = arena.ask(commands.Act(bob, table, SEE))
    assert [seq for number, seq, _ in ended.records if number == table] == list(range(8))
    listing = arena.journal.table(table)
    assert listing is not None
    assert listing.status == "finished"
    assert verify(arena.journal.log(table), {"mia": game}).scene.outcome is not None
    assert table in arena.hall.tables, "the players may look at it a while"


def test_after_a_crash_a_running_game_never_was() -> None:
    arena = Arena()
    anna, _, table = duel(arena)
    arena.ask(commands.Act(anna, table, ROLL))
    again = Arena(journal=arena.journal, now=arena.now + 1000)
    assert table not in again.hall.tables
    assert not again.hall.people.by_id[anna].tables


def test_a_closed_game_leaves_its_log() -> None:
    arena = Arena()
    _, _, table = duel(arena)
    arena.ask(commands.Close(table))
    listing = arena.journal.table(table)
    assert listing is not None
    assert listing.status == "closed"
    assert len(arena.journal.log(table)) == 5


def test_a_saved_game_is_on_disk_and_goes_on_move_by_move() -> None:
    arena = Arena()
    anna, bob, table = duel(arena)
    arena.ask(commands.Act(anna, table, ROLL))
    saved = arena.ask(commands.Save(anna, table, "later"))
    assert saved.refused is None
    assert len(arena.journal.log(table)) == 6
    again = Arena(journal=arena.journal, now=arena.now + 1000)
    for person, conn in ((anna, ANNA), (bob, BOB)):
        again.hall.people.attach(again.hall.people.by_id[person], conn)
    assert again.ask(commands.Reopen(anna, "later", "mia")).refused is None
    for person in (anna, bob):
        assert again.ask(commands.Join(person, table)).refused is None
    announced = again.ask(commands.Act(anna, table, Announce((3, 2))))
    assert announced.records, "from its save on it is remembered move by move"
    third = Arena(journal=again.journal, now=again.now + 1000)
    assert third.hall.tables[table].scene.state.claim.dice == (3, 2)


def test_a_copy_that_is_saved_while_the_game_goes_on_is_on_disk_too() -> None:
    arena = Arena()
    anna, _, table = duel(arena)
    arena.ask(commands.Act(anna, table, ROLL))
    arena.ask(commands.Save(anna, table, "copy", put_away=False))
    assert [remembered.number for remembered in arena.journal.live_tables()] == [table]
    arena.ask(commands.Act(anna, table, Announce((3, 2))))
    assert len(arena.journal.log(table)) == 7
    decision, problems = recover(arena.hall, arena.journal.kept(), arena.journal.live_tables(), arena.now)
    assert not problems
    arena.do(decision)
    arena.do(wake(arena.hall, arena.now))
