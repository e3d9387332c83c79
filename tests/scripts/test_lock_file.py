"""The list of packages that are installed: how it is read, and that it is complete."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import lock_file
from tests.support.sources.pages import ROOT

LIST = """\
# What is installed.

# [run]
numpy==2.4.6 \\
    --hash=sha256:aa \\
    --hash=sha256:bb

# [check]
pytest==9.2.0 ; python_version < '3.12' \\
    --hash=sha256:cc
pytest==9.3.0 ; python_version >= '3.12' \\
    --hash=sha256:dd
ruff==0.17.5 \\
    --hash=sha256:ee
"""


def test_a_section_holds_the_packages_below_its_name():
    found = {name: list(lock_file.entries(text)) for name, text in lock_file.sections(LIST).items()}

    assert found == {"run": ["numpy"], "check": ["pytest", "ruff"]}


def test_an_entry_keeps_its_hashes():
    entry = "numpy==2.4.6 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb"

    assert entry == lock_file.entries(LIST)["numpy"]


def test_a_package_with_two_versions_for_two_pythons_is_one_entry():
    entry = lock_file.entries(LIST)["pytest"]

    assert "9.2.0" in entry
    assert "9.3.0" in entry


def test_the_entries_written_one_after_another_are_the_section_again():
    section = lock_file.sections(LIST)["check"]

    assert section.strip() == "\n".join(lock_file.entries(section).values())


def requirements(name: str, extras: set[str]) -> Iterator[Requirement]:
    """What an installed package requires here, with these extras."""
    for text in distribution(name).requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(
            wanted.marker.evaluate({"extra": extra}) for extra in {"", *extras}
        ):
            yield wanted


@pytest.mark.parametrize("started", ["run build", "run build check"])
def test_the_list_holds_all_that_its_packages_require(started: str) -> None:
    """Nothing beyond the list is installed, so a package that is missing there is missing."""
    parts = lock_file.sections((ROOT / lock_file.FILE).read_text(encoding="utf-8"))
    listed = {
        canonicalize_name(name) for part in started.split() for name in entries_of(parts[part])
    }
    missing = {}
    for name in listed:
        try:
            distribution(name)
        except PackageNotFoundError:  # for another system
            continue
        waiting: list[tuple[str, set[str]]] = [(name, set())]
        while waiting:
            of, extras = waiting.pop()
            for wanted in requirements(of, extras):
                key = canonicalize_name(wanted.name)
                if key not in listed:
                    missing[key] = name
                elif wanted.extras:
                    waiting.append((key, wanted.extras))

    assert not missing


def entries_of(section: str) -> list[str]:
    """The names of the packages in a section."""
    return list(lock_file.entries(section))
