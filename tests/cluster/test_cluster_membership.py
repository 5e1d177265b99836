"""Who is alive, who leads, and who succeeds whom."""

from tablehall.cluster.membership import Beat, Membership, Times, successor

ME, OLD, YOUNG = 5, 3, 8
TIMES = Times(beat=200, dead_after=1_000)


def everybody(members: Membership, now: float, *epochs: int) -> None:
    for epoch in epochs:
        members.heard(Beat(epoch, f"node{epoch}"), now)


def seen(members: Membership, until: float, *epochs: int, start: float = 0.0) -> list[str]:
    """Beat after beat, these are heard; returns who was called dead."""
    dead: list[str] = []
    now = start
    while now < until:
        everybody(members, now, *epochs)
        dead += [member.beat.name for member in members.look(now)]
        now += 0.2
    return dead


def test_who_is_silent_for_too_long_is_dead() -> None:
    members = Membership(ME, TIMES)
    everybody(members, 0.0, ME, OLD, YOUNG)
    assert seen(members, 0.9, ME, OLD) == []
    assert seen(members, 3.0, ME, OLD, start=1.0) == ["node8"]
    assert set(members.alive) == {ME, OLD}


def test_who_does_not_hear_itself_calls_nobody_dead() -> None:
    members = Membership(ME, TIMES)
    everybody(members, 0.0, ME, OLD)
    assert seen(members, 10.0) == []
    assert members.deaf_for(10.0) == 10.0


def test_who_overslept_listens_first() -> None:
    members = Membership(ME, TIMES)
    assert seen(members, 1.0, ME, OLD) == []
    everybody(members, 6.0, ME)
    assert members.look(6.0) == []  # five seconds asleep: the other one may have spoken meanwhile
    assert seen(members, 6.9, ME, start=6.2) == []
    assert seen(members, 8.0, ME, start=6.9) == ["node3"]


def test_nobody_is_deaf_who_only_slept() -> None:
    members = Membership(ME, TIMES)
    assert seen(members, 1.0, ME, OLD) == []
    assert members.look(6.0) == []
    assert members.deaf_for(6.0) == 0.0, "what was said meanwhile is read in a moment"
    assert not members.trusts(6.0)
    assert seen(members, 8.1, start=6.2) == []
    assert members.deaf_for(8.0) == 2.0


def test_the_oldest_keeps_the_register_until_it_leaves() -> None:
    members = Membership(ME, TIMES)
    everybody(members, 0.0, ME, OLD, YOUNG)
    assert members.leader() == OLD
    members.heard(Beat(OLD, "node3", leaving=True), 0.1)
    assert members.leader() == ME
    assert members.names() == {"node5", "node8"}


def test_a_name_belongs_to_its_latest_start() -> None:
    members = Membership(ME, TIMES)
    members.heard(Beat(3, "a"), 0.0)
    members.heard(Beat(9, "a"), 0.0)
    assert members.epoch_of("a") == 9
    assert members.epoch_of("b") is None


def test_only_the_tables_of_who_went_change_hands() -> None:
    before = {table: successor(table, ["a", "b", "c"]) for table in range(3_000)}
    after = {table: successor(table, ["a", "c"]) for table in range(3_000)}
    assert all(after[table] == owner for table, owner in before.items() if owner != "b")
    shares = [list(before.values()).count(name) for name in "abc"]
    assert min(shares) > 900
