"""The folders are the map: each holds few files, and tests hold tests."""

from collections import Counter

from tests.support.sources import repository

MOST = 25
SOURCES = [
    path
    for suffix in (".py", ".ts", ".css")
    for path in repository.files(
        "src", "web", "tests", "scripts", "benchmarks", "examples", "training", suffix=suffix
    )
]
FOLDERS = Counter(repository.name(path.parent) for path in SOURCES)
TESTS = repository.files("tests", suffix=".py")
# Programs and modules that tests use: helpers, soak programs, and the second rules engine.
NO_TESTS = ("tests/support", "tests/soak", "tests/oracle")
FILES_OF_PYTEST = ("test_*.py", "conftest.py", "__init__.py")


def test_a_folder_of_source_has_so_few_files():
    assert {folder: count for folder, count in FOLDERS.items() if count > MOST} == {}


def test_helpers_and_long_programs_are_not_among_tests():
    strangers = [
        repository.name(path)
        for path in TESTS
        if not any(path.match(pattern) for pattern in FILES_OF_PYTEST)
        and not repository.name(path).startswith(NO_TESTS)
    ]

    assert strangers == []


def test_no_test_is_among_helpers_and_long_programs():
    hidden = [
        repository.name(path)
        for path in TESTS
        if path.match("test_*.py")
        and repository.name(path).startswith(("tests/support", "tests/soak"))
    ]

    assert hidden == []
