"""What `conform` found out, for people, for programs (JSON) and for build servers (JUnit)."""

import json
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as Xml

from tablehall.conformance.verdicts import Score, Verdict
from tablehall.printable import printable

CURES = {
    "it wants a server of its own": "a server of its own is wanted: --start 'CMD {port}' starts one.",
    "it wants settings": "settings are wanted that only the hall's own server has: {settings} in --start.",
    "the server did not start": "the server did not start: the first departure says why.",
}
"""What can be done about what was left out, by how the reason begins."""


def parts(verdicts: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    """The rules of the document and the page's extensions, apart."""
    return {
        "document": [verdict for verdict in verdicts if not verdict.block.extension],
        "extensions": [verdict for verdict in verdicts if verdict.block.extension],
    }


def told(verdict: Verdict) -> Iterator[str]:
    """One transcript, as it is told to people."""
    mark = " (extension)" if verdict.block.extension else ""
    yield f"{verdict.word:<9} line {verdict.block.line:<5} {verdict.block.rule}{mark}"
    yield from (f"          {line}" for line in verdict.why.splitlines())


def summary(verdicts: Sequence[Verdict], untried: int) -> Iterator[str]:
    """The score, and why something was left out."""
    found = parts(verdicts)
    document, extensions = Score.of(found["document"]), Score.of(found["extensions"])
    if found["document"]:
        yield _score(document, "rules of the document")
    if found["extensions"]:
        yield _score(extensions, "extensions of this page")
    if untried:
        yield f"{untried} extensions of this page were not tried: --extensions tries them, too."
    reasons = [verdict.why for verdict in verdicts if verdict.word == "left out"]
    for beginning, cure in CURES.items():
        if count := sum(reason.startswith(beginning) for reason in reasons):
            yield f"Left out: {count} where {cure}"


def _score(score: Score, what: str) -> str:
    out = f"; {score.left_out} left out" if score.left_out else ""
    if not score.tried:
        return f"None of the {score.left_out} {what} was tried."
    return f"{score.kept} of {score.tried} {what} kept, {score.percent} %{out}."


def as_json(protocol: str, verdicts: Sequence[Verdict]) -> str:
    """Everything, for a program."""
    scores = {}
    for part, some in parts(verdicts).items():
        score = Score.of(some)
        scores[part] = {
            "kept": score.kept,
            "tried": score.tried,
            "left_out": score.left_out,
            "percent": score.percent,
        }
    whole = {"protocol": protocol, **scores, "rules": [_rule(verdict) for verdict in verdicts]}
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _rule(verdict: Verdict) -> dict[str, Any]:
    block, departure = verdict.block, verdict.departure
    rule: dict[str, Any] = {
        "rule": block.rule,
        "section": block.title,
        "page": block.page,
        "line": block.line,
        "extension": block.extension,
        "verdict": verdict.word,
        "seconds": round(verdict.seconds, 3),
    }
    if departure is not None:
        found = {"line": departure.line, "what": departure.what, **departure.facts}
        rule["departure"] = {**found, "before": departure.before}
        if departure.notes:
            rule["departure"]["notes"] = departure.notes
    elif verdict.why:
        rule["why"] = verdict.why
    return rule


def as_junit(protocol: str, verdicts: Sequence[Verdict]) -> str:
    """Everything, as build servers read it: a case for each rule."""
    suites = Xml.Element("testsuites")
    for part, some in parts(verdicts).items():
        score = Score.of(some)
        suite = Xml.SubElement(
            suites,
            "testsuite",
            name=f"{protocol}.{part}",
            tests=str(len(some)),
            failures=str(score.tried - score.kept),
            errors="0",
            skipped=str(score.left_out),
            time=f"{sum(verdict.seconds for verdict in some):.3f}",
        )
        for verdict in some:
            _case(suite, f"{protocol}.{part}", verdict)
    Xml.indent(suites)
    return Xml.tostring(suites, encoding="unicode", xml_declaration=True)


def _case(suite: Xml.Element, name: str, verdict: Verdict) -> None:
    block = verdict.block
    case = Xml.SubElement(
        suite,
        "testcase",
        classname=name,
        name=f"{block.rule} ({block.page}:{block.line})",
        time=f"{verdict.seconds:.3f}",
    )
    why = "\n".join(map(printable, verdict.why.splitlines()))
    if verdict.departure is not None:
        Xml.SubElement(case, "failure", message=printable(verdict.departure.what)).text = why
    elif verdict.word == "left out":
        Xml.SubElement(case, "skipped", message=why)
