"""The synchronous face of `TableClient`: an event loop in a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from bottleimp.client.commands import TableCommands
from bottleimp.client.errors import ClientError
from bottleimp.client.table_client import TableClient
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.messages import AnyCommand, CommandAccepted
from bottleimp.protocol.views import RoundView, View

Result = TypeVar("Result")


class BlockingTableClient(TableCommands[CommandAccepted, HintReply]):
    """A table for programs without `async`; connected between `with` and its end.

    Commands return when they are answered and raise what those of `TableClient` raise.  Only one
    thread may use it.  Outside of `with` nothing can be asked of it: that raises ClientError.
    """

    def __init__(self, server: str, table: str, token: str | None = None) -> None:
        """`server` is its address; without a token one only watches.

        Raises ClientError for what is no address of a server.
        """
        self._client = TableClient(server, table, token)
        self._loop: asyncio.AbstractEventLoop | None = None

    def __enter__(self) -> "BlockingTableClient":
        """Begins to connect; raises ClientError the second time."""
        if self._loop is not None:
            raise ClientError("A BlockingTableClient is for one `with`. Make another one.")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._loop.call_soon_threadsafe(self._client.start)
        return self

    def __exit__(self, *_: object) -> None:
        loop = self._require_open()
        self._run(self._client.close())
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join()
        loop.close()

    @property
    def view(self) -> View | None:
        """The table as this guest may see it; None before the server's first word."""
        return self._client.view

    @property
    def seq(self) -> int | None:
        """The number of the last event in the view."""
        return self._client.seq

    @property
    def current_round(self) -> RoundView:
        """The round that is shown; raises NoRoundInProgress before the first is dealt."""
        self._require_open()
        return super().current_round

    def wait_for(self, condition: Callable[[View], bool], timeout: float | None = None) -> View:
        """The first view seen for which the condition holds.

        Raises TimeoutError after so many seconds, and ConnectionRejected or ProtocolError.
        """
        self._require_open()
        try:
            return self._run(asyncio.wait_for(self._client.wait_for(condition), timeout))
        except TimeoutError:
            text = f"No view for which the condition holds came within {timeout} seconds."
            raise TimeoutError(text) from None

    def drop_connection(self) -> None:
        """Cuts the line as a bad network would; the client connects again by itself."""
        self._require_open().call_soon_threadsafe(self._client.drop_connection)

    def send(
        self,
        kind: type[AnyCommand],
        **fields: Any,  # Any: the fields of the kind
    ) -> CommandAccepted:
        """Sends a command with these fields and returns what the table answered."""
        self._require_open()
        return self._run(self._client.send(kind, **fields))

    def _send_hint_request(self, **fields: int) -> HintReply:
        self._require_open()
        return self._run(self._client._send_hint_request(**fields))

    def _require_open(self) -> asyncio.AbstractEventLoop:
        """The event loop in its thread; raises ClientError outside of `with`."""
        if self._loop is None or self._loop.is_closed():
            raise ClientError("A BlockingTableClient works between `with` and its end alone.")
        return self._loop

    def _run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:  # Any: nothing is sent
        return asyncio.run_coroutine_threadsafe(coroutine, self._require_open()).result()
