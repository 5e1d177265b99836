"""What ./tablehall does before the program starts."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.setup.conftest import WORKSHOP

if TYPE_CHECKING:
    from tests.setup.conftest import Checkout


def test_the_first_run_sets_up_and_hands_every_argument_to_the_program(checkout: "Checkout") -> None:
    code, said = checkout.run("serve", "--name", "two words")
    assert (code, said.splitlines()[-1]) == (0, "playing: serve --name two words")
    assert "Setting up Tablehall in .venv with Python 3.11.0" in said
    (pip,) = checkout.asked_for("-m pip")
    assert "--require-hashes" in pip
    assert "--no-compile" in pip, "compiled modules are looked for elsewhere"
    assert pip.endswith("requirements/run.txt")
    (link,) = checkout.folder.glob(".venv/lib/python3*/site-packages/tablehall.pth")
    assert (link.parent / link.read_text().strip()).resolve() == checkout.folder / "src"


def test_a_program_of_ones_own_is_run_with_the_python_that_was_set_up(checkout: "Checkout") -> None:
    code, said = checkout.run("python", "my bot.py", "127.0.0.1:8080", "rosie")
    assert (code, said.splitlines()[-1]) == (0, "checking: my bot.py 127.0.0.1:8080 rosie")
    (pip,) = checkout.asked_for("-m pip")
    assert pip.endswith("requirements/run.txt")


def test_a_second_run_starts_the_program_and_calls_no_pip(checkout: "Checkout") -> None:
    checkout.run("serve")
    checkout.notes.unlink()
    assert checkout.run() == (0, "playing: \n")
    assert checkout.asked_for("") == ["-P -m tablehall"]


@pytest.mark.parametrize("command", WORKSHOP)
def test_a_command_of_the_workshop_brings_the_packages_it_needs(checkout: "Checkout", command: str) -> None:
    code, said = checkout.run(command, "--help")
    assert (code, said.splitlines()[-1]) == (0, f"playing: {command} --help")
    assert [pip.rpartition("/")[2] for pip in checkout.asked_for("-m pip")] == ["run.txt", "dev.txt"]
    checkout.notes.unlink()
    assert checkout.run(command, "--cluster")[1] == f"playing: {command} --cluster\n"
    assert not checkout.asked_for("-m pip"), "once is enough"


def test_a_script_called_through_a_link_finds_its_checkout(checkout: "Checkout", tmp_path: Path) -> None:
    checkout.run("serve")
    link = tmp_path / "linked"
    link.symlink_to(checkout.folder / "tablehall")
    settings = {"PATH": os.environ["PATH"], "NOTES": str(checkout.notes)}
    assert (
        subprocess.run([link, "play"], env=settings, capture_output=True, check=True).stdout
        == b"playing: play\n"
    )


def test_another_package_list_makes_the_environment_anew(checkout: "Checkout") -> None:
    checkout.run("serve")
    (checkout.folder / ".venv" / "leftover").touch()
    checkout.list_packages("run", "other==2.0 --hash=sha256:00\n")
    assert checkout.run("serve")[0] == 0
    assert len(checkout.asked_for("-m pip")) == 2
    assert not (checkout.folder / ".venv" / "leftover").exists()


@pytest.mark.parametrize("command", ["serve", "test"])
def test_an_interrupted_set_up_is_begun_again(checkout: "Checkout", command: str) -> None:
    if command == "test":
        checkout.run("serve")
    before = len(checkout.asked_for("-m pip"))
    process = checkout.start(command, PIP_DOES="sleep 60")
    checkout.wait_until(lambda: len(checkout.asked_for("-m pip")) > before)
    checkout.pull_the_plug(process)
    (checkout.folder / ".venv" / "half-made").touch()
    code, said = checkout.run("serve")
    assert (code, said.splitlines()[-1]) == (0, "playing: serve")
    assert not (checkout.folder / ".venv" / "half-made").exists()


def test_a_vanished_python_is_replaced(checkout: "Checkout") -> None:
    checkout.run("serve")
    link = checkout.folder / ".venv" / "bin" / "python"
    link.unlink()
    link.symlink_to(checkout.folder / "gone")
    assert checkout.run("serve")[1].endswith("playing: serve\n")


def test_two_first_runs_at_once_set_up_only_once(checkout: "Checkout") -> None:
    first = checkout.start("serve", PIP_DOES='while [ ! -e "$NOTES.go" ]; do sleep 0.05; done')
    checkout.wait_until(lambda: len(checkout.asked_for("-m pip")) == 1)
    second = checkout.start("play")
    assert second.stdout is not None
    assert second.stdout.readline() == "Another run is setting up here; waiting for it.\n"
    checkout.notes.with_name("notes.go").touch()
    assert first.communicate(timeout=60)[0].endswith("playing: serve\n")
    assert second.communicate(timeout=60)[0] == "playing: play\n"
    assert (first.returncode, second.returncode) == (0, 0)
    assert len(checkout.asked_for("-m pip")) == 1


def test_a_running_program_keeps_nobody_waiting(checkout: "Checkout") -> None:
    checkout.lay_program("python3", checkout.pretended_python.replace('echo "playing: $*"', "sleep 60"))
    serving = checkout.start("serve")
    checkout.wait_until(lambda: checkout.asked_for("-P -m") != [])
    assert checkout.run("test", "-k", "mia")[0] == 0
    assert serving.poll() is None


def test_packages_that_cannot_be_had_are_named_with_the_reason(checkout: "Checkout") -> None:
    code, said = checkout.run("serve", PIP_DOES="echo no such package >&2; exit 1")
    assert code == 1
    assert "no such package" in said
    assert "these packages could not be installed" in said
    assert checkout.run("serve")[1].endswith("playing: serve\n")


def test_a_python_too_old_is_passed_over(checkout: "Checkout") -> None:
    too_old = (
        '#!/bin/sh\nexec "$REAL_PYTHON" -c "import sys; sys.version_info = (3, 10, 0, \'final\', 0); $2"\n'
    )
    checkout.lay_program("python3", too_old)
    checkout.lay_program(
        "python3.14", "#!/bin/sh\necho 'pyenv: python3.14: command not found' >&2\nexit 127\n"
    )
    checkout.lay_program("python3.13", checkout.pretended_python)
    assert checkout.run("serve")[1].endswith("playing: serve\n")
    code, said = checkout.run("serve", TABLEHALL_PYTHON=str(checkout.programs / "python3"))
    assert (code, said) == (0, "playing: serve\n"), "once set up, the search is over"
    shutil.rmtree(checkout.folder / ".venv")
    code, said = checkout.run("serve", TABLEHALL_PYTHON=str(checkout.programs / "python3"))
    assert code == 1
    assert "no Python 3.11 or newer found (tried: " in said
    assert "TABLEHALL_PYTHON=/path/to/python" in said
    assert "apt install python3" in said


def test_a_python_without_venv_is_told_apart_from_no_python(checkout: "Checkout") -> None:
    bare = "import importlib.util; importlib.util.find_spec = lambda name: None; "
    program = checkout.lay_program("bare", f'#!/bin/sh\nexec "$REAL_PYTHON" -c "{bare}\n$2"\n')
    code, said = checkout.run("serve", TABLEHALL_PYTHON=str(program))
    assert code == 1
    assert "cannot make a virtual environment" in said
    assert "sudo apt install python3-venv" in said


def test_a_python_without_ensurepip_lends_its_own_pip(checkout: "Checkout") -> None:
    checkout.lay_program(
        "python3",
        checkout.pretended_python.replace('"-c import "*pip) exit ;;', '"-c import "*pip) exit 1 ;;'),
    )
    assert checkout.run("serve")[1].endswith("playing: serve\n")
    (venv,) = checkout.asked_for("-m venv")
    assert "--without-pip" in venv
    (pip,) = checkout.asked_for("-m pip")
    assert pip.startswith(f"-m pip --python {checkout.folder}/.venv/bin/python install")


def headings(said: str) -> list[str]:
    return [line.removeprefix("== ") for line in said.splitlines() if line.startswith("== ")]


def test_a_mistake_in_format_imports_or_types_stops_the_checks_before_the_tests(checkout: "Checkout") -> None:
    code, said = checkout.run("test", FAILING="ruff")
    assert code == 1
    assert headings(said) == ["ruff format", "ruff check", "lint-imports", "mypy"]
    assert said.splitlines()[-1] == "tablehall: failed: ruff format, ruff check"


def test_a_test_that_cannot_be_imported_stops_the_checks_before_the_tests(checkout: "Checkout") -> None:
    code, said = checkout.run("test", FAILING="pytest --collect-only")
    assert code == 1
    assert headings(said)[-1] == "mypy"
    assert "checking: -m pytest --collect-only" in said
    assert said.splitlines()[-1] == "tablehall: failed: collecting the tests"


def test_the_coverage_is_told_even_when_a_test_fails(checkout: "Checkout") -> None:
    code, said = checkout.run("test", FAILING="pytest -n")
    assert code == 1
    assert headings(said)[-2:] == ["pytest", "coverage"]
    assert said.splitlines()[-1] == "tablehall: failed: pytest"
    assert checkout.run("test")[0] == 0


def test_too_little_coverage_is_a_failure(checkout: "Checkout") -> None:
    code, said = checkout.run("test", FAILING="tablehall_lab.coverage report")
    assert (code, said.splitlines()[-1]) == (1, "tablehall: failed: coverage")


def test_arguments_go_to_pytest_alone(checkout: "Checkout") -> None:
    code, said = checkout.run("test", "-k", "mia or dama")
    assert (code, said.splitlines()[-1]) == (0, "checking: -m pytest -k mia or dama")
    assert "== " not in said
    assert checkout.run("test", "-k", "mia", FAILING="pytest")[0] == 1


def test_the_long_run_goes_to_the_workshop(checkout: "Checkout") -> None:
    code, said = checkout.run("test", "--long", "sim", "soak")
    assert (code, said.splitlines()[-1]) == (0, "playing: sim soak")
    assert checkout.asked_for("-P -m")[-1] == "-P -m tablehall_lab.long sim soak"
