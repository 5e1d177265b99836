"""Games of a contest are remembered when they are over; a table of people is on disk move by move."""

from tablehall.games.mia import ROLL, SEE, Announce, game
from tablehall.hall import commands
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


def test_every_move_of_people_is_remembered_before_it_is_told() -> None:
    arena = Arena()
    anna, _, table = duel(arena)
    assert len(arena.journal.log(table)) == 4
    rolled = arena.ask(commands.Act(anna, table, ROLL))
    assert [seq for _, seq, _ in rolled.records] == [4]


def test_after_a_crash_people_go_on_with_the_throw_they_have_seen() -> None:
    arena = Arena()
    anna, bob, table = duel(arena)
    arena.ask(commands.Act(anna, table, ROLL))
    thrown = arena.hall.tables[table].scene.state
    arena.ask(commands.Say(anna, table, "beat that"))
    again = Arena(journal=arena.journal, now=arena.now + 1000)
    assert again.hall.tables[table].scene.state == thrown
    assert [said.text for said in again.hall.tables[table].chat] == ["beat that"]
    again.ask(commands.Enter(ANNA, secret=arena.secrets["anna"]))
    again.ask(commands.Enter(BOB, secret=arena.secrets["bob"]))
    assert again.ask(commands.Act(anna, table, Announce((6, 6)))).refused is None
    assert again.ask(commands.Act(bob, table, SEE)).refused is None
    listing = again.journal.table(table)
    assert listing is not None
    assert listing.status == "finished"
    assert verify(again.journal.log(table), {"mia": game}).scene.outcome is not None
