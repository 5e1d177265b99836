"""Without the packages that training needs, one is told how to get them."""

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"


@pytest.mark.parametrize("missing", ["numpy", "gymnasium", "pettingzoo"])
def test_a_missing_package_is_named_with_its_cure(missing: str) -> None:
    program = (
        f"import sys; sys.path[:0] = [{str(SOURCE)!r}]; sys.modules[{missing!r}] = None; import tablehall.rl"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.returncode == 1
    said = f"tablehall.rl needs the package {missing}: pip install 'tablehall[rl]'"
    assert ended.stderr.splitlines()[-1] == f"tablehall.extras.MissingExtraError: {said}"
