import shutil

import pytest
import yaml

from scripts import environment
from scripts.publishing import changelog, release
from scripts.publishing.changelog import ChangelogError

FILES = ("CHANGELOG.md", "CITATION.cff", "docs/how-to/cite.md", "src/bottleimp/__init__.py")


@pytest.fixture
def root(tmp_path):
    """A copy of what a release changes."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(environment.ROOT / name, tmp_path / name)
    shutil.copytree(environment.ROOT / "changelog.d", tmp_path / "changelog.d")
    (tmp_path / "changelog.d" / "of-this-test.fixed.md").write_text("A fragment of this test.\n")
    return tmp_path


def texts(root):
    return [(root / name).read_text(encoding="utf-8") for name in FILES]


def citation(root):
    return yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_working_tree_of_today_becomes_that_of_a_release(root):
    waiting = len(changelog.fragments(root))
    release.prepare(root, "7.0.0", "2031-02-03")
    notes = changelog.notes(root, "7.0.0")

    assert changelog.version(root) == "7.0.0"
    assert citation(root)["version"] == "7.0.0"
    assert str(citation(root)["date-released"]) == "2031-02-03"
    assert "version = {7.0.0},\n  year    = {2031}," in texts(root)[2]
    assert f"\n{notes}".count("\n- ") >= waiting
    assert "- A fragment of this test.\n" in notes
    assert changelog.fragments(root) == []


@pytest.mark.slow
def test_a_second_release_stands_above_the_first_and_has_its_own_date(root):
    release.prepare(root, "7.0.0", "2031-02-03")
    (root / "changelog.d" / "later.added.md").write_text("Later.\n")
    release.prepare(root, "7.1.0", "2031-03-04")

    assert changelog.notes(root, "7.1.0") == "### Added\n\n- Later.\n"
    assert str(citation(root)["date-released"]) == "2031-03-04"
    assert texts(root)[0].index("## 7.1.0") < texts(root)[0].index("## 7.0.0")


@pytest.mark.parametrize("version", ["7.0", "v7.0.0", "7.0.0.dev1", "7.0.0\n"])
def test_what_is_no_version_changes_nothing(root, version):
    before = texts(root)

    with pytest.raises(ChangelogError, match="no version"):
        release.prepare(root, version, "2031-02-03")
    assert texts(root) == before


def test_a_version_is_released_once(root):
    release.prepare(root, "7.0.0", "2031-02-03")
    (root / "changelog.d" / "late.fixed.md").write_text("Late.\n")
    before = texts(root)

    with pytest.raises(ChangelogError, match=r"has a section 7\.0\.0 already"):
        release.prepare(root, "7.0.0", "2031-02-04")
    assert texts(root) == before
