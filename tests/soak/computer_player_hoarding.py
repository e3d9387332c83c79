"""One visitor has many tables full of searching players; how long do strangers wait for a card?

`python -m tests.soak.computer_player_hoarding --tables 52 --strangers 3 --seconds 60`
attacks a server of its
own on loopback, and says for strangers and for the visitor how long computer players took.
"""

import argparse
import asyncio
import logging
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bottleimp.protocol.messages import Event, ServerFrame
from tests.support.crowd import Player
from tests.support.live_server import Live
from tests.support.server_process import server_process

EDITION = "classic/4"
MAX_TABLES, MOST_SECONDS = 200, 600


@dataclass
class Waiting(Player):
    """A guest who notes for how long each card of a computer player was waited for."""

    waits: list[float] = field(default_factory=list)
    last_at: float = field(default_factory=time.monotonic)

    def _hear(self, frame: ServerFrame) -> None:
        if not isinstance(frame, Event) or self.view is None:
            return
        now = time.monotonic()
        if frame.k == "play" and frame.player != self.view.you:
            self.waits.append(now - self.last_at)
        if frame.k in ("play", "exchange"):
            self.last_at = now

    @property
    def waited(self) -> list[float]:
        """All waits, and the one that has not ended yet, where a computer player is to act."""
        shown = None if self.view is None else self.view.round
        if self.view is None or shown is None or shown.phase != "play":
            return self.waits
        if shown.turn in (None, self.view.you):
            return self.waits
        return [*self.waits, time.monotonic() - self.last_at]


@dataclass(frozen=True)
class Outcome:
    """How long cards of computer players took, in seconds."""

    strangers: tuple[float, ...]
    hoarder: tuple[float, ...]

    def __str__(self) -> str:
        return "\n".join(
            f"{who}: {len(waits)} cards, median {median(waits):.2f} s, "
            f"95 % within {sorted(waits)[int(len(waits) * 0.95)]:.2f} s, longest {max(waits):.2f} s"
            for who, waits in (("strangers", self.strangers), ("hoarder", self.hoarder))
            if waits
        )


def opened(live: Live, level: str, cookie: str | None = None) -> tuple[str, str]:
    """A table of three such players and a person, opened by the guest with the cookie."""
    fields = {"edition": EDITION, "pace": "0", "name": "Visitor"}
    fields |= {f"player_{seat}": level for seat in range(1, 4)}
    headers = {} if cookie is None else {"Cookie": cookie}
    answer = live.request("POST", "/tables", fields, headers)
    assert answer.status == 303, answer
    table = answer.headers["location"].removeprefix("/tables/")
    return table, cookie or answer.headers["set-cookie"].partition(";")[0]


async def hoard(
    live: Live, level: str, *, tables: int, strangers: int, seconds: float, cards: int = 0
) -> Outcome:
    """Has one visitor play at so many tables, and strangers at one each.

    It goes on for some seconds, and until strangers have seen so many cards.
    """
    made = [await asyncio.to_thread(opened, live, level) for _ in range(strangers)]
    here = [Waiting(live.port, *each) for each in made]
    there: list[Waiting] = []
    tasks = [asyncio.create_task(each.run()) for each in here]
    cookie: str | None = None
    for _ in range(tables):
        table, own = await asyncio.to_thread(opened, live, level, cookie)
        cookie = own
        there.append(Waiting(live.port, table, own))
        tasks.append(asyncio.create_task(there[-1].run()))
    for each in here:
        each.waits.clear()
    until = time.monotonic() + seconds
    while time.monotonic() < until or sum(len(each.waits) for each in here) < cards:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    outcome = Outcome(waits_of(here), waits_of(there))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return outcome


def waits_of(players: Sequence[Waiting]) -> tuple[float, ...]:
    """The waits of all of them."""
    return tuple(wait for each in players for wait in each.waited)


def main() -> None:
    """Attacks a server of its own and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=52)
    parser.add_argument("--strangers", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--level", default="imp")
    args = parser.parse_args()
    random.seed(22)
    logging.basicConfig(level=logging.ERROR)
    with (
        tempfile.TemporaryDirectory() as folder,
        server_process(
            Path(folder), "--max-waiting-choices", "1000", "--log-level", "error"
        ) as server,
    ):
        outcome = asyncio.run(
            hoard(
                server.live,
                args.level,
                tables=min(args.tables, MAX_TABLES),
                strangers=args.strangers,
                seconds=min(args.seconds, MOST_SECONDS),
            )
        )
        print(outcome)  # noqa: T201
        text = server.live.request("GET", "/metrics").text
        print(*[t for t in text.splitlines() if t.startswith("bottleimp_choices_f")], sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
