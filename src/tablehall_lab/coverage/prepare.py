"""Before the tests begin: every module of the product with its probes, and a byte for each of its lines."""

import ast
import marshal
import shutil
from pathlib import Path

import msgspec

from tablehall_lab.coverage.probes import Run, put_probes

PRODUCT = Path(__file__).resolve().parents[2] / "tablehall"
RUNS = "runs.json"
KITS = ("journal/contract.py", "journal/forgetting_contract.py")
"""Tests for whoever writes a journal: pytest loads them in its own way, past every probe."""


def prepare(folder: Path, product: Path = PRODUCT) -> None:
    """Fill a folder that is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    runs: dict[str, list[Run]] = {}
    for file in sorted({*product.rglob("*.py")} - {product / kit for kit in KITS}):
        path = file.relative_to(product.parent).as_posix()
        runs[path] = _prepare(file, folder / name_of(path))
    (folder / RUNS).write_bytes(msgspec.json.encode(runs))


def runs_of(folder: Path) -> dict[str, list[Run]]:
    """The runs of all modules, by their paths."""
    return msgspec.json.decode((folder / RUNS).read_bytes(), type=dict[str, list[Run]])


def name_of(path: str) -> str:
    """How a module is imported."""
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _prepare(file: Path, module: Path) -> list[Run]:
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source, file)
    runs = put_probes(tree, module.name)
    code = compile(tree, file, "exec", dont_inherit=True)
    Path(f"{module}.code").write_bytes(marshal.dumps(code))
    Path(f"{module}.seen").write_bytes(bytes(source.count("\n") + 2))
    return runs
