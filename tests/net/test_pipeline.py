"""The commit pipeline, with a journal whose commits end when the test says so: what is told when, and that
nothing that waits is forgotten."""

import asyncio

import pytest

from tablehall.net import pipeline as pipelines
from tests.net.desk import Desk, Ear


async def test_nothing_is_told_before_it_is_on_disk_and_all_of_it_in_order(desk: Desk) -> None:
    desk.decide("first", answer="yes")
    desk.pipeline.answer(desk.ear.conn, b"no")
    desk.decide("second", durable=False)
    await desk.passes()
    desk.decide("third")
    desk.pipeline.answer(desk.ear.conn, b"maybe")
    await desk.passes()
    assert not desk.ear.heard
    await desk.commit()
    assert desk.ear.heard == ["yes", "first", "no", "second"]
    await desk.commit()
    assert desk.ear.heard[4:] == ["third", "maybe"]
    assert desk.pipeline.idle


async def test_what_is_decided_meanwhile_is_handed_over_when_the_last_batch_is_told(desk: Desk) -> None:
    desk.decide("first")
    await desk.passes()
    desk.decide("second")
    on_the_way: list[bool] = []

    def when_told(word: str) -> None:
        on_the_way.append(bool(desk.writer.batches))
        if word == "first":
            desk.decide("of the first", durable=False)
            desk.pipeline.answer(desk.ear.conn, b"to the first")

    desk.ear.when_told = when_told
    await desk.commit()
    assert desk.ear.heard == ["first"]
    assert on_the_way == [False]
    assert desk.writer.batches
    await desk.commit()
    assert desk.ear.heard == ["first", "second", "of the first", "to the first"]


async def test_answers_to_who_is_gone_hold_nobody_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "TOGETHER", 3)
    gone = Ear(desk.pipeline)
    desk.decide("first")
    await desk.passes()
    for _ in range(20):
        desk.pipeline.answer(gone.conn, b"hello?")
    desk.pipeline.disconnect(gone.conn)
    desk.decide("second")
    await desk.commit()
    await desk.passes()
    await desk.commit()
    assert desk.ear.heard == ["first", "second"]


async def test_it_is_read_on_when_the_answers_that_piled_up_are_given(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipelines, "TOGETHER", 3)
    monkeypatch.setattr(pipelines, "CONGESTED", 12)
    desk.decide("first")
    await desk.passes()
    for number in range(20):
        desk.pipeline.answer(desk.ear.conn, b"%d" % number)
    assert desk.pipeline.congested
    await desk.commit()
    await desk.passes()
    assert desk.ear.heard == ["first", *map(str, range(20))]
    assert not desk.pipeline.congested
    assert desk.ear.pumped


async def test_no_commit_is_larger_than_it_may_be(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "TOGETHER", 3)
    for number in range(8):
        desk.decide(str(number))
    sizes = []
    await desk.passes()
    while desk.writer.batches:
        sizes.append(len(desk.writer.batches[0].kept))
        await desk.commit()
    assert sizes == [3, 3, 2]
    assert desk.ear.heard == list(map(str, range(8)))


async def test_who_no_longer_waits_until_all_is_settled_holds_nobody_up(desk: Desk) -> None:
    desk.decide("first")
    impatient, patient = (asyncio.ensure_future(desk.pipeline.settled()) for _ in range(2))
    await desk.passes()
    impatient.cancel()
    await desk.passes()
    assert not patient.done()
    await desk.commit()
    assert desk.ear.heard == ["first"]
    assert patient.done()


async def test_a_pass_has_one_time_and_the_next_one_a_later(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline, times = desk.pipeline, iter(range(1_000, 2_000))
    monkeypatch.setattr(pipeline, "clock", lambda: next(times))
    await desk.passes()
    first = pipeline.now()
    assert pipeline.now() == first
    pipeline.wake()
    woken = pipeline.now()
    assert woken > first
    await desk.passes()
    assert pipeline.now() > woken
