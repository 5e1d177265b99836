"""Run the hall's own server with a defect in it, or with several.

    python -m tablehall_lab.planted pipes.taken-name-is-400 serve --port 0
    python -m tablehall_lab.planted pipes.long-nicknames,mia.no-lot serve --port 0
    python -m tablehall_lab.planted none serve --port 0

Nothing is written: the source is changed while it is loaded.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

from tablehall_lab.mutations.__main__ import Mutation, catalogue

ROOT = Path(__file__).resolve().parents[3]
CATALOGUE = Path(__file__).with_name("planted.toml")
NONE = "none"


class DefectLoader(SourceFileLoader):
    """Loads one module with its defects, and leaves nothing of it behind."""

    def __init__(self, name: str, path: str, defects: list[Mutation]) -> None:
        super().__init__(name, path)
        self._defects = defects

    def get_data(self, path: str) -> bytes:
        text = super().get_data(path)
        for defect in self._defects:
            text = text.replace(defect.before.encode(), defect.after.encode())
        return text

    def path_stats(self, path: str) -> dict[str, float]:
        raise OSError("what was compiled before is without the defect")


class DefectFinder:
    """Finds such modules before Python does."""

    def __init__(self, defects: list[Mutation]) -> None:
        self._modules: dict[str, list[Mutation]] = {}
        for defect in defects:
            self._modules.setdefault(module_of(defect.file), []).append(defect)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module with its defects, and no other."""
        if name not in self._modules:
            return None
        spec = PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = DefectLoader(name, spec.origin, self._modules[name])
        return spec


def module_of(file: str) -> str:
    """How a file of the source is imported."""
    parts = Path(file).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def plant(names: list[str]) -> None:
    """Have what is imported from now on carry these defects."""
    known = {defect.name: defect for defect in catalogue(CATALOGUE)}
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"There is no defect {unknown[0]!r}; there are: {', '.join(known)}.")
    if astray := [name for name in names if not known[name].fits(ROOT)]:
        sys.exit(f"{astray[0]}: {known[astray[0]].file} has no longer exactly one spot to change.")
    sys.meta_path.insert(0, DefectFinder([known[name] for name in names]))


if __name__ == "__main__":
    wanted = "".join(sys.argv[1:2])
    if wanted != NONE:
        plant(wanted.split(","))
    del sys.argv[1:2]
    from tablehall.cli import main  # with the defects

    main()
