"""A hall that runs on one node has no others to ask and nobody else to tell."""

import inspect

from tablehall.cluster.shared import SharedHall
from tablehall.games.api import Outcome
from tablehall.hall.hall import Hall
from tablehall.hall.peers import Peers
from tests.hall.parlour import GAMES
from tests.hall.stage import Stage


def test_a_hall_is_alone_unless_somebody_says_otherwise() -> None:
    peers = Hall(GAMES, bytes).peers
    assert peers.alone
    assert peers.leads
    assert not peers.node
    assert peers.owns(4711)
    assert peers.table_count() is None
    assert peers.run is None
    assert not peers.relay("mia", b"ROLL", ("::1", 9))
    assert not peers.reach("mia", b"ROLL", ("::1", 9))


def test_whoever_is_alone_settles_every_score_and_tells_nobody(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    peers, decision = stage.hall.peers, stage.hall.deciding(stage.now)
    person, stood = stage.hall.people.by_id[ann.id], stage.table(table)
    assert not peers.settles(decision, "tictactoe", (ann.id,), Outcome((1,), (), "line"))
    peers.came(decision, person)
    peers.left(decision, person, None)
    peers.watches(decision, person, table, on=True)
    peers.get_up(decision, person, table)
    peers.written(decision, stood, b"{}")
    peers.listed(decision, "changed", stood)
    peers.give_up(decision, table)
    peers.removed(stood)
    assert not decision.outbox
    assert not decision.remembers()


def test_a_node_answers_for_everything_that_a_lonely_hall_leaves_open() -> None:
    asked = [name for name, what in vars(Peers).items() if inspect.isfunction(what)]
    assert [name for name in asked if getattr(SharedHall, name) is getattr(Peers, name)] == []
