"""The browser of the tests: one that is installed, else the one that tests/browser/package.json names."""

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
INSTALLED = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UNPACK = """
const { createReadStream, createWriteStream } = require("fs");
const [from, to] = process.argv.slice(1);
createReadStream(from).pipe(require("zlib").createBrotliDecompress()).pipe(createWriteStream(to));
"""
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def tools() -> dict[str, str]:
    """The environment in which npm is found: the machine's, or the one beside this Python."""
    beside = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{os.environ.get('PATH', '')}{os.pathsep}{beside}"}


def run(*command: str, folder: Path) -> str:
    """Run a program; what it printed if it did not work."""
    program = shutil.which(command[0], path=tools()["PATH"])
    assert program, f"{command[0]} is needed for the browser tests and was not found"
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, env=tools(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}{done.stderr}"
    return done.stdout


def find() -> tuple[str, dict[str, str]]:
    """A browser, and the environment it wants."""
    named = os.environ.get("TABLEHALL_BROWSER")
    for candidate in (named,) if named else INSTALLED:
        if found := shutil.which(candidate):
            return found, dict(os.environ)
    assert not named, f"TABLEHALL_BROWSER={named} is no program"
    return fetched()


def fetched() -> tuple[str, dict[str, str]]:
    """The packed browser from npm, unpacked once; several test processes may want it at a time."""
    folder = HERE / "node_modules" / ".browser"
    with (HERE / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=HERE)
            unpack(HERE / "node_modules" / "@sparticuz" / "chromium" / "bin", folder)
    libraries = f"{folder / 'lib'}{os.pathsep}{os.environ.get('LD_LIBRARY_PATH', '')}"
    return str(folder / "chromium"), {
        **os.environ,
        "LD_LIBRARY_PATH": libraries,
        "FONTCONFIG_FILE": str(folder / "fonts.conf"),
    }


def unpack(packed: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("al2023.tar", "fonts.tar", "swiftshader.tar", "chromium"):
        run("node", "-e", UNPACK, str(packed / f"{name}.br"), str(folder / name), folder=HERE)
        if name.endswith(".tar"):
            with tarfile.open(folder / name) as tar:
                tar.extractall(folder, filter="data")
            (folder / name).unlink()
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder / "fonts"))
    (folder / "chromium").chmod(0o755)
    (folder / "ready").touch()
