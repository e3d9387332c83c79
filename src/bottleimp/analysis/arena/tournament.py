"""A tournament in a folder: many contests, each until its rule says stop, resumable at any moment.

Every contest has a file of lines, one for each deal, in the order of the deals, below a heading
that tells by which weights the players played.  Whole groups of
deals are written at once; what a killed program left of a group is dropped and played again.  So
the files depend on seed, contests and stopping rules alone, to the byte, however many processes
play and however often they are interrupted.

The rule: a contest is looked at every `CHECKPOINT` deals and stops as soon as every interval of
95 % is as narrow as was asked for, or at the last deal that was allowed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec

from bottleimp.analysis.arena.contests import (
    Contest,
    Kind,
    Line,
    heading_of,
    lines_played,
    read_heading,
    read_line,
)
from bottleimp.analysis.arena.head_to_head import CHECKPOINT, DEALS_SIDE_BY_SIDE, widest
from bottleimp.analysis.arena.lineups import Outcome
from bottleimp.analysis.arena.paired_deals import Block, blocks, mean_block
from bottleimp.analysis.arena.result_files import json_text, write_whole
from bottleimp.analysis.arena.statistics import estimate
from bottleimp.errors import BottleImpError
from bottleimp.players.catalogue import player_kind
from bottleimp.rules.editions import edition_from_text

FORMAT = 2  # grows when a reader must change
READ = (1, FORMAT)  # files of the first have no headings
SETTINGS = "tournament.json"
DEALS_A_GROUP = 5  # divides CHECKPOINT, as do the others


class Onlooker(Protocol):
    """Whoever is told how far play has come."""

    def played(self, deals: int) -> None:
        """So many more deals are played."""

    def finished(self) -> None:
        """One more contest is done."""


class Nobody:
    """An onlooker who does not care."""

    def played(self, deals: int) -> None:
        """Nothing."""

    def finished(self) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Stop:
    """When a contest ends."""

    until: float | None  # half the width of every interval, or None to play all deals
    most: int  # deals


@dataclass
class Standings:
    """The file of a contest and what stands in it."""

    contest: Contest
    file: Path
    stop: Stop
    lines: list[Line] = field(default_factory=list)
    blocks: tuple[list[Block], list[Block]] = field(default_factory=lambda: ([], []))
    weights: dict[str, str] | None = None  # by which it was played, as its heading tells

    @property
    def group(self) -> int:
        """How many deals are played and written at once."""
        if self.contest.is_searching:
            return 1
        many = all(player_kind(name).many is not None for name in self.contest.players)
        return DEALS_SIDE_BY_SIDE if many else DEALS_A_GROUP

    def load(self, *, mend: bool) -> None:
        """Read the lines but for what a killed program left behind; cut that off to mend the file.

        Only who goes on playing may mend: another program may just be writing.
        """
        if not self.file.exists():
            return
        whole: list[bytes] = []
        for text in self.file.read_bytes().splitlines(keepends=True):
            if not text.endswith(b"\n"):
                break
            whole.append(text)
        self.weights = read_heading(whole[0]) if whole else None
        heading = [] if self.weights is None else [whole.pop(0)]
        if len(whole) < self.stop.most:
            whole = whole[: len(whole) // self.group * self.group]
        try:
            self.take(whole)
        except msgspec.DecodeError as problem:
            raise BottleImpError(f"{self.file} holds what no tournament wrote: {problem}") from None
        if [line.deal for line in self.lines] != list(range(len(self.lines))):
            raise BottleImpError(f"{self.file} does not hold the deals in their order.")
        kept = sum(map(len, heading + whole))
        if mend and kept != self.file.stat().st_size:
            with self.file.open("r+b") as opened:
                opened.truncate(kept)

    def add(self, texts: Sequence[bytes]) -> None:
        """Write the lines of a group, all at once."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        heading = b""
        if not self.lines and self.weights is None:
            self.weights = self.contest.weights
            heading = heading_of(self.weights)
        with self.file.open("ab") as opened:
            opened.write(heading + b"".join(texts))
        self.take(texts)

    def take(self, texts: Sequence[bytes]) -> None:
        """Know the lines."""
        more = [read_line(text) for text in texts]
        self.lines += more
        if self.contest.compares_two:
            new = duel_blocks(self.contest, more)
            self.blocks[0].extend(new[0])
            self.blocks[1].extend(new[1])

    @property
    def is_stale(self) -> bool:
        """Whether it was played by other weights than the package has now."""
        return self.weights is not None and self.weights != self.contest.weights

    @property
    def is_unsaid(self) -> bool:
        """Whether it was played by weights of which the file says nothing."""
        return bool(self.lines) and self.weights is None and bool(self.contest.weights)

    @property
    def is_done(self) -> bool:
        """Whether the rule says stop."""
        done = len(self.lines)
        if done >= self.stop.most:
            return True
        if not done or done % CHECKPOINT or self.stop.until is None:
            return False
        return self.width <= self.stop.until

    @property
    def width(self) -> float:
        """Half the width of the widest interval of a contest between two."""
        return widest(estimate([b.difference for b in one]) for one in self.blocks if one)

    def next_groups(self) -> list[range]:
        """The deals up to the next look, group by group."""
        done = len(self.lines)
        end = min(self.stop.most, (done // CHECKPOINT + 1) * CHECKPOINT)
        return [range(n, min(end, n + self.group)) for n in range(done, end, self.group)]


def weights_in(file: Path) -> dict[str, str] | None:
    """The weights by which a file of results was played; None if it does not say."""
    with file.open("rb") as opened_file:
        return read_heading(opened_file.readline())


def duel_blocks(of: Contest, lines: Iterable[Line]) -> tuple[list[Block], list[Block]]:
    """The blocks of one A among B, and of one B among A, deal by deal; a visit has the first."""
    edition = edition_from_text(of.edition)
    found = [
        [Outcome(tuple(points), tuple(own)) for _, points, own in line.rounds] for line in lines
    ]
    if of.kind is Kind.VISIT:
        return [mean_block(edition, one) for one in found], []
    pairs = [blocks(edition, one) for one in found]
    return [one for one, _ in pairs], [other for _, other in pairs]


@dataclass
class Tournament:
    """The contests of a folder."""

    folder: Path
    seed: int
    stops: dict[Contest, Stop]

    def standings(self, contest: Contest, *, mend: bool = False) -> Standings:
        """What stands in the file of a contest, which is mended for who goes on playing."""
        found = Standings(contest, self.folder / contest.path, self.stops[contest])
        found.load(mend=mend)
        return found

    def save(self) -> None:
        """Write seed, contests and rules down."""
        self.folder.mkdir(parents=True, exist_ok=True)
        rows = sorted(self.stops.items(), key=lambda item: str(item[0].path))
        about = {
            "format": FORMAT,
            "seed": self.seed,
            "contests": [
                {
                    "kind": contest.kind.value,
                    "edition": contest.edition,
                    "players": contest.players,
                    "file": str(contest.path),
                    "until": stop.until,
                    "most_deals": stop.most,
                }
                for contest, stop in rows
            ],
        }
        write_whole(self.folder / SETTINGS, json_text(about, 1))


def opened(folder: Path, seed: int | None = None) -> Tournament:
    """The tournament in a folder, or a new one; raises BottleImpError if it has another seed."""
    file = folder / SETTINGS
    if not file.exists():
        return Tournament(folder, seed or 0, {})
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
        if about["format"] not in READ:
            raise BottleImpError(
                f"{file} has format {about['format']}; this program reads {FORMAT}."
            )
        found = Tournament(
            folder,
            about["seed"],
            {
                Contest(Kind(one["kind"]), one["edition"], tuple(one["players"])): Stop(
                    one["until"], one["most_deals"]
                )
                for one in about["contests"]
            },
        )
    except (ValueError, KeyError, TypeError) as problem:
        raise BottleImpError(f"{file} is not the record of a tournament: {problem!r}") from None
    if seed is not None and seed != found.seed:
        raise BottleImpError(f"{folder} was begun with the seed {found.seed}, not {seed}.")
    return found


def play(
    tournament: Tournament,
    contests: Sequence[Contest],
    pool: Executor | None = None,
    *,
    jobs: int = 1,
    onlooker: Onlooker | None = None,
) -> None:
    """Play the contests until each is done, in this process if there is no pool."""
    onlooker = onlooker or Nobody()
    waiting = iter(contests)
    if pool is None:
        for contest in waiting:
            standings = tournament.standings(contest, mend=True)
            while not standings.is_done:
                for group in standings.next_groups():
                    standings.add(lines_played(contest, tournament.seed, group))
                    onlooker.played(len(group))
            onlooker.finished()
        return
    running: list[Running] = []
    while True:
        while len(running) <= jobs and (following := next(waiting, None)) is not None:
            running.append(Running(tournament.standings(following, mend=True), []))
        if not running:
            return
        going = [one for one in running if one.goes_on(tournament.seed, pool)]
        for _ in range(len(running) - len(going)):
            onlooker.finished()
        running = going
        wait([f for one in running for f in one.futures], return_when=FIRST_COMPLETED)
        for one in running:
            one.collect(onlooker)


@dataclass
class Running:
    """A contest that is being played by other processes."""

    standings: Standings
    futures: list[Future[tuple[bytes, ...]]]

    def collect(self, onlooker: Onlooker) -> None:
        """Write what is done, in the order of the deals."""
        while self.futures and self.futures[0].done():
            texts = self.futures.pop(0).result()
            self.standings.add(texts)
            onlooker.played(len(texts))

    def goes_on(self, seed: int, pool: Executor) -> bool:
        """Whether there is more to play; hands it out if all before it is done."""
        if not self.futures and not self.standings.is_done:
            self.futures = [
                pool.submit(lines_played, self.standings.contest, seed, group)
                for group in self.standings.next_groups()
            ]
        return bool(self.futures)


def played_again(
    tournament: Tournament, contests: Iterable[Contest], deals: int
) -> Iterator[tuple[Contest, int, bool]]:
    """The first deals of every contest played again, and whether they come out the same."""
    for contest in contests:
        standings = tournament.standings(contest)
        count = min(len(standings.lines), -(-deals // standings.group) * standings.group)
        for start in range(0, count, standings.group):
            numbers = range(start, min(count, start + standings.group))
            again = lines_played(contest, tournament.seed, numbers)
            for number, text in zip(numbers, again, strict=True):
                yield contest, number, read_line(text) == standings.lines[number]
