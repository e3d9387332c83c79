"""The server knows its storage by one interface; SQL stands in few modules behind it."""

import ast

import pytest

from tests.architecture import repository

MODULES = repository.files("src/bottleimp/server", suffix=".py")
IN_SQL = {"appending", "census", "database", "erasing", "finding", "keeping", "schema", "store"}
# Those speak of one kind of database: they open it, look after its file, or clean it.
OF_ONE_DATABASE = {"database", "erasing", "keeping"}
WHO_OPENS_IT = {"app", "keeping", "serve", *IN_SQL}


def imported(path):
    """The modules that a file imports, whole names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=repository.name)
def test_sql_stands_behind_the_interface(path):
    names = {name.partition(".")[0] for name in imported(path)}

    assert not names & {"sqlalchemy", "sqlite3"} or path.stem in IN_SQL


@pytest.mark.parametrize("path", MODULES, ids=repository.name)
def test_only_who_opens_the_storage_knows_which_it_is(path):
    behind = {f"bottleimp.server.{name}" for name in ("store", "database", "schema", "finding")}

    assert not set(imported(path)) & behind or path.stem in WHO_OPENS_IT


@pytest.mark.parametrize("path", MODULES, ids=repository.name)
def test_what_only_one_database_understands_stands_apart(path):
    text = path.read_text(encoding="utf-8")

    assert ("PRAGMA" in text or "exec_driver_sql" in text) <= (path.stem in OF_ONE_DATABASE)
