"""Alarms: each rings once, in order, and moving one later costs nothing."""

import random

from tablehall.hall.alarms import Alarms


def rung(alarms: Alarms, now: int) -> list[object]:
    return list(alarms.ring(now))


def test_alarms_ring_in_the_order_of_their_times() -> None:
    alarms = Alarms()
    for key, when in (("b", 20), ("a", 10), ("c", 30)):
        alarms.set(key, when)
    assert rung(alarms, 9) == []
    assert rung(alarms, 25) == ["a", "b"]
    assert rung(alarms, 25) == []
    assert rung(alarms, 30) == ["c"]
    assert len(alarms) == 0
    assert alarms.next() is None


def test_alarms_of_one_time_ring_in_the_order_they_were_set() -> None:
    alarms = Alarms()
    for key in ("b", "a", "c"):
        alarms.set(key, 10)
    assert rung(alarms, 10) == ["b", "a", "c"]


def test_an_alarm_moved_later_rings_later() -> None:
    alarms = Alarms()
    alarms.set("a", 10)
    alarms.set("a", 20)
    assert rung(alarms, 10) == []
    assert alarms.next() == 20
    assert rung(alarms, 20) == ["a"]


def test_an_alarm_moved_earlier_rings_once() -> None:
    alarms = Alarms()
    alarms.set("a", 20)
    alarms.set("a", 10)
    assert alarms.next() == 10
    assert rung(alarms, 10) == ["a"]
    assert rung(alarms, 20) == []


def test_an_alarm_taken_off_does_not_ring() -> None:
    alarms = Alarms()
    alarms.set("a", 10)
    alarms.set("a", None)
    alarms.set("never", None)
    assert "a" not in alarms
    assert rung(alarms, 10) == []


def test_an_alarm_taken_off_and_set_again_rings_once() -> None:
    alarms = Alarms()
    alarms.set("a", 10)
    alarms.set("a", None)
    alarms.set("a", 15)
    assert rung(alarms, 20) == ["a"]


def test_an_alarm_may_be_set_again_while_it_rings() -> None:
    alarms = Alarms()
    alarms.set("a", 10)
    heard = []
    for key in alarms.ring(30):
        heard.append(key)
        if len(heard) < 3:
            alarms.set(key, 10 + len(heard))
    assert heard == ["a", "a", "a"]


def test_an_alarm_taken_off_while_others_ring_stays_silent() -> None:
    alarms = Alarms()
    alarms.set("a", 10)
    alarms.set("b", 10)
    heard = []
    for key in alarms.ring(10):
        heard.append(key)
        alarms.set("b", None)
    assert heard == ["a"]


def test_moving_an_alarm_later_and_later_takes_no_room() -> None:
    alarms = Alarms()
    for when in range(1000):
        alarms.set("a", when)
    assert len(alarms._heap) == 1


def test_they_agree_with_a_plain_list() -> None:
    rng = random.Random(5)
    alarms, plain, now = Alarms(), dict[str, int](), 0
    for _ in range(5000):
        key = rng.choice("abcdefgh")
        if rng.random() < 0.6:
            when = None if rng.random() < 0.2 else now + rng.randrange(-2, 50)
            alarms.set(key, when)
            plain.pop(key, None)
            if when is not None:
                plain[key] = when
        else:
            now += rng.randrange(10)
            due = sorted(when for when in plain.values() if when <= now)
            heard = list(alarms.ring(now))
            assert sorted(plain[str(key)] for key in heard) == due
            for rang in heard:
                del plain[str(rang)]
        assert len(alarms) == len(plain)
        upcoming = alarms.next()
        assert not plain or (upcoming is not None and upcoming <= min(plain.values()))
