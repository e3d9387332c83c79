import ast
import re

import pytest

from tests.support.sources import repository

LONGEST = 420  # "not much above 400 lines"
CODE = [
    *repository.files("src", "tests", "scripts", "benchmarks", "examples", suffix=".py"),
    *repository.files("src", "tests", "web", suffix=".ts"),
]
MODULES = repository.files("src", "scripts", "benchmarks", suffix=".py")
PACKAGES = [path for path in repository.files("src", suffix=".py") if path.stem == "__init__"]
# Names that say where something is kept, not what it is.
EMPTY_NAMES = {
    "base", "bases", "common", "commons", "core", "helper", "helpers", "imp", "manager", "managers",
    "misc", "shared", "util", "utils", "utility", "utilities",
}  # fmt: skip
ORDINARY_NAME = re.compile(r"[.\w][\w.,=+-]*")  # such as no option of a command has
MEANS_OF_LAZY_IMPORTS = ("typing", "bottleimp.lazy_imports")
PICTURES = {".png", ".webp", ".ico", ".woff2"}
WEIGHTS, RESULTS = ".npz", ".xz"
# Written apart, so that this file does not hold what it looks for.
MACHINES = ["/".join(("", *parts, "")) for parts in (("root",), ("work",), ("home",), ("Users",))]
ADDRESS = re.compile(r"https?://\S+")  # in which a page may be called as a folder is
REGISTRIES = [
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))
]


def test_a_file_has_one_subject_and_so_few_lines():
    lines = {
        repository.name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in CODE
    }

    assert lines
    assert {path: count for path, count in lines.items() if count > LONGEST} == {}


def test_a_file_is_named_for_what_it_is_about():
    named = {path: set(path.relative_to(repository.ROOT).with_suffix("").parts) for path in CODE}

    assert [path for path, words in named.items() if words & EMPTY_NAMES] == []


def test_a_module_opens_with_what_it_is_about():
    silent = [
        repository.name(path)
        for path in MODULES
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]

    assert silent == []


@pytest.mark.parametrize("path", PACKAGES, ids=repository.name)
def test_a_package_only_re_exports(path):
    allowed = (ast.Import, ast.ImportFrom, ast.Expr)
    code = [
        node
        for node in statements_of(path)
        if not isinstance(node, allowed) and not is_dunder(node)
    ]

    assert [ast.unparse(node) for node in code] == []


@pytest.mark.parametrize("path", PACKAGES, ids=repository.name)
def test_what_a_package_offers_is_what_it_imports(path):
    statements = list(statements_of(path))
    imported = {
        alias.asname or alias.name
        for node in statements
        if isinstance(node, ast.ImportFrom) and node.module not in MEANS_OF_LAZY_IMPORTS
        for alias in node.names
    }
    own = {target for node in statements for target in dunders(node)} - {"__all__"}
    offered = [
        name
        for node in statements
        if "__all__" in dunders(node) and isinstance(node, ast.Assign | ast.AnnAssign)
        for name in ast.literal_eval(node.value or "[]")
    ]

    assert sorted(imported | own) == sorted(offered)


def test_names_of_files_are_no_slips_of_a_command_line():
    odd = [path for path in repository.tracked() if not ORDINARY_NAME.fullmatch(path.name)]

    assert odd == []


def test_no_file_names_a_machine_or_a_package_registry():
    named = {
        repository.name(path): [
            *(place for place in REGISTRIES if place in text),
            *(place for place in MACHINES if place in ADDRESS.sub("", text)),
        ]
        for path in repository.tracked()
        if path.suffix not in (*PICTURES, WEIGHTS, RESULTS)
        for text in [path.read_text(encoding="utf-8")]
    }

    assert {path: places for path, places in named.items() if places} == {}


@pytest.mark.parametrize("path", PACKAGES, ids=repository.name)
def test_what_a_package_imports_late_is_what_it_says_to_type_checkers(path):
    said = {
        (step.module, alias.name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If)
        for step in node.body
        if isinstance(step, ast.ImportFrom)
        for alias in step.names
    }

    assert lazily_imported(path) == said


def lazily_imported(path):
    """The modules and names that the package gives to `lazy_imports`."""
    return {
        (module, name)
        for node in statements_of(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        for module, names in ast.literal_eval(node.value.args[1]).items()
        for name in names
    }


def statements_of(path):
    """The statements of a package, those below `if TYPE_CHECKING:` in its place."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        is_for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        yield from node.body if is_for_types else [node]


def is_dunder(node: ast.stmt) -> bool:
    """Whether the statement gives a value to a name such as `__all__`."""
    return bool(dunders(node))


def dunders(node: ast.stmt) -> list[str]:
    """The names such as `__all__` that the statement gives a value to."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if name.startswith("__") and name.endswith("__")]
