"""What nodes ask of each other besides the commands of the hall, and what they do without being asked."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

from tablehall.cluster import messages
from tablehall.cluster.draining import Draining
from tablehall.cluster.joining import BLOCK, Cluster
from tablehall.cluster.replicas import mislay
from tablehall.cluster.shared import SETTLED
from tablehall.games.api import Outcome
from tablehall.hall import commands
from tablehall.hall.people import secret_hash
from tablehall.hall.refusals import Why
from tests.cluster.trio import A, B, C, Database, Trio, a_game, a_table, until


async def test_a_table_whose_game_goes_on_elsewhere_is_given_up_by_its_owner(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    owner, other = trio.nodes[A], trio.nodes[B]
    owner.pipeline.submit(0, owner.hall.decide(messages.Desert(number), 0))
    await trio.rest()
    assert number not in owner.hall.tables
    assert number not in other.hall.tables
    assert other.hall.decide(messages.Desert(number), 0).refused is None  # it is gone already


async def test_a_name_of_a_save_is_given_out_once_at_a_time(trio: Trio) -> None:
    hall = trio.nodes[A].hall
    name = messages.Reserve("tictactoe", "mine")
    assert hall.decide(name, 1_000).refused is None
    assert hall.decide(name, 2_000).refused is Why.SAVE_EXISTS
    assert hall.decide(name, 60_000).refused is None  # nothing was saved under it after all
    assert len(hall.reserved) == 1


async def test_whoever_plays_at_a_table_that_nobody_knows_any_more_hears_its_end(trio: Trio) -> None:
    _, _, number, ears = await a_game(trio)
    node = trio.nodes[C]
    decision = node.hall.deciding(0)
    mislay(decision, number)
    mislay(decision, number)  # it is gone already
    node.pipeline.submit(0, decision)
    await trio.rest()
    assert ears.records()[-1] == "Closed"
    assert number not in node.hall.tables


async def test_only_so_many_results_are_known_to_be_settled(trio: Trio) -> None:
    hall = trio.nodes[A].hall
    for number in range(SETTLED + 1):
        result = messages.Settle(str(number), "tictactoe", (0, 0), Outcome((1, 2), reason="line"))
        hall.settle_once(hall.deciding(0), result)
    assert len(hall.settled) == SETTLED
    assert "0" not in hall.settled


async def test_whoever_is_not_known_any_more_cannot_come_in_again(trio: Trio) -> None:
    decision = trio.nodes[A].hall.enter_again(commands.Enter(1), messages.Done("1", person=77), 0)
    assert decision.refused is Why.UNKNOWN_SECRET


async def test_a_device_that_comes_in_again_takes_no_other_device_its_secret(trio: Trio) -> None:
    hall = trio.nodes[A].hall
    hall.chance = random.Random(1).randbytes
    ann = hall.decide(commands.Enter(1, name="ann", asks=True), 0).result
    code = hall.decide(commands.Pair(ann.person.id), 0).result.code
    enter = commands.Enter(2, code=code, asks=True)
    phone = hall.decide(enter, 0).result
    hall.decide(commands.Lost(2), 0)
    again = hall.enter_again(enter, messages.Done("1", person=ann.person.id, secret=phone.secret), 0).result
    for secret in (ann.secret, again.secret):
        assert hall.people.by_secret[secret_hash(secret)] is ann.person
    assert secret_hash(phone.secret) not in hall.people.by_secret, "it was lost on its way"


async def test_a_node_that_stays_after_all_is_the_last_to_lead(trio: Trio) -> None:
    for node in trio.nodes.values():
        node.beat()
    await trio.rest()
    node = trio.nodes[A]
    draining = Draining(node, Database([]))  # type: ignore[arg-type]
    node.stepping_down = node.leaving = True
    draining.stay()
    assert not node.stepping_down
    assert not node.leaving
    assert node.rank > max(other.rank for epoch, other in trio.nodes.items() if epoch != A)


class Blocks:
    """Gives out blocks of numbers, and counts them."""

    def __init__(self) -> None:
        self.given = 0

    def block(self, size: int) -> int:
        self.given += 1
        return self.given * size


async def test_the_numbers_of_tables_never_run_out_and_never_come_twice(trio: Trio) -> None:
    cluster: Any = Cluster.__new__(Cluster)
    cluster.sharing = Blocks()
    cluster.node = SimpleNamespace(loop=asyncio.get_running_loop())
    cluster._last = cluster._next = 0
    cluster._spare, cluster._fetching = [], False
    numbers = [cluster.number() for _ in range(BLOCK // 2 + 2)]
    await until(trio, lambda: cluster._spare)  # the next block is fetched beside the loop
    numbers += [cluster.number() for _ in range(BLOCK)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) <= cluster.sharing.given * BLOCK
