"""Several nodes, one hall: whoever comes in anywhere is the same person, at the same tables."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.cluster.visitors import House, Pipe
from tests.protocols.boards.player import fresh

if TYPE_CHECKING:
    from tests.cluster.conftest import Cluster


async def a_table(cluster: "Cluster", first: int = 0, second: int = 1) -> tuple[House, House, int]:
    """Two at a table of tic-tac-toe, at different nodes; the first is on turn."""
    anna = await House.named(cluster.halls[first], fresh("anna"))
    bob = await House.named(cluster.halls[second], fresh("bob"))
    anna.says("open", game="tictactoe")
    table = (await anna.hears("table"))["card"]["table"]
    await bob.joins(table)
    await anna.hears("happened", table=table, what="started")
    anna.table = table
    return anna, bob, table


def places(house: House, r: int, c: int) -> None:
    house.says("act", table=house.table, move={"type": "place", "r": r, "c": c})


async def play(anna: House, bob: House, squares: list[tuple[int, int]]) -> None:
    """Both in turn, beginning with anna, who sits first; both see the same."""
    for ply, (r, c) in enumerate(squares):
        mover = (anna, bob)[ply % 2]
        places(mover, r, c)
        seen = await mover.hears("happened", what="moved", seat=ply % 2)
        other = await (bob, anna)[ply % 2].hears("happened", what="moved", seat=ply % 2)
        assert other["view"] == seen["view"]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2), (2, 0), (1, 1)])
async def test_a_game_between_nodes(cluster: "Cluster", first: int, second: int) -> None:
    anna, bob, _ = await a_table(cluster, first, second)
    await play(anna, bob, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)])
    for house in (anna, bob):
        assert (await house.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]
        await house.closes()


@pytest.mark.parametrize("through", [1, 2])
async def test_who_drops_comes_back_through_another_node_to_the_same_board(
    cluster: "Cluster", through: int
) -> None:
    anna, bob, table = await a_table(cluster)
    await play(anna, bob, [(0, 0), (1, 0)])
    await anna.closes()
    assert (await bob.hears("happened", what="went"))["seat"] == 0
    back = await House.named(cluster.halls[through], secret=anna.secret)
    assert (await bob.hears("happened", what="came"))["seat"] == 0
    back.says("sync", table=table)
    whole = await back.hears("table")
    assert (whole["you"], whole["turn"]) == (0, [0])
    assert [sum(map(bool, row)) for row in whole["view"]["rows"]] == [1, 1, 0]
    back.table = table
    await play(back, bob, [(0, 1), (1, 1), (0, 2)])
    assert (await bob.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]


async def test_who_is_at_two_nodes_hears_and_acts_at_both(cluster: "Cluster") -> None:
    anna = await House.named(cluster.halls[2], fresh("anna"))
    again = await House.named(cluster.halls[1], secret=anna.secret)
    anna.says("open", game="tictactoe", re=1)
    table = (await anna.hears("table", re=1))["card"]["table"]
    bob = await House.named(cluster.halls[0], fresh("bob"))
    bob.says("join", table=table, re=2)
    await bob.hears("table", re=2)
    await again.hears("happened", table=table, what="started")
    again.says("act", table=table, move={"type": "place", "r": 1, "c": 1})
    await anna.hears("happened", table=table, what="moved")
    await anna.closes()
    bob.says("act", table=table, move={"type": "place", "r": 0, "c": 0})
    heard = await again.hears("happened", table=table, what="moved", seat=1)
    assert heard["turn"] == [0]
    await again.closes()
    await bob.closes()


async def test_a_name_belongs_to_one_person_in_the_whole_hall(cluster: "Cluster") -> None:
    name = "onlyone"
    anna = await House.named(cluster.halls[1], name)
    for hall in cluster.halls:
        stranger = House()
        await stranger.opens_wire(hall)
        stranger.says("hello", name=name)
        assert (await stranger.hears("refused"))["reason"] == "name_taken"
        await stranger.closes()
        pipe = await Pipe.to(hall)
        await pipe.asks(f"0|CONNECT|{name}", "402")
        await pipe.closes()
    await anna.closes()


async def test_the_lobby_of_every_node_shows_the_tables_of_all(cluster: "Cluster") -> None:
    looks = [await House.named(hall, fresh("looks")) for hall in cluster.halls]
    for house in looks:
        house.says("lobby")
        await house.hears("lobby")
    opened = []
    for number, hall in enumerate(cluster.halls):
        host = await House.named(hall, fresh("host"))
        host.says("open", game="pente", title=f"at node {number}")
        opened.append((host, (await host.hears("table"))["card"]["table"]))
    for house in looks:
        heard: set[int] = set()
        while heard != {table for _, table in opened}:
            card = (await house.hears("listed", change="opened"))["card"]
            heard |= {card["table"]} & {table for _, table in opened}
        listed = {card["table"]: card for card in await house.lobby()}
        for number, (_, table) in enumerate(opened):
            assert listed[table]["title"] == f"at node {number}"
    looks[0].says("lobby")
    await looks[0].hears("lobby")
    for host, table in opened:
        host.says("leave", table=table)
        while (await looks[0].hears("listed", change="gone"))["card"]["table"] != table:
            """Tables of others may end meanwhile."""


async def test_what_is_said_at_a_table_is_heard_at_every_node(cluster: "Cluster") -> None:
    anna, bob, table = await a_table(cluster)
    watcher = await House.named(cluster.halls[2], fresh("watcher"))
    watcher.says("watch", table=table)
    assert (await watcher.hears("table"))["you"] is None
    for number, speaker in enumerate((anna, bob)):
        speaker.says("say", table=table, text=f"hello {number}")
        heard = [await h.hears("happened", what="said", text=f"hello {number}") for h in (anna, bob, watcher)]
        assert heard[0] == heard[1] == heard[2]
    watcher.says("say", table=table, text="take the corner")
    await watcher.hears("happened", what="said", text="take the corner")
    await play(anna, bob, [(0, 0), (1, 0)])
    for seat in (0, 1):
        await watcher.hears("happened", what="moved", seat=seat)
    bob.says("resign", table=table)
    assert (await anna.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]
    watcher.says("say", table=table, text="well played")
    for house in (anna, bob, watcher):
        assert (await house.hears("happened", what="said"))["text"] == "well played", "nothing before"


async def test_after_a_game_both_play_again_at_a_new_table(cluster: "Cluster") -> None:
    anna, bob, table = await a_table(cluster, 1, 2)
    bob.says("resign", table=table)
    promised = {(await house.hears("happened", what="ended"))["rematch"] for house in (anna, bob)}
    wish = json.dumps({"type": "propose", "table": table, "kind": "rematch", "entropy": "mine"})
    anna.wire.say(wish)
    await bob.hears("happened", what="proposed")
    bob.wire.say(wish)
    again = [await house.hears("happened", what="started") for house in (anna, bob)]
    assert again[0]["table"] == again[1]["table"] != table
    assert [seat["person"] for seat in again[0]["seats"]] == [bob.person, anna.person]
    anna.table = bob.table = again[0]["table"]
    for house in (anna, bob):
        house.says("sync", table=again[0]["table"])
        assert {(await house.hears("table"))["commitment"]} == promised
    await play(bob, anna, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)])
    for house in (anna, bob):
        assert (await house.hears("happened", what="ended"))["outcome"]["ranks"] == [1, 2]
        await house.closes()


async def test_a_game_put_away_at_one_node_is_brought_back_at_another(cluster: "Cluster") -> None:
    anna, bob, table = await a_table(cluster)
    await play(anna, bob, [(0, 0)])
    anna.says("propose", table=table, kind="put_away")
    await bob.hears("happened", what="proposed")
    bob.says("answer", table=table, yes=True)
    name = (await bob.hears("happened", what="saved"))["name"]
    await bob.closes()
    back = await House.named(cluster.halls[2], secret=bob.secret)
    back.says("reopen", game="tictactoe", name=name)
    again = (await back.hears("table"))["card"]["table"]
    await back.joins(again)
    await anna.joins(again)
    back.says("act", table=again, move={"type": "place", "r": 1, "c": 1})
    assert (await anna.hears("happened", table=again, what="moved"))["seat"] == 1


async def test_a_table_has_the_dice_that_the_node_promised_where_it_is_opened(cluster: "Cluster") -> None:
    for hall in cluster.halls[:2]:
        anna = await House.named(hall, fresh("anna"))
        anna.says("open", game="shelfie")
        promise = (await anna.hears("table"))["promise"]
        anna.says("open", game="shelfie", entropy="mine")
        assert (await anna.hears("table"))["commitment"] == promise
