"""What every Python process of a measured run starts with: the product's modules come with probes.

A line in a `.pth` file of `.venv` calls `begin` before anything else happens, so this needs little itself.
"""

import marshal
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from mmap import mmap
from pathlib import Path
from types import CodeType, ModuleType

from tablehall_lab.coverage import VARIABLE


def begin() -> None:
    """From now on the modules of the product come with probes."""
    sys.meta_path.insert(0, Finder)


def shared(name: str) -> mmap:
    """The bytes of a module's probes, the same in all processes."""
    with Path(os.environ[VARIABLE], f"{name}.seen").open("r+b") as file:
        return mmap(file.fileno(), 0)


class Loader(SourceFileLoader):
    """Loads a module as it was prepared."""

    def get_code(self, fullname: str) -> CodeType | None:
        """The prepared code, unless it is that of another clone's module, or of none."""
        try:
            code: CodeType = marshal.loads(Path(os.environ[VARIABLE], f"{fullname}.code").read_bytes())
        except (FileNotFoundError, KeyError):
            return super().get_code(fullname)
        return code if code.co_filename == self.path else super().get_code(fullname)


class Finder:
    """Finds the modules of the product where they are."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module comes from."""
        if name != "tablehall" and not name.startswith("tablehall."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = Loader(name, spec.origin)
        return spec
