"""Coming to a contest: names, addresses, invitations, and those who do not answer."""

import pytest

from tablehall.contests import notices as contest_notices
from tablehall.contests.roster import Client
from tablehall.contests.settings import ContestSettings
from tablehall.hall.refusals import Why
from tablehall.protocols.mia.words import good_name
from tests.contests.arena import HOST, Arena


@pytest.mark.parametrize("name", ["a", "x" * 20, "Ångström-7", "日本語のボット", "🎲" * 20, "a|b", "-", "'"])
def test_a_name_has_up_to_twenty_printable_characters(name: str) -> None:
    assert good_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 21,
        "a b",
        "a\tb",
        "a\u00a0b",
        "a\u2003b",
        "a,b",
        "a;b",
        "a:b",
        "a\x00b",
        "a\u200bb",
        "\udcff",
    ],
)
def test_a_name_has_no_blank_comma_semicolon_or_colon(name: str) -> None:
    assert not good_name(name)
    assert Arena().contest.register.program(Client("door", (HOST, 1)), name, 0).refused is Why.BAD_NAME


def test_whoever_registers_is_invited_once_they_know_that_they_are_registered() -> None:
    arena = Arena()
    arena.do(arena.contest.register.program(Client("door", (HOST, 1)), "anna", arena.now))
    kinds = [type(news) for news in arena.news]
    assert kinds == [contest_notices.Enlisted, contest_notices.Invited]


def test_a_name_belongs_to_the_address_that_registered_it() -> None:
    arena = Arena()
    arena.register("anna")
    refused = arena.contest.register.program(Client("door", ("10.0.0.2", 1)), "anna", arena.now)
    assert refused.refused is Why.NAME_TAKEN
    assert not refused.remembers()
    ((_, answer),) = refused.notices
    assert isinstance(answer, contest_notices.Rejected)


def test_the_same_name_from_the_same_host_moves_to_its_new_port() -> None:
    arena = Arena()
    arena.register("anna")
    who = arena.who("anna")
    arena.do(arena.contest.register.program(Client("door", (HOST, 4711)), "anna", arena.now))
    assert arena.who("anna") is who
    assert who.client.address == (HOST, 4711)
    assert list(arena.contest.roster.clients) == [("door", (HOST, 4711))]


def test_registering_again_from_the_same_port_changes_nothing() -> None:
    arena = Arena()
    arena.register("anna")
    again = arena.contest.register.program(arena.who("anna").client, "anna", arena.now)
    assert again.refused is None
    assert not again.remembers()


def test_another_name_from_the_same_port_replaces_the_old_one() -> None:
    arena = Arena()
    arena.register("anna")
    where = arena.who("anna").client.address
    arena.do(arena.contest.register.program(Client("door", where), "bella", arena.now))
    assert list(arena.contest.roster.players) == ["bella"]
    other = arena.contest.register.program(Client("door", ("10.0.0.2", 1)), "anna", arena.now)
    assert other.refused is None


def test_a_contest_has_only_so_many_places() -> None:
    arena = Arena(ContestSettings(players=2, spectators=1))
    arena.register("anna", "bob")
    full = arena.contest.register.program(Client("door", (HOST, 1)), "carl", arena.now)
    assert full.refused is Why.CONTEST_FULL
    assert arena.contest.register.program(Client("door", (HOST, 2)), "bob", arena.now).refused is None
    arena.do(arena.contest.register.spectator(Client("door", (HOST, 3)), "", arena.now))
    late = arena.contest.register.spectator(Client("door", (HOST, 4)), "", arena.now)
    assert late.refused is Why.CONTEST_FULL
    assert arena.contest.register.spectator(Client("door", (HOST, 3)), "", arena.now).refused is None


def test_everybody_has_a_token_of_their_own_and_no_other_is_accepted() -> None:
    arena = Arena()
    arena.register("anna", "bob")
    arena.wait(251)
    anna, bob = arena.who("anna"), arena.who("bob")
    assert anna.invitation != bob.invitation
    assert arena.contest.window.join(anna, bob.invitation, arena.now, play=True) is None
    assert arena.contest.window.join(anna, "", arena.now, play=True) is None
    assert arena.contest.window.joined == []
    arena.join("anna")
    assert arena.contest.window.joined == [anna]


def test_a_game_begins_as_soon_as_everybody_has_joined() -> None:
    arena = Arena()
    arena.begin("anna", "bob", "carl")
    assert {who.name for who in arena.match.players} == {"anna", "bob", "carl"}


def test_without_an_early_start_everybody_has_the_whole_window() -> None:
    arena = Arena(ContestSettings(early_start=False))
    arena.register("anna", "bob")
    arena.wait(300)
    arena.join("anna", "bob")
    assert not arena.contest.running
    arena.wait(260)
    assert arena.match.players


def test_whoever_does_not_join_in_the_window_does_not_play() -> None:
    arena = Arena()
    arena.register("anna", "bob", "carl")
    arena.wait(251)
    arena.join("anna", "bob")
    arena.wait(240)
    assert not arena.contest.running
    arena.wait(20)
    assert {who.name for who in arena.match.players} == {"anna", "bob"}
    assert [who.name for who in arena.match.onlookers] == ["carl"]


def test_a_game_that_nobody_joins_is_called_off_and_the_next_one_follows_at_once() -> None:
    arena = Arena()
    arena.register("anna", "bob")
    arena.wait(252)
    assert arena.called_off() == ["no_players"]
    assert arena.invitations() == 2


def test_a_game_with_one_player_is_called_off_without_a_point() -> None:
    arena = Arena()
    arena.register("anna")
    arena.join("anna")
    assert arena.called_off() == ["only_one_player"]
    assert arena.points() == {}
    assert not arena.hall.tables


def test_a_lonely_player_is_invited_four_times_a_second_and_no_more() -> None:
    arena = Arena()
    arena.register("anna")
    for _ in range(1000):
        if arena.contest.window.inviting:
            arena.join("anna")
        arena.wait(10)
    assert 39 <= arena.invitations() <= 41


def test_with_nobody_registered_the_contest_is_idle() -> None:
    arena = Arena()
    arena.do(arena.contest.register.spectator(Client("door", (HOST, 1)), "eve", arena.now))
    arena.wait(60_000)
    assert arena.invitations() == 0
    arena.register("anna")
    arena.do(arena.contest.register.unregister(arena.who("anna"), arena.now))
    invitations = arena.invitations()
    arena.wait(60_000)
    assert arena.invitations() == invitations


def next_invitation(arena: Arena) -> None:
    """Whoever is on turn blunders until everybody is invited again."""
    while not arena.contest.window.inviting:
        if arena.contest.running:
            arena.answer(arena.on_turn, None)
        else:
            arena.wait(1)


def miss(arena: Arena, times: int, *joining: str) -> None:
    """Only these join the next games."""
    for _ in range(times):
        next_invitation(arena)
        arena.join(*joining)
        if arena.contest.window.inviting:
            arena.wait(251)


def test_who_misses_three_invitations_is_parked_and_no_longer_waited_for() -> None:
    arena = Arena()
    arena.register("anna", "bob", "dead")
    miss(arena, 1)
    assert not arena.contest.parked(arena.who("dead"))
    miss(arena, 3, "anna", "bob")
    assert arena.contest.parked(arena.who("dead"))
    next_invitation(arena)
    assert "dead" in arena.invited()
    arena.join("anna", "bob")
    assert len(arena.match.players) == 2, "nobody waited for the dead"
    assert not arena.match.onlookers, "the parked hear nothing but invitations"


def test_a_join_in_time_unparks_even_if_the_game_has_begun() -> None:
    arena = Arena()
    arena.register("anna", "bob", "dead")
    miss(arena, 1)
    miss(arena, 3, "anna", "bob")
    next_invitation(arena)
    arena.join("anna", "bob")
    arena.wait(10)
    arena.join("dead")
    assert arena.who("dead").misses == 0
    assert len(arena.match.players) == 2


def park_latecomer() -> Arena:
    arena = Arena()
    arena.register("anna", "bob", "late")
    miss(arena, 1)
    miss(arena, 3, "anna", "bob")
    next_invitation(arena)
    assert arena.contest.parked(arena.who("late"))
    return arena


def test_a_join_that_comes_too_late_gives_one_more_chance() -> None:
    arena = park_latecomer()
    stale = arena.who("late").invitation
    arena.join("anna", "bob")
    next_invitation(arena)
    assert stale != arena.who("late").invitation
    assert arena.contest.window.join(arena.who("late"), stale, arena.now, play=True) is None
    assert not arena.contest.parked(arena.who("late"))
    miss(arena, 2, "anna", "bob")
    assert arena.contest.parked(arena.who("late"))


def test_who_is_always_late_is_waited_for_more_and_more_rarely() -> None:
    """One late client must not slow every game down to the length of the window."""
    arena = park_latecomer()
    late, begun, waited = arena.who("late"), arena.now, 0
    while arena.now - begun < 120_000:
        next_invitation(arena)
        arena.join("anna", "bob")
        if arena.contest.window.inviting:  # it is waited for, in vain
            waited += 1
            arena.wait(251)
        arena.wait(10)
        arena.contest.window.join(late, "too late", arena.now, play=True)
    assert 4 <= waited <= 10


def test_a_parked_client_is_forgotten_after_ten_minutes_of_silence_and_its_score_is_kept() -> None:
    arena = Arena()
    arena.begin("anna", "bob")
    arena.play(10)
    points = arena.points()
    arena.wait(600_000)
    assert set(arena.contest.roster.players) == {"anna", "bob"}
    arena.wait(60_000)
    assert not arena.contest.roster.players
    assert not arena.journal.kept()["contestant"]
    arena.register("anna", host="10.0.0.77")
    assert arena.contest.roster.standing("anna").points == points["anna"]


def test_who_is_heard_of_is_not_forgotten() -> None:
    arena = Arena()
    arena.register("anna")
    for _ in range(30):
        arena.wait(60_000)
        arena.who("anna").heard = arena.now
    assert "anna" in arena.contest.roster.players


def test_a_silent_spectator_is_forgotten_after_an_hour() -> None:
    arena = Arena()
    arena.do(arena.contest.register.spectator(Client("door", (HOST, 1)), "eve", arena.now))
    arena.wait(3_590_000)
    assert arena.contest.roster.spectators
    arena.wait(60_000)
    assert not arena.contest.roster.spectators


def test_spectators_are_invited_but_not_waited_for() -> None:
    arena = Arena()
    arena.do(arena.contest.register.spectator(Client("door", (HOST, 1)), "eve", arena.now))
    arena.begin("anna", "bob")
    assert "eve" in arena.invited()
    assert [who.name for who in arena.match.onlookers] == ["eve"]


def test_a_player_may_only_look_on_at_a_game() -> None:
    arena = Arena()
    arena.register("anna", "bob", "carl")
    arena.wait(251)
    carl = arena.who("carl")
    arena.do(arena.contest.window.join(carl, carl.invitation, arena.now, play=False))
    arena.join("anna", "bob")
    assert [who.name for who in arena.match.onlookers] == ["carl"]
    assert carl.misses == 0


def test_who_leaves_in_the_window_is_no_longer_waited_for() -> None:
    arena = Arena()
    arena.register("anna", "bob", "carl")
    arena.wait(251)
    arena.join("anna", "bob", "carl")
    arena.do(arena.contest.register.unregister(arena.who("carl"), arena.now))
    assert "carl" not in arena.contest.roster.players
    arena = Arena()
    arena.register("anna", "bob", "carl")
    arena.wait(251)
    arena.join("anna", "bob")
    arena.do(arena.contest.register.unregister(arena.who("carl"), arena.now))
    assert {who.name for who in arena.match.players} == {"anna", "bob"}


def test_everybody_is_known_again_after_a_restart() -> None:
    arena = Arena()
    arena.do(arena.contest.register.spectator(Client("door", (HOST, 1)), "", arena.now))
    arena.begin("anna", "bob")
    arena.play(20)
    arena.register("carl")
    arena.do(arena.contest.register.unregister(arena.who("carl"), arena.now))
    again = Arena(journal=arena.journal, now=arena.now + 5000, seed=2)
    assert again.points() == arena.points()
    assert again.contest.games == arena.contest.games - len(arena.contest.running)
    assert again.called_off() == ["no_players"], "what they were playing is over"
    again.wait(1)
    assert again.invited() == ["anna", "bob", ""]
    assert again.who("anna").client.address == arena.who("anna").client.address
    again.play(5)
    assert sum(again.points().values()) == sum(arena.points().values()) + 5
