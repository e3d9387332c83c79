"""What a tournament has found so far: as tables, as JSON, and the deals it was played on."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from pathlib import Path

import bottleimp
from bottleimp.analysis.arena.arena_report import (
    CHECKSUM_DIGITS,
    JSON_FORMAT_VERSION,
    align_columns,
    cross_table,
    head_to_head_as_json,
    result_row,
)
from bottleimp.analysis.arena.contests import edition_of_each_mode, rated_rounds
from bottleimp.analysis.arena.head_to_head import HeadToHead, matchup_result
from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.analysis.arena.paired_deals import deal_digest
from bottleimp.analysis.arena.ratings import (
    RatedRounds,
    Strength,
    linear_strengths,
    openskill_ratings,
)
from bottleimp.analysis.arena.result_files import finite_or_none, json_text
from bottleimp.analysis.arena.statistics import CONFIDENCE
from bottleimp.analysis.arena.tournament import ContestResults, Tournament
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

DEALS_FOLDER = "deals"
NEVER_MET = "Some of these players never met, not even through others: no scale is common to them"
CHECKSUM_FILE = "SHA256SUMS"
HEADINGS = ("player", "among", "difference", "95 %", "own", "others", "stuck", "others", "deals")


@dataclass(frozen=True)
class PoolReport:
    """Mixed line-ups of a pool: what each of its players gained over the mean of the pool."""

    players: tuple[str, ...]
    deals: int
    rounds: int
    strengths: tuple[Strength, ...]


@dataclass(frozen=True)
class EditionReport:
    """All that was found in one edition."""

    edition: Edition
    seed: int
    head_to_heads: tuple[HeadToHead, ...]
    pools: tuple[PoolReport, ...]
    strengths: tuple[Strength, ...]  # by strength, the strongest first
    ratings: tuple[Strength, ...]  # in the same order
    have_met: bool  # all players, each other or others who have met: else no scale is common
    rounds: int
    deals: int  # of the contest that played most
    deals_checksum: str  # of the file of these deals, as hexadecimal
    # The files of results that were played with other weights or other code of this package than
    # there are now, and those that do not say with which.
    outdated_weight_files: tuple[str, ...] = ()
    unknown_weight_files: tuple[str, ...] = ()
    outdated_code_files: tuple[str, ...] = ()
    unknown_code_files: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The players, the strongest first."""
        return tuple(one.player for one in self.strengths)


def edition_reports(
    tournament: Tournament, on_edition: Callable[[int], None] | None = None
) -> tuple[EditionReport, ...]:
    """What stands in the folder, edition by edition; `on_edition` is told of each one: 1 more."""
    found = []
    for text in editions_of(tournament):
        found.append(edition_report(tournament, text))
        if on_edition is not None:
            on_edition(1)
    return tuple(one for one in found if one.rounds)


def editions_of(tournament: Tournament) -> list[str]:
    """The editions of the contests, in the order of a report."""
    return sorted({contest.edition for contest in tournament.stopping_rules}, key=edition_order)


def edition_order(edition_text: str) -> tuple[int, str]:
    """Where an edition stands in a report."""
    keys = edition_of_each_mode()
    key = edition_from_text(edition_text).key
    return keys.index(key) if key in keys else len(keys), edition_text


def edition_report(tournament: Tournament, edition_text: str) -> EditionReport:
    """What was found in one edition."""
    edition = edition_from_text(edition_text)
    all_results = [
        tournament.results(contest)
        for contest in sorted(tournament.stopping_rules, key=lambda one: one.path)
        if contest.edition == edition.text
    ]
    played = [results for results in all_results if results.deals]
    rounds = concatenate_rounds([rated_rounds(s.contest, s.deals) for s in played])
    linear = sorted(linear_strengths(rounds), key=lambda one: -one.value) if rounds else []
    rated = {one.player: one for one in openskill_ratings(rounds)} if rounds else {}
    most = max((len(s.deals) for s in played), default=0)
    return EditionReport(
        edition=edition,
        seed=tournament.seed,
        head_to_heads=tuple(
            as_head_to_head(s, tournament.seed) for s in played if s.contest.compares_two
        ),
        pools=tuple(pool_report(s) for s in played if not s.contest.compares_two),
        strengths=tuple(linear),
        ratings=tuple(rated[one.player] for one in linear),
        have_met=rounds is None or len(rounds.groups) == 1,
        rounds=len(rounds.deals) if rounds else 0,
        deals=most,
        deals_checksum=hashlib.sha256(deals_text(edition, tournament.seed, most)).hexdigest(),
        outdated_weight_files=paths_of(s for s in played if s.has_outdated_weights),
        unknown_weight_files=paths_of(s for s in played if s.has_unknown_weights),
        outdated_code_files=paths_of(s for s in played if s.has_outdated_code),
        unknown_code_files=paths_of(s for s in played if s.has_unknown_code),
    )


def paths_of(results: Iterable[ContestResults]) -> tuple[str, ...]:
    """The files of results, from the folder of the tournament."""
    return tuple(str(one.contest.path) for one in results)


def concatenate_rounds(parts: Iterable[RatedRounds]) -> RatedRounds | None:
    """The rounds of all parts; None if there are none."""
    found: RatedRounds | None = None
    for part in parts:
        found = part if found is None else found.concatenate(part)
    return None if found is None else found.without_repeats()


def as_head_to_head(results: ContestResults, seed: int) -> HeadToHead:
    """The lines of a contest of two as the arena reports it."""
    contest, count = results.contest, len(results.deals)
    edition = edition_from_text(contest.edition)
    one, other = contest.players
    both = ((one, other), (other, one))
    digests = b"".join(cached_deal_digest(contest.edition, seed, number) for number in range(count))
    return HeadToHead(
        edition=edition,
        seed=seed,
        deals=count,
        rounds=sum(len(line.rounds) for line in results.deals),
        max_deals=max(results.stopping_rule.max_deals, count),  # it may be lower by now
        target_half_width=results.stopping_rule.half_width,
        checksum=hashlib.sha256(digests).hexdigest(),
        results=tuple(
            matchup_result(*who, found)
            for who, found in zip(both, results.blocks, strict=True)
            if found
        ),
    )


def pool_report(results: ContestResults) -> PoolReport:
    """The lines of a pool."""
    of = rated_rounds(results.contest, results.deals)
    return PoolReport(of.players, len(results.deals), len(of.deals), linear_strengths(of))


@lru_cache(maxsize=200_000)
def cached_deal_digest(edition_text: str, seed: int, number: int) -> bytes:
    """SHA-256 over the cards of a deal, kept."""
    return deal_digest(edition_from_text(edition_text), seed, number)


def deals_text(edition: Edition, seed: int, count: int) -> bytes:
    """The first deals, a line for each: its number, the hands, and the cards left over."""
    lines = [f"# {edition.text}, seed {seed}: number, hands, cards left over\n"]
    for number in range(count):
        deal = arena_deal(edition, seed, number)
        parts = [" ".join(card.name for card in cards) for cards in (*deal.hands, deal.left_over)]
        lines.append(f"{number}: {' | '.join(parts)}\n".replace("|  \n", "|\n"))
    return "".join(lines).encode()


def write_deals(folder: Path, found: Sequence[EditionReport]) -> None:
    """Write the deals of every edition, and the checksums of these files."""
    sums = []
    for one in found:
        name = f"{one.edition.text}.txt"
        file = folder / DEALS_FOLDER / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(deals_text(one.edition, one.seed, one.deals))
        sums.append(f"{one.deals_checksum}  {name}\n")
    if sums:
        (folder / DEALS_FOLDER / CHECKSUM_FILE).write_text("".join(sums), encoding="utf-8")


def format_report(found: EditionReport) -> str:
    """The edition as tables."""
    heading = f"{found.edition.text}: {len(found.players)} players, {found.rounds} rounds"
    lines = [f"{heading}, seed {found.seed}, deals {found.deals_checksum[:CHECKSUM_DIGITS]}"]
    rows = [
        (
            *result_row(s),
            str(comparison.deals) if comparison.is_precise else f"{comparison.deals} (wide)",
        )
        for comparison in found.head_to_heads
        for s in comparison.results
    ]
    lines += align_columns([HEADINGS, *rows])
    if found.head_to_heads:
        names = [name for name in found.players if name in head_to_head_players(found)]
        lines += [
            "",
            "one of the row among the column:",
            *align_columns(cross_table(found.head_to_heads, names)),
        ]
    for pool in found.pools:
        lines += ["", f"mixed line-ups, {pool.deals} deals, points a round over the mean:"]
        lines += align_columns([strength_row(one) for one in pool.strengths])
    lines += ["", "all together, points a round over the mean, and OpenSkill rating:"]
    if not found.have_met:
        lines.append(NEVER_MET)
    pairs = zip(found.strengths, found.ratings, strict=True)
    lines += align_columns([(*strength_row(one), *strength_row(rated)[1:]) for one, rated in pairs])
    lines += [
        f"{name}: played with other weights or code than there are now"
        for name in found.outdated_weight_files
    ]
    if found.unknown_weight_files:
        lines.append(f"with which weights is not said in {len(found.unknown_weight_files)} files")
    if found.outdated_code_files:
        lines.append(
            "the players of this package had other code than they have now in"
            f" {len(found.outdated_code_files)} files"
        )
    if found.unknown_code_files:
        lines.append(
            "which code the players of this package had is not said in"
            f" {len(found.unknown_code_files)} files"
        )
    return "\n".join(lines) + "\n"


def head_to_head_players(found: EditionReport) -> set[str]:
    """The players of the comparisons."""
    return {s.player for comparison in found.head_to_heads for s in comparison.results}


def strength_row(one: Strength) -> tuple[str, str, str]:
    """A number and its interval; a dash where too little is known for one."""
    interval = f"[{one.low:+.2f}, {one.high:+.2f}]" if isfinite(one.high) else "-"
    return one.player, f"{one.value:+.2f}", interval


def as_json(found: Sequence[EditionReport]) -> str:
    """Everything with full precision; the same text for the same folder."""
    return json_text(
        {
            "format": JSON_FORMAT_VERSION,
            "program": bottleimp.__version__,
            "confidence": CONFIDENCE,
            "editions": [
                {
                    "edition": one.edition.text,
                    "seed": one.seed,
                    "rounds": one.rounds,
                    "deals": one.deals,
                    "deals_checksum": one.deals_checksum,
                    "other_weights": one.outdated_weight_files,
                    "unknown_weights": one.unknown_weight_files,
                    "other_code": one.outdated_code_files,
                    "unknown_code": one.unknown_code_files,
                    "strengths": [strength_as_json(s) for s in one.strengths],
                    "ratings": [strength_as_json(s) for s in one.ratings],
                    "duels": [head_to_head_as_json(comparison) for comparison in one.head_to_heads],
                    "fields": [
                        {
                            "players": pool.players,
                            "deals": pool.deals,
                            "rounds": pool.rounds,
                            "strengths": [strength_as_json(s) for s in pool.strengths],
                        }
                        for pool in one.pools
                    ],
                }
                for one in found
            ],
        },
        indent=1,
    )


def strength_as_json(one: Strength) -> dict[str, object]:
    """A number by name; one deal alone tells no interval, so its ends are null then."""
    return {
        "player": one.player,
        "value": one.value,
        "low": finite_or_none(one.low),
        "high": finite_or_none(one.high),
    }
