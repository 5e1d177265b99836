"""docs/reference.md, made from the code: what can be asked of the hall, what it remembers and tells, and why
it says no. `python -m tablehall_lab.reference` writes it; the tests say when it is out of date."""

import ast
import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from tablehall.games import house_games
from tablehall.games.api import Reason, Rule
from tablehall.games.board import BoardNo
from tablehall.hall import commands, facts, notices, records, terms
from tablehall.hall.refusals import Why

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"

HEAD = """\
# Commands, records, facts, news and refusals

Everything that a protocol can ask of the hall, and everything it can hear from it. Each is a closed list in
one file. This page is made from those files by `python -m tablehall_lab.reference`, and the tests say when it
is out of date. How they are used: [writing-a-protocol.md](writing-a-protocol.md).
"""


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield HEAD
    yield "## Commands (`hall/commands.py`)\n"
    yield (
        "`decision = hall.handle(command, port.now())`. A decision whose `refused` is not None has changed "
        "nothing; any other one is handed to `port.submit`.\n"
    )
    yield from _table("command", _structs(commands, "Command"))
    yield "\n### Terms (`hall/terms.py`)\n"
    yield "What `Open` opens a table with, and what its first record remembers.\n"
    yield from _fields(_structs(terms, ""))
    yield "\n## Records (`hall/records.py`)\n"
    yield (
        "Lines of a table's log, told as `Happened(record, events, sheet, scene, game, before)`. Each begins "
        "with `seq`, `at` (milliseconds since 1970) and `prev`, the hash of the one before it; in a log its "
        "name is `what`.\n"
    )
    yield from _table("record", _structs(records, "Record", "Terms"), tagged=True)
    yield "\n## Facts (`hall/facts.py`)\n"
    yield "What the hall remembers beside the logs. Protocols need not know them; journals keep them.\n"
    yield from _table("fact", _structs(facts, "Fact"))
    yield "\n## News (`hall/notices.py`)\n"
    yield "What `Session.tell(news, seat)` is called with.\n"
    yield from _news()
    yield "\n## Refusals\n"
    yield "`decision.refused` is one of these: `refused.code` is the word, `refused.value` the sentence.\n"
    yield from _refusals()


class _Struct:
    """A class as its file says it."""

    def __init__(self, node: ast.ClassDef) -> None:
        self.name = node.name
        self.bases = [ast.unparse(base) for base in node.bases]
        self.says = _flat(ast.get_docstring(node) or "")
        tags = [keyword.value for keyword in node.keywords if keyword.arg == "tag"]
        self.tag = str(ast.literal_eval(tags[0])) if tags else ""
        self.fields = list(_declared(node.body))


def _declared(body: list[ast.stmt]) -> Iterator[tuple[str, str, str, str]]:
    """The fields of a class: name, type, default, and what is said of each."""
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if not isinstance(statement, ast.AnnAssign):
            continue
        said = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            said = _flat(str(following.value.value))
        default = "" if statement.value is None else ast.unparse(statement.value)
        yield ast.unparse(statement.target), ast.unparse(statement.annotation), default, said


def _structs(module: ModuleType, *bases: str) -> list[_Struct]:
    """The classes of a file that are of one of these kinds."""
    tree = ast.parse(inspect.getsource(module))
    found = [_Struct(node) for node in tree.body if isinstance(node, ast.ClassDef)]
    return [struct for struct in found if not bases or not bases[0] or set(bases) & set(struct.bases)]


def _table(what: str, structs: Iterable[_Struct], *, tagged: bool = False) -> Iterator[str]:
    yield f"| {what} | fields | |"
    yield "|---|---|---|"
    for struct in structs:
        name = f"`{struct.name}`" + (f" `{struct.tag}`" if tagged else "")
        fields = ", ".join(_field(*field) for field in struct.fields if field[0] not in ("seq", "at", "prev"))
        more = "all of `Terms`, " if "Terms" in struct.bases else ""
        said = " ".join(
            f"`{field}`: {words[:1].lower()}{words[1:]}" for field, _, _, words in struct.fields if words
        )
        yield f"| {name} | {more}{fields} | {_cell(f'{struct.says} {said}'.strip())} |"


def _fields(structs: Iterable[_Struct]) -> Iterator[str]:
    yield "| field | |"
    yield "|---|---|"
    for struct in structs:
        for field in struct.fields:
            yield f"| `{struct.name}`: {_field(*field)} | {_cell(field[3])} |"


def _field(name: str, kind: str, default: str, _: str) -> str:
    shown = f"{name}: {kind}" + (f" = {default}" if default else "")
    return f"`{_cell(shown)}`"


def _news() -> Iterator[str]:
    yield "| news | fields | |"
    yield "|---|---|---|"
    for struct in _structs(notices, "News"):
        slots = [slot for slot in getattr(notices, struct.name).__slots__ if not slot.startswith("_")]
        yield f"| `{struct.name}` | {', '.join(f'`{slot}`' for slot in slots)} | {_cell(struct.says)} |"


def _refusals() -> Iterator[str]:
    enums: dict[type[Reason], str] = {Why: "the hall", Rule: "any game", BoardNo: "games on squares"}
    for name, game in house_games().items():
        for kind in _reasons(type(game).__module__):
            enums.setdefault(kind, f"`{name}`")
    yield "| says no | `refused.code` | sentence |"
    yield "|---|---|---|"
    for enum, who in enums.items():
        for reason in enum:
            yield f"| {who} | `{reason.code}` | {_cell(reason.value)} |"


def _reasons(module: str) -> list[type[Reason]]:
    """The reasons of a game, wherever in its folder they are."""
    package = module if module.count(".") == 2 else module.rpartition(".")[0]
    return [kind for kind in Reason.__subclasses__() if kind.__module__.startswith(package)]


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _flat(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
