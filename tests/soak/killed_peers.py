"""Kills one of several servers on one database under load, again and again.

`python -m tests.soak.killed_peers --times 100` starts three servers on a PostgreSQL of its own
behind a load balancer, drives forty tables over sockets, kills any of the servers with SIGKILL at
random moments, and asks each time: have all clients what the servers that are left have, within
five seconds?  Is every acknowledged command in the log, once, where it was said to be?  Then a
server is started in its place.
"""

import asyncio
import os
import random
import sys
from pathlib import Path

from bottleimp.server.storage.postgresql import open_postgresql
from tests.soak.killed_server import (
    LIMITS,
    MOST_SECONDS,
    Killing,
    Report,
    kill,
    run_from_command_line,
)
from tests.support.crowd import Player
from tests.support.live_server import Live
from tests.support.server_process import ServerProcess
from tests.support.services.load_balancer import LoadBalancer
from tests.support.services.postgresql import new_postgresql_database

SERVERS = 3
TABLES = 40


class KillingPeers(Killing):
    """A database, the servers on it, and the crowd at their tables."""

    async def _start(self) -> Live:
        """Starts the servers, and a load balancer before them."""
        self._servers = [await self._started(number) for number in range(SERVERS)]
        self._balancer = LoadBalancer([server.live.port for server in self._servers])
        await self._balancer.open()
        return Live(self._balancer.port)

    async def _end(self) -> None:
        """Ends all of them."""
        await self._balancer.close()
        for server in self._servers:
            await asyncio.to_thread(kill, server)

    async def _started(self, number: int) -> ServerProcess:
        return await asyncio.to_thread(ServerProcess, self._folder / str(number), *LIMITS)

    async def _kill_one(self, players: list[Player]) -> None:
        """Kills any server, compares with those that are left, and starts another in its place."""
        number = random.randrange(SERVERS)
        self._balancer.ports[number] = 0  # to which no connection is made
        await asyncio.to_thread(kill, self._servers[number])
        self._note_kill(players)
        await self._compare_all(players)
        self._servers[number] = await self._started(number)
        self._balancer.ports[number] = self._servers[number].live.port


def killed_peers(
    folder: Path, times: int, tables: int = TABLES, most_seconds: float = MOST_SECONDS
) -> Report:
    """Kills so many servers on a database of its own, with so many tables at play."""
    with new_postgresql_database() as address:
        os.environ["BOTTLEIMP_DATABASE"] = address
        try:
            killing = KillingPeers(folder, lambda: open_postgresql(address), tables, most_seconds)
            return asyncio.run(killing.run(times))
        finally:
            del os.environ["BOTTLEIMP_DATABASE"]


if __name__ == "__main__":
    sys.exit(
        run_from_command_line(
            "Kill any of three servers, again and again.", 100, TABLES, killed_peers
        )
    )
