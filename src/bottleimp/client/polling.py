"""A table over plain HTTP: events are asked for, commands are posted."""

import time
from typing import Any

from bottleimp.client.commands import CommandIds, TableCommands
from bottleimp.client.errors import ProtocolError, RequestFailed
from bottleimp.client.server_api import ServerApi
from bottleimp.client.view_tracker import ViewTracker
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.messages import AnyCommand, CommandAccepted, RequestHint
from bottleimp.protocol.views import View

ATTEMPTS, PAUSE = 5, 0.5  # how often a command is posted, and the seconds in between


class PollingTableClient(TableCommands[CommandAccepted, HintReply]):
    """One table as one guest sees it, for programs that have no socket.

    A command that is not answered is posted again with the same id.  Commands raise Refused, and
    RequestFailed when there is no answer after all.
    """

    def __init__(self, api: ServerApi, table: str) -> None:
        self._api = api
        self._table = table
        self._tracker = ViewTracker()
        self._ids = CommandIds()

    @property
    def view(self) -> View | None:
        """The table as it was when events were last fetched; None before."""
        return self._tracker.view

    def fetch_events(self, wait: int = 0) -> View:
        """The view after all events, or after the first that come within so many seconds.

        Raises Refused, RequestFailed, and ProtocolError where an event is missing.
        """
        page = self._api.fetch_events(self._table, self._tracker.seq, wait, self._tracker.log)
        for frame in page.frames:
            self._tracker.apply(frame)
        if self.view is None:
            raise ProtocolError("The first page of events held no view.")
        return self.view

    def send(
        self,
        kind: type[AnyCommand],
        **fields: Any,  # Any: the fields of the kind
    ) -> CommandAccepted:
        """Posts a command with these fields and returns what the table answered."""
        reply = self._post(self._ids.build(kind, **fields))
        if not isinstance(reply, CommandAccepted):
            raise ProtocolError("A hint came as the answer to another command.")
        return reply

    def _send_hint_request(self, **fields: int) -> HintReply:
        reply = self._post(self._ids.build(RequestHint, **fields))
        if not isinstance(reply, HintReply):
            raise ProtocolError("The answer to a question for a hint is no hint.")
        return reply

    def _post(self, command: AnyCommand) -> CommandAccepted | HintReply:
        """Posts the same command until it is answered: its id keeps it from being done twice."""
        for _ in range(ATTEMPTS - 1):
            try:
                return self._api.post_command(self._table, command)
            except RequestFailed:
                time.sleep(PAUSE)
        return self._api.post_command(self._table, command)
