"""The steps of the Dockerfile, executed in an empty folder, lead to a hall with a page."""

import re
import subprocess
from pathlib import Path

import pytest

from tablehall.server import all_doors
from tablehall_lab.release.smoke import look_at_page
from tests.setup.conftest import ROOT
from tests.setup.image import Image, in_context
from tests.setup.test_lists import files_of_the_project


@pytest.mark.timeout(600)  # a real first run: it fetches and builds everything
def test_the_image_opens_a_hall_with_a_page(tmp_path: Path) -> None:
    image = Image(ROOT, files_of_the_project(), tmp_path)
    assert image.user == "tablehall"
    assert image.ports == {door.port for door in all_doors().values()}
    assert not list(image.root.glob("opt/tablehall/.venv/bin/n[op]*")), "Node.js has done its work"
    assert (image.root / "opt/tablehall/docs/protocols/house.md").is_file(), "for conform"
    for module in ("src/tablehall/server", ".venv/lib/python3*/site-packages/aiohttp/web"):
        folder, _, name = module.rpartition("/")
        assert list(image.root.glob(f"opt/tablehall/{folder}/__pycache__/{name}.*.pyc")), "compiled once"
    words = [*image.entrypoint, *image.command, "--host", "127.0.0.1", "--port", "0"]
    house = subprocess.Popen(
        words, cwd=image.at("."), env=image.environment, stdout=subprocess.PIPE, text=True
    )
    assert house.stdout is not None
    try:
        said = "".join(iter(house.stdout.readline, "Stop with Ctrl-C.\n"))
        (address,) = set(re.findall(r"http://127\.0\.0\.1:\d+(?=\s)", said))
        assert look_at_page(address) > 1
        assert str(image.root / "data") in said
        health = [word.replace("http://127.0.0.1:8080", address) for word in image.health]
        assert health != image.health
        subprocess.run(health, env=image.environment, check=True)
    finally:
        house.terminate()
        house.communicate()
    assert house.returncode == 0


def test_what_was_built_or_kept_here_is_not_sent_to_the_daemon() -> None:
    inside = ["src/tablehall/server.py", "web/src/main.tsx", "tablehall", "docs/protocols/house.md"]
    outside = [
        *("src/tablehall/web/index.html", "web/node_modules/vite/x.js", "src/tablehall/__pycache__/x.pyc"),
        *(".venv/bin/python", "tablehall-data/tablehall.db", "docs/words.md", "tests/conftest.py"),
    ]
    sent = in_context(ROOT, [ROOT / name for name in [*inside, *outside]])
    assert [path.relative_to(ROOT).as_posix() for path in sent] == inside
