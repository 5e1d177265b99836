"""docs/operating/settings.md lists everything that can be set, as it is."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablehall.cli.chosen import LAUNCHER, known_variables
from tablehall.cluster.joining import ClusterSettings
from tablehall.forms import fields_of
from tablehall.hall.hall import Limits
from tablehall.net.bot_pool import BotSettings
from tablehall.net.disk import DiskSettings
from tablehall.net.retention import RetentionSettings
from tablehall.protocols.door import DoorLimits
from tablehall.settings import DoorSettings, Settings

OPERATING = Path(__file__).parents[2] / "docs" / "operating"
FORMS = {
    "## The file": Settings,
    "### `[doors.NAME]`": DoorSettings,
    "### `[doors.NAME.limits]`": DoorLimits,
    "### `[hall]`": Limits,
    "### `[bots]`": BotSettings,
    "### `[retention]`": RetentionSettings,
    "### `[disk]`": DiskSettings,
    "### `[cluster]`": ClusterSettings,
}
SECTIONS = {"doors", "hall", "bots", "retention", "disk", "cluster"}
"""Of the file, described each by a table of its own."""


def rows(heading: str) -> dict[str, str]:
    """The first two columns of the table under a heading."""
    text = (OPERATING / "settings.md").read_text("utf-8")
    part = re.split(r"\n##", text.split(f"{heading}\n")[1])[0]
    found = re.findall(r"^\| `(\w+)` \|([^|]*)\|", part, re.MULTILINE)
    return {name: value.strip() for name, value in found}


def shown(value: Any) -> str:
    """A default as it stands in the file."""
    return f"`{json.dumps(msgspec.to_builtins(value))}`" if value is not None else ""


@pytest.mark.parametrize("heading", FORMS)
def test_every_setting_is_listed_with_its_default(heading: str) -> None:
    form = FORMS[heading]
    listed, defaults = rows(heading), form()
    wanted = fields_of(form).keys() - (SECTIONS if form is Settings else set())
    assert listed.keys() == wanted
    own_section = {"times": "`{}`"}
    assert listed == {name: own_section.get(name) or shown(getattr(defaults, name)) for name in wanted}


def test_every_variable_is_listed() -> None:
    assert rows("## Variables").keys() == known_variables() | set(LAUNCHER)


def test_every_flag_of_the_table_of_variables_is_one() -> None:
    from typer.main import get_command

    from tablehall.cli.commands import app

    flags = {
        option.envvar: option.opts
        for command in get_command(app).commands.values()  # type: ignore[attr-defined]
        for option in command.params
        if option.envvar
    }
    for name, flag in rows("## Variables").items():
        if flag and name in flags:
            assert flag.strip("`").split()[0] in {*flags[name], "--data", "--database"}


def test_the_file_on_the_first_page_is_one_that_can_be_read(tmp_path: Path) -> None:
    from tablehall.server import all_doors
    from tablehall.settings import check, read_settings

    page = (OPERATING / "README.md").read_text("utf-8")
    (tmp_path / "hall.toml").write_text(page.split("```toml\n")[1].split("```")[0])
    check(read_settings(tmp_path / "hall.toml"), all_doors())
