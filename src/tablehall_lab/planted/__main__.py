"""Run the hall's own server with one defect in it.

    python -m tablehall_lab.planted pipes.wrong-code-for-a-taken-name serve --port 0
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
    """Loads one module with its defect, and leaves nothing of it behind."""

    def __init__(self, name: str, path: str, defect: Mutation) -> None:
        super().__init__(name, path)
        self._defect = defect

    def get_data(self, path: str) -> bytes:
        return super().get_data(path).replace(self._defect.before.encode(), self._defect.after.encode())

    def path_stats(self, path: str) -> dict[str, float]:  # type: ignore[override]  # the base's is narrower
        raise OSError("what was compiled before is without the defect")


class DefectFinder:
    """Finds that module before Python does."""

    def __init__(self, defect: Mutation) -> None:
        self._defect = defect
        parts = Path(defect.file).with_suffix("").parts[1:]
        self._module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module with its defect, and no other."""
        if name != self._module:
            return None
        spec = PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = DefectLoader(name, spec.origin, self._defect)
        return spec


def plant(name: str) -> None:
    """Have what is imported from now on carry a defect."""
    known = {defect.name: defect for defect in catalogue(CATALOGUE)}
    if name not in known:
        sys.exit(f"There is no defect {name!r}; there are: {', '.join(known)}.")
    if not known[name].fits(ROOT):
        sys.exit(f"{name}: {known[name].file} has no longer exactly one spot to change.")
    sys.meta_path.insert(0, DefectFinder(known[name]))


if __name__ == "__main__":
    if sys.argv[1:2] != [NONE]:
        plant(*(sys.argv[1:2] or [""]))
    del sys.argv[1:2]
    from tablehall.cli import main  # with the defect

    main()
