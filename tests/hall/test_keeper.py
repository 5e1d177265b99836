"""What only the keeper of the hall may ask for: bans, and a hall that empties."""

import pytest

from tablehall.contests.notices import Withdrawn
from tablehall.contests.roster import Client
from tablehall.hall.commands import Ban, Dismiss, Drain, Enter, Open, Unban
from tablehall.hall.notices import Parted
from tablehall.hall.refusals import Why
from tablehall.hall.terms import Terms
from tests.contests.arena import Arena
from tests.hall.stage import Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def arena() -> Arena:
    return Arena()


def test_who_is_banned_is_shown_out_and_gives_up_their_seats(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Ban("ann"))
    assert [news.why for news in stage.heard(ann, Parted)] == ["kicked"]
    assert stage.scene(table).status == "finished"
    assert not stage.heard(ben, Parted)


def test_who_was_away_when_banned_gives_up_their_seats_too(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.lose(ann)
    stage.do(Ban("ann"))
    assert stage.scene(table).status == "finished"


def test_whoever_has_a_banned_name_at_a_table_only_is_shown_out(stage: Stage) -> None:
    ann, zoe = stage.enter("ann"), stage.enter(kind="stranger")
    table = stage.open(ann)
    stage.join(zoe, table, name="zoe")
    stage.do(Ban("zoe"))
    assert [news.why for news in stage.heard(zoe, Parted)] == ["kicked"]
    assert stage.refused(Enter(99, "stranger", secret=zoe.secret)) is Why.UNKNOWN_SECRET


def test_a_ban_of_an_address_concerns_no_names(stage: Stage) -> None:
    ann = stage.enter("ann")
    stage.do(Ban(address="192.0.2.7"))
    assert not stage.heard(ann, Parted)
    assert stage.hall.bans.bar_address("192.0.2.7", stage.now)
    assert stage.hall.bans.bar_address("::ffff:192.0.2.7", stage.now)
    assert not stage.hall.bans.bar_address("192.0.2.8", stage.now)


def test_a_ban_lapses(stage: Stage) -> None:
    stage.do(Ban("ann", "192.0.2.7", until=stage.now + 1000))
    stage.wait(999)
    assert stage.refused(Enter(99, "guest", "ann")) is Why.BANNED
    assert stage.hall.bans.bar_address("192.0.2.7", stage.now)
    stage.wait(1)
    assert not stage.hall.bans.bar_address("192.0.2.7", stage.now)
    stage.enter("ann")


def test_lapsed_bans_are_forgotten_with_the_next_one(stage: Stage) -> None:
    stage.do(Ban("ann", until=stage.now + 1000))
    stage.wait(1000)
    stage.do(Ban("zoe"))
    assert list(stage.hall.bans.names) == ["zoe"]
    assert set(stage.journal.kept()["ban"]) == {"name/zoe"}


def test_a_lifted_ban_is_forgotten(stage: Stage) -> None:
    stage.do(Ban("ann", "192.0.2.7"))
    stage.do(Unban("ann"))
    stage.enter("ann")
    assert stage.hall.bans.bar_address("192.0.2.7", stage.now)
    stage.do(Unban(address="192.0.2.7"))
    assert not stage.journal.kept().get("ban")


def test_bans_outlast_a_restart_and_lapse_while_the_hall_is_down(stage: Stage) -> None:
    stage.do(Ban("ann", reason="rude"))
    stage.do(Ban(address="192.0.2.7"))
    stage.do(Ban("zoe", until=stage.now + 1000))
    stage.restart(down=5000)
    assert stage.refused(Enter(99, "guest", "ann")) is Why.BANNED
    assert stage.hall.bans.names["ann"].reason == "rude"
    assert stage.hall.bans.bar_address("192.0.2.7", stage.now)
    stage.enter("zoe")
    assert "name/zoe" not in stage.journal.kept()["ban"]


def test_while_the_hall_empties_who_sits_at_a_table_may_come_back(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.do(Drain())
    stage.lose(ann)
    ann = stage.back(ann)
    stage.play(table, 0, 1, 2)
    assert stage.refused(Open(ben.id, Terms("tictactoe"))) is Why.CLOSING
    stage.do(Drain(on=False))
    stage.open(ben)
    stage.enter("zoe")


def test_an_emptying_hall_is_open_again_after_a_restart(stage: Stage) -> None:
    stage.do(Drain())
    stage.restart()
    stage.enter("zoe")


def test_the_houses_players_are_not_shown_out(stage: Stage) -> None:
    bot = stage.employ()[0]
    stage.do(Ban("bot 1"))
    assert not stage.heard(bot, Parted)


def withdrawn(arena: Arena) -> list[str]:
    return [news.who.name for news in arena.news if isinstance(news, Withdrawn)]


def test_a_banned_program_leaves_its_contest_and_its_game(arena: Arena) -> None:
    arena.begin("bob", "carl")
    arena.ask(Ban("bob"))
    assert withdrawn(arena) == ["bob"]
    assert len(arena.over) == 1
    for register in (arena.contest.register.program, arena.contest.register.spectator):
        assert register(Client("door", ("192.0.2.9", 7)), "bob", arena.now).refused is Why.BANNED


def test_every_program_from_a_banned_address_leaves(arena: Arena) -> None:
    arena.register("bob", "carl", host="192.0.2.7")
    arena.register("dora", host="192.0.2.8")
    arena.ask(Ban(address="192.0.2.7"))
    assert withdrawn(arena) == ["bob", "carl"]


def test_a_banned_address_leaves_those_who_look_on_elsewhere_without_a_name(arena: Arena) -> None:
    looking_on = Client("door", ("192.0.2.8", 7))
    arena.do(arena.contest.register.spectator(looking_on, "", arena.now))
    arena.ask(Ban(address="192.0.2.7"))
    assert withdrawn(arena) == []
    assert looking_on in arena.contest.roster.spectators


def test_a_dismissed_program_may_come_back(arena: Arena) -> None:
    arena.register("bob")
    arena.ask(Dismiss("mia", "bob"))
    assert withdrawn(arena) == ["bob"]
    arena.register("bob")
    assert arena.who("bob").ready


def test_only_programs_of_a_contest_can_be_dismissed(arena: Arena) -> None:
    assert arena.ask(Dismiss("whist", "bob")).refused is Why.NO_SUCH_CONTEST
    assert arena.ask(Dismiss("mia", "bob")).refused is Why.WHO_ARE_YOU


def test_a_contest_pauses_while_the_hall_empties(arena: Arena) -> None:
    arena.begin("bob", "carl")
    arena.ask(Drain())
    arena.play(1)
    invitations = arena.invitations()
    arena.wait(10_000)
    assert arena.invitations() == invitations
    arena.ask(Drain(on=False))
    arena.play(1)


def test_banning_an_address_shows_nobody_out_for_having_no_name() -> None:
    arena = Arena()
    for number in (1, 2):
        client = Client("door", (f"10.0.0.{number}", 4000))
        arena.do(arena.contest.register.spectator(client, "", arena.now))
    arena.ask(Ban(address="10.0.0.1"))
    assert [client.origin for client in arena.contest.roster.spectators] == ["10.0.0.2"]
