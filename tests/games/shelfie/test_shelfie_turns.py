"""Turns, the last round, ties, and players who leave and come back."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablehall.games.api import Absence, Outcome, Played
from tablehall.games.dice import Dice
from tablehall.games.shelfie import Options, Pick, Put, Table, game
from tablehall.games.shelfie.cards import CommonCard
from tablehall.games.shelfie.moves import (
    CommonTaken,
    HandReturned,
    LastRound,
    PointsChanged,
    Shelved,
    TurnPassed,
)
from tablehall.games.shelfie.tiles import LETTERS

DICE = Dice(b"unused")
PLAIN = ("CBGFTP", "GFTPCB", "TPCBGF", "CBGFTP", "GFTPC")
"""One tile short of full: no group, nothing that the cards below wish for."""


def table(players: int = 3, **changes: Any) -> Table:
    """A table with the order 2, 0, 1 (or as much of it), cards that nobody achieves by chance."""
    order = tuple(seat for seat in (3, 2, 0, 1) if seat < players)
    start = game.setup(players, Options(), Dice(b"turns"))
    tokens = {2: (4, 8), 3: (4, 6, 8), 4: (2, 4, 6, 8)}[players]
    fixed: dict[str, Any] = {
        "order": order,
        "turn": order[0],
        "commons": (CommonCard("CORNERS", tokens), CommonCard("8_SAME", tokens)),
        "personal": (4, 9, 11, 2)[:players],
    }
    return replace(start, **(fixed | changes))


def done(played: object) -> Played[Table]:
    assert isinstance(played, Played)
    return played


def put(state: Table, column: int = 0) -> Played[Table]:
    """Put one cat, as if it had just been picked."""
    return done(game.play(replace(state, hand="C"), state.turn, Put(column, ("CAT",)), DICE))


def nearly_full(state: Table, seat: int) -> Table:
    shelves = [PLAIN if s == seat else shelf for s, shelf in enumerate(state.shelves)]
    return replace(state, shelves=tuple(shelves))


def test_the_order_of_play_is_drawn() -> None:
    orders = {game.setup(3, Options(), Dice(bytes([key]))).order for key in range(100)}
    assert len(orders) == 6
    start = game.setup(3, Options(), Dice(b"first"))
    assert game.turn(start).seats == (start.order[0],)


def test_the_easy_rule_plays_with_one_common_card() -> None:
    assert len(game.setup(2, Options(), Dice(b"k")).commons) == 2
    assert len(game.setup(2, Options(easy_rule=True), Dice(b"k")).commons) == 1


@pytest.mark.parametrize(("players", "tokens"), [(2, (4, 8)), (3, (4, 6, 8)), (4, (2, 4, 6, 8))])
def test_every_common_card_starts_with_a_token_for_each_player(players: int, tokens: tuple[int, ...]) -> None:
    start = game.setup(players, Options(), Dice(b"tokens"))
    assert [common.tokens for common in start.commons] == [tokens, tokens]
    assert start.commons[0].name != start.commons[1].name
    assert len(set(start.personal)) == players


def test_a_put_shelves_the_tiles_and_passes_the_turn() -> None:
    state = table(hand="CBG")
    after = done(game.play(state, 2, Put(3, ("BOOK", "CAT", "GAME")), DICE))
    assert after.events == (Shelved(2, 3, ("BOOK", "CAT", "GAME")), TurnPassed(0))
    assert after.state.shelves[2] == ("", "", "", "BCG", "")
    assert (after.state.hand, after.state.turn) == ("", 0)


def test_turns_go_round_in_the_drawn_order() -> None:
    state, seats = table(), []
    for _ in range(7):
        seats.append(state.turn)
        state = put(state).state
    assert seats == [2, 0, 1, 2, 0, 1, 2]


def test_a_token_is_taken_once_and_counts_at_once() -> None:
    eager = ("CCCCCC", "C", "", "", "")
    state = table(shelves=(eager, eager, eager))
    first = put(state, column=2)
    assert first.events == (
        Shelved(2, 2, ("CAT",)),
        CommonTaken(2, "8_SAME", 8),
        PointsChanged(2, 16),
        TurnPassed(0),
    )
    second = put(first.state, column=2)
    assert CommonTaken(0, "8_SAME", 6) in second.events
    third = put(second.state, column=2)
    assert third.state.commons[1] == CommonCard("8_SAME", (), (2, 0, 1))
    again = put(third.state, column=3)
    assert not any(isinstance(event, CommonTaken) for event in again.events)
    assert third.state.points == again.state.points == (14, 12, 16)


def test_nobody_takes_a_second_token_of_a_card_that_has_more() -> None:
    nothing = ("",) * 5
    first = put(table(shelves=(nothing, nothing, ("CCCCCC", "C", "", "", ""))), column=2)
    assert CommonTaken(2, "8_SAME", 8) in first.events
    round_later = put(put(first.state).state).state
    again = put(round_later, column=3)
    assert not any(isinstance(event, CommonTaken) for event in again.events)
    assert again.state.commons[1] == CommonCard("8_SAME", (4, 6), (2,))


def test_one_put_may_take_both_tokens() -> None:
    cats = ("CCCCCC", "", "", "", "CBGFT")
    assert put(table(shelves=(cats, cats, cats)), column=4).events[1:4] == (
        CommonTaken(2, "CORNERS", 8),
        CommonTaken(2, "8_SAME", 8),
        PointsChanged(2, 24),
    )


def test_a_hit_on_the_personal_card_counts_at_once() -> None:
    state = table(personal=(1, 2, 6))
    after = done(game.play(replace(state, hand="P"), 2, Put(0, ("PLANT",)), DICE))
    assert PointsChanged(2, 1) in after.events
    assert after.state.points == (0, 0, 1)


def test_the_first_full_shelf_earns_a_point_and_starts_the_last_round() -> None:
    after = put(nearly_full(table(), 2), column=4)
    assert after.events == (Shelved(2, 4, ("CAT",)), LastRound(2), PointsChanged(2, 1), TurnPassed(0))
    assert after.state.finisher == 2
    assert game.outcome(after.state) is None


def test_the_round_is_played_to_the_last_player_in_order() -> None:
    state = put(nearly_full(table(), 2), column=4).state
    state = put(state).state
    assert (state.turn, state.over) == (1, False)
    last = put(state)
    assert last.state.over
    assert last.events == (Shelved(1, 0, ("CAT",)),)
    assert game.turn(last.state).seats == ()
    assert game.outcome(last.state) == Outcome((3, 2, 1), (0, 0, 1), "points")


def test_the_last_player_in_order_ends_the_game_by_filling_their_shelf() -> None:
    after = put(nearly_full(table(turn=1), 1), column=4)
    assert after.events == (Shelved(1, 4, ("CAT",)), LastRound(1), PointsChanged(1, 1))
    assert after.state.over


def test_only_the_first_full_shelf_earns_the_end_token() -> None:
    state = nearly_full(nearly_full(table(), 2), 0)
    state = put(state, column=4).state
    second = put(state, column=4)
    assert second.events == (Shelved(0, 4, ("CAT",)), TurnPassed(1))
    assert second.state.points == (0, 0, 1)


def test_of_tied_players_the_latest_in_turn_order_wins() -> None:
    ended = table(over=True, points=(7, 3, 7))
    assert game.outcome(ended) == Outcome((1, 3, 2), (7, 3, 7), "points")
    assert game.outcome(replace(ended, points=(5, 5, 5))) == Outcome((2, 1, 3), (5, 5, 5), "points")


def test_leaving_on_turn_returns_the_hand_and_passes_the_turn() -> None:
    state = table()
    first = game.legal(state, 2)[-1]
    assert isinstance(first, Pick)
    holding = done(game.play(state, 2, first, Dice(b"p"))).state
    left = done(game.away(holding, 2, DICE))
    kinds = tuple(tile.type for tile in first.tiles)
    assert left.events == (HandReturned(2, kinds), TurnPassed(0))
    assert (left.state.hand, left.state.away, left.state.turn) == ("", (2,), 0)
    everything = left.state.room
    assert [everything.count(k) + n for k, n in zip(LETTERS, left.state.bag, strict=True)] == [22] * 6


def test_leaving_on_turn_with_empty_hands_only_passes_the_turn() -> None:
    assert done(game.away(table(), 2, DICE)).events == (TurnPassed(0),)


def test_leaving_off_turn_only_marks_the_seat() -> None:
    left = done(game.away(table(hand="CB"), 1, DICE))
    assert left == Played(table(hand="CB", away=(1,)))
    assert game.away(left.state, 1, DICE) is None


def test_a_put_skips_absent_players() -> None:
    state = done(game.away(table(), 0, DICE)).state
    assert put(state).events[-1] == TurnPassed(1)
    state = done(game.away(state, 1, DICE)).state
    assert put(state).events[-1] == TurnPassed(2)
    state = done(game.back(state, 0, DICE)).state
    assert put(state).events[-1] == TurnPassed(0)


def test_coming_back_off_turn_only_takes_the_mark_off() -> None:
    state = table(away=(0, 1))
    assert game.back(state, 1, DICE) == Played(table(away=(0,)))
    assert game.back(state, 2, DICE) is None


def test_when_everybody_is_away_the_turn_stays() -> None:
    state = table(away=(0, 1), hand="CB")
    left = done(game.away(state, 2, DICE))
    assert left.events == (HandReturned(2, ("CAT", "BOOK")),)
    assert (left.state.turn, left.state.away, left.state.over) == (2, (0, 1, 2), False)
    assert done(game.back(left.state, 2, DICE)) == Played(replace(left.state, away=(0, 1)))


def test_the_turn_does_not_wait_for_the_absent_once_somebody_is_back() -> None:
    back = done(game.back(table(away=(0, 1, 2)), 1, DICE))
    assert back.events == (TurnPassed(1),)
    assert (back.state.turn, back.state.away) == (1, (0, 2))


def test_a_put_by_somebody_already_marked_away_keeps_the_turn() -> None:
    after = put(table(away=(0, 1, 2)))
    assert after.events == (Shelved(2, 0, ("CAT",)),)
    assert (after.state.turn, after.state.over) == (2, False)


def test_the_last_round_skips_the_absent() -> None:
    state = put(nearly_full(table(away=(1,)), 2), column=4).state
    assert state.turn == 0
    assert put(state).state.over
    assert put(nearly_full(table(away=(0, 1)), 2), column=4).state.over


def test_leaving_in_the_last_turn_of_the_last_round_ends_the_game() -> None:
    left = done(game.away(table(turn=1, finisher=2, hand="C"), 1, DICE))
    assert left.events == (HandReturned(1, ("CAT",)),)
    assert left.state.over
    assert game.away(left.state, 0, DICE) is None
    assert game.back(left.state, 1, DICE) is None


def test_a_last_turn_that_waited_for_the_absent_is_over_once_somebody_is_back() -> None:
    waiting = done(game.away(table(turn=1, finisher=2, away=(0, 2)), 1, DICE)).state
    assert not waiting.over
    assert done(game.back(waiting, 1, DICE)).state.turn == 1
    assert done(game.back(waiting, 2, DICE)) == Played(replace(waiting, away=(0, 1), over=True))


def test_absent_players_keep_their_points_and_can_win() -> None:
    state = table(turn=1, finisher=2, away=(0,), points=(30, 0, 4))
    ended = put(state).state
    assert game.outcome(ended) == Outcome((1, 3, 2), (30, 0, 4), "points")


def test_a_player_gone_for_good_is_skipped_for_ever() -> None:
    dropped = done(game.drop(table(hand="C"), 2, DICE))
    assert dropped.events == (HandReturned(2, ("CAT",)), TurnPassed(0))
    assert dropped.state.gone == (2,)
    assert game.back(dropped.state, 2, DICE) is None
    assert game.away(dropped.state, 2, DICE) is None
    assert put(put(dropped.state).state).events[-1] == TurnPassed(0)


def test_an_absent_player_can_be_gone_for_good() -> None:
    state = done(game.drop(table(away=(0,)), 0, DICE)).state
    assert (state.away, state.gone, state.turn) == ((), (0,), 2)
    assert game.drop(state, 0, DICE) == Played(state)


def test_the_turn_never_waits_for_a_seat_that_is_gone() -> None:
    state = done(game.drop(table(away=(0, 1)), 2, DICE))
    assert state.events == (TurnPassed(0),)
    back = done(game.back(state.state, 1, DICE))
    assert back.events == (TurnPassed(1),)


def test_the_last_player_who_stays_wins_whatever_the_points() -> None:
    state = done(game.drop(table(points=(1, 9, 5)), 1, DICE)).state
    assert game.outcome(state) is None
    ended = done(game.drop(state, 2, DICE))
    assert ended.events == ()
    assert game.outcome(ended.state) == Outcome((1, 2, 3), (1, 9, 5), "last_player")
    assert game.turn(ended.state).seats == ()
    assert game.drop(ended.state, 0, DICE) == Played(ended.state)


def test_one_of_two_leaving_for_good_loses() -> None:
    ended = done(game.drop(table(players=2, points=(8, 2), hand="C"), 0, DICE))
    assert ended.events == (HandReturned(0, ("CAT",)),)
    assert game.outcome(ended.state) == Outcome((2, 1), (8, 2), "last_player")


def test_the_only_one_left_wins_when_the_absent_are_given_up() -> None:
    state = table(away=(1, 2), turn=0, points=(1, 9, 5))
    for seat in state.away:
        state = done(game.drop(state, seat, DICE)).state
    assert game.outcome(state) == Outcome((1, 2, 3), (1, 9, 5), "last_player")


def test_whoever_gave_up_ranks_behind_those_who_stayed() -> None:
    state = done(game.drop(table(points=(1, 9, 5)), 1, DICE)).state
    assert game.outcome(replace(state, over=True)) == Outcome((2, 3, 1), (1, 9, 5), "points")


def test_dropping_out_of_the_last_turn_of_the_last_round_ends_the_game() -> None:
    ended = done(game.drop(table(turn=1, finisher=2, points=(2, 9, 5)), 1, DICE)).state
    assert game.outcome(ended) == Outcome((2, 3, 1), (2, 9, 5), "points")


def test_a_missed_deadline_costs_the_seat() -> None:
    assert game.expire(table(), 2, DICE) is None


def test_the_others_play_on_and_who_is_alone_for_a_minute_wins() -> None:
    assert game.absence == Absence(grace=600_000, pause=False, then="stay", alone=60_000)
