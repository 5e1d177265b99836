"""Those who never answer: waited for on trust, invited now and then, and giving way to who is new."""

import pytest

from tablehall.contests import notices as contest_notices
from tablehall.contests import patience, register
from tablehall.contests.roster import Client
from tablehall.contests.settings import ContestSettings
from tablehall.games.mia import SEE
from tablehall.hall.refusals import Why
from tablehall.protocols.house.render import contest_card
from tests.contests.arena import HOST, START, Arena, quick_move

NAMES = 100_000
MANY = ContestSettings(names_per_address=NAMES)


def silent(arena: Arena, count: int, host: str = HOST) -> None:
    """So many programs register that will never say anything."""
    for n in range(count):
        client = Client("door", (host, 10_000 + n))
        arena.do(arena.contest.register.program(client, f"{host}-{n}"[-20:], arena.now))


def eve(arena: Arena, host: str, port: int = 1, *, sure: bool = True) -> Why | None:
    """A spectator registers."""
    client = Client("door", (host, port))
    decision = arena.contest.register.spectator(client, "", arena.now, sure=sure)
    arena.do(decision)
    return decision.refused  # type: ignore[return-value]  # the register's reasons are the hall's


def invitations_to(arena: Arena, name: str) -> int:
    invited = [news for news in arena.news if isinstance(news, contest_notices.Invited)]
    return sum(name in [who.name for who in news.who] for news in invited)


def play_for(arena: Arena, ms: int, *names: str) -> None:
    """These go on playing, quickly: who is first wants to see at once, and has lost."""
    until = arena.now + ms
    while arena.now < until:
        if arena.contest.window.inviting:
            arena.join(*[name for name in names if arena.who(name).invitation])
        for match in list(arena.contest.running.values()):
            if match.turn_token:
                arena.answer(match.players[match.asked].name, SEE)
        arena.wait(20)


def test_after_a_minute_of_silence_a_program_is_invited_every_ten_seconds() -> None:
    arena = Arena()
    arena.register("anna", "bob", "dead")
    play_for(arena, 50_000, "anna", "bob")
    assert invitations_to(arena, "dead") > 500
    play_for(arena, 15_000, "anna", "bob")
    before = invitations_to(arena, "dead")
    play_for(arena, 100_000, "anna", "bob")
    assert invitations_to(arena, "dead") - before in (9, 10)


def test_a_program_that_has_ended_does_not_count_for_long() -> None:
    arena = Arena()
    arena.register("anna", "bob", "dead")
    play_for(arena, 1_000, "anna", "bob")
    assert contest_card(arena.contest).programs == 3  # it may only be slow
    play_for(arena, 60_000, "anna", "bob")
    assert contest_card(arena.contest).programs == 2
    arena.register("dead")
    assert contest_card(arena.contest).programs == 3


def test_whoever_says_something_again_is_invited_to_every_game_again() -> None:
    arena = Arena()
    arena.register("anna", "bob", "dead")
    play_for(arena, 70_000, "anna", "bob")
    before = invitations_to(arena, "dead")
    arena.register("dead")
    play_for(arena, 10_000, "anna", "bob")
    assert invitations_to(arena, "dead") - before > 100
    assert arena.contest.parked(arena.who("dead")), "it has not joined"
    arena.wait(1)
    arena.contest.window.join(arena.who("dead"), arena.who("dead").invitation, arena.now, play=True)
    assert not arena.contest.parked(arena.who("dead"))


def test_a_program_that_registers_again_is_not_forgotten() -> None:
    arena = Arena()
    arena.register("anna")
    for _ in range(30):
        arena.wait(60_000)
        arena.register("anna")
    assert "anna" in arena.contest.roster.players


@pytest.mark.parametrize("hosts", [1, 100])
def test_the_work_of_a_game_does_not_grow_with_those_who_never_answer(hosts: int) -> None:
    arena = Arena(MANY)
    arena.begin("anna", "bob")
    for host in range(hosts):
        silent(arena, 10_000 // hosts - 2, f"10.0.1.{host}")
    play_for(arena, 2_000, "anna", "bob")
    assert len(arena.contest.patience.keen) == 2
    arena.news.clear()
    games = len(arena.over)
    play_for(arena, 1_000, "anna", "bob")
    games = len(arena.over) - games
    assert games > 10, "nobody was waited for"
    invited = [news for news in arena.news if isinstance(news, contest_notices.Invited)]
    assert all(len(news.who) <= 2 + patience.LOOKED_AFTER for news in invited[-10:])
    assert all(len(match.onlookers) == 0 for match in arena.over[-5:])


def test_who_is_new_is_invited_to_the_next_game_however_many_there_are() -> None:
    arena = Arena(MANY)
    arena.begin("anna", "bob")
    silent(arena, 400)
    arena.answer(arena.on_turn, SEE)
    assert len(arena.invited()) == 402


def test_those_who_come_and_never_answer_hold_up_only_so_many_games() -> None:
    """One new name every quarter of a second, and each were waited for three times."""
    arena = Arena(MANY)
    arena.begin("anna", "bob")
    waited, begun = 0, arena.now
    for n in range(200):
        silent(arena, 1, f"10.0.1.{n}")
        while arena.contest.running:
            arena.answer(arena.on_turn, SEE)
        arena.join("anna", "bob")
        if arena.contest.window.inviting:
            waited += 1
            arena.wait(251)
    assert waited <= 3 * patience.ON_TRUST
    assert arena.now - begun < 20_000
    arena.register("carl")
    assert arena.contest.parked(arena.who("carl")), "who is honest joins and is waited for from then on"
    arena.answer(arena.on_turn, SEE)
    arena.join("anna", "carl", "bob")
    assert len(arena.match.players) == 3


def test_trust_comes_back_with_time_and_with_every_answer() -> None:
    arena = Arena(MANY)
    silent(arena, patience.ON_TRUST)
    arena.register("anna")
    assert arena.contest.parked(arena.who("anna"))
    arena.now += patience.TRUST + 1
    arena.register("bob")
    assert not arena.contest.parked(arena.who("bob"))
    arena = Arena(MANY)
    names = [f"bot{n}" for n in range(patience.ON_TRUST)]
    arena.begin(*names)
    arena.register("anna")
    assert not arena.contest.parked(arena.who("anna"))


def test_a_late_answer_is_trusted_only_so_often() -> None:
    arena = Arena(MANY)
    silent(arena, 3 * patience.ON_TRUST)
    arena.wait(2_000)
    programs = list(arena.contest.roster.players.values())
    for who in programs:
        arena.contest.window.join(who, "made up", arena.now, play=True)
    assert sum(not arena.contest.parked(who) for who in programs) == patience.ON_TRUST


def test_a_full_contest_makes_room_for_who_is_new_and_never_drops_who_plays() -> None:
    arena = Arena(ContestSettings(players=6))
    arena.begin("anna", "bob")
    for n in range(4):
        arena.wait(10)
        silent(arena, 1, f"10.0.1.{n}")
    play_for(arena, 3_000, "anna", "bob")
    arena.register("carl", host="10.0.0.9")
    assert set(arena.contest.roster.players) == {
        "anna",
        "bob",
        "carl",
        "10.0.1.1-0",
        "10.0.1.2-0",
        "10.0.1.3-0",
    }
    assert "mia/10.0.1.0-0" not in arena.journal.kept()["contestant"]
    full = Arena(ContestSettings(players=2))
    full.begin("anna", "bob")
    refused = full.contest.register.program(Client("door", ("10.0.0.9", 1)), "carl", full.now)
    assert refused.refused is Why.CONTEST_FULL


def test_an_address_may_have_only_so_many_names() -> None:
    arena = Arena(ContestSettings(names_per_address=2))
    arena.register("anna", "bob")
    where = arena.who("bob").client
    program = arena.contest.register.program
    assert program(Client("door", (HOST, 1)), "carl", arena.now).refused is Why.CONTEST_FULL
    assert program(Client("door", (HOST, 1)), "bob", arena.now).refused is None, "it only moves"
    assert program(where, "carl", arena.now).refused is Why.CONTEST_FULL, "bob is elsewhere by now"
    arena.do(program(Client("door", (HOST, 1)), "carl", arena.now))
    assert set(arena.contest.roster.players) == {"anna", "carl"}, "one name replaces another"
    arena.do(arena.contest.register.unregister(arena.who("anna"), arena.now))
    arena.register("dora")
    assert arena.contest.roster.programs_of == {HOST: 2}


def test_a_network_of_64_bits_is_one_address() -> None:
    arena = Arena(ContestSettings(names_per_address=2))
    arena.register("anna", host="2001:db8::1")
    arena.register("bob", host="2001:db8::2")
    program = arena.contest.register.program
    assert program(Client("door", ("2001:db8::3", 1)), "carl", arena.now).refused is Why.CONTEST_FULL
    assert program(Client("door", ("2001:db8:0:1::3", 1)), "carl", arena.now).refused is None


def test_a_full_row_of_spectators_makes_room() -> None:
    arena = Arena(ContestSettings(spectators=4))
    assert eve(arena, "203.0.113.1", sure=False) is None
    for port in (1, 2):
        assert eve(arena, "10.0.0.1", port) is None
    assert eve(arena, "10.0.0.2") is None
    assert eve(arena, "10.0.0.3") is None
    assert Client("door", ("203.0.113.1", 1)) not in arena.contest.roster.spectators, "who may not be there"
    assert eve(arena, "10.0.0.4") is None
    left = {client.address for client in arena.contest.roster.spectators}
    assert left == {("10.0.0.1", 2), ("10.0.0.2", 1), ("10.0.0.3", 1), ("10.0.0.4", 1)}
    assert eve(arena, "203.0.113.2", sure=False) is Why.CONTEST_FULL, "everybody has one"


def test_a_spectator_who_may_not_be_there_is_forgotten_sooner() -> None:
    arena = Arena()
    assert eve(arena, "203.0.113.1", sure=False) is None
    assert eve(arena, "10.0.0.1") is None
    arena.wait(660_000)
    assert [client.origin for client in arena.contest.roster.spectators] == ["10.0.0.1"]


def test_not_too_many_are_forgotten_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "FORGOTTEN_AT_ONCE", 10)
    arena = Arena(MANY)
    silent(arena, 35)
    arena.wait(600_000 - 1)
    gone = []
    while arena.contest.roster.players:
        before = len(arena.contest.roster.players)
        arena.wait(1_000)
        gone.append(before - len(arena.contest.roster.players))
        assert arena.now < START + 700_000
    assert max(gone) == 10


def test_after_a_restart_those_are_waited_for_who_answer() -> None:
    arena = Arena(MANY)
    silent(arena, 100)
    again = Arena(MANY, journal=arena.journal, now=arena.now + 5_000)
    assert len(again.contest.patience.keen) == patience.ON_TRUST
    again.wait(1)
    assert len(again.invited()) == 100


@pytest.mark.parametrize("rules", ["document", "maexchen"])
@pytest.mark.parametrize("nonsense", [False, True])
def test_who_rolls_and_never_announces_anything_valid_is_slow(rules: str, nonsense: bool) -> None:
    arena = Arena(rules=rules)
    arena.begin("anna", "bob", "carl")
    begun = arena.now
    while arena.who("carl").lapses < 3:
        assert arena.now < begun + 60_000, "a roll made up for it"
        if arena.contest.window.inviting:
            arena.join(*[name for name in ("anna", "bob", "carl") if arena.who(name).invitation])
        for match in list(arena.contest.running.values()):
            who = match.players[match.asked]
            if not match.turn_token:
                continue
            if who.name != "carl" or not match.state.rolls:
                arena.answer(who.name, quick_move(match.state))
            elif nonsense:
                decision = arena.contest.referee.answer(who, match.turn_token, None, arena.now)
                if decision is not None:  # by the rules of Mäxchen it is only dropped
                    arena.do(decision)
        arena.wait(20)
