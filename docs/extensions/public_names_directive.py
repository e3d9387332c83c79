"""The directive `public-names`: all that a package lists in `__all__`, with types and docstrings.

Docstrings of the project are plain text with code in backticks.  Here backticks round the name of a
class, a method or a function of ours become a link to it, and all else in them is shown as code.
"""

import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from inspect import cleandoc, isclass
from itertools import groupby

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from bottleimp import errors
from docs.extensions.written_signatures import read_signature, shorten_arrays
from scripts.public_names import PACKAGES, PublicName, home, public_names

CODE = re.compile(r"`([^`]+)`")
NAME = re.compile(r"[A-Za-z_][\w.]*")
# What means something in reStructuredText, and nothing in a docstring of ours.
SIGN = re.compile(r"[*|\\]|(?<=\w)_(?!\w)")


class PublicNames(SphinxDirective):
    """Describes the package that its only line names."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """What stands in the place of the directive."""
        package = self.content[0].strip()
        lines = list(package_lines(package))
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def package_lines(package: str) -> Iterator[str]:
    """The text for Sphinx within Markdown, as directives within a page in Markdown are read."""
    described: list[PublicName] = []
    handed_on: list[PublicName] = []
    for found in public_names(package):
        (described if home(found) == package else handed_on).append(found)
    yield "```{eval-rst}"
    yield f".. py:module:: {package}"
    yield ""
    yield markup(cleandoc(import_module(package).__doc__ or ""))
    yield ""
    if handed_on:
        yield "Described elsewhere:"
        yield ""
    for place, names in groupby(sorted(handed_on, key=home), key=home):
        links = ", ".join(f":py:obj:`{found.name} <{place}.{found.name}>`" for found in names)
        yield f"- from ``{place}``: {links}"
    yield ""
    for found in described:
        yield from name_lines(found)
    yield "```"


def name_lines(found: PublicName) -> Iterator[str]:
    """The directive that describes one name."""
    name = f"{found.package}.{found.name}"
    if found.kind == "value":
        # Sphinx would show the docstring of its type.
        yield f".. py:data:: {found.name}"
        yield f"   :canonical: {found.module}.{found.name}"
        yield ""
        yield from (f"   {line}" for line in markup(cleandoc(found.docstring)).splitlines())
    elif found.kind == "class":
        yield f".. autoclass:: {name}"
        yield "   :members:"
        if is_enum(found):
            yield "   :undoc-members:"
    else:
        yield f".. autofunction:: {name}"
    yield ""


def is_enum(found: PublicName) -> bool:
    """Whether the name is an enumeration, whose members need no docstring to be worth showing."""
    return issubclass(getattr(import_module(found.package), found.name), Enum)


def markup(docstring: str) -> str:
    """The docstring as reStructuredText; examples, which are paragraphs, stay as they are."""
    return "\n\n".join(map(paragraph, docstring.split("\n\n")))


def paragraph(text: str) -> str:
    """One paragraph: an example, a table with bars, or plain text."""
    start = text.lstrip()
    if start.startswith(">>> "):
        return text
    return "\n".join(table_lines(text)) if start.startswith("|") else marked(text)


def table_lines(text: str) -> Iterator[str]:
    """A table with bars between its cells and a rule below the first row, for Sphinx."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.split("\n")
    ]
    yield ".. list-table::"
    yield "   :header-rows: 1"
    yield ""
    for row in (row for row in rows if any(cell.strip("-:") for cell in row)):
        for number, cell in enumerate(row):
            yield ("     - " if number else "   * - ") + marked(cell)


def marked(text: str) -> str:
    """Text with its code as code, and no other sign that means something."""
    parts = CODE.split(text)
    return "".join(
        code(part) if at % 2 else SIGN.sub(r"\\\g<0>", part) for at, part in enumerate(parts)
    )


def code(text: str) -> str:
    """What stood in backticks: a link if it is a name, which may turn out to be nobody's."""
    text = " ".join(text.split())
    if NAME.fullmatch(text) is None:
        return f"``{text}``"
    first, _, rest = text.partition(".")
    if first[:1].isupper() and first in CLASSES:
        return f":py:obj:`{text} <{CLASSES[first]}{'.' if rest else ''}{rest}>`"
    return f":py:obj:`{text}`"


# Where each class is described; names in small letters are often those of parameters.
CLASSES = {
    name: f"bottleimp.errors.{name}"
    for name, value in vars(errors).items()
    if isclass(value) and value.__module__ == errors.__name__
} | {
    found.name: f"{home(found)}.{found.name}"
    for package in PACKAGES
    for found in public_names(package)
    if found.name[0].isupper() and not found.name.isupper()
}


def read_docstring(
    app: Sphinx, what: str, name: str, described: object, options: object, lines: list[str]
) -> None:
    """Reads what autodoc has found in the way of `markup`."""
    lines[:] = markup("\n".join(lines)).split("\n")


def link_to_public_name(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.TextElement
) -> nodes.Element | None:
    """A type that stands in a signature as in the source becomes a link, if it is public.

    Everything else that is nobody's is shown as code: parameters, types of other libraries.
    """
    if node.get("refdomain") != "py":
        return None
    name = str(node.get("reftarget", "")).rpartition(".")[2]
    if name not in CLASSES:
        return shown
    python = env.domains.python_domain
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", CLASSES[name], node, shown)


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("autodoc-process-signature", read_signature)
    app.connect("doctree-read", shorten_arrays)
    app.connect("missing-reference", link_to_public_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
