"""Links to notebooks lead to the pages of their runs.

A notebook is a script in a folder `notebooks`, which sphinx-gallery runs while the site is built;
what it says and shows becomes a page in the folder `notebook_runs` beside that.  Pages link to the
script, as the code host wants.
"""

from pathlib import PurePosixPath
from posixpath import normpath

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata

SCRIPTS, RUNS = "notebooks", "notebook_runs"


class NotebookLinks(SphinxTransform):
    """Makes each link to a notebook lead to its page."""

    default_priority = 690  # before links to files become links to the repository, and navigation

    def apply(self, **_: object) -> None:
        """Puts links to pages in the place of those to scripts."""
        for node in list(self.document.findall(addnodes.download_reference)):
            name = run_of(self.env.docname, str(node["reftarget"]))
            if name in self.env.found_docs:
                # As MyST itself writes a link to a page.
                page = addnodes.pending_xref(
                    "", refdomain="doc", reftype="myst", reftarget=name, reftargetid=None,
                    refdoc=self.env.docname, refexplicit=True,
                )  # fmt: skip
                page += nodes.inline("", "", *node.children[0].children, classes=["xref", "myst"])
                node.replace_self(page)


def run_of(page: str, link: str) -> str:
    """The page of the run to which a link on this page would lead, if it leads to a notebook."""
    path = PurePosixPath(normpath(PurePosixPath(page).parent / link))
    return str(path.parent.with_name(RUNS) / path.stem) if path.parent.name == SCRIPTS else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_transform(NotebookLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
