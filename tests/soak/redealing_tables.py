"""Deals anew, at every moment of many rounds, what a viewer may not know: not a byte may change.

    python -m tests.soak.redealing_tables --rounds 10000
    python -m tests.soak.redealing_tables --rounds 100 --sockets

People play two rounds at a table of each mode in turn; some are lost and come back.  After every
event, for every seat and for somebody who only watches, hidden cards are dealt anew as that
viewer's own knowledge allows; ids, times and the commitment stay.  Compared are the frames of the
socket and of its HTTP twin; and for one viewer in turn, through the whole application, also pages,
exports, refusals and log lines.  Match number N is always the same: `--first` goes on from there.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bottleimp.languages.language import ENGLISH, Language
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.api.event_listener import EventListener
from bottleimp.server.api.http import event_page as events_page
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    ANYONE,
    LAST_ROUND_HANDS,
    NOBODY,
    Fact,
    PlaceTakenOver,
    PlayerReplaced,
    PlayerReturned,
    TableSettings,
)
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.table import Table
from tests.server.views.test_secrecy import elsewhere, otherwise
from tests.support.application import (
    SEQ,
    House,
    Kept,
    everything,
    everything_over,
    guest_of,
    listening,
    moment,
    refused_command,
)
from tests.support.folded_table import Gathering
from tests.support.live_server import Live

WATCH = (ANYONE, LAST_ROUND_HANDS, NOBODY)
ROUNDS = 2  # of a match
LOST = 0.05  # of the events are followed by the loss or the return of a person
WHOLE = 10  # one moment in so many is shown by the whole application too
MAX_QUEUED_MESSAGES = 256
SAID_EVERY = 20.0  # seconds
Viewer = int | None
Asked = Callable[[Table, Viewer, str], Kept]


@dataclass
class Findings:
    """What came of it."""

    rounds: int = 0
    moments: int = 0
    compared: int = 0  # moments and viewers
    hiding: int = 0  # of them, those where other cards could be dealt
    whole: int = 0  # of them, those shown by the whole application
    bytes: int = 0
    modes: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.rounds} rounds in {len(self.modes)} modes, {self.moments} moments,"
            f" {self.compared} comparisons ({self.hiding} with other hidden cards, {self.whole}"
            f" through the whole application), {self.bytes} bytes: {len(self.leaks)} differ"
        )

    def compare(self, name: str, shown: Kept, again: Kept) -> None:
        """Notes every difference."""
        self.bytes += sum(len(content) for _, content in shown)
        if len(shown) != len(again):
            self.leaks.append(f"{name}: {len(shown)} answers became {len(again)}")
        self.leaks += [
            f"{name}: {what}: {content!r} became {other!r}"
            for (what, content), (_, other) in zip(shown, again, strict=False)
            if content != other
        ]


class Ear:
    """Somebody at a table in memory who keeps every frame."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.language: Language = ENGLISH
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        """Keeps a frame."""
        self.frames.append(frame)


def played(number: int) -> Gathering:
    """Match number so-and-so: which mode, who may watch, and all that happens follow from it."""
    keys = edition_keys()
    key, watch = keys[number % len(keys)], WATCH[number // len(keys) % len(WATCH)]
    company = "o" * (edition(key).players - 1)
    settings = TableSettings(watch=watch, level="uniform")
    table = Gathering(key, company, settings, seed=number)
    table.happens(PlaceTakenOver(0), guest_of(0))
    for player in range(1, edition(key).players):
        table.join(guest_of(player), f"P{player}")
    for round_number in range(ROUNDS):
        while table.state.players_to_act:
            table.act()
            if table.random.random() < LOST:
                table.happens(lost_or_back(table.state, table.random))
        for player in table.state.seating.seated_players if round_number + 1 < ROUNDS else ():
            if table.state.seating.is_played_for(player):
                table.happens(PlayerReturned(player))
        for player in table.state.seating.seated_players if round_number + 1 < ROUNDS else ():
            table.next(table.holder(player))
    return table


def lost_or_back(state: TableState, random: Random) -> Fact:
    """A person is lost, or comes back."""
    player = random.choice(sorted(state.seating.seated_players))
    return PlayerReturned(player) if state.seating.is_played_for(player) else PlayerReplaced(player)


async def frames_of(table: Table, viewer: Viewer) -> Kept:
    """The whole view and the last event, as the socket and the HTTP twin give them."""
    guest = "" if viewer is None else guest_of(viewer)
    kept: Kept = []
    for after in (None, SEQ - 1):
        ear = Ear(guest)
        table.subscribe(ear, after)
        table.unsubscribe(ear, 0)
        listener = EventListener(guest, ENGLISH, MAX_QUEUED_MESSAGES)
        response = await events_page(table, listener, (after, None), 0)
        kept += [("socket", frame) for frame in ear.frames]
        kept.append(("HTTP", bytes(response.body)))
    return kept


class Dealing:
    """Matches, and what their viewers are shown of them."""

    def __init__(self, house: House, whole: int, live: Live | None = None, every: int = 1) -> None:
        self._house = house
        self._whole = whole
        self._every = every
        self._live = live
        # By viewer and state; all states of a match live as long as the match.
        self._otherwise: dict[tuple[Viewer, int], tuple[Fact, TableState]] = {}
        self.findings = Findings()

    async def match(self, number: int) -> None:
        """Compares everything at every moment of a match, or at one in so many."""
        table, findings = played(number), self.findings
        random = Random(f"dealing {number}")
        before: tuple[Fact, TableState] | None = None
        self._otherwise = {}
        for at, (fact, state) in enumerate(table.steps):
            is_looked_at = at % self._every == number % self._every
            if is_looked_at and before is not None and before[1].round is not None:
                findings.moments += 1
                name = f"match {number} ({state.edition.key}), event {at}"
                await self._at(name, before, (fact, state), table.deals, random)
            before = fact, state
        findings.rounds += ROUNDS
        findings.modes[table.state.edition.key] += ROUNDS

    async def _at(
        self,
        name: str,
        before: tuple[Fact, TableState],
        now: tuple[Fact, TableState],
        deals: Deals,
        random: Random,
    ) -> None:
        viewers = [None, *range(now[1].edition.players)]
        is_whole = self.findings.moments % self._whole == 0
        if self._live is not None and not is_whole:
            return
        in_turn = self.findings.moments // self._whole % len(viewers)
        shown = [moment(number, *each) for number, each in enumerate((before, now))]
        for number, viewer in enumerate(viewers):
            # What was dealt anew for the last event is what is before this one.
            others = [
                self._otherwise.get((viewer, id(state)))
                or (otherwise(fact, state, viewer), elsewhere(state, viewer, random))
                for fact, state in (before, now)
            ]
            self._otherwise[viewer, id(now[1])] = others[1]
            again = [moment(number, *each) for number, each in enumerate(others)]
            self.findings.compared += 1
            self.findings.hiding += others[1][1] != now[1]
            told = f"{name}, viewer {viewer}"

            def tables() -> Iterator[Table]:
                for moments in (shown, again):  # noqa: B023 (used up within this round)
                    yield self._house.table(deals, *moments)

            if self._live is None:
                kept = [await frames_of(table, viewer) for table in tables()]
                self.findings.compare(told, kept[0], kept[1])
            if self._live is not None or (is_whole and number == in_turn):
                self.findings.whole += 1
                command = refused_command(now[1], viewer)
                kept = [await self._everything(table, viewer, command) for table in tables()]
                self.findings.compare(told, kept[0], kept[1])

    async def _everything(self, table: Table, viewer: Viewer, command: str) -> Kept:
        if self._live is None:
            return await everything(self._house, table, viewer, command)
        return everything_over(self._live, self._house, table, viewer, command)


def dealt(
    folder: Path,
    rounds: int,
    first: int = 0,
    *,
    over_sockets: bool = False,
    whole: int = WHOLE,
    every: int = 1,
    say: Callable[[str], object] = lambda _: None,
) -> Findings:
    """Plays so many rounds from match `first` on, and compares at one moment in `every`."""
    house = House(folder)

    def run(live: Live | None) -> Findings:
        dealing, said = Dealing(house, whole, live, every), time.monotonic()
        for number in range(first, first + -(-rounds // ROUNDS)):
            asyncio.run(dealing.match(number))
            if time.monotonic() > said + SAID_EVERY:
                said = time.monotonic()
                say(f"up to match {number}: {dealing.findings}")
        return dealing.findings

    try:
        if not over_sockets:
            return run(None)
        with listening(house) as live:
            return run(live)
    finally:
        house.close()


def main() -> int:
    """Says what was found; the exit status is 1 after any difference."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument(
        "--whole", type=int, help=f"one moment in so many; default {WHOLE}, over sockets 1"
    )
    parser.add_argument("--sockets", action="store_true", help="ask over real sockets")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        findings = dealt(
            Path(folder),
            asked.rounds,
            asked.first,
            over_sockets=asked.sockets,
            whole=asked.whole or (1 if asked.sockets else WHOLE),
            say=lambda text: print(text, flush=True),  # noqa: T201
        )
    for leak in findings.leaks[:20]:
        print(leak[:2000])  # noqa: T201
    print(findings)  # noqa: T201
    return 1 if findings.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
