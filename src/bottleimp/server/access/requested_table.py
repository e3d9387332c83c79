"""The table that the path of a request or of a socket names."""

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from bottleimp.server.access.addresses import client_network
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table


async def find_requested_table(registry: TableRegistry, connection: HTTPConnection) -> Table | None:
    """The table, if there is one; visitors take turns where its log has to be read."""
    return await registry.table(connection.path_params["table"], client_network(connection))


async def requested_table_or_http_error(
    registry: TableRegistry, connection: HTTPConnection
) -> Table:
    """The table; raises HTTPException where there is none."""
    table = await find_requested_table(registry, connection)
    if table is None:
        raise HTTPException(404)
    return table
