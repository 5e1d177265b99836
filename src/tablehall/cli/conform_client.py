"""`tablehall conform --client`: does a client speak a protocol as its document says?"""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

import typer

from tablehall.cli import fail, say
from tablehall.cli.conform import leaving_nothing_behind, report
from tablehall.conformance.clients.examination import PROTOCOLS, examine, left_out, summary, told, was_silent
from tablehall.conformance.clients.scenario import Scenario
from tablehall.conformance.clients.trial import Protocol
from tablehall.conformance.verdicts import Verdict
from tablehall.logs import without_logs


class Wishes(NamedTuple):
    """The options that servers and clients share."""

    section: Sequence[str] = ()
    extensions: bool = False
    first: bool = False
    patience: float = 1.0
    json: str = ""
    junit: Path | None = None


def conform_client(protocol: str, run: str, wishes: Wishes) -> None:
    """Play the server's part for a client that a command starts, and say where it departs."""
    if protocol not in PROTOCOLS:
        raise fail(f"Clients of {protocol!r} cannot be judged; there are: {', '.join(PROTOCOLS)}.")
    if "{port}" not in run:
        raise fail("How is the client started? Say --run 'python bot.py {host} {port}'.")
    chosen = PROTOCOLS[protocol]
    found = in_sections(chosen, wishes.section)
    wanted = [scenario for scenario in found if wishes.extensions or scenario.document]
    with without_logs(), leaving_nothing_behind():
        verdicts = asyncio.run(examined(chosen, wanted, run, wishes))
    lines = summary(verdicts, len(found) - len(wanted))
    report(f"{protocol}.client", verdicts, lines, wishes.json, wishes.junit)
    if not verdicts:
        raise fail("Nothing was tried, so nothing is known about this client: try --extensions.")
    if any(verdict.word == "differs" for verdict in verdicts):
        raise typer.Exit(1)


def in_sections(protocol: type[Protocol], wanted: Sequence[str]) -> list[Scenario]:
    """The conversations with these words in their name or title; all of them if nothing is wanted."""
    words = [word.casefold() for word in wanted] or [""]
    chosen = [
        scenario
        for scenario in protocol.scenarios
        if any(word in f"{scenario.name} {scenario.title}".casefold() for word in words)
    ]
    if not chosen:
        names = ", ".join(scenario.name for scenario in protocol.scenarios)
        raise fail(f"No conversation is called {' or '.join(map(repr, wanted))}; there are: {names}.")
    return chosen


async def examined(
    protocol: type[Protocol], scenarios: Sequence[Scenario], run: str, wishes: Wishes
) -> list[Verdict]:
    """Have every conversation and say how it went, perhaps only up to the first departure. Where nothing
    at all was heard of the client the others would be in vain."""
    verdicts: list[Verdict] = []
    async with aclosing(examine(protocol, scenarios, run, wishes.patience)) as examining:
        async for verdict in examining:
            verdicts.append(verdict)
            for line in () if wishes.json == "-" else told(verdict):
                say(line)
            if wishes.first and verdict.word == "differs":
                break
            if len(verdicts) == 1 and was_silent(verdict):
                verdicts += left_out(protocol, scenarios[1:])
                break
    return verdicts
