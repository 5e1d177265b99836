"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[Path, typer.Option(envvar="TABLEHALL_DATA", help="The hall's data folder.")]
DATA = Path("tablehall-data")
Database = Annotated[
    str,
    typer.Option(envvar="TABLEHALL_DATABASE", help="postgres://... if the hall keeps everything there."),
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="File; else standard output.")]
