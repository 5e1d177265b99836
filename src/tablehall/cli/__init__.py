"""What a person types."""

import sys
from typing import TYPE_CHECKING

from tablehall.extras import MissingExtraError
from tablehall.printable import printable, printable_lines

if TYPE_CHECKING:
    import typer


def say(line: str) -> None:
    """Print a line at once, whatever others have put into it."""
    print(printable(line), flush=True)


def fail(message: str) -> "typer.Exit":
    """Say what went wrong on standard error; raise what this returns."""
    import typer  # whoever has not got it is told so by `main`

    warn(message)
    return typer.Exit(1)


def warn(message: str) -> None:
    """Say something on standard error."""
    print(printable_lines(message), file=sys.stderr, flush=True)


def main() -> None:
    """The entry point. What this machine lacks or refuses is no reason for a traceback."""
    try:
        from tablehall.cli.commands import app  # the commands need `fail`

        app(prog_name="tablehall")
    except MissingExtraError as error:
        warn(f"tablehall: {error}")
        sys.exit(1)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0].startswith("tablehall"):
            raise
        project = error.name.partition(".")[0].replace("_", "-")
        warn(f"tablehall: this needs the package {error.name}: {sys.executable} -m pip install {project}")
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        warn(f"tablehall: {where}{error.strerror or error}")
        sys.exit(1)
