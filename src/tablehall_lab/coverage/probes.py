"""Probes in a module: one for each straight run of statements.

A run is a list of statements of which each is followed by the next at once, unless something is raised.
Its probe stands before its last statement, so a run that was broken off counts as not reached: what is
reported may be too low, but never too high. Whoever awaits something may be gone before it comes, so
there a run ends.
"""

import ast
from typing import NamedTuple

SEEN = "__seen__"
"""What a module calls its share of the shared bytes."""
STRAIGHT = (
    ast.Assign,
    ast.AnnAssign,
    ast.Assert,
    ast.AugAssign,
    ast.Delete,
    ast.Expr,
    ast.Import,
    ast.ImportFrom,
    ast.Pass,
)
"""After these comes the next statement."""


class Run(NamedTuple):
    """Statements that are reached together."""

    probe: int
    """The line of the last of them, which is also the number of its byte."""
    lines: list[int]
    """Where each of them begins."""


def put_probes(tree: ast.Module, name: str) -> list[Run]:
    """Change a module so that it notes what was reached; the runs it consists of."""
    runs: list[Run] = []
    _enter(tree, runs)
    beginning = ast.parse(
        f"from tablehall_lab.coverage.loading import shared; {SEEN} = shared({name!r})"
    ).body
    first = next(
        (at for at, statement in enumerate(tree.body) if not _comes_first(statement)), len(tree.body)
    )
    tree.body[first:first] = [_placed(statement, 1) for statement in beginning]
    return runs


def _enter(node: ast.AST, runs: list[Run]) -> None:
    if isinstance(node, ast.If) and _for_types_only(node.test):
        return
    for inner in ("body", "orelse", "finalbody"):
        block = getattr(node, inner, None)
        if isinstance(block, list):
            block[:] = _with_probes(block, runs)
    for inner in ("handlers", "cases"):
        for part in getattr(node, inner, ()):
            _enter(part, runs)


def _with_probes(block: list[ast.stmt], runs: list[Run]) -> list[ast.stmt]:
    done: list[ast.stmt] = []
    run: list[int] = []
    for number, statement in enumerate(block):
        _enter(statement, runs)
        if _does_something(statement):
            run.append(statement.lineno)
        if run and (number + 1 == len(block) or not _goes_straight_on(statement)):
            runs.append(Run(run[-1], run))
            done.append(_probe(run[-1]))
            run = []
        done.append(statement)
    return done


def _goes_straight_on(statement: ast.stmt) -> bool:
    waits = (ast.Await, ast.Yield, ast.YieldFrom)
    return isinstance(statement, STRAIGHT) and not any(
        isinstance(node, waits) for node in ast.walk(statement)
    )


def _does_something(statement: ast.stmt) -> bool:
    """Not so the words of a docstring, a body of three dots, and what only compilers and checkers read."""
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Global() | ast.Nonlocal():
            return False
        case ast.ImportFrom(module="__future__"):
            return False
        case ast.If(test=test):
            return not _for_types_only(test)
    return True


def _comes_first(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.ImportFrom(module="__future__"):
            return True
    return False


def _for_types_only(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _probe(line: int) -> ast.stmt:
    (probe,) = ast.parse(f"{SEEN}[{line}] = 1").body
    return _placed(probe, line)


def _placed(statement: ast.stmt, line: int) -> ast.stmt:
    """The statement as if it stood on that line: tracebacks name the lines of the real source."""
    for node in ast.walk(statement):
        if isinstance(node, ast.expr | ast.stmt | ast.alias):
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
    return statement
