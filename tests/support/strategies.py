"""What Hypothesis draws for the tests: editions with options, deals, rounds, matches, records.

Deals and choices come from drawn seeds, so an example is quick to make; how far a round goes is
drawn by itself, so a failing example shrinks to the earliest moment at which it fails.
"""

from random import Random

from hypothesis import strategies as st

from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.match import Match
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import LONG_DECK_MODES, edition, edition_keys
from bottleimp.rules.seating import (
    MAX_AGREED_ROUNDS,
    MAX_CYCLES,
    MAX_TARGET_SCORE,
    Cycles,
    MatchLength,
    Rounds,
    TargetScore,
)

SHORT_DECKS = ("classic", "bambus1995", "matagot36", "matagot17")
LONG_DECKS = ("matagot", "matagot17")
seeds = st.integers(min_value=0, max_value=2**256 - 1)


@st.composite
def editions(draw: st.DrawFn, ends: st.SearchStrategy[MatchLength] | None = None) -> Edition:
    """Any edition with any table options that go together; its matches end in one of these ways."""
    key = draw(st.sampled_from(edition_keys()))
    plain = edition(key)
    is_short = plain.mode not in LONG_DECK_MODES
    return edition(
        key,
        deck=draw(st.none() | st.sampled_from(SHORT_DECKS if is_short else LONG_DECKS)),
        face_value=draw(st.none() | st.booleans()) if is_short else None,
        bga_teams=plain.has_sides and draw(st.booleans()),
        no_aids=draw(st.booleans()),
        length=draw(st.none() | lengths() if ends is None else ends),
    )


def lengths() -> st.SearchStrategy[MatchLength]:
    """How a match may end."""
    cycles, rounds = st.integers(1, MAX_CYCLES), st.integers(1, MAX_AGREED_ROUNDS)
    return cycles.map(Cycles) | rounds.map(Rounds) | targets


targets = st.integers(1, MAX_TARGET_SCORE).map(TargetScore)


@st.composite
def deals(draw: st.DrawFn, of: st.SearchStrategy[Edition] | None = None) -> Deal:
    """A deal of any of these editions."""
    return Deal.from_seed(draw(editions() if of is None else of), draw(seeds))


class Moments(tuple[Round, ...]):
    """A round at every moment from the deal to the end; printed as its record."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Moments of\n{write_record(Record.of(self[-1]))}"


def whole_round(deal: Deal, random: Random) -> Moments:
    """The round at every moment from the deal to the end; any legal actions, seats in any order.

    While choices are secret, seats come in any order and may have made some of theirs.
    """
    moments = [Round(deal)]
    while not moments[-1].is_over:
        now = moments[-1]
        seat = random.choice(now.waiting_seats or (now.position.turn,))
        moments.append(now.play(random.choice(now.legal_actions_for(seat)), seat))
    return Moments(moments)


@st.composite
def whole_rounds(draw: st.DrawFn, of: st.SearchStrategy[Edition] | None = None) -> Moments:
    """A round at every moment from the deal to the end."""
    return whole_round(draw(deals(of)), Random(draw(seeds)))


def length_of_round(of: Edition) -> int:
    """How many actions a round has."""
    return len(of.passes) + of.choosers + of.tricks * len(of.plays)


@st.composite
def rounds(draw: st.DrawFn, of: st.SearchStrategy[Edition] | None = None) -> Round:
    """A round that stops anywhere, half-way through a secret stage included."""
    deal = draw(deals(of))
    stop = draw(st.integers(0, length_of_round(deal.edition)))
    return whole_round(deal, Random(draw(seeds)))[stop]


@st.composite
def unfinished_rounds(draw: st.DrawFn, of: st.SearchStrategy[Edition] | None = None) -> Round:
    """A round that stops anywhere before its end."""
    deal = draw(deals(of))
    stop = draw(st.integers(0, length_of_round(deal.edition) - 1))
    return whole_round(deal, Random(draw(seeds)))[stop]


@st.composite
def secret_rounds(draw: st.DrawFn) -> Round:
    """A round that stops anywhere before its first lead, while choices are made in secret."""
    deal = draw(deals())
    stop = draw(st.integers(0, len(deal.edition.passes) + deal.edition.choosers - 1))
    return whole_round(deal, Random(draw(seeds)))[stop]


@st.composite
def viewed_rounds(draw: st.DrawFn) -> tuple[Round, int | None]:
    """A round that stops anywhere and who looks at it: a seat, or an onlooker (None)."""
    played = draw(rounds())
    return played, draw(st.none() | st.sampled_from(range(played.edition.seats)))


def cards_to_play(played: Round) -> st.SearchStrategy[Action]:
    """What the seat to act may do."""
    return st.sampled_from(played.legal_actions)


@st.composite
def matches(draw: st.DrawFn, among: st.SearchStrategy[Edition] | None = None) -> Match:
    """A match of any of these editions after any number of rounds with any scores."""
    of = draw(editions() if among is None else among)
    match = Match(of, draw(st.integers(0, of.players - 1)))
    scores = st.tuples(*[st.integers(-100, 100)] * of.seats)
    for _ in range(draw(st.integers(0, 8))):
        if match.is_over:
            break
        match = match.after(draw(scores))
    return match


@st.composite
def finished_matches(draw: st.DrawFn) -> Match:
    """A match with any scores that has reached its end."""
    of = draw(editions())
    match = Match(of, draw(st.integers(0, of.players - 1)))
    random = Random(draw(seeds))
    while not match.is_over:
        match = match.after(tuple(random.randint(-50, 100) for _ in range(of.seats)))
    return match


# What a record itself writes beside names, and may so stand in a name.
WORDS_OF_RECORDS = ("leads", "takes", "buys", "1.", "Y7", "B24", "-", "#", "Names:", "Scores:")
letters = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"], exclude_characters="|;"),
    min_size=1,
    max_size=12,
)
names = (
    st.lists(letters | st.sampled_from(WORDS_OF_RECORDS), min_size=1, max_size=4)
    .map(" ".join)
    .filter(lambda name: name == name.strip() and name.isprintable())
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of a round that stops anywhere, with any names."""
    played = draw(rounds())
    seats = played.edition.seats
    return Record(played, tuple(draw(st.lists(names, min_size=seats, max_size=seats, unique=True))))
