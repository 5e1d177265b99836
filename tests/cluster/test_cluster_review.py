"""Three nodes in one process: what goes wrong at one place does not spread, and nobody is forgotten."""

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from tablehall.cluster import waiting, words
from tablehall.cluster.asking import BRIEFLY, GIVE_UP_AFTER
from tablehall.cluster.inheriting import Heir
from tablehall.cluster.joining import Cluster, ClusterSettings
from tablehall.cluster.lines import Line
from tablehall.cluster.members import Beat
from tablehall.cluster.shared import ERA, arrival
from tablehall.hall import commands
from tablehall.hall.decision import Decision
from tablehall.hall.notices import Happened
from tablehall.hall.recovery import Remembered
from tests.cluster.test_cluster_node import A, B, Pair, Silence, a_table, talk

C = 9
PLACE = b'{"type":"place","r":0,"c":0}'


class Trio(Pair):
    """Three nodes; the first one keeps the register of people."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes[C] = third = self._node(C)
        third.early, third.registrar = None, A


class Ears(Silence):
    """A connection that remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def tell(self, news: Any, seat: int | None) -> None:
        self.heard.append(news)


class Database:
    """What an heir asks, and in which order; nobody is buried before it is told to go on."""

    def __init__(self, owners: list[str]) -> None:
        self.asked: list[str] = []
        self.kept: dict[str, dict[str, bytes]] = {}
        self.whose: dict[int, str] = {}
        self.may_bury = asyncio.Event()
        self._owners = owners

    def owners(self) -> list[str]:
        self.asked.append("owners")
        return self._owners

    def bury(self, name: str) -> None:
        self.asked.append(f"bury {name}")

    def owned_by(self, _: str) -> list[int]:
        return []

    def facts(self, kinds: list[str]) -> dict[str, dict[str, bytes]]:
        self.asked.append("facts")
        return {kind: self.kept.get(kind, {}) for kind in kinds}

    def owners_of(self, tables: list[int]) -> dict[int, str]:
        return {number: self.whose[number] for number in tables if number in self.whose}

    def statuses(self, tables: list[int]) -> dict[int, str]:
        return dict.fromkeys(tables, "live")


@pytest_asyncio.fixture
async def trio() -> AsyncIterator[Trio]:
    nodes = Trio()
    everybody = list(nodes.nodes.values())
    for node in everybody:
        node.beat()
    await nodes.rest()
    yield nodes
    for node in everybody:
        node.frame.stop()


async def a_stranger(nodes: Pair, era: int) -> tuple[int, int]:
    """Somebody without a name comes in; his connection and his number."""
    conn = nodes.nodes[era].frame.connect(Silence())
    decided = await nodes.ask(era, commands.Enter(conn, "stranger"))
    return conn, decided.result.person.id


@pytest.mark.parametrize("at", [A, B])
@pytest.mark.parametrize("owner", [A, B])
async def test_a_stranger_who_looked_on_is_gone_from_every_table(trio: Trio, at: int, owner: int) -> None:
    ann = await trio.enter(owner, "ann")
    number = (await trio.ask(owner, commands.Open(ann, "tictactoe"))).result.sheet.table
    conn, stranger = await a_stranger(trio, at)
    assert (await trio.ask(at, commands.Watch(stranger, number))).refused is None
    await trio.ask(at, commands.Lost(conn))
    assert not any(stranger in node.hall.people.by_id for node in trio.nodes.values())
    assert not any(node.hall.tables[number].watchers for node in trio.nodes.values())
    ben = await trio.enter(at, "ben")
    assert (await trio.ask(at, commands.Join(ben, number))).refused is None


async def test_who_looked_on_before_a_replica_came_leaves_it_as_well(trio: Trio) -> None:
    ann, ben = await trio.enter(B, "ann"), await trio.enter(A, "ben")
    number = (await trio.ask(B, commands.Open(ann, "tictactoe"))).result.sheet.table
    conn, stranger = await a_stranger(trio, C)
    assert (await trio.ask(C, commands.Watch(stranger, number))).refused is None
    assert (await trio.ask(A, commands.Join(ben, number))).refused is None
    assert trio.nodes[A].hall.tables[number].watchers == {stranger}
    await trio.ask(C, commands.Lost(conn))
    assert not trio.nodes[A].hall.tables[number].watchers


async def test_who_no_longer_waits_for_an_answer_holds_nobody_up(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    node, ears = trio.nodes[B], Ears()
    node.frame.connections[node.hall.people.by_id[ben].conn or 0] = ears
    asking = asyncio.ensure_future(node.frame.decide(commands.Say(ben, number, "heard")))
    await asyncio.sleep(0)
    assert node.pending
    asking.cancel()
    await trio.rest()
    assert [news.record.text for news in ears.heard] == ["heard"]


async def test_a_word_that_cannot_be_read_takes_no_other_with_it(trio: Trio) -> None:
    ann, _, number = await a_table(trio)
    owner = trio.nodes[A]
    letters = owner.letters(owner.hall.handle(commands.Say(ann, number, "heard"), 0))
    owner.lines.say(B, words.encode(words.Ask("3.99", "Nonsense", b"")))
    for era, letter in letters:
        owner.lines.say(era, letter)
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["heard"]


async def test_a_change_that_cannot_be_followed_takes_no_other_with_it(trio: Trio) -> None:
    ann, _, number = await a_table(trio)
    owner = trio.nodes[A]
    decision = owner.hall.handle(commands.Say(ann, number, "heard"), 0)
    changes = owner.hall.changes(decision, [B])[B]
    nonsense = words.Facts([("ban", "nobody knows this/kind", b"{}")])
    owner.lines.say(B, words.encode(words.Step([nonsense, *changes])))
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["heard"]


async def test_a_node_that_does_not_know_a_game_does_not_ask_for_its_tables(trio: Trio) -> None:
    ann = await trio.enter(A, "ann")
    node = trio.nodes[B]
    del node.hall.games["tictactoe"]
    asked = node.frame.counts["passed_on"]
    await trio.ask(A, commands.Open(ann, "tictactoe"))
    assert node.frame.counts["passed_on"] == asked
    assert not node.hall.tables
    assert not node.hall.foreign


async def test_whoever_was_let_in_after_he_had_hung_up_is_not_here(trio: Trio) -> None:
    node = trio.nodes[B]
    conn = node.frame.connect(Silence())
    entering = asyncio.ensure_future(node.frame.decide(commands.Enter(conn, name="late")))
    await asyncio.sleep(0)
    node._look_after_pending(time.monotonic() + GIVE_UP_AFTER + 1)
    with pytest.raises(RuntimeError):
        await entering
    node.frame.disconnect(conn)
    await trio.ask(B, commands.Lost(conn))
    await trio.rest()
    assert not any(conn in other.hall.people.by_conn for other in trio.nodes.values())
    assert "late" in trio.nodes[A].hall.people.by_name
    assert not node.given_up


async def test_a_reason_that_is_unknown_here_is_an_answer_too(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    node = trio.nodes[B]
    asking = asyncio.ensure_future(node.frame.decide(commands.Say(ben, number, "hello")))
    await asyncio.sleep(0)
    [pending] = node.pending.values()
    node._answered(words.Done(pending.ask.id, "some.newer.Reason/NO"))
    with pytest.raises(RuntimeError):
        await asking


async def test_who_has_heard_enough_is_not_called_again(trio: Trio) -> None:
    node, heard = trio.nodes[B], [False]
    node.lines.lines = {5: Line(), 6: Line()}
    over: list[None] = []
    waiting.apart(lambda: over.append(node.listen(lambda: heard[0])))  # type: ignore[func-returns-value]
    heard[0] = True
    node._look_after_pending(time.monotonic() + GIVE_UP_AFTER + 1)
    assert over
    assert not node.pending


async def test_who_no_longer_keeps_the_register_lets_nobody_in(trio: Trio) -> None:
    first, second = trio.nodes[A], trio.nodes[B]
    bob = await trio.enter(B, "bob")
    number = (await trio.ask(B, commands.Open(bob, "tictactoe"))).result.sheet.table
    conn = first.frame.connect(Silence())
    person = (await trio.ask(A, commands.Enter(conn, "visitor", "vic"))).result.person.id
    assert (await trio.ask(A, commands.Join(person, number))).refused is None
    await trio.ask(A, commands.Lost(conn))
    conn = first.frame.connect(Silence())
    entering = asyncio.ensure_future(first.frame.decide(commands.Enter(conn, "visitor", "vic")))
    await asyncio.sleep(0)
    assert first.pending  # his table is fetched from where it is decided on
    first.hall.registrar, first.in_office, first.leaving = False, False, True
    second.hall.registrar = second.in_office = True
    first.beat()
    assert (await asyncio.wait_for(entering, 20)).result.person.id == person
    await trio.rest()
    assert all(node.hall.people.by_id[person].conn == conn for node in trio.nodes.values())


async def test_what_the_keeper_decides_comes_before_what_is_decided_next(trio: Trio) -> None:
    ann, _, number = await a_table(trio)
    frame = trio.nodes[A].frame
    keeper = asyncio.ensure_future(frame.decide(commands.Say(ann, number, "first")))
    asyncio.get_running_loop().call_soon(
        lambda: frame.submit(0, frame.hall.handle(commands.Say(ann, number, "second"), 0))
    )
    frame.submit(0, await keeper)
    await trio.rest()
    assert talk(trio.nodes[B].hall.tables[number]) == ["first", "second"]


async def test_an_answer_is_not_repeated_before_it_is_remembered(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    owner = trio.nodes[A]
    said: list[bytes] = []
    owner.lines.say = lambda to, body: said.append(body)  # type: ignore[method-assign]
    ask = words.Ask("7.1000", *words.wrap(commands.Say(ben, number, "once")))
    owner._asked(B, ask)
    owner._asked(B, ask)
    assert not said
    await owner.frame.settled()
    answers = [word.done for word in map(words.decode, said) if isinstance(word, words.Step) and word.done]
    assert [done.id for done in answers] == ["7.1000", "7.1000"]


async def test_what_is_too_much_for_one_envelope_goes_in_several(trio: Trio) -> None:
    first, second = trio.nodes[A], trio.nodes[B]
    sizes: list[int] = []
    heard: list[int] = []
    publish = first.lines._publish

    def weigh(to: int, data: bytes) -> None:
        sizes.append(len(data))
        publish(to, data)

    first.lines._publish = weigh
    second.on_datagram = lambda _, word: heard.append(len(word.data))
    for size in (10, 3_000_000, 20):
        first.lines.say(B, words.encode(words.Datagram("door", "host", 1, bytes(size))))
    await trio.rest()
    assert heard == [10, 3_000_000, 20]
    assert max(sizes) < 1_000_000


async def test_who_is_at_two_nodes_hears_that_he_is_at_the_other(trio: Trio) -> None:
    ears = Ears()
    conn = trio.nodes[B].frame.connect(ears)
    person = (await trio.ask(B, commands.Enter(conn, name="ann"))).result.person.id
    elsewhere = (C << ERA) + 50
    trio.nodes[C].tell_registrar(words.Present(((person, elsewhere, None, 0),)))
    await trio.rest()
    assert all(node.hall.people.by_id[person].conn == elsewhere for node in trio.nodes.values())
    assert [news.why for news in ears.heard] == ["elsewhere"]


async def test_who_looks_on_keeps_the_table_when_its_node_dies(trio: Trio) -> None:
    heir, dead, node = trio.nodes[A], trio.nodes[B], trio.nodes[C]
    ann, ben, cat = await trio.enter(B, "ann"), await trio.enter(B, "ben"), await trio.enter(C, "cat")
    number = (await trio.ask(B, commands.Open(ann, "tictactoe"))).result.sheet.table
    assert (await trio.ask(B, commands.Join(ben, number))).refused is None
    ears = Ears()
    node.frame.connections[node.hall.people.by_id[cat].conn or 0] = ears
    assert (await trio.ask(C, commands.Watch(cat, number))).refused is None
    table, lines = dead.hall.tables[number], list(dead.hall.tails[number])
    del trio.nodes[B]
    for survivor in (heir, node):
        member = survivor.members.over(B)
        assert member is not None
        survivor._died(member)
    inheriting = Heir(heir, Database([]))  # type: ignore[arg-type]
    inheriting._show_out({B})
    inheriting.go_on([Remembered(number, "tictactoe", table.seed, None, lines)], 0)
    await trio.rest()
    assert node.hall.foreign == {number: f"node{A}"}
    assert node.hall.tables[number].scene == heir.hall.tables[number].scene
    ears.heard.clear()
    conn = heir.frame.connect(Silence())
    heir.frame.submit(0, heir.hall.decide(words.Present(((ann, conn, None, 0),)), 0))
    await trio.rest()
    assert (await trio.ask(A, commands.Act(ann, number, PLACE))).refused is None
    assert "Moved" in [type(news.record).__name__ for news in ears.heard if isinstance(news, Happened)]
    await inheriting.close()


async def test_nobody_takes_from_a_node_that_has_not_left_yet(trio: Trio) -> None:
    node = trio.nodes[A]
    node.times = node.members.times = type(node.times)(beat=200, dead_after=1)
    node.members.heard(Beat(B, f"node{B}", leaving=True), time.monotonic())
    node.members.trusts = lambda now: True  # type: ignore[method-assign]
    database = Database([f"node{B}", "somebody else"])
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    taken = asyncio.Event()
    names: list[str] = []

    async def take(name: str, _: float) -> None:
        names.append(name)
        if name == "somebody else":
            taken.set()

    inheriting._inherit = take  # type: ignore[method-assign,assignment]
    await asyncio.wait_for(taken.wait(), 60)
    await inheriting.close()
    assert names == ["somebody else"]


async def test_the_register_is_read_when_the_one_before_can_write_no_more(trio: Trio) -> None:
    node = trio.nodes[B]
    database = Database([])
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    ask = inheriting._ask

    async def slowly(function: Any, *args: Any) -> Any:
        if function == database.bury:
            await database.may_bury.wait()
        return await ask(function, *args)

    inheriting._ask = slowly  # type: ignore[method-assign]
    member = node.members.over(A)
    assert member is not None
    node._died(member)
    node._elect()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not database.asked
    assert not node.hall.registrar
    database.may_bury.set()
    in_office = asyncio.Event()
    inheriting.on_office = in_office.set
    await asyncio.wait_for(in_office.wait(), 60)
    assert node.hall.registrar
    assert database.asked.index(f"bury node{A}") < database.asked.index("facts")
    await inheriting.close()


def games_won(nodes: Pair, person: int) -> list[int]:
    """By what each node knows of him."""
    halls = [node.hall for node in nodes.nodes.values()]
    return [score.won for h in halls for score in h.people.by_id[person].profile.scores.values()]


async def a_result(trio: Trio) -> tuple[int, Decision]:
    """Ann wins at a table of the second node, which remembers it and can tell nobody; what it decided."""
    ann, ben = await trio.enter(A, "ann"), await trio.enter(B, "ben")
    number = (await trio.ask(B, commands.Open(ben, "tictactoe"))).result.sheet.table
    assert (await trio.ask(A, commands.Join(ann, number))).refused is None
    return ann, trio.nodes[B].hall.handle(commands.Resign(ben, number), 0)


async def test_a_result_is_settled_once_and_forgotten(trio: Trio) -> None:
    ann, decision = await a_result(trio)
    ((kind, key, value),) = decision.kept
    assert kind == "unsettled"
    assert value
    registrar, forgotten = trio.nodes[A].hall, []
    keep = registrar.keep

    def note(*fact: Any) -> None:
        forgotten.append(fact)
        keep(*fact)

    registrar.keep = note  # type: ignore[method-assign,assignment]
    trio.nodes[B].frame.submit(0, decision)
    await trio.rest()
    assert games_won(trio, ann) == [1, 1, 1]
    assert forgotten[-1] == ("unsettled", key, None)


async def test_a_result_that_a_dead_node_could_not_bring_counts_all_the_same(trio: Trio) -> None:
    ann, decision = await a_result(trio)
    ((_, key, value),) = decision.kept
    database = Database([])
    assert value is not None
    database.kept["unsettled"] = {key: value}
    node = trio.nodes[A]
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    dead = node.members.over(B)
    assert dead is not None
    node._died(dead)
    await asyncio.gather(*inheriting._tasks - {t for t in inheriting._tasks if "orphans" in repr(t)})
    await trio.rest()
    assert games_won(trio, ann) == [1, 1]
    result = next(change for to, change in decision.abroad if to == -1)
    node._asked(C, words.Ask("7.99", *words.wrap(result)))  # it was on its way all the same
    await trio.rest()
    assert games_won(trio, ann) == [1, 1]
    await inheriting.close()


async def test_whoever_takes_office_settles_what_is_left(trio: Trio) -> None:
    ann, decision = await a_result(trio)
    ((_, key, value),) = decision.kept
    database = Database([])
    assert value is not None
    database.kept["unsettled"] = {key: value}
    node = trio.nodes[B]
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    node.in_office = True
    await inheriting._take_office()
    await trio.rest()
    assert games_won(trio, ann) == [1, 1, 1]
    await inheriting.close()


async def test_whoever_could_not_take_office_tries_again(trio: Trio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablehall.cluster.inheriting.AGAIN_AFTER", 0)
    node, database = trio.nodes[B], Database([])
    node.members.over(A)
    inheriting, tries = Heir(node, database), iter(["no", "no"])  # type: ignore[arg-type]

    async def take_office() -> None:
        if next(tries, None):
            raise RuntimeError("something unforeseen")
        node.hall.registrar = True

    inheriting._take_office = take_office  # type: ignore[method-assign]
    for _ in range(60):
        node._elect()
        await asyncio.sleep(0)
    assert node.hall.registrar
    assert node.in_office
    await inheriting.close()


async def test_a_late_word_of_somebody_who_is_gone_misleads_nobody_for_long(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    node = trio.nodes[C]
    assert node.hall.foreign == {number: f"node{A}"}
    database = Database([])
    database.whose = {number: f"node{B}"}
    inheriting = Heir(node, database)  # type: ignore[arg-type]
    gone = node.members.over(A)
    assert gone is not None
    await inheriting._bury(gone)
    assert node.hall.foreign == {number: f"node{B}"}
    await inheriting.close()


async def test_who_stops_before_he_is_in_office_does_not_come_into_it(trio: Trio) -> None:
    node = trio.nodes[B]
    inheriting = Heir(node, Database([]))  # type: ignore[arg-type]
    node.in_office = True
    office = inheriting.spawn(inheriting._take_office())
    await inheriting.retire()
    await office
    assert not node.hall.registrar
    await inheriting.close()


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_node_that_is_back_does_once_what_it_was_asked(trio: Trio, carried_out: bool) -> None:
    _, ben, number = await a_table(trio)
    owner = trio.nodes[A]
    table, lines = owner.hall.tables[number], list(owner.hall.tails[number])
    ask = words.Ask("7.1000", *words.wrap(commands.Say(ben, number, "once")))
    kept: dict[str, dict[str, bytes]] = {"hall": {}}
    if carried_out:  # and the answer was lost
        owner._asked(B, ask)
        lines.append(owner.hall.tails[number][-1])
        kept["asked"] = {ask.id: words.encode(words.Done(ask.id))}
        await trio.rest()
        owner.carried_out.clear()
    owner.hall.forget(table)
    owner.early = []
    owner._asked(B, ask)
    cluster = Cluster(ClusterSettings(), SimpleNamespace(owner="node3", link=None))  # type: ignore[arg-type]
    cluster.node = owner
    cluster.facts(kept)
    cluster.recovered(None, [Remembered(number, "tictactoe", table.seed, None, lines)], 0)
    if carried_out:
        owner._asked(B, ask)
    assert talk(owner.hall.tables[number]) == ["once"]
    await cluster.heir.close()


async def test_a_table_that_is_gone_is_expected_by_nobody(trio: Trio) -> None:
    owner = SimpleNamespace(hall=trio.nodes[A].hall)
    ann = await trio.enter(B, "ann")
    decided: Decision = owner.hall.decide(commands.Join(ann, 4711), 0, B)
    assert decided.refused is not None
    assert not owner.hall.expected


async def test_who_changes_nodes_finds_the_table_that_he_opened_a_moment_ago(trio: Trio) -> None:
    conn = trio.nodes[B].frame.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    node, late = trio.nodes[B], []

    def post_late(subject: str, data: bytes) -> None:
        if subject == f"hall.to.{A}":
            late.append((subject, data))
        else:
            trio._publish(subject, data)

    node.bus.publish = post_late  # type: ignore[method-assign]
    number = (await trio.ask(B, commands.Open(entered.person.id, "tictactoe"))).result.sheet.table
    new = trio.nodes[A]
    enter = commands.Enter(new.frame.connect(Silence()), secret=entered.secret)
    coming = asyncio.ensure_future(new.frame.decide(enter))
    await trio.rest()
    assert not coming.done(), "it knows nothing of the table yet"
    node.bus.publish = trio._publish  # type: ignore[method-assign]
    for letter in late:
        trio._publish(*letter)
    await trio.rest()
    assert (await coming).result.person.tables == {number}
    assert node.hall.informed[number] == {A}


async def test_who_comes_back_does_not_wait_long_for_a_node_that_says_nothing(trio: Trio) -> None:
    conn = trio.nodes[B].frame.connect(Silence())
    entered = (await trio.ask(B, commands.Enter(conn, name="ann"))).result
    trio.nodes.pop(C)  # killed, and nobody knows of it yet
    node = trio.nodes[A]
    enter = commands.Enter(node.frame.connect(Silence()), secret=entered.secret)
    coming = asyncio.ensure_future(node.frame.decide(enter))
    await trio.rest()
    assert not coming.done()
    node._look_after_pending(time.monotonic() + BRIEFLY + 0.01)
    await trio.rest()
    assert (await coming).refused is None


async def test_where_somebody_is_now_his_tables_are_shown(trio: Trio) -> None:
    _, ben, number = await a_table(trio)
    owner, person = trio.nodes[A], trio.nodes[B].hall.people.by_id[ben]
    owner.hall.informed[number].clear()
    owner._step(B, words.Step([arrival(person)]))
    await trio.rest()
    assert owner.hall.informed[number] == {B}


async def test_whoever_asks_for_a_game_sees_more_than_the_lobby_does(trio: Trio) -> None:
    _, _, number = await a_table(trio)
    hall = trio.nodes[C].hall
    assert hall.tables[number].scene.state is None
    found: list[Any] = []
    waiting.apart(lambda: found.append(hall.find(number)))
    await trio.rest()
    assert found == [hall.tables[number]]
    assert hall.tables[number].scene == trio.nodes[A].hall.tables[number].scene
