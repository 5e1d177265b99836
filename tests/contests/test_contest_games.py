"""The games of a contest: turns, tokens, deadlines, points, logs, leaving, and slow players."""

from collections import Counter

import pytest

from tablehall.contests.roster import Client
from tablehall.contests.settings import ContestSettings
from tablehall.games.mia import (
    ROLL,
    SEE,
    ActualDice,
    Announce,
    Announced,
    Loss,
    Lost,
    Rolls,
    WantsToSee,
    game,
)
from tablehall.hall import commands, notices, records
from tablehall.hall.verify import verify
from tests.contests.arena import HOST, Arena, quick_move

GAMES = {"mia": game}


def test_the_token_of_a_turn_answers_nothing_else() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    first = arena.who(arena.on_turn)
    other = next(who for who in arena.match.players if who is not first)
    token = arena.match.turn_token
    assert arena.contest.referee.answer(other, token, ROLL, arena.now) is None
    assert arena.contest.referee.answer(first, arena.match.token, ROLL, arena.now) is None
    assert arena.contest.referee.answer(first, "", ROLL, arena.now) is None
    arena.answer(first.name, ROLL)
    assert arena.match.turn_token == token, "one token for the whole turn"
    arena.answer(first.name, Announce((3, 2)))
    assert arena.match.turn_token != token
    assert arena.contest.referee.answer(first, token, ROLL, arena.now) is None


def test_nobody_can_answer_when_the_game_is_over() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    first, token = arena.who(arena.on_turn), arena.match.turn_token
    arena.answer(first.name, None)
    assert arena.contest.referee.answer(first, token, ROLL, arena.now) is None
    assert arena.contest.referee.answer(first, "", ROLL, arena.now) is None


def test_nonsense_from_the_player_on_turn_is_an_invalid_turn() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    first = arena.match.asked
    arena.answer(arena.on_turn, None)
    assert arena.events()[-1] == Lost((first,), Loss.INVALID_TURN)


def test_a_move_out_of_turn_order_is_an_invalid_turn() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    first = arena.match.asked
    arena.answer(arena.on_turn, Announce((3, 2)))
    assert arena.events()[-1] == Lost((first,), Loss.INVALID_TURN)


def test_by_the_rules_of_maexchen_nonsense_is_only_dropped() -> None:
    arena = Arena(rules="maexchen")
    arena.begin("anna", "bob")
    who = arena.who(arena.on_turn)
    assert arena.contest.referee.answer(who, arena.match.turn_token, None, arena.now) is None
    assert arena.contest.referee.answer(who, arena.match.turn_token, Announce((3, 2)), arena.now) is None
    assert arena.on_turn == who.name


def test_an_answer_may_take_250_ms_from_when_the_question_was_sent() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    first = arena.on_turn
    arena.wait(250)
    arena.answer(first, ROLL)
    arena.wait(250)
    arena.answer(first, Announce((3, 2)))
    second = arena.match.asked
    arena.wait(251)
    assert arena.events()[-1] == Lost((second,), Loss.DID_NOT_TAKE_TURN)


def test_a_grace_can_be_added() -> None:
    arena = Arena(ContestSettings(grace=100))
    arena.register("anna", "bob")
    arena.wait(351)
    arena.join("anna", "bob")
    arena.wait(350)
    assert arena.contest.running
    arena.wait(1)
    assert arena.events()[-1].reason == Loss.DID_NOT_TAKE_TURN


def test_who_rolls_and_does_not_announce_is_out() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    first = arena.match.asked
    arena.answer(arena.on_turn, ROLL)
    arena.wait(251)
    assert arena.events()[-1] == Lost((first,), Loss.DID_NOT_ANNOUNCE)
    assert arena.match.asked != first


def test_a_second_roll_starts_the_time_anew() -> None:
    arena = Arena(seed=3)
    arena.begin("anna", "bob")
    first = arena.on_turn
    arena.wait(200)
    arena.answer(first, ROLL)
    arena.wait(200)
    arena.answer(first, ROLL)
    arena.wait(200)
    arena.answer(first, Announce((3, 1)))
    assert arena.events()[-1] == Announced(arena.match.players.index(arena.who(first)), (3, 1))


def test_everybody_who_did_not_lose_gets_a_point() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    loser, *others = [who.name for who in arena.match.players]
    assert arena.on_turn == loser
    arena.answer(loser, ROLL)
    arena.answer(loser, Announce((6, 6)))
    arena.answer(others[0], SEE)
    bluff = next(event for event in arena.events() if isinstance(event, ActualDice)).dice != (6, 6)
    lost = loser if bluff else others[0]
    assert arena.points() == {name: int(name != lost) for name in (loser, *others)}
    assert WantsToSee(1) in arena.events()


def test_the_score_is_of_the_players_of_the_game_the_most_points_first() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    arena.play(50)
    for match in arena.over:
        assert {name for name, _ in match.totals} == {"anna", "bob", "carl"}
        assert match.totals == sorted(match.totals, key=lambda total: (-total[1], total[0]))
    assert dict(arena.over[-1].totals) == arena.points()


def test_a_game_is_remembered_when_it_is_over_and_not_before() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    assert arena.journal.live_tables() == []
    table = arena.match.table.sheet.table
    arena.answer(arena.on_turn, ROLL)
    assert arena.journal.log(table) == []
    who = arena.who(arena.on_turn)
    decision = arena.contest.referee.answer(who, arena.match.turn_token, None, arena.now)
    assert decision is not None
    assert [seq for number, seq, _ in decision.records if number == table] == [0, 1, 2, 3, 4, 5]
    assert {fact.row().kind for fact in decision.facts} == {"standing", "contest", "hall"}
    told_later = [type(news.record) for _, news in decision.notices if isinstance(news, notices.Happened)]
    assert told_later == [records.Ended]
    arena.do(decision)
    verify(arena.journal.log(table), GAMES)


def test_no_table_gets_the_number_of_another_after_a_crash() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    arena.play(5)
    again = Arena(journal=arena.journal, now=arena.now + 1000, seed=2)
    again.wait(1)
    again.play(5)
    assert len(again.logs()) == 10


def test_the_points_can_be_counted_again_from_the_logs() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl", "dora")
    arena.play(100)
    arena.wait(5000)
    counted: Counter[str] = Counter()
    for lines in arena.logs():
        table = verify(lines, GAMES)
        assert table.scene.outcome is not None
        for seat, points in zip(table.scene.seats, table.scene.outcome.scores, strict=True):
            assert seat is not None
            counted[seat.name] += points
    assert dict(counted) == {name: points for name, points in arena.points().items() if points}


def test_a_log_with_blunders_and_missed_deadlines_can_be_verified() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl", "dora")
    arena.answer(arena.on_turn, None)
    arena.wait(251)
    arena.do(arena.contest.register.unregister(arena.who(arena.on_turn), arena.now))
    (lines,) = arena.logs()
    kinds = [type(records.decode(line)) for line in lines]
    assert kinds[3:] == [records.Blundered, records.Expired, records.Dropped, records.Ended]
    verify(lines, GAMES)


@pytest.mark.parametrize("rolled", [False, True])
def test_who_leaves_on_their_turn_is_out_at_once(rolled: bool) -> None:
    arena = Arena(seed=5)
    arena.begin("anna", "bob", "carl")
    seat, who = arena.match.asked, arena.who(arena.on_turn)
    if rolled:
        arena.answer(who.name, ROLL)
    arena.do(arena.contest.register.unregister(who, arena.now))
    loss = Loss.DID_NOT_ANNOUNCE if rolled else Loss.DID_NOT_TAKE_TURN
    assert arena.events()[-1] == Lost((seat,), loss)


def test_who_leaves_out_of_turn_is_out_when_their_turn_would_have_come() -> None:
    arena = Arena(seed=5)
    arena.begin("anna", "bob", "carl")
    first, second = arena.match.players[0], arena.match.players[1]
    arena.do(arena.contest.register.unregister(second, arena.now))
    assert not any(isinstance(event, Lost) for event in arena.events())
    arena.answer(first.name, ROLL)
    arena.answer(first.name, Announce((3, 2)))
    assert arena.events()[-1] == Lost((1,), Loss.DID_NOT_TAKE_TURN)
    assert arena.match.asked == 2


def test_who_left_may_come_back_for_the_next_game() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    arena.play(3)
    arena.do(arena.contest.register.unregister(arena.who("anna"), arena.now))
    arena.register("anna")
    arena.wait(600)
    arena.play(10)
    assert sum(arena.points().values()) == len(arena.over)
    assert arena.points()["anna"] == arena.contest.roster.standing("anna").points


def test_who_moves_to_another_port_gets_a_new_token_and_keeps_the_time() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    who, token = arena.who(arena.on_turn), arena.match.turn_token
    arena.wait(200)
    arena.do(arena.contest.register.program(Client("door", (HOST, 4711)), who.name, arena.now))
    assert arena.contest.referee.renewed(arena.match) != token
    assert arena.contest.referee.answer(who, token, ROLL, arena.now) is None
    arena.wait(50)
    assert arena.contest.running
    arena.wait(1)
    assert arena.events()[-1].reason == Loss.DID_NOT_TAKE_TURN


def a_moment(arena: Arena) -> None:
    """Everybody who is invited joins, and who is on turn answers, but never a sleeper."""
    if arena.contest.window.inviting:
        arena.join(*[name for name in arena.invited() if arena.who(name).invitation])
        if not arena.contest.running:
            arena.wait(251)
    for match in list(arena.contest.running.values()):
        name = match.players[match.asked].name
        if match.turn_token and not name.startswith("sleeper"):
            arena.answer(name, quick_move(match.state))
    arena.wait(1)


def sleeper_arena(*others: str) -> Arena:
    """Three missed turns later: `sleeper` joins every game and never answers."""
    arena = Arena()
    arena.register(*others, "sleeper")
    while arena.who("sleeper").lapses < 3:
        a_moment(arena)
    return arena


def test_who_joins_but_never_answers_does_not_hold_up_the_others() -> None:
    arena = sleeper_arena("anna", "bob", "carl", "dora")
    begun, before = arena.now, len(arena.over)
    while arena.now - begun < 10_000:
        a_moment(arena)
    games = arena.over[before:]
    assert len(games) > 500, "a game takes some ten milliseconds, not 250"
    assert any("sleeper" in [who.name for who in match.players] for match in games)


def tables(arena: Arena) -> list[set[str]]:
    """Who plays with whom now."""
    return [{who.name for who in match.players} for match in arena.contest.running.values()]


def test_who_is_slow_waits_for_others_of_the_kind_before_a_quick_one_has_to_sit_with_them() -> None:
    arena, quick, slow = Arena(), ("anna", "bob", "carl"), ("sleeper1", "sleeper2")
    arena.register(*quick, *slow, "sleeper3")
    for name in (*slow, "sleeper3"):
        arena.who(name).lapses = 3
    arena.wait(251)
    arena.join(*quick, *slow)  # the third one dreams
    arena.wait(251)
    assert tables(arena) == [set(quick), set(slow)]
    begun = arena.now
    while len(arena.contest.running) == 2:
        a_moment(arena)
    assert tables(arena) == [set(slow)], "the quick ones are free again"
    arena.join(*quick, "sleeper3")
    assert tables(arena) == [set(slow), set(quick)]
    while arena.who("sleeper3").match is None:
        a_moment(arena)
    assert arena.now - begun < 300
    assert set(map(frozenset, tables(arena))) == {frozenset(quick), frozenset((*slow, "sleeper3"))}


def test_with_too_few_others_everybody_sits_together() -> None:
    arena = sleeper_arena("anna", "bob")
    while not arena.contest.window.inviting:
        arena.wait(251)
    arena.join("anna", "bob", "sleeper")
    assert {who.name for who in arena.match.players} == {"anna", "bob", "sleeper"}


def test_who_answers_again_sits_with_everybody_again() -> None:
    arena = sleeper_arena("anna", "bob", "carl", "dora")
    arena.play(40)
    assert arena.who("sleeper").lapses == 0
    assert any(len(match.players) == 5 for match in arena.over[-10:])


def test_a_closed_table_is_a_game_that_never_was() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    arena.ask(commands.Close(arena.match.table.sheet.table))
    assert arena.points() == {}
    assert arena.contest.window.inviting


def test_a_contest_can_begin_anew() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    arena.play(5)
    arena.join(*arena.invited())
    arena.ask(commands.Reset("mia"))
    assert arena.points() == {}
    arena.answer(arena.on_turn, None)
    assert arena.points() == {}, "a game that began before does not count"
    assert not arena.journal.kept()["standing"]
    arena.play(1)
    assert sum(arena.points().values()) == 1
    assert arena.contest.games <= 3


def test_a_contest_can_have_a_title() -> None:
    arena = Arena()
    arena.ask(commands.Retitle("mia", "Friday night"))
    assert Arena(journal=arena.journal).contest.title == "Friday night"
    assert arena.ask(commands.Retitle("mia", "x" * 81)).refused is not None
    assert arena.ask(commands.Retitle("chess", "x")).refused is not None


def test_a_lonely_contest_is_filled_by_the_house() -> None:
    arena = Arena(ContestSettings(fill=3))
    arena.register("anna")
    arena.join("anna")
    assert sorted(who.name for who in arena.match.players) == ["anna", "house-honest", "house-threshold"]
    begun = len(arena.over)
    while len(arena.over) < begun + 20:
        if arena.contest.window.inviting:
            arena.join("anna")
        for match in list(arena.contest.running.values()):
            if match.turn_token and match.players[match.asked].name == "anna":
                arena.answer("anna", quick_move(match.state))
        arena.wait(1)
    assert Rolls(0) in arena.events()
    assert arena.points()["house-honest"] > 0
    taken = arena.contest.register.program(Client("door", (HOST, 9)), "house-honest", arena.now)
    assert taken.refused is not None


def test_the_house_does_not_play_alone() -> None:
    arena = Arena(ContestSettings(fill=3))
    arena.wait(10_000)
    assert not arena.contest.running
    assert arena.invitations() == 0


def test_the_house_stays_away_from_a_full_table() -> None:
    arena = Arena(ContestSettings(fill=2))
    arena.begin("anna", "bob")
    assert {who.name for who in arena.match.players} == {"anna", "bob"}


def test_a_game_among_programs_leaves_the_hall_no_alarm() -> None:
    arena = Arena()
    arena.begin("anna", "bert")
    assert arena.hall.tables
    assert arena.hall.alarms.next() is None
