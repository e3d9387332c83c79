"""Links from pages to files of the repository that are no pages of the site.

Pages link to them by relative paths, as the code host wants.  On the site such a link leads to the
file in the repository on the web, `repository_address`; as long as that is not known, to a copy of
the file, as a page of the site below `repository/`.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata

FOLDER = "repository"
MARKDOWN = ".md"


class RepositoryLinks(SphinxTransform):
    """Makes each link to a file outside of the docs lead to that file."""

    default_priority = 700  # before Sphinx collects what is to be downloaded

    def apply(self, **_: object) -> None:
        """Puts plain links in the place of those that Sphinx would not know."""
        links = [
            *self.document.findall(addnodes.download_reference),
            *self.document.findall(addnodes.pending_xref),
        ]
        for node in links:
            path = self.path(node)
            if path is not None:
                heading = node.get("reftargetid")
                address = self.address(path, heading)
                node.replace_self(nodes.reference("", "", *node.children, refuri=address))

    def path(self, node: nodes.Element) -> Path | None:
        """The file from the root of the repository, or None for what Sphinx itself can find."""
        target = str(node.get("reftarget", ""))
        if isinstance(node, addnodes.pending_xref) and node.get("refdomain") == "doc":
            if target in self.env.found_docs:
                return None
            target += MARKDOWN  # MyST names a page by its whole path, less the ending
        elif node.get("reftype") != "myst":
            return None
        page = Path(self.env.doc2path(self.env.docname))
        path = (page.parent / target.partition("#")[0]).resolve()
        root = Path(self.config.repository_root).resolve()
        # A folder can be shown on the web alone.
        is_there = path.exists() if self.config.repository_address else path.is_file()
        if not is_there or path.is_relative_to(self.env.srcdir):
            return None
        return path.relative_to(root) if path.is_relative_to(root) else None

    def address(self, path: Path, heading: str | None) -> str:
        """Where the file is to be seen."""
        repository = str(self.config.repository_address).rstrip("/")
        if repository:
            kind = "tree" if (Path(self.config.repository_root) / path).is_dir() else "blob"
            anchor = f"#{heading}" if heading else ""
            return f"{repository}/{kind}/v{self.config.release}/{path.as_posix()}{anchor}"
        copied_files(self.env).add(path)
        return relative_uri(f"{self.env.docname}.html", f"{FOLDER}/{path.as_posix()}.html")


def copied_files(env: BuildEnvironment) -> set[Path]:
    """The files that get a page of the site."""
    files: set[Path] = env.__dict__.setdefault("copied_files", set())
    return files


def copies(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file that was linked to, with its text."""
    for path in sorted(copied_files(app.env)):
        text = (Path(app.config.repository_root) / path).read_text(encoding="utf-8")
        name = path.as_posix()
        body = highlighted(app, name, text)
        heading = f"<h1><code>{escape(name)}</code></h1>"
        yield f"{FOLDER}/{name}", {"title": name, "body": heading + body}, "page.html"


def highlighted(app: Sphinx, name: str, text: str) -> str:
    """The text of the file as HTML, in the colours of its language."""
    try:
        language = get_lexer_for_filename(name).aliases[0]
    except ClassNotFound:
        language = "text"
    return str(app.builder.highlighter.highlight_block(text, language))  # type: ignore[attr-defined]


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_config_value("repository_root", Path(), "env")
    app.add_config_value("repository_address", "", "env")
    app.add_transform(RepositoryLinks)
    app.connect("html-collect-pages", copies)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
