"""What a tournament has found so far: as tables, as JSON, and the deals it was played on."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import bottleimp
from bottleimp.analysis.arena.arena_report import (
    CHECKSUM_SHOWN,
    JSON_FORMAT,
    aligned,
    cross_table,
    duel_as_json,
    row,
)
from bottleimp.analysis.arena.contests import every_mode, tables
from bottleimp.analysis.arena.head_to_head import Duel, standing
from bottleimp.analysis.arena.lineups import deal_numbered
from bottleimp.analysis.arena.paired_deals import deal_digest
from bottleimp.analysis.arena.ratings import Strength, Tables, ratings, strengths
from bottleimp.analysis.arena.result_files import finite, json_text
from bottleimp.analysis.arena.statistics import CONFIDENCE
from bottleimp.analysis.arena.tournament import Standings, Tournament
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

DEALS = "deals"
SUMS = "SHA256SUMS"
HEADINGS = ("player", "among", "difference", "95 %", "own", "others", "stuck", "others", "deals")


@dataclass(frozen=True)
class Field:
    """Mixed line-ups of a pool: what each of its players gained over the mean of the pool."""

    players: tuple[str, ...]
    deals: int
    rounds: int
    strengths: tuple[Strength, ...]


@dataclass(frozen=True)
class Found:
    """All that was found in one edition."""

    edition: Edition
    seed: int
    duels: tuple[Duel, ...]
    fields: tuple[Field, ...]
    strengths: tuple[Strength, ...]  # by strength, the strongest first
    ratings: tuple[Strength, ...]  # in the same order
    rounds: int
    deals: int  # of the contest that played most
    deals_checksum: str  # of the file of these deals, as hexadecimal
    stale: tuple[str, ...] = ()  # files that were played with other weights than there are now
    unsaid: tuple[str, ...] = ()  # files that do not say with which weights they were played

    @property
    def players(self) -> tuple[str, ...]:
        """The players, the strongest first."""
        return tuple(one.player for one in self.strengths)


def found_in(tournament: Tournament) -> tuple[Found, ...]:
    """What stands in the folder, edition by edition."""
    editions = sorted({contest.edition for contest in tournament.stops}, key=place)
    found = (found_of(tournament, text) for text in editions)
    return tuple(one for one in found if one.rounds)


def place(edition_text: str) -> tuple[int, str]:
    """Where an edition stands in a report."""
    keys = every_mode()
    key = edition_from_text(edition_text).key
    return keys.index(key) if key in keys else len(keys), edition_text


def found_of(tournament: Tournament, edition_text: str) -> Found:
    """What was found in one edition."""
    edition = edition_from_text(edition_text)
    all_standings = [
        tournament.standings(contest)
        for contest in sorted(tournament.stops, key=lambda one: one.path)
        if contest.edition == edition.text
    ]
    played = [standings for standings in all_standings if standings.lines]
    rounds = together([tables(s.contest, s.lines) for s in played])
    linear = sorted(strengths(rounds), key=lambda one: -one.value) if rounds else []
    rated = {one.player: one for one in ratings(rounds)} if rounds else {}
    most = max((len(s.lines) for s in played), default=0)
    return Found(
        edition=edition,
        seed=tournament.seed,
        duels=tuple(as_duel(s, tournament.seed) for s in played if s.contest.compares_two),
        fields=tuple(as_field(s) for s in played if not s.contest.compares_two),
        strengths=tuple(linear),
        ratings=tuple(rated[one.player] for one in linear),
        rounds=len(rounds.deals) if rounds else 0,
        deals=most,
        deals_checksum=hashlib.sha256(deals_text(edition, tournament.seed, most)).hexdigest(),
        stale=tuple(str(s.contest.path) for s in played if s.is_stale),
        unsaid=tuple(str(s.contest.path) for s in played if s.is_unsaid),
    )


def together(parts: Iterable[Tables]) -> Tables | None:
    """The rounds of all parts; None if there are none."""
    found: Tables | None = None
    for part in parts:
        found = part if found is None else found.together_with(part)
    return found


def as_duel(standings: Standings, seed: int) -> Duel:
    """The lines of a duel as the arena reports one; one way only if they are those of a visit."""
    contest, count = standings.contest, len(standings.lines)
    edition = edition_from_text(contest.edition)
    one, other = contest.players
    both = ((one, other), (other, one))
    digests = b"".join(digest(contest.edition, seed, number) for number in range(count))
    return Duel(
        edition=edition,
        seed=seed,
        deals=count,
        rounds=sum(len(line.rounds) for line in standings.lines),
        most_deals=standings.stop.most,
        until=standings.stop.until,
        checksum=hashlib.sha256(digests).hexdigest(),
        standings=tuple(
            standing(*who, found)
            for who, found in zip(both, standings.blocks, strict=True)
            if found
        ),
    )


def as_field(standings: Standings) -> Field:
    """The lines of a field."""
    of = tables(standings.contest, standings.lines)
    return Field(of.players, len(standings.lines), len(of.deals), strengths(of))


@lru_cache(maxsize=200_000)
def digest(edition_text: str, seed: int, number: int) -> bytes:
    """SHA-256 over the cards of a deal, kept."""
    return deal_digest(edition_from_text(edition_text), seed, number)


def deals_text(edition: Edition, seed: int, count: int) -> bytes:
    """The first deals, a line for each: its number, the hands, and the cards left over."""
    lines = [f"# {edition.text}, seed {seed}: number, hands, cards left over\n"]
    for number in range(count):
        deal = deal_numbered(edition, seed, number)
        parts = [" ".join(card.name for card in cards) for cards in (*deal.hands, deal.left_over)]
        lines.append(f"{number}: {' | '.join(parts)}\n".replace("|  \n", "|\n"))
    return "".join(lines).encode()


def write_deals(folder: Path, found: Sequence[Found]) -> None:
    """Write the deals of every edition, and the checksums of these files."""
    sums = []
    for one in found:
        name = f"{one.edition.text}.txt"
        file = folder / DEALS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(deals_text(one.edition, one.seed, one.deals))
        sums.append(f"{one.deals_checksum}  {name}\n")
    if sums:
        (folder / DEALS / SUMS).write_text("".join(sums), encoding="utf-8")


def report(found: Found) -> str:
    """The edition as tables."""
    heading = f"{found.edition.text}: {len(found.players)} players, {found.rounds} rounds"
    lines = [f"{heading}, seed {found.seed}, deals {found.deals_checksum[:CHECKSUM_SHOWN]}"]
    rows = [
        (*row(s), str(duel.deals) if duel.is_narrow else f"{duel.deals} (wide)")
        for duel in found.duels
        for s in duel.standings
    ]
    lines += aligned([HEADINGS, *rows])
    if found.duels:
        names = [name for name in found.players if name in dueling(found)]
        lines += ["", "one of the row among the column:", *aligned(cross_table(found.duels, names))]
    for field in found.fields:
        lines += ["", f"mixed line-ups, {field.deals} deals, points a round over the mean:"]
        lines += aligned([strength_row(one) for one in field.strengths])
    lines += ["", "all together, points a round over the mean, and OpenSkill rating:"]
    pairs = zip(found.strengths, found.ratings, strict=True)
    lines += aligned([(*strength_row(one), *strength_row(rated)[1:]) for one, rated in pairs])
    lines += [f"{name}: played with other weights than there are now" for name in found.stale]
    if found.unsaid:
        lines.append(f"with which weights is not said in {len(found.unsaid)} files")
    return "\n".join(lines) + "\n"


def dueling(found: Found) -> set[str]:
    """The players of the duels."""
    return {s.player for duel in found.duels for s in duel.standings}


def strength_row(one: Strength) -> tuple[str, str, str]:
    """A number and its interval."""
    return one.player, f"{one.value:+.2f}", f"[{one.low:+.2f}, {one.high:+.2f}]"


def as_json(found: Sequence[Found]) -> str:
    """Everything with full precision; the same text for the same folder."""
    return json_text(
        {
            "format": JSON_FORMAT,
            "program": bottleimp.__version__,
            "confidence": CONFIDENCE,
            "editions": [
                {
                    "edition": one.edition.text,
                    "seed": one.seed,
                    "rounds": one.rounds,
                    "deals": one.deals,
                    "deals_checksum": one.deals_checksum,
                    "other_weights": one.stale,
                    "unknown_weights": one.unsaid,
                    "strengths": [strength_as_json(s) for s in one.strengths],
                    "ratings": [strength_as_json(s) for s in one.ratings],
                    "duels": [duel_as_json(duel) for duel in one.duels],
                    "fields": [
                        {
                            "players": field.players,
                            "deals": field.deals,
                            "rounds": field.rounds,
                            "strengths": [strength_as_json(s) for s in field.strengths],
                        }
                        for field in one.fields
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
        "low": finite(one.low),
        "high": finite(one.high),
    }
