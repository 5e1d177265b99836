"""What fits an expectation, what does not, and how that is told."""

import pytest

from tablehall.conformance.patterns import Bound, PatternError, fill, read_pattern


def differs(pattern: str, heard: str, bound: Bound | None = None) -> str:
    """Where what was heard departs from a pattern."""
    return read_pattern(pattern).differs(heard, {} if bound is None else bound)


@pytest.mark.parametrize(
    ("pattern", "heard"),
    [
        ("290", "290"),
        ("", ""),
        ("203|*|bob", "203|anna|x|bob"),
        ("203*", "203"),
        ("$a|$a", "7|7"),
        ("$_;$_", "x;y"),
        ("a.b(c)[d]", "a.b(c)[d]"),
        ("costs $ 5", "costs $ 5"),
        ("{}", "{ }"),
        ('{"a":1,"b":[true,null]}', '{"b": [true, null], "a": 1}'),
        ('{"a":1,...}', '{"b":2,"a":1}'),
        ("{...}", '{"a":1}'),
        ("[1,...]", "[1]"),
        ("[1,...]", "[1,2,3]"),
        ("[...,2,...]", "[1,2,3]"),
        ("[...,3,1,...]", "[1,2,3]"),
        ('[...,{"a":$x},{"b":$x},...]', '[{"b":1},{"c":0},{"a":1}]'),
        ('{"a":$_}', '{"a":{"b":[]}}'),
        ('{"a":$x,"b":$x}', '{"a":[1],"b":[1]}'),
        ('{"say":"$x ... *"}', '{"say":"$x ... *"}'),
        ('{"say":"a \\" ... b"}', '{"say":"a \\" ... b"}'),
    ],
)
def test_what_fits(pattern: str, heard: str) -> None:
    assert differs(pattern, heard) == ""


@pytest.mark.parametrize(
    ("pattern", "heard", "where"),
    [
        ("290", "291", "the text is another"),
        ("290", "290\r", "the text is another"),
        ("a.c", "abc", "the text is another"),
        ("$a|$a", "7|8", "the text is another"),
        ("$x", "", "the text is another"),
        ('{"a":1}', "a=1", "this is no JSON"),
        ('{"a":1}', "[1]", 'it is [1] instead of {"a": 1}'),
        ('{"a":1}', '{"a":2}', ".a is 2 instead of 1"),
        ('{"a":1}', '{"a":1.0}', ".a is 1.0 instead of 1"),
        ('{"a":1}', '{"a":true}', ".a is true instead of 1"),
        ('{"a":1}', '{"a":"1"}', '.a is "1" instead of 1'),
        ('{"a":1}', '{"a":1,"b":2}', ".b is there and should not be: 2"),
        ('{"a":1,...}', '{"b":2}', ".a is missing"),
        ('{"a":{"b":[0,{"c":1}]}}', '{"a":{"b":[0,{"c":2}]}}', ".a.b[1].c is 2 instead of 1"),
        ("[1,2]", "[1]", "it has 1 items instead of 2"),
        ("[1]", "[1,2]", "it has 2 items instead of 1"),
        ('{"a":[1,2,...]}', '{"a":[1]}', ".a has 1 items instead of 2"),
        ('{"a":$x,"b":$x}', '{"a":1,"b":2}', ".b is 2 instead of 1 ($x)"),
        ('{"a":[...,2,...]}', '{"a":[1,3]}', ".a has nothing like 2"),
        ("[...,2,2,...]", "[1,2]", "it has nothing like 2"),
        ('[...,{"x":$x,"y":[1,...],...},...]', "[1]", 'it has nothing like {"x": "$x", "y": [1]}'),
    ],
)
def test_what_does_not_fit_and_where(pattern: str, heard: str, where: str) -> None:
    assert differs(pattern, heard) == where


def test_a_name_is_what_was_heard_first() -> None:
    bound: Bound = {}
    assert differs('{"table":$table}', '{"table":7}', bound) == ""
    assert differs("at table $table", "at table 7", bound) == ""
    assert differs("at table $table", "at table 8", bound) == "$table is 7"
    assert bound == {"table": 7}


def test_what_does_not_fit_names_nothing() -> None:
    bound: Bound = {}
    assert differs('{"a":$a,"b":1}', '{"a":1,"b":2}', bound)
    assert bound == {}


def test_a_captured_text_may_stand_inside_a_line() -> None:
    bound: Bound = {}
    assert differs("ROUND STARTED;$token;$players", "ROUND STARTED;ab-1;x,y", bound) == ""
    assert bound == {"token": "ab-1", "players": "x,y"}


def test_a_long_value_is_shortened_in_a_report() -> None:
    assert len(differs('{"a":1}', '{"a":"' + "x" * 5000 + '"}')) < 300


def test_what_is_sent_has_every_name_filled_in() -> None:
    bound: Bound = {"table": 7, "name": 'An"na', "list": [1]}
    assert fill('{"table":$table,"name":$name,"l":$list}', bound) == '{"table":7,"name":"An\\"na","l":[1]}'
    assert fill("JOIN;$name;$table;*", bound) == 'JOIN;An"na;7;*'
    assert fill('{"text":"not $table"', bound) == '{"text":"not $table"'
    assert fill("5 $", bound) == "5 $"


def test_what_belongs_to_whoever_it_is() -> None:
    bound: Bound = {"first": "anna", "anna": "id of anna"}
    assert fill('{"id":$$first}', bound) == '{"id":"id of anna"}'
    with pytest.raises(PatternError, match=r"nothing has been heard yet that \$\$second could stand for"):
        fill('{"id":$$second}', bound)


@pytest.mark.parametrize("text", ['{"table":$table}', "JOIN;$table"])
def test_a_name_that_was_never_heard_cannot_be_sent(text: str) -> None:
    with pytest.raises(PatternError, match=r"nothing has been heard yet that \$table could stand for"):
        fill(text, {})


@pytest.mark.parametrize("text", ['{"a":}', "[1,", '{"a":1} {"b":2}', "{$key:1}..."])
def test_json_that_is_none_is_an_error_of_the_page(text: str) -> None:
    with pytest.raises(PatternError, match="no JSON with gaps"):
        read_pattern(text)
