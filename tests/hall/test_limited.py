"""Who wanted too much: the keeper sees the latest of them, and nobody hides the others."""

from tablehall.hall.limited import LATELY, LISTED, LISTED_EACH, Limited, LimitedList

NOW = 1_700_000_000_000


def told(known: LimitedList, person: int, what: str = "talk", place: str = "", at: int = NOW) -> None:
    known.add(Limited(what, person=person), at, place or person)


def people(known: LimitedList, now: int = NOW) -> list[int]:
    return [who.person for who in known.lately(now)]


def test_the_latest_is_the_first_and_everybody_is_there_once_for_each_thing() -> None:
    known = LimitedList()
    for person, what, at in ((1, "talk", 0), (2, "talk", 1), (1, "saves", 2), (1, "talk", 3)):
        told(known, person, what, at=NOW + at)
    listed = [(who.person, who.what, who.times, who.at - NOW) for who in known.lately(NOW)]
    assert listed == [(1, "talk", 2, 3), (1, "saves", 1, 2), (2, "talk", 1, 1)]


def test_until_when_somebody_waits_is_said_if_it_is_known() -> None:
    known = LimitedList()
    known.add(Limited("requests", address="192.0.2.1"), NOW, "192.0.2.1", wait=500)
    known.add(Limited("talk", person=1), NOW, 1)
    assert [who.until for who in known.lately(NOW)] == [0, NOW + 500]


def test_after_an_hour_it_is_nobodys_business_any_more() -> None:
    known = LimitedList()
    told(known, 1)
    told(known, 2, at=NOW + 1)
    assert people(known, NOW + LATELY) == [2]


def test_the_list_is_short_and_the_oldest_make_way() -> None:
    known = LimitedList()
    for person in range(LISTED + 10):
        told(known, person + 1)
    assert people(known) == list(range(LISTED + 10, 10, -1))


def test_many_names_from_one_place_do_not_hide_the_others() -> None:
    known = LimitedList()
    for person in range(1, LISTED):
        told(known, person)
    for person in range(10 * LISTED, 20 * LISTED):
        told(known, person, place="there")
    listed = people(known)
    assert len([person for person in listed if person >= 10 * LISTED]) == LISTED_EACH
    assert len([person for person in listed if person < LISTED]) == LISTED - LISTED_EACH
