"""Checking a match from what its table published: its deals, its dealers, its plays and its scores.

The file is JSON with the format `bottleimp-match`: the table, its deck in ascending order, the size
of every hand, the players, and for each finished round the promise, the contributions, the seed and
the record.  Version 2 says also how the first dealer was found, and of which rounds the promise was
public before anybody contributed.  docs/explanation/fair-deals.md has every check, word for word;
the browser's own program makes the same ones.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.actions import action_labelled
from bottleimp.game.deal import Deal
from bottleimp.game.fair_deal import CONTRIBUTIONS, commitment_to, fair_deal, fair_dealer
from bottleimp.game.match import Match
from bottleimp.game.record import RECORD_FORMAT, RECORD_VERSION, listing, shown, text
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

MATCH_FORMAT = "bottleimp-match"
MATCH_VERSION = 2
READABLE_VERSIONS = (1, 2)
BY_SEED, NAMED = "seed", "named"  # how the first dealer was found
DRIVEN_KIND = "driven"
MOST_WHOLE = 1_000_000
TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
SEED_DIGITS = re.compile(r"[0-9a-f]{64}")


class Wrong(Enum):
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


class Unproven(Enum):
    """What the file cannot show, though nothing in it is wrong."""

    NO_PROMISE = "no-promise"
    NO_CONTRIBUTION = "no-contribution"
    DEALER_NAMED = "dealer-named"


@dataclass(frozen=True)
class Verdict:
    """What was found of one round; `contributions` are those that were mixed in."""

    round: int
    contributions: int
    wrong: tuple[Wrong, ...]
    unproven: tuple[Unproven, ...]


@dataclass(frozen=True)
class Report:
    """What was found: a verdict for each round, and what concerns the match as a whole."""

    rounds: tuple[Verdict, ...]
    wrong: tuple[Wrong, ...]
    unproven: tuple[Unproven, ...]

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong anywhere."""
        return not self.wrong and not any(verdict.wrong for verdict in self.rounds)


@dataclass(frozen=True)
class ToldRound:
    """What the file says of one round, so far as it must be readable to be checked."""

    round: int
    dealer: int
    mixing: int
    seed: bytes
    commitment: object
    contributions: tuple[str | None, ...]
    is_promised: bool
    record: object

    @property
    def mixed_in(self) -> int:
        """How many contributions came into the deal."""
        if self.mixing != CONTRIBUTIONS:
            return 0
        return sum(each is not None for each in self.contributions)


def verified(content: object) -> Report:
    """What is found of a match file; raises NotationError when it is none."""
    if not isinstance(content, Mapping) or content.get("format") != MATCH_FORMAT:
        raise NotationError(f"this is not a {MATCH_FORMAT}")
    version = content.get("version")
    if isinstance(version, bool) or version not in READABLE_VERSIONS:
        raise NotationError(
            f"the file has version {shown(version)};"
            f" this program reads the versions {', '.join(map(str, READABLE_VERSIONS))}"
        )
    try:
        edition = edition_from_text(text(content.get("edition"), "edition"))
    except NotationError:
        raise
    except BottleImpError as problem:
        raise NotationError(str(problem)) from problem
    table = text(content.get("table"), "table")
    if not TABLE_NAME.fullmatch(table):
        raise NotationError(f"{shown(table)} is no name of a table")
    has_promises = version != 1
    found_by = content.get("first_dealer") if has_promises else NAMED
    if found_by not in (BY_SEED, NAMED):
        raise NotationError(f"first_dealer: '{BY_SEED}' or '{NAMED}' is expected")
    told = [
        told_round(each, edition, has_promises=has_promises)
        for each in listing(content.get("rounds"), "rounds")
    ]
    return Check(edition, table, content, told, is_drawn=found_by == BY_SEED).report()


def told_round(value: object, edition: Edition, *, has_promises: bool) -> ToldRound:
    """What is told of a round; raises NotationError where that cannot be read."""
    if not isinstance(value, Mapping):
        raise NotationError(f"rounds: an object is expected, not {shown(value)}")
    mixing, digits = whole(value.get("mixing"), "mixing"), text(value.get("seed"), "seed")
    if not SEED_DIGITS.fullmatch(digits):
        raise NotationError("a seed is 64 digits of 0 to 9 and a to f")
    given = tuple(
        None if each is None else text(each, "contributions")
        for each in listing(value.get("contributions"), "contributions")
    )
    if len(given) != edition.players:
        raise NotationError(f"{edition.players} contributions or nulls are expected")
    is_promised = value.get("promised") if has_promises else False
    if not isinstance(is_promised, bool):
        raise NotationError("promised: true or false is expected")
    number, dealer = whole(value.get("round"), "round"), whole(value.get("dealer"), "dealer")
    seed = bytes.fromhex(digits)
    # Refuses what is no contribution, and ways of mixing that are not known.
    fair_dealer(edition.players, seed, mixing, "", given)
    return ToldRound(
        number, dealer, mixing, seed, value.get("commitment"), given, is_promised,
        value.get("record"),
    )  # fmt: skip


@dataclass(frozen=True)
class Check:
    """The check of a whole match; `is_drawn` says that the first dealer came from the seed."""

    edition: Edition
    table: str
    content: Mapping[str, object]
    told: Sequence[ToldRound]
    is_drawn: bool

    def report(self) -> Report:
        """What is found."""
        match: Match | None = Match(self.edition, self.first_dealer)
        verdicts = []
        for number, told in enumerate(self.told, start=1):
            seating = Match(self.edition, self.dealer(number))
            wrong = list(self.wrong_before_play(told, number))
            if match is not None and match.is_over and Wrong.ORDER not in wrong:
                wrong.append(Wrong.ORDER)
            found, scores = replayed(self.deal(told), self.content.get("edition"), told.record)
            wrong += found
            if self.names is not None and not self.has_names(told.record, seating):
                wrong.append(Wrong.NAMES)
            if match is not None:
                match = match.after(scores) if scores is not None and not match.is_over else None
            verdicts.append(
                Verdict(told.round, told.mixed_in, tuple(wrong), tuple(unproven_of(told)))
            )
        unproven = () if self.is_drawn or not self.told else (Unproven.DEALER_NAMED,)
        return Report(tuple(verdicts), tuple(self.wrong_in_all(match)), unproven)

    @property
    def first_dealer(self) -> int:
        """Who had to deal the first round."""
        if not self.told:
            return 0
        first, players = self.told[0], self.edition.players
        if not self.is_drawn:
            return first.dealer if 0 <= first.dealer < players else 0
        return fair_dealer(players, first.seed, first.mixing, self.table, first.contributions)

    def dealer(self, number: int) -> int:
        """Who had to deal this round, counted from 1."""
        return (self.first_dealer + number - 1) % self.edition.players

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the participants; None where they cannot be read."""
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

    def has_names(self, record: object, seating: Match) -> bool:
        """Whether the record has every name in its seat."""
        names = self.names or ()
        expected = [names[seating.player_at(seat)] for seat in range(self.edition.seats)]
        return isinstance(record, Mapping) and record.get("names") == expected

    def deal(self, told: ToldRound) -> Deal:
        """The deal that follows from what is told."""
        return fair_deal(
            self.edition, told.seed, told.mixing, self.table, told.round, told.contributions
        )

    def wrong_before_play(self, told: ToldRound, number: int) -> Iterator[Wrong]:
        """What is wrong with the place of the round, its dealer and its seed."""
        if told.round != number:
            yield Wrong.ORDER
        if told.dealer != self.dealer(number):
            yield Wrong.DEALER
        if commitment_to(told.seed) != told.commitment:
            yield Wrong.SEED

    def wrong_in_all(self, match: Match | None) -> Iterator[Wrong]:
        """What is wrong with the match as a whole; None is one whose scores are not known."""
        deck = [card.label for card in self.edition.deck.cards]
        sizes = [hand.size for hand in self.edition.hands]
        if self.content.get("deck") != deck or not is_same(self.content.get("hands"), sizes):
            yield Wrong.CARDS
        if self.names is None:
            yield Wrong.PLAYERS
        if match is None:
            return
        if not is_same(self.content.get("totals"), match.totals):
            yield Wrong.TOTALS
        if self.content.get("is_over") is not match.is_over:
            yield Wrong.OVER


def unproven_of(told: ToldRound) -> Iterator[Unproven]:
    """What cannot be shown of a round."""
    if not told.is_promised:
        yield Unproven.NO_PROMISE
    if not told.mixed_in:
        yield Unproven.NO_CONTRIBUTION


def replayed(
    deal: Deal, edition: object, record: object
) -> tuple[list[Wrong], tuple[int, ...] | None]:
    """What is wrong with the record of a round of this deal; and the scores that its plays give."""
    if not isinstance(record, Mapping) or record.get("format") != RECORD_FORMAT:
        return [Wrong.RECORD], None
    if not is_same([record.get("version")], [RECORD_VERSION]):
        return [Wrong.RECORD], None
    if record.get("edition") != edition:
        return [Wrong.EDITION], None
    if not is_deal(deal, record):
        return [Wrong.DEAL], None
    actions = record.get("actions")
    if not isinstance(actions, list) or record.get("pending") is not None:
        return [Wrong.ACTIONS], None
    played = Round(deal)
    try:
        for label in actions:
            played = played.play(action_labelled(deal.edition, text(label, "actions")))
    except BottleImpError:
        return [Wrong.ACTIONS], None
    if played.scores is None:
        return [Wrong.ACTIONS], None
    if not is_same(record.get("scores"), played.scores):
        return [Wrong.SCORES], played.scores
    return [], played.scores


def is_deal(deal: Deal, record: Mapping[str, object]) -> bool:
    """Whether the record tells this deal, the cards of a hand in any order."""
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


def is_same(told: object, expected: Sequence[int]) -> bool:
    """Whether these whole numbers are told, in this order."""
    return (
        isinstance(told, list)
        and not any(isinstance(each, bool) for each in told)
        and told == list(expected)
    )


def whole(value: object, where: str) -> int:
    """The value if it is a whole number of moderate size; raises NotationError otherwise."""
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if not is_whole or isinstance(value, bool) or abs(value) > MOST_WHOLE:  # type: ignore[arg-type]
        raise NotationError(f"{where}: a whole number of moderate size is expected")
    return int(value)  # type: ignore[call-overload, no-any-return]
