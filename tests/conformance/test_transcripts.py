"""How a page is read."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from tablehall.conformance import pages as places
from tablehall.conformance import steps
from tablehall.conformance.page import Block, read_blocks, read_page
from tablehall.conformance.pages import pages
from tablehall.conformance.steps import PageError, Step, read_steps


def one(line: str) -> Step:
    """The only step of a transcript."""
    (step,) = read_steps(line, "page.md", 1)
    return step


def block(text: str) -> Block:
    """The only block of a page."""
    (only,) = read_blocks(f"```transcript\n{text}\n```\n", "page.md")
    return only


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("anna connects", steps.Connects(1, "anna", "", "/", "")),
        ("anna connects /games", steps.Connects(1, "anna", "", "/games", "")),
        ("anna connects to mia from 127.0.0.2", steps.Connects(1, "anna", "mia", "/", "127.0.0.2")),
        ("anna > 0|CONNECT|anna", steps.Says(1, "anna", "0|CONNECT|anna")),
        ("anna >", steps.Says(1, "anna", "")),
        ("anna   > a  b", steps.Says(1, "anna", "a  b")),
        (r"anna >> a\x00\xff\r\n\s\\", steps.SaysRaw(1, "anna", b"a\x00\xff\r\n \\")),
        ("anna sends 3 bytes of x", steps.Says(1, "anna", "xxx")),
        ("anna hears nothing for 300 ms", steps.HearsNothing(1, "anna", 0.3)),
        ("anna closes", steps.Ends(1, "anna", "closes")),
        ("anna resets", steps.Ends(1, "anna", "resets")),
        ("anna shuts", steps.Ends(1, "anna", "shuts")),
        ("anna is closed", steps.IsClosed(1, "anna", None)),
        ("anna is closed with 1009", steps.IsClosed(1, "anna", 1009)),
        ("anna gets /api/tables/$table", steps.Gets(1, "anna", "/api/tables/$table")),
        ('anna posts /api {"a":\n  $b}', steps.Gets(1, "anna", "/api", '{"a": $b}')),
        ("anna ignores the rest", steps.IgnoresTheRest(1, "anna")),
        ("later 2 s", steps.Later(1, "", 2.0)),
        ("server restarts", steps.ServerDoes(1, "", "restarts")),
        ("server stops", steps.ServerDoes(1, "", "stops")),
        ("server has hall.tables = 1", steps.ServerHas(1, "", "hall.tables = 1")),
    ],
)
def test_every_form_of_step(line: str, step: Step) -> None:
    assert one(line) == step


def test_what_is_heard_is_a_pattern() -> None:
    step = one('anna < {"a":$x}')
    assert isinstance(step, steps.Hears)
    assert (step.pattern.text, step.eventually) == ('{"a":$x}', False)
    step = one("anna < ... 290")
    assert isinstance(step, steps.Hears)
    assert (step.pattern.text, step.eventually) == ("290", True)
    step = one("anna <")
    assert isinstance(step, steps.Hears)
    assert step.pattern.differs("", {}) == ""


def test_an_indented_line_goes_on_with_the_line_above() -> None:
    text = 'anna > {"a":1,\n\n        "b":2}\n# a remark\n  \nanna < [1,\n  2]'
    said, heard = read_steps(text, "page.md", 10)
    assert said == steps.Says(10, "anna", '{"a":1, "b":2}')
    assert isinstance(heard, steps.Hears)
    assert (heard.line, heard.pattern.text) == (15, "[1, 2]")


def test_messages_in_any_order_stand_below_each_other() -> None:
    step = one('anna hears in any order\n  < 1|2\n  < {"a":1,\n     "b":2}')
    assert isinstance(step, steps.HearsInAnyOrder)
    assert [pattern.text for pattern in step.patterns] == ["1|2", '{"a":1, "b":2}']


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("anna dances", "nobody knows what this means: anna dances"),
        ("server > x", "nobody knows what this means: server > x"),
        ("anna connects somewhere", "nobody knows what this means"),
        ('anna < {"a":}', "no JSON with gaps"),
        (r"anna >> \q", r"\\q is no escape"),
        ("anna hears in any order\n  < 1", "write the messages below"),
    ],
)
def test_an_error_names_page_and_line(line: str, why: str) -> None:
    with pytest.raises(PageError, match=f"page.md:1: .*{why}"):
        one(line)


PAGE = dedent(
    """\
    # Title
    ```transcript
    anna connects
    ```
    ## A part
    ```json
    {"not":"executed"}
    ```
    ````markdown
    ```transcript
    nor this
    ```
    ````
    ~~~transcript fresh
    bob connects
    later 1 s
    ~~~
    """
)


def test_only_transcripts_are_executed_each_under_its_heading() -> None:
    first, second = read_blocks(PAGE, "page.md")
    assert (first.line, first.title, first.fresh, first.above) == (2, "Title", False, ())
    assert (second.line, second.title, second.fresh, second.above) == (14, "A part", True, ("Title",))
    assert [step.line for step in second.steps] == [15, 16]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("```transcript\nanna connects\n", "page.md:1: this block has no end"),
        (
            "```transcript stale\n```\n",
            "page.md:1: a transcript is `fresh`, `extension` or neither, not 'stale'",
        ),
        ("\n\n```transcript\n\nanna sings\n```\n", "page.md:5: nobody knows"),
    ],
)
def test_a_page_that_cannot_be_executed(text: str, why: str) -> None:
    with pytest.raises(PageError, match=why):
        list(read_blocks(text, "page.md"))


def test_a_block_that_speaks_of_the_server_wants_its_own() -> None:
    assert not block("anna connects").own_server
    assert block("server restarts").own_server
    settings = block("server has hall.tables = 1\nserver has host = '::1'")
    assert settings.own_server
    assert settings.settings == "hall.tables = 1\nhost = '::1'\n"


def test_a_rule_is_its_heading_and_the_first_remark() -> None:
    (only,) = read_blocks(
        "# A\n## B\n### C\n## D\n```transcript\n\n# who comes\nanna connects\n```\n", "page.md"
    )
    assert (only.rule, only.above) == ("D: who comes", ("A",))
    (only,) = read_blocks("# A\n```transcript\nanna connects\n# who came\n```\n", "page.md")
    assert only.rule == "A"


@pytest.mark.parametrize(
    ("marks", "fresh", "extension"),
    [
        ("", False, False),
        (" fresh", True, False),
        (" extension", False, True),
        (" extension fresh", True, True),
    ],
)
def test_the_marks_of_a_transcript(marks: str, fresh: bool, extension: bool) -> None:
    (only,) = read_blocks(f"```transcript{marks}\nanna connects\n```\n", "page.md")
    assert (only.fresh, only.extension) == (fresh, extension)


def test_other_names_for_everybody() -> None:
    again = block(
        'ann connects\nanna connects /ann\nanna > {"to":"ann","of":"annabel"}\nanna < $ann'
    ).renamed("7")
    assert again.text == (
        'ann7 connects\nanna7 connects /ann7\nanna7 > {"to":"ann7","of":"annabel"}\nanna7 < $ann7'
    )
    assert again.steps[0] == steps.Connects(2, "ann7", "", "/", "")


def test_the_doors_a_block_comes_to() -> None:
    assert block("anna connects\nbob connects to mia").doors == {"", "mia"}


def test_every_protocol_page_can_be_read() -> None:
    assert "house" in pages()
    assert "README" not in pages()
    for path in pages().values():
        assert read_page(path), f"{path.name} has no transcript"


def test_the_pages_explain_every_form_of_step() -> None:
    """The table in the README and the language of the transcripts are one."""
    readme = (pages()["house"].parent / "README.md").read_text("utf-8")
    examples = [
        example.replace(r"\|", "|")
        for line in readme.split("| step |", 1)[1].split("\n\n", 1)[0].splitlines()
        for example in line.split("|")[1].split("`")[1::2]
        if line.startswith("| `")
    ]
    below = ("hears in any order", "hears at some time")
    shown = {type(one(example)) for example in examples if not example.endswith(below) and example[0] != "#"}
    every: Callable[[type[Step]], set[type[Step]]] = lambda kind: set(kind.__subclasses__())  # noqa: E731
    assert every(Step) - shown == {steps.HearsInAnyOrder, steps.HearsAtSomeTime}
    assert all(form in readme for form in below)


def test_an_installed_program_has_its_pages_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "chess.md").write_text(PAGE)
    monkeypatch.setattr(places, "INSTALLED", tmp_path / "pages")
    assert pages() == {"chess": tmp_path / "pages" / "chess.md"}


def test_a_page_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text(PAGE)
    assert [found.page for found in read_page(tmp_path / "x.md")] == ["x.md", "x.md"]
