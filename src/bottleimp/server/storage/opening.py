"""Which database a server or a command uses, by its settings."""

from pathlib import Path

from bottleimp.protocol.refusals import StorageError
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.storage.data_folder import require_usable_folder
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.postgresql import (
    open_existing_postgresql,
    open_postgresql,
    place_of_address,
    require_connections,
    require_usable_postgresql,
)
from bottleimp.server.storage.sqlite import open_database, open_existing


def storage_place(settings: ServerSettings) -> str:
    """Where matches are kept: the folder, or the database without its password."""
    if settings.database:
        return place_of_address(settings.database)
    return str(settings.data_folder.absolute())


def require_same_place(settings: ServerSettings, running_in: str) -> None:
    """Raises StorageError where a server would leave the matches that it keeps there now."""
    now = storage_place(settings)
    if now == running_in or (
        not settings.database and settings.data_folder.resolve() == Path(running_in).resolve()
    ):
        return
    raise StorageError(
        f"Matches would be kept in {now} instead of {running_in}; stop the server and start"
        " it again to change that."
    )


def require_usable_storage(settings: ServerSettings, *, is_restart: bool) -> None:
    """Raises StorageError where nothing can be kept; changes nothing."""
    require_usable_folder(settings.data_folder)
    if settings.database:
        require_usable_postgresql(settings.database, is_restart=is_restart)


def open_server_database(settings: ServerSettings) -> Database:
    """The database of a server, brought up to date; raises StorageError."""
    if settings.database:
        database = open_postgresql(settings.database)
        require_connections(database)
        return database
    return open_database(settings.data_folder)


def open_existing_database(settings: ServerSettings) -> Database:
    """The database as it is, beside a server or without one; raises StorageError."""
    if settings.database:
        return open_existing_postgresql(settings.database)
    return open_existing(settings.data_folder)
