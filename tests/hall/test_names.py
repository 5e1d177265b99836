"""Names: every character of one is seen, and nobody is taken for somebody else."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablehall.hall.names import clash_keys, good_name, reserved, skeleton
from tablehall.net.bot_pool import LEVELS, NAMES


def clash(one: str, other: str) -> bool:
    """Whether a reader would take one name for the other."""
    return not set(clash_keys(one)).isdisjoint(clash_keys(other))


@pytest.mark.parametrize(
    "name",
    [
        "O'Neill-Żółć 3rd",
        "Nguyễn Thị Ánh",
        "สมชาย ใจดี",
        "नागार्जुन",
        "אַבְרָהָם",
        "مُحَمَّد",
        "နှို့",
        "김철수",
        "❤ Ada ❤",
        "👾",
        "(╯°□°)╯",
    ],
)
def test_whatever_script_somebody_writes_in_their_name_is_a_name(name: str) -> None:
    assert good_name(name)


@pytest.mark.parametrize(
    "character",
    "\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200c\u200d\u200e"
    "\u200f\u2028\u202a\u202e\u2060\u2064\u2066\u2069\u2800\u3000\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufff9"
    "\U00013441\U00016fe4\U0001d159\U0001d173\U000e0001\U000e0041\U000e0100\U000e01ef",
)
def test_nothing_is_in_a_name_that_cannot_be_seen(character: str) -> None:
    assert not good_name(character)
    assert not good_name(f"An{character}na")
    assert not good_name(f"Anna{character}")


def test_blanks_stand_alone_and_between_others() -> None:
    assert good_name("two words more")
    assert not any(map(good_name, ("two  words", " word", "word ", " ")))


@pytest.mark.parametrize(
    "name",
    [
        "\u0301",
        "\u0301\u0302",
        "Anna \u0301",
        "a\u030d\u030e\u0304\u0305\u033f",
        "a\u0308\u030d\u030d",
        "q\u20e3\u20e3",
    ],
)
def test_marks_stand_on_a_letter_and_not_in_heaps(name: str) -> None:
    assert not good_name(name)


def test_a_picture_is_a_name_without_what_only_chooses_its_colours() -> None:
    assert good_name("❤")
    assert not good_name("❤\ufe0f")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keeper", "KEEPER"),
        ("Strauß", "STRAUSS"),
        ("paypal", "рауpal"),
        ("scope", "ѕсоре"),
        ("Anna", "Аnnа"),
        ("Anna", "Ａｎｎａ"),
        ("Anna", "𝓐𝓷𝓷𝓪"),
        ("anna", "𝐀𝐍𝐍𝐀"),
        ("ivan", "ІVAN"),
        ("Ivan", "ꓲvan"),
        ("PETER", "ꓑꓰꓔꓰꓣ"),
        ("Alice", "AIice"),
        ("Bill", "Bi||"),
        ("ABBA", "ΑΒΒΑ"),
        ("tom", "to𑜀"),
        ("bot1", "bot𝟏"),
        ("bot0", "bot𝟬"),
        ("Jöns", "Jöns".replace("J", "Ј")),
        ("a-b", "a‐b"),
    ],
)
def test_two_names_that_say_or_look_the_same_clash(one: str, other: str) -> None:
    assert clash(one, other)
    assert clash(other, one)


@pytest.mark.parametrize(
    "names",
    [
        ("bot1", "botl", "bot0", "botO", "bot"),
        ("player1", "playerl", "player11"),
        ("Tom", "Torn", "Toni"),
        ("Kai", "Kal"),
        ("Neil", "Nell"),
        ("Anna", "Ánna", "An na", "Anna_"),
        ("Иван", "Ivan"),
    ],
)
def test_names_that_people_and_programs_tell_apart_do_not_clash(names: tuple[str, ...]) -> None:
    assert not [pair for pair in combinations(names, 2) if clash(*pair)]


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_names_that_differ_in_their_number_never_clash(one: int, other: int) -> None:
    assert clash(f"bot{one}", f"bot{other}") is (one == other)


@given(st.text(min_size=1, max_size=64))
def test_a_name_clashes_with_itself_in_any_case(name: str) -> None:
    assert clash(name, name)
    assert clash(name, name.casefold())


@pytest.mark.parametrize(
    "name",
    [
        "keeper",
        "Keeper",
        "k e e p e r",
        "-KEEPER-",
        "kеeper",
        "ｋｅｅｐｅｒ",
        "Kéeper",
        "adm1n",
        "ADMIN",
        "adrnin",
        "r00t",
        "The House",
        "Hallenwart",
        "Custode",
        "Spravce",
        "SYSTEM",
        "tab1ehall",
        "nobody",
        "Všichni",
    ],
)
def test_nobody_is_taken_for_the_house(name: str) -> None:
    assert reserved(name)


@pytest.mark.parametrize(
    "name", ["Ali", "Rob", "Keepers", "Housemartin", "Hall", "anna", "guest", "bot1", "李小龍"]
)
def test_most_names_are_anybodys(name: str) -> None:
    assert not reserved(name)


def test_the_house_may_call_its_players_what_it_does() -> None:
    called = [f"{name} (bot {level})" for name in NAMES for level in LEVELS]
    assert all(map(good_name, called))
    assert not any(map(reserved, called))
    assert not [pair for pair in combinations(called, 2) if clash(*pair)]


def test_a_skeleton_is_the_one_of_unicode() -> None:
    """Whole words that Unicode TR 39 gives or follows from its table, and those of the same skeleton."""
    for word, *alike in (
        ("paypal", "раураӏ", "ρaypal", "PAYPAL", "pаypаl", "paypa1"),
        ("modern", "rnodern", "mоdern"),
        ("circle", "ϲіrсӏе", "CIRCLE", "clrc1e"),
    ):
        assert {skeleton(other) for other in alike} == {skeleton(word)}, word
