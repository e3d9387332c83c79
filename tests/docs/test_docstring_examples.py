"""Each example in a docstring does what it shows."""

import doctest
from importlib import import_module

import pytest

from tests.support.sources import repository

MODULES = [
    ".".join(path.relative_to(repository.PACKAGE.parent).with_suffix("").parts)
    for path in repository.files("src", suffix=".py")
    if ">>> " in path.read_text(encoding="utf-8")
]
# Packages in which a newcomer looks for an example first.
SHOWN = {"rules", "game", "knowledge", "players", "analysis", "envs"}


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_of_a_module_do_what_they_show(name, capsys):
    result = doctest.testmod(import_module(name), optionflags=doctest.FAIL_FAST)

    assert (capsys.readouterr().out, result.failed) == ("", 0)
    assert result.attempted > 0


def test_packages_have_examples():
    assert {name.split(".")[1] for name in MODULES} >= SHOWN
