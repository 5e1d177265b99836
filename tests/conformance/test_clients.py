"""`conform --client`: nothing is found in the bots of the pages, and all that is planted in them."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tablehall.conformance.clients import watch
from tablehall.conformance.clients.examination import PROTOCOLS
from tablehall.conformance.clients.trial import Trial
from tests.conformance.planted_clients import PLANTS, Plant, command

PATIENCE = 8.0
"""For a client on a busy machine."""
SINGLE = [(protocol, plant) for protocol, plants in PLANTS.items() for plant in plants]
TRIED = SINGLE if os.environ.get("TABLEHALL_CLIENTS") else SINGLE[1::11]
"""A few of the mistakes; in the long run all of them."""


async def examined(protocol: str, run: str, *wanted: str) -> dict[str, list[str]]:
    """Every conversation with a client, all at a time: what was found in each. One in which rules are to be
    found broken has as much time to come there, but not to make up for it, and ends when all are found."""
    trials = [Trial(PROTOCOLS[protocol], one, run, PATIENCE) for one in PROTOCOLS[protocol].scenarios]
    for trial in trials:
        trial.judge.patience = 1.0 if wanted else PATIENCE
    conversations = asyncio.gather(*(trial.run() for trial in trials))
    with pytest.MonkeyPatch.context() as patched:
        while not (await asyncio.wait([conversations], timeout=0.05))[0]:
            if wanted and rules(found_in(trials)).issuperset(wanted):
                patched.setattr(watch, "LONGEST", 0.0)
    await conversations
    return found_in(trials)


def found_in(trials: Sequence[Trial]) -> dict[str, list[str]]:
    """What was found in each so far."""
    return {
        trial.scenario.name: [f"{finding.rule.name}: {finding.did}" for finding in trial.judge.findings]
        for trial in trials
    }


def rules(found: dict[str, list[str]]) -> set[str]:
    """The names of the rules that were not kept."""
    return {line.partition(":")[0] for lines in found.values() for line in lines}


@pytest.mark.parametrize("protocol", PLANTS)
async def test_nothing_is_found_in_the_bot_of_the_page(protocol: str, tmp_path: Path) -> None:
    found = await examined(protocol, command(tmp_path, protocol))
    assert len(found) >= 8
    assert not rules(found), found


@pytest.mark.parametrize("protocol", PLANTS)
async def test_five_mistakes_in_one_client_are_all_found(protocol: str, tmp_path: Path) -> None:
    wanted = {plant.rule for plant in PLANTS[protocol]}
    assert len(wanted) == 5
    found = await examined(protocol, command(tmp_path, protocol, *PLANTS[protocol]), *wanted)
    assert wanted <= rules(found), found


@pytest.mark.parametrize(("protocol", "plant"), TRIED, ids=lambda one: getattr(one, "rule", one))
async def test_one_mistake_alone_is_found(protocol: str, plant: Plant, tmp_path: Path) -> None:
    found = await examined(protocol, command(tmp_path, protocol, plant), plant.rule)
    assert plant.rule in rules(found), found
