"""Every conversation with a client, one after the other, and what has become of each."""

import time
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence

from tablehall.conformance.clients.conversations.boards import Boards
from tablehall.conformance.clients.conversations.eriantys import Eriantys
from tablehall.conformance.clients.conversations.mia import Mia
from tablehall.conformance.clients.conversations.pipes import Pipes
from tablehall.conformance.clients.conversations.shelfie import Shelfie
from tablehall.conformance.clients.judge import CONNECTS, Finding
from tablehall.conformance.clients.scenario import Scenario
from tablehall.conformance.clients.trial import Protocol, Trial
from tablehall.conformance.page import Block
from tablehall.conformance.reports import parts
from tablehall.conformance.runner import DepartureError, short
from tablehall.conformance.start import StartError
from tablehall.conformance.verdicts import Score, Verdict
from tablehall.printable import printable

PROTOCOLS: dict[str, type[Protocol]] = {
    protocol.name: protocol for protocol in (Mia, Pipes, Boards, Shelfie, Eriantys)
}
"""The protocols whose clients can be judged."""


async def examine(
    protocol: type[Protocol], scenarios: Iterable[Scenario], command: str, patience: float = 1.0
) -> AsyncGenerator[Verdict, None]:
    """Have these conversations with the client that a command starts."""
    for scenario in scenarios:
        began = time.monotonic()
        try:
            findings = await Trial(protocol, scenario, command, patience).run()
        except StartError as error:
            findings = [Finding(CONNECTS, str(error))]
        yield verdict_on(protocol, scenario, findings, time.monotonic() - began)


def verdict_on(
    protocol: type[Protocol], scenario: Scenario, findings: Sequence[Finding], seconds: float
) -> Verdict:
    """What was found in a conversation, as it is told of any test."""
    block = _block(protocol, scenario)
    if not findings:
        return Verdict(block, "ok", seconds=seconds)
    facts = {finding.rule.name: f"{finding.did} ({_says(finding)})" for finding in findings}
    first = findings[0]
    departure = DepartureError(block, block.line, first.did, facts, list(first.before))
    why = "\n".join(line for finding in findings for line in _told(finding))
    return Verdict(block, "differs", why, departure, seconds)


def _block(protocol: type[Protocol], scenario: Scenario) -> Block:
    """A conversation, in the place of a page's transcript."""
    number = protocol.scenarios.index(scenario) + 1
    rule = f"{scenario.name}: {scenario.title}"
    return Block(f"{protocol.name} client", number, rule, True, "", (), not scenario.document)


def was_silent(verdict: Verdict) -> bool:
    """Whether nothing was heard of the client."""
    return verdict.departure is not None and CONNECTS.name in verdict.departure.facts


def left_out(protocol: type[Protocol], scenarios: Iterable[Scenario]) -> list[Verdict]:
    """Conversations that nobody had."""
    return [
        Verdict(_block(protocol, scenario), "left out", "nothing was heard of the client")
        for scenario in scenarios
    ]


def _says(finding: Finding) -> str:
    rule = finding.rule
    return f"{rule.section}{'' if rule.document else ', an extension'}: {rule.says}"


def _told(finding: Finding) -> Iterator[str]:
    """A finding, as it is told to people."""
    yield f"{finding.rule.name}: {printable(finding.did)}"
    yield f"  rule     {_says(finding)}"
    for place, exchange in enumerate(finding.before):
        yield f"  {'' if place else 'before':<9}{printable(short(str(exchange)))}"


def told(verdict: Verdict) -> Iterator[str]:
    """One conversation, as it is told to people."""
    mark = " (extension)" if verdict.block.extension else ""
    yield f"{verdict.word:<9} {verdict.block.title}{mark}"
    yield from (f"          {line}" for line in verdict.why.splitlines())


def summary(verdicts: Sequence[Verdict], untried: int) -> Iterator[str]:
    """The score."""
    for part, some in parts(verdicts).items():
        score = Score.of(some)
        what = "conversations" if part == "document" else "conversations beyond the document"
        if some:
            out = f"; {score.left_out} left out" if score.left_out else ""
            yield f"{score.kept} of {score.tried} {what} without a departure, {score.percent} %{out}."
    broken = {name for verdict in verdicts if verdict.departure for name in verdict.departure.facts}
    if broken:
        yield f"Not kept: {', '.join(sorted(broken))}."
    if untried:
        yield f"{untried} beyond the document were not tried: --extensions tries them, too."
