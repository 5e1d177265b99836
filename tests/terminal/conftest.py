"""Nobody at a terminal here knows secrets of an earlier visit."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_old_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
