"""The navigation of the site is what the index pages list, in their order.

An index page leads to the pages of its folder, among them the runs of the notebooks in it, and to
the index pages of the folders below;
a page `name.md` beside a folder `name` leads to the pages in it.  So nothing is listed twice, and
a page that no list names is a warning of Sphinx.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata

from docs.extensions.notebook_links import RUNS


def is_below(page: str, other: str) -> bool:
    """Whether the navigation shows the other page directly below this one."""
    path, target = PurePosixPath(page), PurePosixPath(other)
    if target.parent.name == RUNS:
        target = target.parent.with_name(target.name)
    if path.name != "index":
        return target.parent == path
    if target.name == "index":
        return target.parent != path.parent and target.parent.parent == path.parent
    return target.parent == path.parent


class IndexNavigation(SphinxTransform):
    """Adds a hidden table of contents with the pages that the page links to."""

    default_priority = 800  # once links are there, before the environment reads tables of contents

    def apply(self, **_: object) -> None:
        """Adds it, where the page links to one below it."""
        page = self.env.docname
        pages = list(dict.fromkeys(name for name in self.linked() if is_below(page, name)))
        if not pages:
            return
        tree = addnodes.toctree(
            "", parent=page, entries=[(None, name) for name in pages], includefiles=pages,
            maxdepth=-1, caption=None, glob=False, hidden=True, includehidden=False, numbered=0,
            titlesonly=True,
        )  # fmt: skip
        next(iter(self.document.findall(nodes.section))).append(tree)

    def linked(self) -> Iterator[str]:
        """The pages to which the links of this one lead, from the top."""
        for node in self.document.findall(addnodes.pending_xref):
            if node.get("refdomain") == "doc" and node["reftarget"] in self.env.found_docs:
                yield node["reftarget"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_transform(IndexNavigation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
