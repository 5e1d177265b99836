"""Scores and ratings; the rating is checked against the library it agrees with."""

import random

import pytest
from openskill.models import PlackettLuce

from tablehall.games.api import Outcome, drawn, ranked, won_by
from tablehall.games.board import Place
from tablehall.hall import commands
from tablehall.hall.scores import NEWCOMER, Score, rate, settle
from tests.hall.parlour import Draw
from tests.hall.stage import Stage

MODEL = PlackettLuce()


def by_library(scores: list[Score], ranks: list[int]) -> list[tuple[float, float]]:
    teams = [[MODEL.rating(mu=score.mu, sigma=score.sigma)] for score in scores]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(team[0].mu, team[0].sigma) for team in rated]


def random_field(rng: random.Random) -> tuple[list[Score], list[int]]:
    players = rng.randrange(2, 7)
    scores = [Score(mu=rng.uniform(5, 45), sigma=rng.uniform(0.5, 9)) for _ in range(players)]
    points = [rng.randrange(players) for _ in range(players)]
    return scores, list(ranked(points).ranks)


@pytest.mark.parametrize("seed", range(8))
def test_ratings_are_those_of_the_library(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        scores, ranks = random_field(rng)
        for mine, theirs in zip(rate(scores, ranks), by_library(scores, ranks), strict=True):
            assert mine == pytest.approx(theirs, rel=1e-9)


def test_a_newcomer_is_worth_a_thousand() -> None:
    assert NEWCOMER.rating == 1000


def test_a_rating_is_never_negative() -> None:
    assert Score(mu=-30).rating == 0


def test_a_winner_gains_what_a_loser_loses_among_equals() -> None:
    winner, loser = settle([NEWCOMER, NEWCOMER], won_by(0))
    assert (winner.won, winner.lost, winner.drawn) == (1, 0, 0)
    assert (loser.won, loser.lost, loser.drawn) == (0, 1, 0)
    assert winner.mu - NEWCOMER.mu == pytest.approx(NEWCOMER.mu - loser.mu)
    assert winner.sigma < NEWCOMER.sigma


def test_a_draw_among_equals_only_makes_surer() -> None:
    one, two = settle([NEWCOMER, NEWCOMER], drawn())
    assert (one.drawn, two.drawn) == (1, 1)
    assert one.mu == pytest.approx(two.mu)


def test_several_may_win_together() -> None:
    first, second, third = settle([NEWCOMER] * 3, Outcome((1, 1, 3)))
    assert (first.won, second.won, third.lost) == (1, 1, 1)


def test_results_are_kept_by_game(stage: Stage) -> None:
    table, (ann, ben) = stage.party()
    stage.play(table, 0, 3, 1, 4, 2)
    other = stage.open(ben, "connect_four")
    stage.join(ann, other)
    stage.play(other, Place(0, 0))
    stage.do(commands.Resign(ann.id, other))
    stage.restart()
    mine, theirs = (stage.hall.people.by_id[person.id].profile.scores for person in (ann, ben))
    assert (mine["tictactoe"].won, mine["connect_four"].lost) == (1, 1)
    assert (theirs["tictactoe"].lost, theirs["connect_four"].won) == (1, 1)
    assert mine["tictactoe"].rating > theirs["tictactoe"].rating


def test_an_unrated_game_leaves_no_trace(stage: Stage) -> None:
    table, (ann, _) = stage.party(rated=False)
    stage.play(table, 0, 3, 1, 4, 2)
    assert stage.hall.people.by_id[ann.id].profile.scores == {}


def test_a_closed_table_is_nobodys_result(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    stage.do(commands.Close(table))
    assert stage.hall.people.by_id[ann.id].profile.scores == {}


def test_whoever_left_loses_all_the_same(stage: Stage) -> None:
    table, people = stage.party("a", "b", "c", game="stones")
    stage.play(table, Draw())
    for person in people[:2]:
        stage.do(commands.Leave(person.id, table))
    results = [stage.hall.people.by_id[person.id].profile.scores["stones"] for person in people]
    assert [(score.won, score.lost) for score in results] == [(0, 1), (0, 1), (1, 0)]


def test_a_stranger_who_has_gone_counts_as_a_newcomer(stage: Stage) -> None:
    ann, stranger = stage.enter("ann"), stage.enter(kind="stranger")
    table = stage.open(ann)
    stage.join(stranger, table, name="x")
    stage.play(table, 0)
    stage.lose(stranger)
    stage.do(commands.Kick(stranger.id))
    expected = settle([NEWCOMER, NEWCOMER], won_by(0))[0]
    assert stage.hall.people.by_id[ann.id].profile.scores["tictactoe"] == expected
