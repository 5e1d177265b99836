"""What is said to be reached was reached, in whatever process, however that ended."""

import ast
import os
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pytest

from tablehall_lab.coverage import VARIABLE, report
from tablehall_lab.coverage.prepare import prepare
from tablehall_lab.coverage.probes import put_probes


def missed(source: str) -> list[int]:
    """The lines of a module that are not reached when it is executed."""
    tree = ast.parse(source)
    runs = put_probes(tree, "example")
    seen: dict[int, int] = defaultdict(int)
    del tree.body[2:4]  # where the real module gets its share of the bytes
    code = compile(tree, "example", "exec")
    with suppress(ZeroDivisionError):
        exec(code, {"__seen__": seen})
    return sorted(line for run in runs if not seen[run.probe] for line in run.lines)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        pytest.param("a = 1\nb = 2\n", [], id="a straight run"),
        pytest.param("if 0:\n  a = 1\n  b = 2\nelse:\n  c = 3\n", [2, 3], id="the other branch"),
        pytest.param("for a in ():\n  b = 1\nelse:\n  c = 2\n", [2], id="a loop without a round"),
        pytest.param("while 1:\n  break\n  a = 1\n", [3], id="after a break"),
        pytest.param("def f():\n  a = 1\n  return a\n", [2, 3], id="a function nobody calls"),
        pytest.param("def f():\n  return 1\n  a = 1\nf()\n", [3], id="after a return"),
        pytest.param("class A:\n  b = 1\n  def c(self):\n    d = 2\n", [4], id="a method nobody calls"),
        pytest.param(
            "try:\n  a = 1\nexcept E:\n  b = 2\nfinally:\n  c = 3\n", [4], id="an error that is none"
        ),
        pytest.param(
            "try:\n  1 / 0\n  a = 1\nexcept E:\n  b = 2\n", [2, 3, 5], id="a run that is broken off"
        ),
        pytest.param("match 1:\n  case 2:\n    a = 1\n  case _:\n    b = 2\n", [3], id="the other case"),
        pytest.param("with open('/dev/null') as a:\n  b = 1\n", [], id="a context"),
        pytest.param("async def f():\n  async with a:\n    b = 1\n", [2, 3], id="a coroutine nobody awaits"),
        pytest.param("def f():\n  a = 1\n  yield a\n  b = 2\nnext(f())\n", [4], id="who waits for ever"),
        pytest.param('def f(): "Words."\ndef g(): ...\n', [], id="a body that does nothing"),
        pytest.param("def f():\n  global a\n  a = 1\nf()\n", [], id="a declaration"),
        pytest.param("TYPE_CHECKING = False\nif TYPE_CHECKING:\n  import no\n", [], id="for types only"),
    ],
)
def test_exactly_what_is_not_reached_is_missed(source: str, lines: list[int]) -> None:
    source = source.replace("E:", "ValueError:")
    assert missed("'''Words come first.'''\nfrom __future__ import annotations\n" + source) == [
        line + 2 for line in lines
    ]


def test_what_comes_first_in_a_module_stays_first() -> None:
    tree = ast.parse('"""Words."""\nfrom __future__ import annotations\n')
    put_probes(tree, "example")
    assert ast.get_docstring(tree) == "Words."
    assert isinstance(tree.body[1], ast.ImportFrom)
    assert tree.body[1].module == "__future__"


PRODUCT = {
    "__init__.py": "",
    "hall/__init__.py": "",
    "hall/tables.py": "import os\nif os.environ.get('LATE'):\n    late = True\nelse:\n    late = False\n",
    "serve.py": "import os\nimport tablehall.hall.tables\nos.kill(os.getpid(), 9)\n",
}
"""A hall that is killed as soon as it is open."""


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A small product in a folder of its own, prepared in the folder `run` beside it."""
    product = tmp_path / "src" / "tablehall"
    for path, text in PRODUCT.items():
        (product / path).parent.mkdir(parents=True, exist_ok=True)
        (product / path).write_text(text)
    prepare(tmp_path / "run", product)
    return product


def serve(product: Path, **settings: str) -> int:
    """Run it, as the tests run the real one."""
    lab = Path(__file__).resolve().parents[2] / "src"
    begin = "from tablehall_lab.coverage.loading import begin; begin(); import runpy; "
    run = "runpy.run_module('tablehall.serve', run_name='__main__', alter_sys=True)"
    paths = os.pathsep.join((str(product.parent), str(lab)))
    env = {VARIABLE: str(product.parents[1] / "run"), "PYTHONPATH": paths, **settings}
    return subprocess.run([sys.executable, "-c", begin + run], env=env, check=False).returncode


def missing(product: Path) -> dict[str, list[int]]:
    return {file.path: file.missing for file in report.files(product.parents[1] / "run") if file.missing}


def test_a_process_that_is_killed_has_told_what_it_did(product: Path) -> None:
    assert missing(product).keys() == {"tablehall/hall/tables.py", "tablehall/serve.py"}
    assert serve(product) == -signal.SIGKILL
    assert missing(product) == {"tablehall/hall/tables.py": [3]}


def test_all_processes_count_together(product: Path) -> None:
    serve(product)
    serve(product, LATE="yes")
    assert missing(product) == {}


def test_another_clone_is_not_taken_for_the_one_that_was_prepared(product: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "src" / "tablehall"
    shutil.copytree(product, copy)
    shutil.copytree(tmp_path / "run", tmp_path / "copy" / "run")
    assert serve(copy) == -signal.SIGKILL
    assert "tablehall/serve.py" in missing(copy)


def test_the_report_has_a_row_for_every_room_and_names_those_below_the_mark(
    product: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(product)
    assert report.report(tmp := product.parents[1] / "run") == ["hall", "all"]
    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:4]] == [
        ["hall", "4", "1", "75.0", "%"],
        ["(beside", "them)", "3", "0", "100.0", "%"],
        ["all", "7", "1", "85.7", "%"],
    ]
    assert (tmp / report.MISSING).read_text() == "tablehall/hall/tables.py: 3\n"
