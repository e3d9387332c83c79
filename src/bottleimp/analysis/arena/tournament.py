"""A tournament in a folder: many contests, each until its rule says stop, resumable at any moment.

Every contest has a file of lines, one for each deal, in the order of the deals, below a heading
that tells by which weights and code the players played.  Whole groups of
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
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from bottleimp.analysis.arena.contests import (
    Contest,
    ContestKind,
    DealResults,
    ResultsHeader,
    decode_deal_results,
    decode_header,
    encode_header,
    play_deals,
)
from bottleimp.analysis.arena.head_to_head import CHECKPOINT, DEALS_PER_BATCH, widest_half_width
from bottleimp.analysis.arena.lineups import RoundOutcome
from bottleimp.analysis.arena.paired_deals import Block, mean_block, paired_blocks
from bottleimp.analysis.arena.result_files import (
    LOCK_FILE,
    append_bytes,
    json_text,
    write_atomically,
)
from bottleimp.analysis.arena.statistics import estimate
from bottleimp.errors import BottleImpError
from bottleimp.execution.task_pool import map_tasks, worker_count
from bottleimp.rules.editions import edition_from_text

FORMAT_VERSION = 3  # grows when a reader must change
# Files of the first have no headings; those of the second do not tell the package's code.
READABLE_FORMATS = (1, 2, FORMAT_VERSION)
SETTINGS_FILE = "tournament.json"


class ProgressListener(Protocol):
    """Whoever is told how far play has come."""

    def on_deals_played(self, deals: int) -> None:
        """So many more deals are played."""

    def on_contest_finished(self) -> None:
        """One more contest is done."""


class NullListener:
    """A listener that ignores everything."""

    def on_deals_played(self, deals: int) -> None:
        """Nothing."""

    def on_contest_finished(self) -> None:
        """Nothing."""


@dataclass(frozen=True)
class StoppingRule:
    """When a contest ends."""

    half_width: float | None  # half the width of every interval, or None to play all deals
    max_deals: int  # deals


@dataclass
class ContestResults:
    """The file of a contest and what stands in it."""

    contest: Contest
    file: Path
    stopping_rule: StoppingRule
    deals: list[DealResults] = field(default_factory=list)
    blocks: tuple[list[Block], list[Block]] = field(default_factory=lambda: ([], []))
    header: ResultsHeader | None = None  # by what it was played

    @property
    def deals_per_group(self) -> int:
        """How many deals are played and written at once."""
        if self.contest.has_sequential_player:
            return 1
        return DEALS_PER_BATCH

    def load(self, *, repair: bool) -> None:
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
        self.header = decode_header(whole[0]) if whole else None
        heading = [] if self.header is None else [whole.pop(0)]
        if len(whole) < self.stopping_rule.max_deals:
            whole = whole[: len(whole) // self.deals_per_group * self.deals_per_group]
        try:
            self.add_lines(whole)
        except msgspec.DecodeError as problem:
            raise BottleImpError(f"{self.file} holds what no tournament wrote: {problem}") from None
        if [line.deal for line in self.deals] != list(range(len(self.deals))):
            raise BottleImpError(f"{self.file} does not hold the deals in their order.")
        kept = sum(map(len, heading + whole))
        if repair and kept != self.file.stat().st_size:
            with self.file.open("r+b") as opened:
                opened.truncate(kept)

    def append(self, texts: Sequence[bytes]) -> None:
        """Write the lines of a group, all at once."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        heading = b""
        if not self.deals and self.header is None:
            self.header = self.contest.header
            heading = encode_header(self.header)
        append_bytes(self.file, heading + b"".join(texts))
        self.add_lines(texts)

    def add_lines(self, texts: Sequence[bytes]) -> None:
        """Adds the lines to the results in memory."""
        more = [decode_deal_results(text) for text in texts]
        self.deals += more
        if self.contest.compares_two:
            new = contest_blocks(self.contest, more)
            self.blocks[0].extend(new[0])
            self.blocks[1].extend(new[1])

    @property
    def has_outdated_weights(self) -> bool:
        """Whether it was played by other weights than the package has now."""
        return self.header is not None and self.header.weights != self.contest.weights

    @property
    def has_unknown_weights(self) -> bool:
        """Whether it was played by weights of which the file says nothing."""
        return bool(self.deals) and self.header is None and bool(self.contest.weights)

    @property
    def has_outdated_code(self) -> bool:
        """Whether it was played by other code of this package than there is now."""
        return self.header is not None and self.header.code not in (None, self.contest.header.code)

    @property
    def has_unknown_code(self) -> bool:
        """Whether it was played by code of this package of which the file says nothing."""
        return bool(self.deals) and (self.header is None or self.header.code is None)

    @property
    def is_done(self) -> bool:
        """Whether the rule says stop."""
        done = len(self.deals)
        if done >= self.stopping_rule.max_deals:
            return True
        if not done or done % CHECKPOINT or self.stopping_rule.half_width is None:
            return False
        return self.half_width <= self.stopping_rule.half_width

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a contest between two."""
        return widest_half_width(
            estimate([b.difference for b in one]) for one in self.blocks if one
        )

    def next_groups(self) -> list[range]:
        """The deals up to the next look, group by group."""
        done = len(self.deals)
        end = min(self.stopping_rule.max_deals, (done // CHECKPOINT + 1) * CHECKPOINT)
        return [
            range(n, min(end, n + self.deals_per_group))
            for n in range(done, end, self.deals_per_group)
        ]


def read_header(file: Path) -> ResultsHeader | None:
    """By what a file of results was played; None if it does not say."""
    with file.open("rb") as opened_file:
        return decode_header(opened_file.readline())


def contest_blocks(
    contest: Contest, lines: Iterable[DealResults]
) -> tuple[list[Block], list[Block]]:
    """Deal by deal, the blocks of one A among B, and of one B among A if that is played."""
    edition = edition_from_text(contest.edition)
    found = [
        [RoundOutcome(tuple(points), tuple(own)) for _, points, own in line.rounds]
        for line in lines
    ]
    if contest.kind is ContestKind.ONE_VS_POPULATION:
        return [mean_block(edition, one) for one in found], []
    pairs = [paired_blocks(edition, one) for one in found]
    return [one for one, _ in pairs], [other for _, other in pairs]


@dataclass
class Tournament:
    """The contests of a folder."""

    folder: Path
    seed: int
    stopping_rules: dict[Contest, StoppingRule]

    def results(self, contest: Contest, *, repair: bool = False) -> ContestResults:
        """What stands in the file of a contest, which is mended for who goes on playing."""
        found = ContestResults(contest, self.folder / contest.path, self.stopping_rules[contest])
        found.load(repair=repair)
        return found

    def save(self) -> None:
        """Write seed, contests and rules down."""
        self.folder.mkdir(parents=True, exist_ok=True)
        rows = sorted(self.stopping_rules.items(), key=lambda item: str(item[0].path))
        about = {
            "format": FORMAT_VERSION,
            "seed": self.seed,
            "contests": [
                {
                    "kind": contest.kind.value,
                    "edition": contest.edition,
                    "players": contest.players,
                    "file": str(contest.path),
                    "until": stop.half_width,
                    "most_deals": stop.max_deals,
                }
                for contest, stop in rows
            ],
        }
        write_atomically(self.folder / SETTINGS_FILE, json_text(about, 1))


def open_tournament(folder: Path, seed: int | None = None) -> Tournament:
    """The tournament in a folder, or a new one; raises BottleImpError if it has another seed."""
    file = folder / SETTINGS_FILE
    if not file.exists():
        if folder.is_dir() and any(each.name != LOCK_FILE for each in folder.iterdir()):
            raise BottleImpError(f"{folder} holds other files and no tournament; name a new one.")
        return Tournament(folder, seed or 0, {})
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
        if about["format"] not in READABLE_FORMATS:
            raise BottleImpError(
                f"{file} has format {about['format']}; this program reads {FORMAT_VERSION}."
            )
        found = Tournament(
            folder,
            about["seed"],
            {
                Contest(
                    ContestKind(one["kind"]), one["edition"], tuple(one["players"])
                ): StoppingRule(one["until"], one["most_deals"])
                for one in about["contests"]
            },
        )
    except (ValueError, KeyError, TypeError) as problem:
        raise BottleImpError(f"{file} is not the record of a tournament: {problem!r}") from None
    if seed is not None and seed != found.seed:
        raise BottleImpError(f"{folder} was begun with the seed {found.seed}, not {seed}.")
    return found


def play_contests(
    tournament: Tournament,
    contests: Sequence[Contest],
    pool: Executor | None = None,
    *,
    listener: ProgressListener | None = None,
) -> None:
    """Play the contests until each is done, in this process if there is no pool."""
    listener = listener or NullListener()
    waiting = iter(contests)
    if pool is None:
        for contest in waiting:
            results = tournament.results(contest, repair=True)
            while not results.is_done:
                for group in results.next_groups():
                    results.append(play_deals(contest, tournament.seed, group))
                    listener.on_deals_played(len(group))
            listener.on_contest_finished()
        return
    running: list[RunningContest] = []
    most = worker_count(pool) + 1  # the last deals of one contest leave workers to another
    while True:
        while len(running) < most and (following := next(waiting, None)) is not None:
            running.append(RunningContest(tournament.results(following, repair=True), []))
        if not running:
            return
        going = [one for one in running if one.submit_next(tournament.seed, pool)]
        for _ in range(len(running) - len(going)):
            listener.on_contest_finished()
        running = going
        wait([f for one in running for f in one.futures], return_when=FIRST_COMPLETED)
        for one in running:
            one.collect(listener)


@dataclass
class RunningContest:
    """A contest that is being played by other processes."""

    results: ContestResults
    futures: list[Future[tuple[bytes, ...]]]

    def collect(self, listener: ProgressListener) -> None:
        """Write what is done, in the order of the deals."""
        while self.futures and self.futures[0].done():
            texts = self.futures.pop(0).result()
            self.results.append(texts)
            listener.on_deals_played(len(texts))

    def submit_next(self, seed: int, pool: Executor) -> bool:
        """Whether there is more to play; hands it out if all before it is done."""
        if not self.futures and not self.results.is_done:
            self.futures = [
                pool.submit(play_deals, self.results.contest, seed, group)
                for group in self.results.next_groups()
            ]
        return bool(self.futures)


def replay_contests(
    tournament: Tournament, contests: Iterable[Contest], deals: int, pool: Executor | None = None
) -> Iterator[tuple[Contest, int, bool]]:
    """The first deals of every contest played again, and whether they come out the same.

    They are played by the pool, or in this process if there is none.
    """
    groups: list[tuple[Contest, list[DealResults]]] = []
    for contest in contests:
        results = tournament.results(contest)
        size = results.deals_per_group
        count = min(len(results.deals), -(-deals // size) * size)
        groups += [
            (contest, results.deals[start : min(count, start + size)])
            for start in range(0, count, size)
        ]
    replay = partial(replay_group, tournament.seed)
    for (contest, before), again in zip(groups, map_tasks(pool, replay, groups), strict=True):
        for old, new in zip(before, again, strict=True):
            yield contest, old.deal, new == old


def replay_group(seed: int, group: tuple[Contest, Sequence[DealResults]]) -> list[DealResults]:
    """The deals of a contest as they come out now."""
    contest, before = group
    again = play_deals(contest, seed, [one.deal for one in before])
    return [decode_deal_results(text) for text in again]
