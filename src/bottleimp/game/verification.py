"""Verification of a match from its published file: deals, dealers, plays and scores.

The file is JSON with the format `bottleimp-match`: the table, its deck in ascending order, the size
of every hand, the players, and for each finished round the commitment, the contributions, the seed
and the record.  Version 2 also says how the first dealer was found, and for which rounds the
commitment was public before anybody contributed.  docs/explanation/fair-deals.md describes every
check; the browser's own program makes the same ones.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.actions import action_from_label
from bottleimp.game.deal import Deal
from bottleimp.game.fair_deal import CONTRIBUTIONS, commitment_to, fair_deal, fair_dealer
from bottleimp.game.match import Match
from bottleimp.game.record import (
    RECORD_FORMAT,
    RECORD_VERSION,
    require_list,
    require_text,
    short_repr,
)
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

MATCH_FORMAT = "bottleimp-match"
MATCH_VERSION = 2
READABLE_VERSIONS = (1, 2)
DEALER_BY_SEED, DEALER_NAMED = "seed", "named"  # how the first dealer was found
DRIVEN_KIND = "driven"
MAX_INTEGER = 1_000_000
TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
SEED_DIGITS = re.compile(r"[0-9a-f]{64}")


class Fault(Enum):
    """What can be wrong with a round or with the whole match."""

    ORDER = "order"
    DEALER = "dealer"
    SEED = "seed"
    RECORD = "record"
    EDITION = "edition"
    DEAL = "deal"
    ACTIONS = "actions"
    SCORES = "scores"
    NAMES = "names"
    CARDS = "cards"
    PLAYERS = "players"
    TOTALS = "totals"
    OVER = "over"


class ProofGap(Enum):
    """What the file cannot show, though nothing in it is wrong."""

    NO_PROMISE = "no-promise"
    NO_CONTRIBUTION = "no-contribution"
    DEALER_NAMED = "dealer-named"


@dataclass(frozen=True)
class RoundReport:
    """What was found in one round; `contributions` counts those that were mixed in."""

    round: int
    contributions: int
    faults: tuple[Fault, ...]
    proof_gaps: tuple[ProofGap, ...]


@dataclass(frozen=True)
class MatchReport:
    """What was found in each round and in the match as a whole, and of which table the file is."""

    table: str
    rounds: tuple[RoundReport, ...]
    faults: tuple[Fault, ...]
    proof_gaps: tuple[ProofGap, ...]

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong anywhere."""
        return not self.faults and not any(verdict.faults for verdict in self.rounds)


@dataclass(frozen=True)
class PublishedRound:
    """What the file says of one round: the parts that must be readable for any check."""

    round: int
    dealer: int
    mixing: int
    seed: bytes
    commitment: object
    contributions: tuple[str | None, ...]
    is_promised: bool
    record: object

    @property
    def contribution_count(self) -> int:
        """How many contributions were mixed into the deal."""
        if self.mixing != CONTRIBUTIONS:
            return 0
        return sum(each is not None for each in self.contributions)


def verify_match(content: object) -> MatchReport:
    """The report on a match file; raises NotationError if the content is not a match file."""
    if not isinstance(content, Mapping) or content.get("format") != MATCH_FORMAT:
        raise NotationError(f"this is not a {MATCH_FORMAT}")
    version = content.get("version")
    if isinstance(version, bool) or version not in READABLE_VERSIONS:
        raise NotationError(
            f"the file has version {short_repr(version)};"
            f" this program reads the versions {', '.join(map(str, READABLE_VERSIONS))}"
        )
    try:
        edition = edition_from_text(require_text(content.get("edition"), "edition"))
    except NotationError:
        raise
    except BottleImpError as problem:
        raise NotationError(str(problem)) from problem
    table = require_text(content.get("table"), "table")
    if not TABLE_NAME.fullmatch(table):
        raise NotationError(f"{short_repr(table)} is no name of a table")
    has_promises = version != 1
    found_by = content.get("first_dealer") if has_promises else DEALER_NAMED
    if found_by not in (DEALER_BY_SEED, DEALER_NAMED):
        raise NotationError(f"first_dealer: '{DEALER_BY_SEED}' or '{DEALER_NAMED}' is expected")
    told = [
        parse_round(each, edition, has_promises=has_promises)
        for each in require_list(content.get("rounds"), "rounds")
    ]
    return MatchVerifier(
        edition, table, content, told, is_dealer_from_seed=found_by == DEALER_BY_SEED
    ).report()


def parse_round(value: object, edition: Edition, *, has_promises: bool) -> PublishedRound:
    """A published round; raises NotationError if it cannot be read."""
    if not isinstance(value, Mapping):
        raise NotationError(f"rounds: an object is expected, not {short_repr(value)}")
    mixing, digits = (
        require_integer(value.get("mixing"), "mixing"),
        require_text(value.get("seed"), "seed"),
    )
    if not SEED_DIGITS.fullmatch(digits):
        raise NotationError("a seed is 64 digits of 0 to 9 and a to f")
    given = tuple(
        None if each is None else require_text(each, "contributions")
        for each in require_list(value.get("contributions"), "contributions")
    )
    if len(given) != edition.players:
        raise NotationError(f"{edition.players} contributions or nulls are expected")
    is_promised = value.get("promised") if has_promises else False
    if not isinstance(is_promised, bool):
        raise NotationError("promised: true or false is expected")
    number, dealer = (
        require_integer(value.get("round"), "round"),
        require_integer(value.get("dealer"), "dealer"),
    )
    seed = bytes.fromhex(digits)
    # Raises NotationError for an invalid contribution or an unknown mixing.
    fair_dealer(edition.players, seed, mixing, "", given)
    return PublishedRound(
        number, dealer, mixing, seed, value.get("commitment"), given, is_promised,
        value.get("record"),
    )  # fmt: skip


@dataclass(frozen=True)
class MatchVerifier:
    """The check of a whole match; the first dealer was named, or chosen by the seed."""

    edition: Edition
    table: str
    content: Mapping[str, object]
    rounds: Sequence[PublishedRound]
    is_dealer_from_seed: bool

    def report(self) -> MatchReport:
        """What was found in the whole match."""
        match: Match | None = Match(self.edition, self.first_dealer)
        verdicts = []
        for number, told in enumerate(self.rounds, start=1):
            seating = Match(self.edition, self.dealer(number))
            wrong = list(self.setup_faults(told, number))
            if match is not None and match.is_over and Fault.ORDER not in wrong:
                wrong.append(Fault.ORDER)
            found, scores = replay_faults(self.deal(told), self.content.get("edition"), told.record)
            wrong += found
            if self.names is not None and not self.has_expected_names(told.record, seating):
                wrong.append(Fault.NAMES)
            if match is not None:
                match = match.after(scores) if scores is not None and not match.is_over else None
            verdicts.append(
                RoundReport(
                    told.round, told.contribution_count, tuple(wrong), tuple(proof_gaps(told))
                )
            )
        unproven = () if self.is_dealer_from_seed or not self.rounds else (ProofGap.DEALER_NAMED,)
        return MatchReport(self.table, tuple(verdicts), tuple(self.match_faults(match)), unproven)

    @property
    def first_dealer(self) -> int:
        """The player who had to deal the first round."""
        if not self.rounds:
            return 0
        first, players = self.rounds[0], self.edition.players
        if not self.is_dealer_from_seed:
            return first.dealer if 0 <= first.dealer < players else 0
        return fair_dealer(players, first.seed, first.mixing, self.table, first.contributions)

    def dealer(self, number: int) -> int:
        """The player who had to deal this round; rounds count from 1."""
        return (self.first_dealer + number - 1) % self.edition.players

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the participants; None if they cannot be read."""
        players, seats, driven = self.content.get("players"), self.edition.seats, DRIVEN_KIND
        if not isinstance(players, list) or len(players) != seats:
            return None
        names = []
        for place, each in enumerate(players):
            name = each.get("name") if isinstance(each, Mapping) else None
            if not isinstance(name, str):
                return None
            if (each.get("kind") == driven) != (place >= self.edition.players):
                return None
            names.append(name)
        return tuple(names)

    def has_expected_names(self, record: object, seating: Match) -> bool:
        """Whether the record has the right name in every seat."""
        names = self.names or ()
        expected = [names[seating.player_at(seat)] for seat in range(self.edition.seats)]
        return isinstance(record, Mapping) and record.get("names") == expected

    def deal(self, told: PublishedRound) -> Deal:
        """The deal that follows from the published seed and contributions."""
        return fair_deal(
            self.edition, told.seed, told.mixing, self.table, told.round, told.contributions
        )

    def setup_faults(self, told: PublishedRound, number: int) -> Iterator[Fault]:
        """What is wrong with the place of the round, its dealer and its seed."""
        if told.round != number:
            yield Fault.ORDER
        if told.dealer != self.dealer(number):
            yield Fault.DEALER
        if commitment_to(told.seed) != told.commitment:
            yield Fault.SEED

    def match_faults(self, match: Match | None) -> Iterator[Fault]:
        """What is wrong with the match as a whole; `match` is None if its scores are not known."""
        deck = [card.label for card in self.edition.deck.cards]
        sizes = [hand.size for hand in self.edition.hands]
        if self.content.get("deck") != deck or not equals_numbers(self.content.get("hands"), sizes):
            yield Fault.CARDS
        if self.names is None:
            yield Fault.PLAYERS
        if match is None:
            return
        if not equals_numbers(self.content.get("totals"), match.totals):
            yield Fault.TOTALS
        if self.content.get("is_over") is not match.is_over:
            yield Fault.OVER


def proof_gaps(told: PublishedRound) -> Iterator[ProofGap]:
    """What the file cannot prove about a round."""
    if not told.is_promised:
        yield ProofGap.NO_PROMISE
    if not told.contribution_count:
        yield ProofGap.NO_CONTRIBUTION


def replay_faults(
    deal: Deal, edition: object, record: object
) -> tuple[list[Fault], tuple[int, ...] | None]:
    """What is wrong with the record of a round with this deal, and the scores of its plays."""
    if not isinstance(record, Mapping) or record.get("format") != RECORD_FORMAT:
        return [Fault.RECORD], None
    if not equals_numbers([record.get("version")], [RECORD_VERSION]):
        return [Fault.RECORD], None
    if record.get("edition") != edition:
        return [Fault.EDITION], None
    if not is_same_deal(deal, record):
        return [Fault.DEAL], None
    actions = record.get("actions")
    if not isinstance(actions, list) or record.get("pending") is not None:
        return [Fault.ACTIONS], None
    played = Round(deal)
    try:
        for label in actions:
            played = played.play(action_from_label(deal.edition, require_text(label, "actions")))
    except BottleImpError:
        return [Fault.ACTIONS], None
    if played.scores is None:
        return [Fault.ACTIONS], None
    if not equals_numbers(record.get("scores"), played.scores):
        return [Fault.SCORES], played.scores
    return [], played.scores


def is_same_deal(deal: Deal, record: Mapping[str, object]) -> bool:
    """Whether the record has this deal, with the cards of each hand in any order."""
    hands, left_over = record.get("deal"), record.get("left_over")
    if not isinstance(hands, list) or len(hands) != len(deal.hands):
        return False
    told = [*hands, left_over]
    expected = [*deal.hands, deal.left_over]
    return all(
        isinstance(one, list)
        and all(isinstance(label, str) for label in one)
        and sorted(one) == sorted(card.label for card in cards)
        for one, cards in zip(told, expected, strict=True)
    )


def equals_numbers(told: object, expected: Sequence[int]) -> bool:
    """Whether the value is a list of these whole numbers, in this order."""
    return (
        isinstance(told, list)
        and not any(isinstance(each, bool) for each in told)
        and told == list(expected)
    )


def require_integer(value: object, where: str) -> int:
    """The value if it is a whole number of moderate size; raises NotationError otherwise."""
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if not is_whole or isinstance(value, bool) or abs(value) > MAX_INTEGER:  # type: ignore[arg-type]
        raise NotationError(f"{where}: a whole number of moderate size is expected")
    return int(value)  # type: ignore[call-overload, no-any-return]
