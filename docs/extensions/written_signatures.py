"""Signatures as they are written in the source.

Sphinx shows what annotations are evaluated to: a union in the place of the name it has, arrays and
limits of length in full.  The source says the same in the words that a reader knows.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

FIELDS_OF = {"NamedTuple", "Struct"}
MADE_BY = {"dataclass"}
MADE_BY_NOBODY = {"Enum", "Protocol", "StrEnum"}
# An array as Sphinx writes it, with the type of its elements.
ARRAY = re.compile(r"\bndarray\[tuple\[Any, \.\.\.\], dtype\[((?:[^\[\]]|\[[^\]]*\])+)\]\]")


def read_signature(
    app: Sphinx, what: str, name: str, described: object, options: object,
    parameters: str | None, result: str | None,
) -> tuple[str | None, str | None] | None:  # fmt: skip
    """What Sphinx calls; it has a place for a signature where it found one."""
    return None if parameters is None else signature(what, described, parameters, result)


def signature(
    what: str, described: object, parameters: str | None, result: str | None
) -> tuple[str | None, str | None]:
    """The signature from the source, or as Sphinx has found it where there is no such source."""
    node = definition(described)
    if isinstance(node, ast.ClassDef):
        return class_parameters(node, parameters), result
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        is_bound = what == "method" and "staticmethod" not in decorators(node)
        returned = None if node.returns is None else annotation(node.returns)
        return written(node.args, is_bound=is_bound), returned
    return parameters, result


def definition(described: object) -> ast.stmt | None:
    """The statement that defines a class or a function; None for what has none."""
    function: Any = getattr(described, "py_func", described)  # of what numba has compiled
    try:
        source = inspect.getsource(inspect.unwrap(function))
    except (OSError, TypeError):
        return None
    return ast.parse(textwrap.dedent(source)).body[0]


def class_parameters(node: ast.ClassDef, found: str | None) -> str | None:
    """What a new object is made from: the parameters of `__init__`, or the fields."""
    for step in node.body:
        if isinstance(step, ast.FunctionDef) and step.name == "__init__":
            return written(step.args, is_bound=True)
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    if bases & MADE_BY_NOBODY:
        return ""
    if bases <= FIELDS_OF and (bases or MADE_BY & decorators(node)):
        return f"({', '.join(fields(node))})"
    return found


def fields(node: ast.ClassDef) -> Iterator[str]:
    """The fields of a data class as parameters."""
    for step in node.body:
        if not isinstance(step, ast.AnnAssign) or "ClassVar" in ast.unparse(step.annotation):
            continue
        text = ast.unparse(step.target) + ": " + annotation(step.annotation)
        value = "" if step.value is None else ast.unparse(step.value)
        if "init=False" in value:
            continue
        made = "..." if value.startswith(("field(", "msgspec.field(")) else value
        yield f"{text} = {made}" if made else text


def written(arguments: ast.arguments, *, is_bound: bool) -> str:
    """The parameters in brackets, without the object itself."""
    if is_bound:
        first = arguments.posonlyargs or arguments.args
        del first[0]
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if argument.annotation is not None:
            argument.annotation = ast.Name(annotation(argument.annotation))
    return f"({ast.unparse(arguments)})"


def annotation(node: ast.expr) -> str:
    """A type as it is written, without numpy's short names.

    And without the quotes round a class that is not yet complete.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return re.sub(r"\bnpt?\.", "", ast.unparse(node))


def decorators(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The names of what decorates a class or a function."""
    calls = (part.func if isinstance(part, ast.Call) else part for part in node.decorator_list)
    return {ast.unparse(part).rpartition(".")[2] for part in calls}


def shorten_arrays(app: Sphinx, document: nodes.document) -> None:
    """What Sphinx calls: the types of properties have short arrays, as in the source."""
    for node in document.findall(addnodes.desc_annotation):
        text = node.astext()
        if ARRAY.search(text):
            node.children = []
            node.append(addnodes.desc_sig_name("", ARRAY.sub(r"NDArray[\1]", text)))
