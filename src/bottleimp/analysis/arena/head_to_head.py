"""Who is the stronger player, in points per round: duplicate deals, rotated seats, intervals.

Every deal is played with every side of the table as one A among B and as one B among A.
Results depend on edition, players, seed and number of deals alone, to the last digit, however many
processes play.  With `target_half_width`, play stops at the first checkpoint (every `CHECKPOINT`
deals) at which both intervals are narrow enough: that is declared in the result, since stopping
when one likes what one sees makes an interval a little too sure.

With `until_decided`, it stops at the first checkpoint at which both differences are told from zero.
Then intervals are those of confidence sequences, which stopping at will does not spoil.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from bottleimp.analysis.arena.lineups import opposed_pair_weights
from bottleimp.analysis.arena.paired_deals import (
    Block,
    PairedDeal,
    play_paired_deals,
    rounds_per_deal,
)
from bottleimp.analysis.arena.statistics import Estimate, anytime_estimate, estimate
from bottleimp.analysis.arena.variance_reduction import VarianceReducedComparison, reduce_variance
from bottleimp.execution.task_pool import map_tasks
from bottleimp.parsing import shorten
from bottleimp.players.catalogue import has_sequential_player, require_mode
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

DEFAULT_DEALS = 200
CHECKPOINT = 100
DEALS_PER_TASK = 5
DEALS_PER_BATCH = 50  # a task's deals where rounds are played in a batch

ProgressCallback = Callable[[int], None]  # told how many more deals are played


@dataclass(frozen=True)
class MatchupResult:
    """How one player did in one side of the table against the other in all other sides."""

    player: str
    against: str
    difference: Estimate  # own points minus the mean of the others, per player and round
    own: Estimate
    others: Estimate
    owner_rate: Estimate  # share of rounds that a seat of the player ends as owner of a bottle
    others_owner_rate: Estimate


@dataclass(frozen=True)
class HeadToHead:
    """Two players compared on the same deals."""

    edition: Edition
    seed: int
    deals: int
    rounds: int
    max_deals: int
    target_half_width: (
        float | None
    )  # the half width asked for, or None where all deals were to be played
    checksum: str  # SHA-256 over the deals in order, as hexadecimal
    results: tuple[MatchupResult, ...]  # one A among B; and one B among A unless that is left out
    variance_reduced: VarianceReducedComparison | None = None  # where it was asked for
    until_decided: bool = False  # whether play was to stop once both differences were told from 0

    @property
    def is_decided(self) -> bool:
        """Whether both intervals are on one side of zero."""
        return all(is_told_from_zero(s.difference) for s in self.results)

    @property
    def is_precise(self) -> bool:
        """Whether both intervals are as narrow as was asked for."""
        return (
            self.target_half_width is not None
            and widest_half_width(s.difference for s in self.results) <= self.target_half_width
        )


def widest_half_width(estimates: Iterable[Estimate]) -> float:
    """The half width of the least certain of the estimates."""
    return max(e.half_width() for e in estimates)


def is_told_from_zero(found: Estimate) -> bool:
    """Whether the interval is on one side of zero."""
    return abs(found.mean) > found.half_width()


def head_to_head(
    edition: Edition | str,
    one: str,
    other: str,
    *,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
    target_half_width: float | None = None,
    until_decided: bool = False,
    value_function_name: str | None = None,
    pool: Executor | None = None,
    progress: ProgressCallback | None = None,
) -> HeadToHead:
    """The comparison of two players in an edition, or in the one of this key.

    Raises UnknownName for a player or an edition that does not exist, and BottleImpError for a
    player that does not play the edition's mode, TypeError for what is no name or no edition, and
    ValueError for no deals.

    Deals are numbered from 0; `pool` plays them in other processes, here if None.
    With the name of a value function (see `variance_reduction`) the results come with reduced
    variance as well.
    """
    if not isinstance(edition, str | Edition):
        raise TypeError(f"An edition is a name or an Edition, not {shorten(repr(edition))}.")
    if isinstance(edition, str):
        edition = edition_from_text(edition)
    for name in (one, other):
        if not isinstance(name, str):
            raise TypeError(f"Players are given by name, not as {shorten(repr(name))}.")
        require_mode(name, edition.mode)
    if deals < 1:
        raise ValueError(f"There must be at least one deal, not {deals}.")
    played: list[PairedDeal] = []
    while len(played) < deals and not is_enough(
        played, target_half_width, until_decided=until_decided
    ):
        wave = range(len(played), min(deals, len(played) + CHECKPOINT))
        for some in play_deal_batches(edition, (one, other), seed, wave, value_function_name, pool):
            played.extend(some)
            if progress is not None:
                progress(len(some))
    matchup = partial(matchup_result, until_decided=until_decided)
    return HeadToHead(
        edition=edition,
        seed=seed,
        deals=len(played),
        rounds=len(played) * rounds_per_deal(edition),
        max_deals=deals,
        target_half_width=target_half_width,
        checksum=hashlib.sha256(b"".join(deal.digest for deal in played)).hexdigest(),
        results=(
            matchup(one, other, [deal.one_among for deal in played]),
            matchup(other, one, [deal.other_among for deal in played]),
        ),
        until_decided=until_decided,
        variance_reduced=None
        if value_function_name is None
        else reduce_variance(
            value_function_name,
            [deal.control_variates for deal in played],
            opposed_pair_weights(edition),
            until_decided=until_decided,
        ),
    )


def play_deal_batches(
    edition: Edition,
    pair: tuple[str, str],
    seed: int,
    numbers: range,
    values: str | None,
    pool: Executor | None,
) -> Iterator[tuple[PairedDeal, ...]]:
    """The deals with these numbers, in order, some at a time."""
    each = DEALS_PER_TASK if has_sequential_player(pair) else DEALS_PER_BATCH
    tasks = [tuple(numbers[start : start + each]) for start in range(0, len(numbers), each)]
    play = partial(play_paired_deals, edition.text, *pair, seed, value_function_name=values)
    return map_tasks(pool, play, tasks)


def is_enough(
    played: Sequence[PairedDeal], target_half_width: float | None, *, until_decided: bool
) -> bool:
    """Whether play may stop after these deals."""
    if not played or (target_half_width is None and not until_decided):
        return False
    estimator = anytime_estimate if until_decided else estimate
    found = [
        estimator([block.difference for block in blocks])
        for blocks in ([d.one_among for d in played], [d.other_among for d in played])
    ]
    if until_decided and all(map(is_told_from_zero, found)):
        return True
    return target_half_width is not None and widest_half_width(found) <= target_half_width


def matchup_result(
    player: str, against: str, blocks: Sequence[Block], *, until_decided: bool = False
) -> MatchupResult:
    """What the blocks say about the player, with intervals that fit how play is stopped."""
    estimator = anytime_estimate if until_decided else estimate
    return MatchupResult(
        player,
        against,
        difference=estimator([block.difference for block in blocks]),
        own=estimator([block.own for block in blocks]),
        others=estimator([block.others for block in blocks]),
        owner_rate=estimator([block.owner_rate for block in blocks]),
        others_owner_rate=estimator([block.others_owner_rate for block in blocks]),
    )


def round_robin(
    edition: Edition | str,
    players: Sequence[str],
    *,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
    target_half_width: float | None = None,
    until_decided: bool = False,
    value_function_name: str | None = None,
    pool: Executor | None = None,
    progress: ProgressCallback | None = None,
) -> tuple[HeadToHead, ...]:
    """Every pair of the players compared, on the same deals; raises what `head_to_head` does."""
    return tuple(
        head_to_head(
            edition,
            *pair,
            deals=deals,
            seed=seed,
            target_half_width=target_half_width,
            until_decided=until_decided,
            value_function_name=value_function_name,
            pool=pool,
            progress=progress,
        )
        for pair in combinations(players, 2)
    )
