"""`conform --client`: nothing is found in the bots of the pages, and all that is planted in them."""

import asyncio
import os
from pathlib import Path

import pytest

from tablehall.conformance.clients.examination import PROTOCOLS
from tablehall.conformance.clients.trial import Trial
from tests.conformance.planted_clients import PLANTS, Plant, command

PATIENCE = 8.0
"""For a right client on a busy machine; a wrong one may as well be caught early."""
SINGLE = [(protocol, plant) for protocol, plants in PLANTS.items() for plant in plants]
TRIED = SINGLE if os.environ.get("TABLEHALL_CLIENTS") else SINGLE[1::11]
"""A few of the mistakes; in the long run all of them."""


async def examined(protocol: str, run: str, patience: float) -> dict[str, list[str]]:
    """Every conversation with a client, all at a time: what was found in each."""
    kind = PROTOCOLS[protocol]
    trials = [Trial(kind, scenario, run, patience) for scenario in kind.scenarios]
    found = await asyncio.gather(*(trial.run() for trial in trials))
    return {
        trial.scenario.name: [f"{finding.rule.name}: {finding.did}" for finding in findings]
        for trial, findings in zip(trials, found, strict=True)
    }


def rules(found: dict[str, list[str]]) -> set[str]:
    """The names of the rules that were not kept."""
    return {line.partition(":")[0] for lines in found.values() for line in lines}


@pytest.mark.parametrize("protocol", PLANTS)
async def test_nothing_is_found_in_the_bot_of_the_page(protocol: str, tmp_path: Path) -> None:
    found = await examined(protocol, command(tmp_path, protocol), PATIENCE)
    assert len(found) >= 8
    assert not rules(found), found


@pytest.mark.parametrize("protocol", PLANTS)
async def test_five_mistakes_in_one_client_are_all_found(protocol: str, tmp_path: Path) -> None:
    found = await examined(protocol, command(tmp_path, protocol, *PLANTS[protocol]), 1.0)
    wanted = {plant.rule for plant in PLANTS[protocol]}
    assert len(wanted) == 5
    assert wanted <= rules(found), found


@pytest.mark.parametrize(("protocol", "plant"), TRIED, ids=lambda one: getattr(one, "rule", one))
async def test_one_mistake_alone_is_found(protocol: str, plant: Plant, tmp_path: Path) -> None:
    found = await examined(protocol, command(tmp_path, protocol, plant), 1.0)
    assert plant.rule in rules(found), found
