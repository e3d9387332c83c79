"""The client of the protocol `bottle.v1`: what a program needs to sit at a table of a server.

A client knows no rules and sees no more than its own view: which cards are legal, and every other
thing that it may know, stands in what the server sends.
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.client.blocking import BlockingTableClient
    from bottleimp.client.errors import (
        ClientError,
        ConnectionRejected,
        InvalidInvitation,
        NoRoundInProgress,
        ProtocolError,
        RequestFailed,
    )
    from bottleimp.client.invitation import Invitation
    from bottleimp.client.polling import PollingTableClient
    from bottleimp.client.server_api import ServerApi
    from bottleimp.client.table_client import TableClient
    from bottleimp.protocol.http_bodies import NewTableRequest
    from bottleimp.protocol.refusals import RefusalCode, Refused
    from bottleimp.protocol.views import RoundView, View

__all__ = [
    "BlockingTableClient",
    "ClientError",
    "ConnectionRejected",
    "InvalidInvitation",
    "Invitation",
    "NewTableRequest",
    "NoRoundInProgress",
    "PollingTableClient",
    "ProtocolError",
    "RefusalCode",
    "Refused",
    "RequestFailed",
    "RoundView",
    "ServerApi",
    "TableClient",
    "View",
]

lazy_imports(
    globals(),
    {
        "bottleimp.client.blocking": ("BlockingTableClient",),
        "bottleimp.client.errors": (
            "ClientError", "ConnectionRejected", "InvalidInvitation", "NoRoundInProgress",
            "ProtocolError", "RequestFailed",
        ),
        "bottleimp.client.invitation": ("Invitation",),
        "bottleimp.client.polling": ("PollingTableClient",),
        "bottleimp.client.server_api": ("ServerApi",),
        "bottleimp.client.table_client": ("TableClient",),
        "bottleimp.protocol.http_bodies": ("NewTableRequest",),
        "bottleimp.protocol.refusals": ("RefusalCode", "Refused"),
        "bottleimp.protocol.views": ("RoundView", "View"),
    },
)  # fmt: skip
