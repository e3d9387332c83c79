"""The server knows its storage by one interface; SQL stands in few modules behind it."""

import ast

from tests.support.sources import repository

SERVER = "src/bottleimp/server"
STORAGE = f"{SERVER}/storage"
MODULES = repository.files(SERVER, suffix=".py")
USE_SQL = {
    f"{SERVER}/backup.py",
    f"{STORAGE}/append.py",
    f"{STORAGE}/database.py",
    f"{STORAGE}/erasure.py",
    f"{STORAGE}/event_store.py",
    f"{STORAGE}/postgresql.py",
    f"{STORAGE}/postgresql_directory.py",
    f"{STORAGE}/postgresql_notices.py",
    f"{STORAGE}/queries.py",
    f"{STORAGE}/schema.py",
    f"{STORAGE}/seed_key.py",
    f"{STORAGE}/sqlite.py",
    f"{STORAGE}/statistics.py",
    f"{STORAGE}/subscriptions.py",
    f"{STORAGE}/writes.py",
    f"{SERVER}/transfer.py",
}
# Those speak of one kind of database: they open it, look after its file, or wait for its messages.
OF_ONE_DATABASE = {
    f"{SERVER}/backup.py",
    f"{STORAGE}/database.py",
    f"{STORAGE}/postgresql.py",
    f"{STORAGE}/postgresql_notices.py",
    f"{STORAGE}/sqlite.py",
}
OPEN_THE_STORAGE = {f"{SERVER}/app.py", f"{SERVER}/run.py", f"{STORAGE}/opening.py", *USE_SQL}
BEHIND_THE_INTERFACE = {
    f"bottleimp.server.storage.{name}"
    for name in (
        "append",
        "database",
        "event_store",
        "opening",
        "postgresql",
        "postgresql_directory",
        "postgresql_notices",
        "queries",
        "schema",
        "seed_key",
        "sqlite",
        "subscriptions",
        "writes",
    )
}


def imported(path):
    """The modules that a file imports, whole names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_the_modules_named_here_exist():
    names = {repository.name(path) for path in MODULES}

    assert (USE_SQL | OPEN_THE_STORAGE) - names == set()


def test_sql_stands_behind_the_interface():
    libraries = {
        repository.name(path): {name.partition(".")[0] for name in imported(path)}
        for path in MODULES
    }

    assert {path for path, used in libraries.items() if used & {"sqlalchemy", "sqlite3"}} <= USE_SQL


def test_only_who_opens_the_storage_knows_which_it_is():
    knowing = {repository.name(path) for path in MODULES if knows_storage(path)}

    assert knowing <= OPEN_THE_STORAGE


def test_what_only_one_database_understands_stands_apart():
    texts = {repository.name(path): path.read_text(encoding="utf-8") for path in MODULES}
    special = {
        path for path, text in texts.items() if "PRAGMA" in text or "exec_driver_sql" in text
    }

    assert special <= OF_ONE_DATABASE


def knows_storage(path):
    """Whether the module imports something from behind the interface."""
    return not BEHIND_THE_INTERFACE.isdisjoint(imported(path))
