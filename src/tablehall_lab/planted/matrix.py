"""Does `conform` find every planted defect, and none where there is none?

    python -m tablehall_lab.planted.matrix                   every defect of every protocol
    python -m tablehall_lab.planted.matrix mia pipes         of these
    python -m tablehall_lab.planted.matrix --check           only make sure that each still fits the source

The right server is tried with the whole page, extensions included; a server with a defect until the
first departure, at first with the sections that should show it, then with the whole page.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tablehall.conformance.pages import pages
from tablehall.server import all_doors
from tablehall_lab.mutations.__main__ import Mutation, catalogue
from tablehall_lab.planted.__main__ import CATALOGUE, NONE, ROOT

PATIENCE = "2"


def start_command(defect: str) -> str:
    """What `--start` is told: a hall with a defect, every door of it at a port that is free."""
    doors = " ".join(f"--door {name}={{{name}}}" for name in all_doors() if name != "house")
    program = f"{sys.executable} -P -m tablehall_lab.planted {defect} serve"
    where = f"--host {{host}} --port {{house}} {doors}"
    return f"{program} {where} --data {{folder}} --config {{settings}} --log error"


def conformed(protocol: str, defect: str, *options: str) -> tuple[int, list[str]]:
    """How `conform` ends against a server with a defect, and which rules it finds broken."""
    with TemporaryDirectory(prefix="planted") as folder:
        report = Path(folder) / "report.json"
        words = [sys.executable, "-P", "-m", "tablehall", "conform", protocol, "--extensions"]
        words += ["--patience", PATIENCE, "--json", str(report), "--start", start_command(defect), *options]
        done = subprocess.run(words, cwd=ROOT, env=_environment(), capture_output=True, text=True)
        if not report.exists():
            return done.returncode, [done.stderr.strip() or "conform said nothing"]
        rules = json.loads(report.read_text("utf-8"))["rules"]
    left = [f"left out: {rule['rule']}: {rule['why']}" for rule in rules if rule["verdict"] == "left out"]
    broken = [
        f"{rule['rule']} ({rule['page']}:{rule['departure']['line']})"
        for rule in rules
        if "departure" in rule
    ]
    return done.returncode, broken + left


def _environment() -> dict[str, str]:
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    return {**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1", "NO_COLOR": "1"}


def found(protocol: str, defect: Mutation) -> tuple[bool, str]:
    """Whether `conform` finds a defect, and by which rule."""
    sections = [word for section in defect.caught_by for word in ("--section", section)]
    for options in (sections, []):
        code, broken = conformed(protocol, defect.name, "--first", *options)
        if code:
            return True, broken[0]
    return False, f"NOTHING, although {defect.breaks}"


def tried(protocol: str, defects: list[Mutation]) -> bool:
    """Try the right server and those with a defect; whether all is as it should be."""
    code, broken = conformed(protocol, NONE)
    print(f"{protocol}: the right server {'keeps every rule' if not code else 'is BLAMED'}", flush=True)
    for rule in broken:
        print(f"  {rule}", flush=True)
    well = code == 0
    count = 0
    for defect in defects:
        began = time.monotonic()
        caught, words = found(protocol, defect)
        count += caught
        print(f"  {defect.name:<38} {time.monotonic() - began:6.1f} s  {words[:120]}", flush=True)
    print(f"{protocol}: {count} of {len(defects)} planted defects found", flush=True)
    return well and count == len(defects)


def main() -> int:
    """Try these protocols, or all."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("protocols", nargs="*", metavar="PROTOCOL")
    asked.add_argument("--check", action="store_true", help="only make sure that each fits the source")
    wanted = asked.parse_args()
    known = catalogue(CATALOGUE)
    if astray := [defect.name for defect in known if not defect.fits(ROOT)]:
        print(f"No longer exactly one spot to change: {', '.join(astray)}.")
        return 1
    if wanted.check:
        print(f"{len(known)} defects fit the source.")
        return 0
    well = True
    for protocol in wanted.protocols or pages():
        defects = [defect for defect in known if defect.name.startswith(f"{protocol}.")]
        well = tried(protocol, defects) and well if defects else well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
