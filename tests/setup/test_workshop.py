"""In a clone every command of the workshop has what it needs: the script brings it."""

import ast
import re
import sys
from importlib.metadata import packages_distributions
from typing import Any

from packaging.utils import canonicalize_name
from typer.main import get_command

from tablehall.cli.commands import app
from tests.setup.conftest import ROOT, WORKSHOP
from tests.setup.test_lists import pinned

LAB = ROOT / "src" / "tablehall_lab"


def module_of(command: Any) -> str:
    """Where a command is written."""
    below = getattr(command, "commands", {})
    return module_of(next(iter(below.values()))) if below else str(command.callback.__module__)


def test_the_script_knows_every_command_of_the_workshop() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    ours = {name for name, command in commands.items() if module_of(command).startswith("tablehall_lab")}
    script = (ROOT / "tablehall").read_text()
    (words,) = re.findall(r"^    ([\w |]+)\)\n        prepare dev\n        program", script, re.MULTILINE)
    assert ours == set(words.split(" | ")) == set(WORKSHOP)


def imported() -> set[str]:
    """Every module that something in the workshop imports, wherever in it."""
    found = set()
    for path in LAB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
    return {name.partition(".")[0] for name in found}


def test_every_package_that_the_workshop_imports_is_in_the_lists() -> None:
    there = pinned("run").keys() | pinned("dev").keys()
    modules = imported() - set(sys.stdlib_module_names) - {"tablehall", "tablehall_lab", "tests"}
    assert {"atheris", "aiohttp"} <= modules
    projects = packages_distributions()
    missing = {
        module: projects.get(module, [])
        for module in modules
        if not {canonicalize_name(name) for name in projects.get(module, [])} & there
    }
    assert missing == {}
