"""The twelve common cards and the twelve personal cards, held against shelves."""

from typing import get_args

import pytest

from tablehall.games.shelfie.cards import COMMON, PERSONAL, CommonCard, CommonName
from tablehall.games.shelfie.scoring import group_points, personal_points
from tablehall.games.shelfie.shelf import Shelf, groups

EMPTY_SHELF: Shelf = ("",) * 5


def shelf(picture: str) -> Shelf:
    """A shelf drawn as people see it: the top row first, empty rows left out."""
    rows = picture.split()[::-1]
    return tuple("".join(column).rstrip(".") for column in zip(*rows, strict=True))


# Each card with a shelf that just achieves it and one that misses it by a single tile.
CASES: list[tuple[CommonName, str, str]] = [
    ("SQUARE", "CC.BB CC.BB", "CC.BB CC.BG"),
    ("SQUARE", "CCCC. CCCC.", "CCCC. CCCB."),
    ("SQUARE", "CC... CC... CC... CC...", "BC... CC... CC... CC..."),
    ("SQUARE", "....C GGGCC GGBCC BBBBB", "....C GGGCC GGBCB BBBBB"),
    ("2_COLUMNS_COLOURFUL", "P...C T...B F...G G...F B...T C...P", "P...B T...B F...G G...F B...T C...P"),
    ("2_COLUMNS_COLOURFUL", ".PC.. .TB.. .FG.. .GF.. .BT.. .CP..", ".P... .TB.. .FG.. .GF.. .BT.. .CP.."),
    ("4_GROUPS_4_TILES", "CFBG. CFBG. CFBG. CFBG.", "CTBG. CFBG. CFBG. CFBG."),
    ("4_GROUPS_4_TILES", "C.C.C CCCFF BBFCF CCBBF CCBBF", "C.C.C CCCFF BBFCF CCBBF CCCBF"),
    ("6_GROUPS_2_TILES", "BFP.. BFP.. CGT.. CGT..", "BFC.. BFP.. CGT.. CGT.."),
    ("3_COLUMNS_3_COLOR", "C.B.T B.B.P G.B.F C.B.F C.B.F C.B.F", "C.B.T B.B.P G.B.C C.B.F C.B.F C.B.F"),
    ("3_COLUMNS_3_COLOR", "CCC.. CCC.. CCC.. CCC.. CCC.. CCC..", "CC... CCC.. CCC.. CCC.. CCC.. CCC.."),
    ("2_ROWS_COLOURFUL", "CBGFT PTFGB", "CBGFC PTFGB"),
    ("2_ROWS_COLOURFUL", "CBGFT CCCCC TFGBP", "CBGF. CCCCC TFGBP"),
    ("4_ROWS_3_COLOR", "CBGCB CCCCC TTPPF GGGGF", "CBGCF CCCCC TTPPF GGGGF"),
    ("4_ROWS_3_COLOR", "CCCCC CCCCC CCCCC CCCCC", "CCCC. CCCCC CCCCC CCCCC"),
    ("CORNERS", "C...C B...G B...G B...G B...G C...C", "C...G B...G B...G B...G B...G C...C"),
    ("CORNERS", "C...C B...G B...G B...G B...G C...C", "....C B...G B...G B...G B...G C...C"),
    ("CORNERS", "C...C B...G B...G B...G B...G C...C", "C...C B...G B...G B...G B...G C...G"),
    ("8_SAME", "C.... BCG.C CBCCF TCPGC", "B.... BCG.C CBCCF TCPGC"),
    ("X", "CBC.. BCB.. CBC..", "CBB.. BCB.. CBC.."),
    ("X", "CBC.. BCB.. CBC..", "CBC.. BBB.. CBC.."),
    ("X", "..TGT ..BTB ..TFT ..FBF ..BGB ..FPF", "..TGT ..BTB ..TFB ..FBF ..BGB ..FPF"),
    ("X", "CCC.. CCC.. CCC..", "CCB.. CCC.. CCC.."),
    ("STAIRS", "....C ...CC ..CCC .CCCC CCCCC", "....C ...CC ..CCC .CCCC .CCCC"),
    ("STAIRS", "....B ...BC ..BCC .BCCC BCCCC BCCCC", "..... ...BC ..BCC .BCCC BCCCC BCCCC"),
    ("STAIRS", "C.... CC... CCC.. CCCC. CCCCC", "C.... CC... CCCC. CCCC. CCCCC"),
    ("STAIRS", "C.... CC... CCC.. CCCC. CCCCC BBBBB", "C.... CC... CCC.. CCCCC CCCCC BBBBB"),
]


def different_cells(one: Shelf, other: Shelf) -> int:
    columns = zip(one, other, strict=True)
    return sum(a != b for x, y in columns for a, b in zip(x.ljust(6), y.ljust(6), strict=True))


@pytest.mark.parametrize(("card", "enough", "short"), CASES)
def test_one_tile_decides_about_a_common_card(card: CommonName, enough: str, short: str) -> None:
    assert COMMON[card](shelf(enough))
    assert not COMMON[card](shelf(short))
    assert different_cells(shelf(enough), shelf(short)) == 1


@pytest.mark.parametrize("heights", [(0, 1, 2, 3, 4), (1, 2, 3, 4, 5), (4, 3, 2, 1, 0), (5, 4, 3, 2, 1)])
def test_all_five_tiles_of_a_diagonal_are_needed(heights: tuple[int, ...]) -> None:
    columns = [("BGFTPB" if x % 2 else "GFTPBG") for x in range(5)]
    drawn = [column[:y] + "C" + column[y + 1 :] for column, y in zip(columns, heights, strict=True)]
    assert COMMON["DIAGONAL"](tuple(drawn))
    for x in range(5):
        assert not COMMON["DIAGONAL"]((*drawn[:x], columns[x], *drawn[x + 1 :]))


def test_a_diagonal_of_the_lower_rows_needs_no_full_column() -> None:
    assert COMMON["DIAGONAL"](shelf("....C ...CB ..CBB .CBBG CBBGG"))


def test_every_common_card_has_its_case_and_no_card_likes_an_empty_shelf() -> None:
    assert {card for card, _, _ in CASES} | {"DIAGONAL"} == set(COMMON) == set(get_args(CommonName))
    assert not any(achieved(EMPTY_SHELF) for achieved in COMMON.values())


def test_a_big_group_counts_once() -> None:
    three_groups = shelf("CCBG. CCBG. CCBG. CCBG.")
    assert sorted(groups(three_groups)) == [4, 4, 8]
    assert not COMMON["4_GROUPS_4_TILES"](three_groups)


def test_squares_that_overlap_are_one_square() -> None:
    assert not COMMON["SQUARE"](shelf("CCC.. CCC.."))
    assert not COMMON["SQUARE"](shelf("CC... CC... CC..."))
    assert not COMMON["SQUARE"](shelf(".CC.. CCC.. CCB.."))


def test_two_squares_may_be_of_different_types_and_touch() -> None:
    assert COMMON["SQUARE"](shelf("CCBB. CCBB."))
    assert COMMON["SQUARE"](shelf("BB... BB... CC... CC..."))


def test_groups_touch_side_by_side_only() -> None:
    assert groups(shelf("CB... BC...")) == ()
    assert groups(shelf("C.... CC... BCC..")) == (5,)


def test_a_group_does_not_run_over_the_top_of_a_column() -> None:
    assert groups(("BGBGBC", "CTPTPT", "", "", "")) == ()


@pytest.mark.parametrize(("size", "points"), [(1, 0), (2, 0), (3, 2), (4, 3), (5, 5), (6, 8)])
def test_groups_score_by_their_size(size: int, points: int) -> None:
    assert group_points(("C" * size, "", "", "", "")) == points


def test_more_than_six_tiles_score_as_six_and_every_group_scores() -> None:
    assert group_points(("CCCCCC", "CCCCCC", "", "", "")) == 8
    assert group_points(("CCCBBB", "", "CCCC", "", "TT")) == 2 + 2 + 3


@pytest.mark.parametrize("number", range(1, 13))
def test_a_personal_card_scores_by_its_hits(number: int) -> None:
    goals = PERSONAL[number].goals
    for hits, points in enumerate((0, 1, 2, 4, 6, 9, 12)):
        cells = {(goal.x, goal.y): goal.type[0] for goal in goals[:hits]}
        others = {(goal.x, goal.y): "CB"[goal.type == "CAT"] for goal in goals[hits:]}
        columns = tuple("".join((cells | others).get((x, y), "x") for y in range(6)) for x in range(5))
        assert PERSONAL[number].hits(columns) == hits
        assert personal_points(columns, number) == points


def test_every_personal_card_wishes_each_type_once_in_six_cells() -> None:
    for card in PERSONAL.values():
        assert len({goal.type for goal in card.goals}) == 6
        assert len({(goal.x, goal.y) for goal in card.goals}) == 6
        assert all(0 <= goal.x < 5 and 0 <= goal.y < 6 for goal in card.goals)


def test_tokens_are_worth_less_for_those_who_come_later() -> None:
    card = CommonCard("X", (2, 4), (3, 1))
    assert [card.worth(seat) for seat in range(4)] == [0, 6, 0, 8]
