"""A game's own words on a screen."""

from tablehall.terminal.layout import broken, side_by_side

SHELF = "\n".join(["5 . . .", "4 . . .", "3 . . .", "2 . . ."])
TEXT = f"anna is on turn.\n\nShelves:\nanna, 2 points:\n{SHELF}\nbob, 11 points:\n{SHELF}\n\nNo card is left."


def test_tall_parts_stand_side_by_side() -> None:
    assert side_by_side(TEXT, 40).split("\n") == [
        "anna is on turn.",
        "",
        "Shelves:",
        "anna, 2 points:   bob, 11 points:",
        "5 . . .           5 . . .",
        "4 . . .           4 . . .",
        "3 . . .           3 . . .",
        "2 . . .           2 . . .",
        "",
        "No card is left.",
    ]


def test_where_there_is_no_room_they_stay_one_below_the_other() -> None:
    assert side_by_side(TEXT, 32) == TEXT


def test_parts_of_different_height_end_where_they_end() -> None:
    longer = f"{SHELF}\n1 . . ."
    shown = side_by_side(f"anna:\n{longer}\nbob:\n{SHELF}", 40).split("\n")
    assert shown[-2:] == ["2 . . .   2 . . .", "1 . . ."]


def test_short_parts_keep_a_line_for_themselves() -> None:
    text = "anna:\n  3 towers\nbob:\n  4 towers"
    assert side_by_side(text, 80) == text


def test_a_long_line_goes_on_a_little_to_the_right() -> None:
    line = "    entrance 1 blue, 4 green; dining room 2 pink"
    assert broken(line, 34) == ["    entrance 1 blue, 4 green;", "      dining room 2 pink"]
    assert broken(line, 48) == [line]
