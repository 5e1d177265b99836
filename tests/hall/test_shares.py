"""Shares: what somebody has of the hall counts as theirs until it is gone, however they turn it."""

from tablehall.hall.commands import Delete, Save
from tablehall.hall.hall import Limits
from tablehall.hall.refusals import Why
from tests.hall.stage import Stage

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def test_who_deletes_a_save_that_others_want_has_no_room_for_another_everywhere() -> None:
    """Two who play together cannot fill the hall with saves that count as nobody's."""
    stage = Stage(limits=Limits(saves_each=2, saves_per_address=3))
    eve, zoe = stage.enter("eve", origin=HERE), stage.enter("zoe", origin=HERE)
    refused = []
    for number in range(5):
        table = stage.open(eve, rated=False)
        stage.join(zoe, table)
        save = stage.ask(Save(eve.id, table, f"save {number}"))
        refused.append(save.refused)
        if save.refused is None:
            stage.do(Delete("tictactoe", f"save {number}", eve.id))
    assert refused == [None] * 3 + [Why.TOO_MANY_OF_YOUR_SAVES] * 2
    stage.do(Delete("tictactoe", "save 0", zoe.id))
    stage.do(Save(zoe.id, table, "in its place"))


def test_a_save_that_its_saver_has_deleted_leaves_them_their_own_share() -> None:
    stage = Stage(limits=Limits(saves_each=1))
    eve, zoe = stage.enter("eve", origin=HERE), stage.enter("zoe", origin=ELSEWHERE)
    for number in range(3):
        table = stage.open(eve, rated=False)
        stage.join(zoe, table)
        stage.do(Save(eve.id, table, f"save {number}"))
        stage.do(Delete("tictactoe", f"save {number}", eve.id))


def test_a_game_put_away_counts_where_its_players_are_from_if_its_host_is_forgotten() -> None:
    """Who opens a table for others and leaves cannot have the games of everybody else pushed out."""
    stage = Stage(limits=Limits(put_away_per_address=2))
    for _ in range(4):
        host = stage.enter(kind="stranger", origin=HERE)
        table = stage.open(host, sit=False, absence=stage.patient(all_gone=1_000))
        players = [stage.enter(name, "visitor", origin=HERE) for name in ("eve", "zoe")]
        stage.lose(host)
        for player in players:
            stage.join(player, table)
        stage.play(table, 4)
        stage.lose(*players)
        stage.wait(2_000)
    assert len(stage.hall.put_away_since) == 2
