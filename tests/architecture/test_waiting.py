"""Tests of the server wait for what happens; how long something takes is told by a clock."""

import ast
from pathlib import Path

from tests.support.sources import repository

TESTS = repository.files("tests/server", "tests/protocol", suffix=".py")


def fixed_waits(path: Path) -> list[int]:
    """The lines on which a test sleeps, but for those that ask again and again."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    polling = {
        id(node)
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While)
        for node in ast.walk(loop)
    }
    # Players of a test may think for as long as they were given.
    thinking = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.AsyncFunctionDef) and function.name in ("choose", "ask")
        for node in ast.walk(function)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "sleep"
        and id(node) not in polling | thinking
        and not (node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value == 0)
    ]


def test_no_test_of_the_server_sleeps_for_a_fixed_time() -> None:
    waits = {repository.name(path): fixed_waits(path) for path in TESTS}

    assert waits
    assert {path: lines for path, lines in waits.items() if lines} == {}


def test_a_fixed_wait_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_waiting.py"
    path.write_text("import time\ntime.sleep(1)\nwhile True:\n    time.sleep(2)\n")

    assert fixed_waits(path) == [2]
