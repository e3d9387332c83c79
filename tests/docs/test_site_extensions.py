"""What the site adds to Sphinx, each tried on a few small pages."""

from enum import Enum
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment.adapters.toctree import global_toctree_for_doc
from sphinx.errors import SphinxWarning
from sphinx.util.docutils import docutils_namespace, patch_docutils

from docs.extensions.public_names_directive import markup, package_lines
from docs.extensions.written_signatures import signature

# MyST uses what the next but one version of Sphinx will not have.
pytestmark = pytest.mark.filterwarnings("ignore:'myst_parser")
TABLE = ".. list-table::\n   :header-rows: 1\n\n"
ADDRESS = "https://code.example.org/team/game"


def built(folder: Path, pages: dict[str, str], **settings: object) -> Sphinx:
    """A site of these pages, which lie in a folder `docs` beside others, built strictly."""
    docs = folder / "docs"
    for name, text in pages.items():
        path = docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    extensions = ["myst_parser", "docs.extensions.index_navigation"]
    chosen = {
        "extensions": [*extensions, "docs.extensions.repository_links"],
        "project": "Small",
        "release": "1.2.3",
        "myst_heading_anchors": 3,
        "repository_root": folder,
        **settings,
    }
    with patch_docutils(docs), docutils_namespace():
        app = Sphinx(
            docs, None, folder / "site", folder / "kept", "html", confoverrides=chosen,
            status=None, exception_on_warning=True,
        )  # fmt: skip
        app.build(force_all=True)
    return app


def page(folder: Path, name: str = "index.html") -> str:
    return (folder / "site" / name).read_text(encoding="utf-8")


# ---------------------------------------------------------------- links to the repository


@pytest.fixture
def repository(tmp_path):
    """A folder with files beside the docs."""
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "player.py").write_text("import <player>\n")
    (tmp_path / "examples" / "README.md").write_text("# Read me\n\n## Set up\n")
    return tmp_path


def test_a_link_to_a_source_file_leads_to_the_repository_on_the_web(repository):
    text = (
        "# Title\n\n[a player](../examples/player.py), [how](../examples/README.md#set-up) and"
        " [all](../examples)\n"
    )
    built(repository, {"index.md": text}, repository_address=ADDRESS)

    assert f'href="{ADDRESS}/blob/v1.2.3/examples/player.py"' in page(repository)
    assert f'href="{ADDRESS}/blob/v1.2.3/examples/README.md#set-up"' in page(repository)
    assert f'href="{ADDRESS}/tree/v1.2.3/examples"' in page(repository)
    assert not (repository / "site" / "repository").exists()
    assert not (repository / "site" / "_downloads").exists()


def test_a_link_to_a_source_file_leads_to_a_copy_where_no_address_is_known(repository):
    text = "# Title\n\n- [Below](below/index.md)\n"
    below = "# Below\n\n[a player](../../examples/player.py), [how](../../examples/README.md)\n"
    built(repository, {"index.md": text, "below/index.md": below})
    copy = page(repository, "repository/examples/player.py.html")

    assert 'href="../repository/examples/player.py.html"' in page(repository, "below/index.html")
    assert 'href="../repository/examples/README.md.html"' in page(repository, "below/index.html")
    assert "&lt;" in copy
    assert "<player>" not in copy


def test_links_within_the_docs_stay_as_they_are(repository):
    pages = {
        "index.md": "# Title\n\n- [Other](other.md#part)\n- [facts](facts.json)\n",
        "other.md": "# Other\n\n## Part\n",
        "facts.json": "{}",
    }
    built(repository, pages, repository_address=ADDRESS)

    assert 'href="other.html#part"' in page(repository)
    assert "_downloads" in page(repository)
    assert ADDRESS not in page(repository)


@pytest.mark.parametrize("path", ["examples/none.py", "examples"])
def test_a_link_to_nothing_that_can_be_shown_is_a_warning(repository, path):
    with pytest.raises(SphinxWarning, match=path):
        built(repository, {"index.md": f"# Title\n\n[nothing](../{path})\n"})


# ---------------------------------------------------------------- navigation


def test_the_navigation_is_what_the_index_pages_list_in_their_order(tmp_path):
    pages = {
        "index.md": "# Title\n\n[install](a/two.md)\n\n- [B](b/index.md)\n- [A](a/index.md)\n",
        "a/index.md": "# A\n\n- [Two](two.md)\n- [One](one.md), see [B](../b/index.md)\n",
        "a/one.md": "# One\n\n[two](two.md)\n",
        "a/two.md": "# Two\n",
        "b/index.md": "# B\n\n- [Editions](editions.md)\n",
        "b/editions.md": "# Editions\n\n- [Classic](editions/classic.md)\n",
        "b/editions/classic.md": "# Classic\n\n[all](../editions.md)\n",
    }
    app = built(tmp_path, pages)
    tree = global_toctree_for_doc(app.env, "index", app.builder, tags=app.tags, collapse=False)
    assert tree is not None

    listed = [node.astext() for node in tree.findall(nodes.reference)]
    assert listed == ["B", "Editions", "Classic", "A", "Two", "One"]


def test_a_page_that_no_list_names_is_a_warning(tmp_path):
    with pytest.raises(SphinxWarning, match="toctree"):
        built(tmp_path, {"index.md": "# Title\n", "a/alone.md": "# Alone\n"})


# ---------------------------------------------------------------- docstrings


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("A `Round` is a value.", "A :py:obj:`Round <bottleimp.game.Round>` is a value."),
        ("See `Round.play`.", "See :py:obj:`Round.play <bottleimp.game.Round.play>`."),
        ("`seat` is None.", ":py:obj:`seat` is None."),
        ("Below `2 * n`.", "Below ``2 * n``."),
        ("Two * three, and a_b c_.", r"Two \* three, and a_b c\_."),
        ("| `a` |\n|---|\n| b_ |", f"{TABLE}   * - :py:obj:`a`\n   * - b\\_"),
        ("Two:\n\n>>> f'`{2 * 3}'\n'`6'", "Two:\n\n>>> f'`{2 * 3}'\n'`6'"),
    ],
)
def test_a_docstring_keeps_its_meaning(docstring, expected):
    assert markup(docstring) == expected


def test_a_name_that_a_package_hands_on_is_described_by_another():
    text = "\n".join(package_lines("bottleimp"))

    assert ":py:obj:`Round <bottleimp.game.Round>`" in text
    assert "autoclass" not in text


# ---------------------------------------------------------------- signatures


class Described:
    """Something with methods."""

    def __init__(self, first: int, *, last: "Described | None" = None) -> None: ...

    def method(self, number: int = 3) -> "Described":  # noqa: ARG002
        return self

    @staticmethod
    def loose(number: int) -> None: ...


class Colour(Enum):
    """An enumeration."""

    RED = 1


@pytest.mark.parametrize(
    ("what", "described", "expected"),
    [
        ("method", Described.method, ("(number: int=3)", "Described")),
        ("method", Described.loose, ("(number: int)", "None")),
        ("function", built, None),
        ("class", Described, ("(first: int, *, last: Described | None=None)", "found")),
        ("class", Colour, ("", "found")),
        ("function", len, ("(found)", "found")),
    ],
)
def test_a_signature_is_the_one_in_the_source(what, described, expected):
    found = signature(what, described, "(found)", "found")

    if expected is not None:
        assert found == expected
    else:
        assert "pages: dict[str, str]" in str(found[0])
