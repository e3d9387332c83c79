"""Checking the deals of a finished match from what its table published.

The file is JSON with the format `bottleimp-match`: the table, its deck in ascending order, the size
of every hand, and for each finished round the promise, the contributions, the seed and the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.deal import SEED_BYTES, Deal
from bottleimp.game.fair_deal import commitment_to, fair_deal
from bottleimp.game.record import from_json, listing, shown, text
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

MATCH_FORMAT = "bottleimp-match"
MATCH_VERSION = 1
MOST_NUMBER = 10**9  # of a round or a way of mixing


@dataclass(frozen=True)
class Verdict:
    """What was found of one round; `wrong` says in sentences what is not as it should be."""

    round: int
    contributions: int
    wrong: tuple[str, ...]


def verified(content: object) -> tuple[Verdict, ...]:
    """A verdict for each round of a match file; raises NotationError when it is none."""
    if not isinstance(content, Mapping) or content.get("format") != MATCH_FORMAT:
        raise NotationError(f"this is not a {MATCH_FORMAT}")
    if content.get("version") != MATCH_VERSION:
        raise NotationError(
            f"the file has version {shown(content.get('version'))};"
            f" this program reads version {MATCH_VERSION}"
        )
    try:
        edition = edition_from_text(text(content.get("edition"), "edition"))
    except NotationError:
        raise
    except BottleImpError as problem:
        raise NotationError(str(problem)) from problem
    table = text(content.get("table"), "table")
    rounds = listing(content.get("rounds"), "rounds")
    return tuple(verdict(edition, table, entries(each)) for each in rounds)


def entries(value: object) -> Mapping[str, object]:
    """The value if it is an object of JSON; raises NotationError otherwise."""
    if not isinstance(value, Mapping):
        raise NotationError(f"rounds: an object is expected, not {shown(value)}")
    return value


def verdict(edition: Edition, table: str, told: Mapping[str, object]) -> Verdict:
    """What is found of one round."""
    number, mixing = whole(told.get("round"), "round"), whole(told.get("mixing"), "mixing")
    seed = seed_in(text(told.get("seed"), "seed"))
    given = tuple(
        None if each is None else text(each, "contributions")
        for each in listing(told.get("contributions"), "contributions")
    )
    if len(given) != edition.players:
        raise NotationError(f"{edition.players} contributions or nulls are expected")
    wrong = []
    if commitment_to(seed) != told.get("commitment"):
        wrong.append("The seed is not the one that was promised: its SHA-256 is another.")
    deal = fair_deal(edition, seed, mixing, table, number, given)
    wrong += found_wrong(deal, told.get("record"))
    return Verdict(number, sum(each is not None for each in given), tuple(wrong))


def found_wrong(deal: Deal, record: object) -> list[str]:
    """What is wrong with the record of a round that should have had this deal."""
    try:
        played = from_json(record).round
    except NotationError as problem:
        return [f"The record of the round does not hold: {problem}."]
    if played.deal.edition != deal.edition:
        return ["The record is of another edition."]
    if played.deal != deal:
        return ["The deal does not follow from the seed and the contributions."]
    return []


def whole(value: object, where: str) -> int:
    """The value if it is a whole number; raises NotationError otherwise."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_NUMBER:
        raise NotationError(f"{where}: a whole number is expected, not {shown(value)}")
    return value


def seed_in(digits: str) -> bytes:
    """The seed with these hex digits; raises NotationError."""
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        raise NotationError(f"{shown(digits)} is not hexadecimal") from None
    if len(seed) != SEED_BYTES:
        raise NotationError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
