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

# What `serve` opens, and `doctor` looks at.

Host = Annotated[str, typer.Option(envvar="TABLEHALL_HOST", help="Address to listen on; by default all.")]
HousePort = Annotated[
    int | None,
    typer.Option(envvar="TABLEHALL_PORT", help="Port of the page, 8080; 0: a free one for every door."),
]
Folder = Annotated[
    str, typer.Option(envvar="TABLEHALL_DATA", help="Folder for everything kept; by default tablehall-data.")
]
Kept = Annotated[
    str, typer.Option(envvar="TABLEHALL_DATABASE", help="postgres://... to keep everything there instead.")
]
Join = Annotated[
    str,
    typer.Option(envvar="TABLEHALL_JOIN", help="nats://HOST:PORT,... to be one of several nodes of a hall."),
]
Node = Annotated[
    str,
    typer.Option(
        "--node", "--name", envvar="TABLEHALL_NODE", help="The name of this node; no other may have it."
    ),
]
Config = Annotated[Path | None, typer.Option(envvar="TABLEHALL_CONFIG", help="Settings file (TOML).")]
Doors = Annotated[
    list[str] | None,
    typer.Option(
        envvar="TABLEHALL_DOORS",
        metavar="NAME=PORT|off|FILE",
        help="A door's port, or off: --door pipes=5060 --door mia=off; or a file with a door of your own: "
        "--door chat.py or --door chat.py=7000",
    ),
]
OfDoors = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="DOOR.SETTING=VALUE",
        envvar="TABLEHALL_SET",
        help="A setting or limit of a door: --set pipes.dialect=original --set mia.limits.rate=500",
    ),
]
OwnGames = Annotated[list[Path] | None, typer.Option("--game", help="A file with a game of your own.")]
Memory = Annotated[bool, typer.Option("--memory", help="Keep nothing on disk: for trying out only.")]
