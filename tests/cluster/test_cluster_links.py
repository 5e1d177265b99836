"""Links between nodes: in order and complete, whatever the bus does."""

import random
from collections.abc import Callable

from tablehall.cluster.links import BATCH, Link, Links

A, B = 1, 2


class Pair:
    """Two nodes on a bus that loses and doubles packets."""

    def __init__(self, seed: int = 0, losses: float = 0.0) -> None:
        self.chance = random.Random(seed)
        self.losses = losses
        self.heard: dict[int, list[bytes]] = {A: [], B: []}
        self.on_the_way: list[tuple[int, bytes]] = []
        self.soon: list[Callable[[], None]] = []
        self.nodes = {me: self._node(me) for me in (A, B)}
        for me, other in ((A, B), (B, A)):
            self.nodes[me].links[other] = Link()

    def _node(self, me: int) -> Links:
        def hear(_: int, body: bytes) -> None:
            self.heard[me].append(body)

        def publish(to: int, data: bytes) -> None:
            self.on_the_way.append((to, data))

        return Links(me, publish, hear, self.soon.append)

    def run(self) -> None:
        while self.soon or self.on_the_way:
            soon, self.soon[:] = list(self.soon), []
            for what in soon:
                what()
            packets, self.on_the_way[:] = list(self.on_the_way), []
            for to, data in packets:
                for _ in range(self.chance.choice((1, 1, 2)) if self.losses else 1):
                    if self.chance.random() >= self.losses:
                        self.nodes[to].arrived(data)

    def beat(self) -> None:
        counts = {me: node.counts() for me, node in self.nodes.items()}
        self.nodes[A].acknowledged(B, *counts[B][A])
        self.nodes[B].acknowledged(A, *counts[A][B])


def test_what_is_said_in_one_pass_goes_in_one_batch() -> None:
    pair = Pair()
    for number in range(10):
        pair.nodes[A].say(B, bytes([number]))
    for what in pair.soon:
        what()
    assert len(pair.on_the_way) == 1
    pair.run()
    assert pair.heard[B] == [bytes([number]) for number in range(10)]


def test_large_things_go_in_several_batches() -> None:
    pair = Pair()
    body = b"\xc6" + (BATCH // 2).to_bytes(4, "big") + bytes(BATCH // 2)
    for _ in range(5):
        pair.nodes[A].say(B, body)
    pair.run()
    assert pair.heard[B] == [body] * 5


def test_nothing_is_lost_doubled_or_out_of_order() -> None:
    for seed in range(20):
        pair = Pair(seed, losses=0.3)
        said = [bytes([0xCD, number >> 8, number & 255]) for number in range(300)]
        for at, body in enumerate(said):
            pair.nodes[A].say(B, body)
            pair.nodes[B].say(A, body)
            if at % 7 == 0:
                pair.run()
            if at % 40 == 0:
                pair.beat()
        for _ in range(100):
            pair.run()
            pair.beat()
        assert pair.heard == {A: said, B: said}


def test_what_was_confirmed_is_not_kept() -> None:
    pair = Pair()
    for _ in range(100):
        pair.nodes[A].say(B, b"\x01")
        pair.run()
    assert len(pair.nodes[A].links[B].unacked) == 100
    pair.beat()
    assert not pair.nodes[A].links[B].unacked
    assert pair.nodes[A].links[B].size == 0


def test_a_stranger_is_not_heard() -> None:
    pair = Pair()
    del pair.nodes[B].links[A]
    pair.nodes[A].say(B, b"\x01")
    pair.run()
    assert pair.heard[B] == []
