"""What tables have to do with other servers that use the same database."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bottleimp.server.state.server_directory import ThinkingNotice


async def know_all() -> None:
    """Nothing, where there is no other server."""


def tell_nobody(_thinking: ThinkingNotice) -> None:
    """Nothing, where there is no other server."""


@dataclass
class PeerLink:
    """The link of one table; as it is made, there is no other server.

    For `standby_delay` seconds another server is to act first.  `require_news` is awaited before
    every change: what is known of the others is not old then, or it raises StorageUnavailable.
    `tell_thinking` is called with a computer player who is asked here.
    """

    standby_delay: float = 0.0
    require_news: Callable[[], Awaitable[None]] = know_all
    tell_thinking: Callable[[ThinkingNotice], None] = tell_nobody


@dataclass(frozen=True)
class RegistryPeerLink:
    """The link of all tables of a server; as it is made, there is no other server.

    `is_resumed_here` says of an unfinished table that nobody has asked for whether this server
    opens it, and `is_alone` whether no other server has tables.
    """

    is_resumed_here: Callable[[str], bool] = lambda _table: True
    is_alone: Callable[[], bool] = lambda: True
