"""People at a contest: they sit down with programs, at a person's pace."""

from tablehall.contests.roster import Client
from tablehall.contests.settings import ContestSettings
from tablehall.games.mia import ROLL, Loss
from tablehall.hall import commands, notices, records
from tablehall.hall.notices import News
from tablehall.hall.refusals import Why
from tests.contests.arena import Arena, quick_move

ANNA, EVE = 11, 12


def heard(arena: Arena, conn: int, kind: type[News]) -> list[News]:
    return [news for news, _ in arena.to_people.get(conn, ()) if isinstance(news, kind)]


def enter(arena: Arena, name: str = "anna", conn: int = ANNA) -> int:
    """A person comes in and takes part."""
    person = arena.guest(name, conn)
    assert arena.ask(commands.Compete(person, "mia")).refused is None
    return person


def play_programs(arena: Arena, ms: int) -> None:
    """Every program joins and answers; people do nothing."""
    for _ in range(ms):
        if arena.contest.window.inviting:
            arena.join(*[n for n in arena.invited() if arena.who(n).invitation])
        for match in list(arena.contest.running.values()):
            who = match.players[match.asked]
            if match.turn_token and who.part == "program":
                arena.answer(who.name, quick_move(match.state))
        arena.wait(1)


def test_a_person_is_seated_like_everybody_and_told_so() -> None:
    arena = Arena()
    person = enter(arena)
    arena.register("bob")
    arena.join("bob")
    assert {who.name for who in arena.match.players} == {"anna", "bob"}
    (seated,) = heard(arena, ANNA, notices.Seated)
    assert isinstance(seated, notices.Seated)
    assert seated.scene.status == "playing"
    assert seated.scene.seat_of(person) is not None


def annas_turn() -> tuple[Arena, int]:
    """Anna, a person, plays against a program, and it is her turn."""
    arena = Arena(seed=7)
    person = enter(arena)
    arena.register("bob")
    arena.join("bob")
    while arena.on_turn != "anna":
        arena.answer("bob", quick_move(arena.match.state))
    return arena, person


def test_a_person_plays_by_the_ordinary_act_at_their_own_pace() -> None:
    arena, person = annas_turn()
    table = arena.match.table
    arena.wait(29_000)
    assert arena.ask(commands.Act(person, table.sheet.table, ROLL)).refused is None
    news = heard(arena, ANNA, notices.Happened)[-1]
    assert isinstance(news, notices.Happened)
    assert isinstance(news.record, records.Moved)
    arena.wait(30_001)
    assert arena.events()[-1].reason in (Loss.DID_NOT_ANNOUNCE, Loss.MIA)


def test_programs_keep_their_250_ms_at_a_persons_table() -> None:
    arena = Arena()
    enter(arena)
    arena.register("bob", "carl")
    arena.wait(251)
    arena.join("bob", "carl")
    while arena.on_turn == "anna":
        arena.wait(30_001)
    assert arena.on_turn in ("bob", "carl")
    arena.wait(251)
    assert arena.events()[-1].reason == Loss.DID_NOT_TAKE_TURN


def test_a_person_does_not_hold_up_the_programs() -> None:
    arena = Arena()
    arena.register("bob", "carl", "dora", "emil", "fred", "gina")
    play_programs(arena, 600)
    enter(arena)
    play_programs(arena, 3000)
    slow = [match for match in arena.contest.running.values() if match.slow]
    assert [len(match.players) for match in slow] == [4]
    assert len(arena.over) > 100
    assert all("anna" not in [who.name for who in match.players] for match in arena.over[-100:])


def test_a_person_rests_after_a_game_and_is_seated_again() -> None:
    arena = Arena(ContestSettings(person_pause=3000))
    enter(arena)
    arena.register("bob")
    arena.join("bob")
    while arena.contest.running:
        play_programs(arena, 10)
        arena.wait(30_001)
    assert not arena.contest.running
    ended = arena.now
    while not arena.contest.running:
        if arena.contest.window.inviting:
            arena.join("bob")
        arena.wait(10)
    assert arena.who("anna").match is not None
    assert arena.now - ended <= 3100


def test_who_never_answers_no_longer_takes_part() -> None:
    arena = Arena()
    person = enter(arena)
    arena.register("bob")
    for _ in range(400):
        play_programs(arena, 5)
        arena.wait(1000)
    assert person not in arena.contest.roster.people
    assert "anna" not in arena.contest.roster.players


def test_two_people_can_play_without_any_program() -> None:
    arena = Arena()
    enter(arena)
    assert not arena.contest.running
    enter(arena, "eve", EVE)
    assert {who.name for who in arena.match.players} == {"anna", "eve"}


def test_a_lonely_person_plays_with_the_house() -> None:
    arena = Arena(ContestSettings(fill=3))
    enter(arena)
    assert len(arena.match.players) == 3


def test_a_name_of_a_program_is_taken() -> None:
    arena = Arena()
    arena.register("anna")
    person = arena.guest("anna", ANNA)
    assert arena.ask(commands.Compete(person, "mia")).refused is Why.NAME_TAKEN
    guest = arena.guest("two words", EVE)
    assert arena.ask(commands.Compete(guest, "mia")).refused is Why.BAD_NAME
    assert arena.ask(commands.Compete(guest, "chess")).refused is Why.NO_SUCH_CONTEST
    assert arena.ask(commands.Compete(4711, "mia")).refused is Why.WHO_ARE_YOU
    enter(arena, "bella", 13)
    refused = arena.contest.register.program(Client("door", ("10.0.0.1", 1)), "bella", arena.now)
    assert refused.refused is Why.NAME_TAKEN


def test_a_person_may_leave_in_the_middle_of_a_game() -> None:
    arena = Arena()
    person = enter(arena)
    arena.register("bob")
    arena.join("bob")
    assert arena.ask(commands.Compete(person, "mia", on=False)).refused is None
    play_programs(arena, 600)
    assert arena.points()["bob"] == 1
    assert "anna" not in arena.contest.roster.players
    assert arena.ask(commands.Compete(person, "mia", on=False)).refused is Why.NOT_HERE


def test_a_person_whose_connection_is_lost_is_not_seated_again() -> None:
    arena = Arena()
    enter(arena)
    arena.register("bob")
    arena.ask(commands.Lost(ANNA))
    play_programs(arena, 2000)
    assert not arena.contest.running
    arena.wait(60_000)
    assert "anna" not in arena.contest.roster.players


def test_a_game_of_a_contest_cannot_be_put_away() -> None:
    arena = Arena()
    person = enter(arena)
    arena.register("bob")
    arena.join("bob")
    save = commands.Save(person, arena.match.table.sheet.table, "mine")
    assert arena.ask(save).refused is Why.IN_CONTEST


def test_who_follows_a_contest_is_shown_a_game_every_second() -> None:
    arena = Arena()
    eve = arena.guest("eve", EVE)
    assert arena.ask(commands.Follow(eve, "mia")).refused is None
    arena.register("anna", "bob")
    play_programs(arena, 5000)
    shown = heard(arena, EVE, notices.Seated)
    assert 4 <= len(shown) <= 6
    assert len(arena.over) > 50
    seats = {seat for news, seat in arena.to_people[EVE]}
    assert seats == {None}
    ended = [
        news
        for news in heard(arena, EVE, notices.Happened)
        if isinstance(news, notices.Happened) and isinstance(news.record, records.Ended)
    ]
    assert len(ended) >= 4
    assert arena.ask(commands.Follow(eve, "mia", on=False)).refused is None
    play_programs(arena, 3000)
    assert len(heard(arena, EVE, notices.Seated)) == len(shown)
    assert arena.ask(commands.Follow(eve, "chess")).refused is Why.NO_SUCH_CONTEST
    assert arena.ask(commands.Follow(4711, "mia")).refused is Why.WHO_ARE_YOU


def test_only_the_tables_of_people_are_in_the_lobby() -> None:
    arena = Arena()
    arena.guest("eve", EVE)
    arena.ask(commands.WatchLobby(EVE))
    arena.register("bob", "carl")
    arena.wait(251)
    arena.join("bob", "carl")
    assert not heard(arena, EVE, notices.Listed)
    enter(arena)
    play_programs(arena, 1000)
    assert heard(arena, EVE, notices.Listed)


def test_a_stall_of_the_hall_costs_a_person_no_time() -> None:
    arena, person = annas_turn()
    table = arena.match.table.sheet.table
    arena.wait(29_000)
    arena.hall.decided = arena.do
    arena.now += 60_000
    arena.hall.stood_still(60_000)
    arena.wait(900)
    assert arena.on_turn == "anna"
    assert arena.ask(commands.Act(person, table, ROLL)).refused is None
