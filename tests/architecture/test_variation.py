import ast

from tests.support.sources import repository

MODULES = repository.files("src", suffix=".py")
NAMES = {"edition", "key", "mode", "preset"}
COUNTS = {"seats", "seat_count", "players"}


def test_editions_differ_by_their_data_and_never_by_a_test_on_a_name_or_a_count():
    tests = [
        (repository.name(path), ast.unparse(node))
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if is_test_on_a_name_or_count(node)
    ]

    assert tests == []


def is_test_on_a_name_or_count(node: ast.AST) -> bool:
    """Whether something called `mode`, say, equals a text, or something called `seats` a number."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        return False
    parts = [node.left, *node.comparators]
    called = {last_name(part) for part in parts}
    values = {type(part.value) for part in parts if isinstance(part, ast.Constant)}
    return bool(called & NAMES and str in values) or bool(called & COUNTS and int in values)


def last_name(node: ast.expr) -> str:
    """`seats` for `edition.seats` and for `seats`; nothing for other expressions."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
