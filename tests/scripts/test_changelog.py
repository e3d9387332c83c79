import re
import tomllib

import pytest

from scripts import environment
from scripts.publishing import changelog
from scripts.publishing.changelog import ChangelogError

PYPROJECT = tomllib.loads((environment.ROOT / "pyproject.toml").read_text("utf-8"))
OPENING = "# Changelog\n\nEntries wait as fragments.\n\n<!-- releases -->\n"
FRAGMENTS = {
    "second.added.md": "A second table, see [the page](../docs/page.md).\n",
    "first.added.md": "A table of names:\n\n| old | new |\n|---|---|\n| a | b |\n",
    "price.rules.md": "The price is that of the printed card.\n",
    "README.md": "# Fragments\n",
}
GATHERED = """\
## 0.2.0, 2026-12-01

### Rules

- The price is that of the printed card.

### Added

- A table of names:

  | old | new |
  |---|---|
  | a | b |
- A second table, see [the page](docs/page.md).
"""


@pytest.fixture
def root(tmp_path):
    """A repository of version 0.2.0 with fragments, before its first release."""
    (tmp_path / "src/bottleimp").mkdir(parents=True)
    (tmp_path / "src/bottleimp/__init__.py").write_text('__version__ = "0.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(OPENING)
    (tmp_path / "changelog.d").mkdir()
    for name, text in FRAGMENTS.items():
        (tmp_path / "changelog.d" / name).write_text(text)
    return tmp_path


def test_a_release_gathers_the_fragments_by_kind_and_deletes_them(root):
    changelog.gather(root, "2026-12-01")

    assert (root / "CHANGELOG.md").read_text() == f"{OPENING}\n{GATHERED}"
    assert [path.name for path in (root / "changelog.d").iterdir()] == ["README.md"]


def test_a_later_release_stands_above_the_earlier_ones(root):
    changelog.gather(root, "2026-12-01")
    (root / "src/bottleimp/__init__.py").write_text('__version__ = "0.3.0"\n')
    (root / "changelog.d/faster.speed.md").write_text("Faster.\n")
    changelog.gather(root, "2027-01-01")

    later = "## 0.3.0, 2027-01-01\n\n### Speed\n\n- Faster.\n"
    assert (root / "CHANGELOG.md").read_text() == f"{OPENING}\n{later}\n{GATHERED}"


def test_the_notes_of_a_release_are_its_section_without_the_heading(root):
    changelog.gather(root, "2026-12-01")

    assert changelog.notes(root, "0.2.0") == GATHERED.partition("\n\n")[2]


def test_a_version_is_released_once(root):
    changelog.gather(root, "2026-12-01")
    (root / "changelog.d/late.fixed.md").write_text("Late.\n")

    with pytest.raises(ChangelogError, match=r"has a section 0\.2\.0 already"):
        changelog.gather(root, "2026-12-02")


def test_a_release_without_changes_is_refused(root):
    for fragment in changelog.fragments(root):
        fragment.unlink()

    with pytest.raises(ChangelogError, match="no fragment"):
        changelog.gather(root, "2026-12-01")


def test_a_fragment_of_an_unknown_kind_is_refused_and_kept(root):
    stray = root / "changelog.d/new.feature.md"
    stray.write_text("A feature.\n")
    before = (root / "CHANGELOG.md").read_text()

    with pytest.raises(ChangelogError, match=r"new\.feature\.md"):
        changelog.gather(root, "2026-12-01")
    assert (stray.is_file(), (root / "CHANGELOG.md").read_text()) == (True, before)


def test_an_unknown_version_has_no_notes(root):
    with pytest.raises(ChangelogError, match=r"nothing of 0\.2\.0"):
        changelog.notes(root, "0.2.0")


def test_the_kinds_are_those_that_the_readme_of_the_fragments_names():
    text = (environment.ROOT / "changelog.d" / "README.md").read_text(encoding="utf-8")
    kinds = re.findall(r"`(\w+)`", text.partition("Kinds")[2])

    assert [kind["name"].lower() for kind in PYPROJECT["tool"]["towncrier"]["type"]] == kinds


def test_every_fragment_of_today_has_its_place_in_the_next_release():
    section = changelog.build(environment.ROOT, "--draft", "--version", "next")

    assert section.count("\n- ") >= len(changelog.fragments(environment.ROOT))


def test_no_fragment_begins_with_a_list_mark():
    """Each file becomes one bullet, so a mark of its own would be printed behind that one."""
    marked = [
        path.name
        for path in changelog.fragments(environment.ROOT)
        if re.match(r"\s*([-*+]|\d+[.)])\s", path.read_text(encoding="utf-8"))
    ]

    assert marked == []
