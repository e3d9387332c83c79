"""Cuts the write-ahead log of a database at random places: what opens then is a prefix.

`python -m tests.soak.cut_write_ahead_log --places 1000` writes a few matches commit by commit,
without ever
moving the log into the database, and then cuts a copy of the log at so many places, as a power
failure or a full disk might.  Every copy must open and hold exactly the commits that ended before
the cut, none of them in part, and every log in it must fold.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import event

from bottleimp.rules.editions import edition
from bottleimp.server.state.consequences import apply_with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import TABLE_ACTOR, Fact, Participant, TableCreated
from bottleimp.server.state.storage_interface import AppendEvents, Guest
from bottleimp.server.state.table_state import TableState, automatic_players
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import FILE_NAME, open_database
from bottleimp.server.tables.replay import attribute_facts, build_append, number_events, replay_log
from tests.support.golden.fair_matches import some_fact

EDITIONS = ("classic/3", "classic/4", "matagot/5", "classic/bright-house")
AT = 1_800_000_000_000  # ms since 1970, of every event
LOG_NAME = f"{FILE_NAME}-wal"
PLACES_IN_A_FRAME = 4096 + 24  # bytes of a page in the log, with its header
Commit = tuple[tuple[str, int], ...]  # the events of one commit: game and number


@dataclass
class Report:
    """What was found over all cuts."""

    places: int = 0
    commits: int = 0
    bytes: int = 0
    kept: list[int] = field(default_factory=list)  # commits found after each cut
    troubles: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        found = len(set(self.kept))
        return (
            f"{self.places} cuts in a log of {self.bytes} bytes with {self.commits} commits:"
            f" {found} different prefixes, {len(self.troubles)} faults"
        )


def never_moved(database: Database) -> None:
    """Keeps the log from being moved into the database; called before anything is written."""

    @event.listens_for(database.write_engine, "connect")
    def prepare(connection, _record) -> None:
        connection.execute("PRAGMA wal_autocheckpoint = 0")

    database.write_engine.dispose()


def first_commit(key: str, number: int) -> tuple[AppendEvents, TableState, Deals]:
    """The creation of a table of computer players."""
    chosen = edition(key)
    people = tuple(Participant(f"P{n}", "computer", "uniform") for n in range(chosen.players))
    driven = (Participant("Lopaka", "driven"),) * len(chosen.driven)
    deals = Deals.from_key(f"t{number}", chosen, random.randbytes(32))
    created = TableCreated(chosen.text, (*people, *driven), 0, 0, deals.commitment(1))
    steps = apply_with_consequences(None, created, deals)
    events = number_events(0, attribute_facts("g", [fact for fact, _ in steps]), None, AT)
    new = deals.new_game({0: Guest("g", "h" * 64, "Ada")})
    return build_append(0, events, steps[-1][1], new=new), steps[-1][1], deals


def written(store: EventStore, folder: Path) -> tuple[list[Commit], list[int]]:
    """Plays a round at every table, in turn at random.

    The events of every commit, and how long the log was after it.
    """
    log = folder / LOG_NAME
    commits: list[Commit] = []
    ends: list[int] = []
    tables: list[tuple[TableState, Deals, int]] = []

    def write(append: AppendEvents) -> int:
        store.submit(append).result()
        commits.append(tuple((append.game, each.seq) for each in append.events))
        ends.append(log.stat().st_size)
        return append.events[-1].seq

    for number, key in enumerate(EDITIONS):
        append, state, deals = first_commit(key, number)
        tables.append((state, deals, write(append)))
    while tables:
        place = random.randrange(len(tables))
        state, deals, last = tables.pop(place)
        players = automatic_players(state)
        if not players:
            continue
        player = random.choice(players)
        fact: Fact = some_fact(state, player, random.Random(random.random()))
        steps = apply_with_consequences(state, fact, deals)
        acts = attribute_facts(TABLE_ACTOR, [each for each, _ in steps])
        events = number_events(last, acts, None, AT)
        last = write(build_append(last, events, steps[-1][1]))
        tables.append((steps[-1][1], deals, last))
    return commits, ends


def found_in(folder: Path, known: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """The events in the database, every log of which folds; `known` are ends that did before."""
    store = EventStore(open_database(folder))
    try:
        found = set()
        for number in range(len(EDITIONS)):
            game = store.game(f"t{number}")
            if game is not None:
                if (game.id, len(game.events)) not in known:
                    replay_log(game)
                    known.add((game.id, len(game.events)))
                found |= {(game.id, each.seq) for each in game.events}
        return found
    finally:
        store.close()


def prefix_of(commits: Sequence[Commit], found: set[tuple[str, int]]) -> int | None:
    """How many of the first commits make up what was found; None where it is no prefix."""
    left = set(found)
    for number, commit in enumerate(commits):
        if not left:
            return number
        if not set(commit) <= left:
            return None
        left -= set(commit)
    return None if left else len(commits)


def places_in(size: int, count: int) -> list[int]:
    """Where to cut: at random, and a few at and next to the borders of pages."""
    borders = range(32, size, PLACES_IN_A_FRAME)
    near = [place + by for place in random.sample(borders, count // 10) for by in (-1, 0, 1)]
    rest = [random.randrange(size + 1) for _ in range(count - len(near) - 2)]
    return [0, size, *near, *rest]


def cut(folder: Path, count: int) -> Report:
    """Writes a database under the folder and cuts its log at so many places."""
    database = open_database(folder / "whole")
    never_moved(database)
    keeping = database.read_engine.connect()  # whoever closes last would move the log
    store = EventStore(database)
    commits, ends = written(store, folder / "whole")
    whole = {each for commit in commits for each in commit}
    log = (folder / "whole" / LOG_NAME).read_bytes()
    pages = (folder / "whole" / FILE_NAME).read_bytes()
    report = Report(count, len(commits), len(log))
    known: set[tuple[str, int]] = set()
    for place in places_in(len(log), count):
        copy = folder / "copy"
        copy.mkdir()
        (copy / FILE_NAME).write_bytes(pages)
        (copy / LOG_NAME).write_bytes(log[:place])
        found = found_in(copy, known)
        kept = prefix_of(commits, found)
        expected = sum(end <= place for end in ends)
        if kept != expected:
            lost = sorted(whole - found)[:5]
            report.troubles.append(
                f"cut at {place}: {kept} commits, not {expected}; without {lost}"
            )
        report.kept.append(expected)
        shutil.rmtree(copy)
    keeping.close()
    store.close()
    return report


def main() -> int:
    """Reports in one line, and every fault in another; 1 if there is any."""
    parser = argparse.ArgumentParser(description="Cut a write-ahead log at random places.")
    parser.add_argument("--places", type=int, default=1000)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = cut(Path(folder), arguments.places)
    print(f"{report}; {time.monotonic() - began:.0f} s")  # noqa: T201
    for trouble in report.troubles:
        print(json.dumps(trouble))  # noqa: T201
    return 1 if report.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
