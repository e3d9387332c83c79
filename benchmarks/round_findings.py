"""What many rounds among computer players say about the game, as numbers.

`million_rounds.py` shows them as tables and pictures.  Rounds are independent of each other, so
intervals are those of means of as many values.  What stands beside a card was chosen by players who
looked at their hands: `gains_beyond_the_hand` takes out what the cards of the hand add up to, and
no more than that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bottleimp.data import Dataset
from bottleimp.errors import BottleImpError

Array = npt.NDArray[Any]

NORMAL_QUANTILE = 1.96  # of 95 % intervals; there are thousands of rounds behind each
MIN_COUNT = 1000  # rounds; with fewer a row says nothing
CHUNK = 50_000  # rounds that are worked on at a time, for memory


@dataclass(frozen=True)
class Rounds:
    """The columns that are asked for here, and the printed number of every place of the deck."""

    dataset: Dataset
    numbers: Array
    deal: Array
    exchange: Array
    plays: Array
    play_seats: Array
    sold: Array
    prices: Array  # (round, trick), of the only bottle
    owners: Array  # (round,)
    gains: Array  # (round, seat): the score less the mean of the others' scores
    scores: Array

    @property
    def count(self) -> int:
        """How many rounds there are."""
        return len(self.scores)

    @property
    def deck_size(self) -> int:
        """The places of the deck, the start price among them."""
        return len(self.numbers)

    def label(self, place: int) -> str:
        """The card at a place, such as `Y12`; the start price has no suit."""
        named = {card.place: f"{card.suit[0].upper()}{card.number}" for card in self.dataset.deck}
        return named.get(place, "19")


def rounds_of(dataset: Dataset) -> Rounds:
    """The rounds of a data set in which each seat plays for itself for one bottle."""
    edition, scores = dataset.edition, dataset.numpy("scores").astype(np.float64)
    if edition.bottles > 1 or edition.has_sides or edition.driven or edition.choosers:
        raise BottleImpError(
            f"{edition.text} has two bottles, sides or hands to open: not analysed."
        )
    others = (scores.sum(axis=1, keepdims=True) - scores) / (edition.seats - 1)
    numbers = [float(edition.deck.label_at(place)) for place in range(edition.deck.size)]
    return Rounds(
        dataset=dataset,
        numbers=np.array(numbers),
        deal=dataset.numpy("deal"),
        exchange=dataset.numpy("exchange"),
        plays=dataset.numpy("plays"),
        play_seats=dataset.numpy("play_seats"),
        sold=dataset.numpy("sold"),
        prices=dataset.numpy("prices")[:, :, 0],
        owners=dataset.numpy("owners")[:, 0],
        gains=scores - others,
        scores=scores,
    )


@dataclass(frozen=True)
class Mean:
    """A mean of independent rounds and half of its 95 % interval."""

    mean: float
    half_width: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.half_width:.2f}"


def mean_of(values: Array) -> Mean:
    """The mean of some values, one from each of as many rounds."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else float("inf")
    return Mean(
        float(values.mean()), NORMAL_QUANTILE * spread / float(np.sqrt(len(values))), len(values)
    )


@dataclass(frozen=True)
class CardSales:
    """A card under the start price: in which share of all rounds it buys, and is the last price."""

    place: int
    bought: float
    last: float

    @property
    def stuck_if_bought(self) -> float:
        """Of the rounds in which it buys the bottle, the share in which it is the last to."""
        return self.last / self.bought if self.bought else 0.0


def card_sales(rounds: Rounds) -> list[CardSales]:
    """What becomes of every card under the start price, ascending."""
    bought = np.bincount(rounds.prices[rounds.sold >= 0], minlength=rounds.deck_size)
    last = np.bincount(rounds.prices[:, -1], minlength=rounds.deck_size)
    start = rounds.dataset.description.start_price
    return [
        CardSales(place, bought[place] / rounds.count, last[place] / rounds.count)
        for place in range(start)
    ]


@dataclass(frozen=True)
class TrickPrices:
    """A trick: how often it sells the bottle and for the last time, and the price after it."""

    sold: float
    sold_last: float
    mean: float
    quartiles: tuple[float, float, float]


def trick_prices(rounds: Rounds) -> list[TrickPrices]:
    """The price trick by trick."""
    is_sold, tricks = rounds.sold >= 0, rounds.sold.shape[1]
    last_sale = tricks - 1 - np.argmax(is_sold[:, ::-1], axis=1)
    found = []
    for trick in range(tricks):
        price = rounds.numbers[rounds.prices[:, trick]]
        low, middle, high = np.quantile(price, (0.25, 0.5, 0.75)).tolist()
        found.append(
            TrickPrices(
                float(is_sold[:, trick].mean()),
                float((last_sale == trick).mean()),
                float(price.mean()),
                (low, middle, high),
            )
        )
    return found


def seat_worth(rounds: Rounds) -> list[tuple[Mean, Mean, float]]:
    """For every seat: its score, its gain over the others, and how often it is stuck."""
    return [
        (
            mean_of(rounds.scores[:, seat]),
            mean_of(rounds.gains[:, seat]),
            float((rounds.owners == seat).mean()),
        )
        for seat in range(rounds.scores.shape[1])
    ]


def one_hot(places: Array, width: int, present: Array | None = None) -> Array:
    """Cards as rows of zeros and ones; `present` says which of the places count."""
    rows = np.zeros((len(places), width))
    row_numbers = np.broadcast_to(np.arange(len(places))[:, None], places.shape)
    if present is None:
        rows[row_numbers, places] = 1
    else:
        rows[row_numbers[present], places[present]] = 1
    return rows


def chunks(rounds: Rounds) -> Iterator[slice]:
    """The rounds, some thousands at a time."""
    for first in range(0, rounds.count, CHUNK):
        yield slice(first, min(first + CHUNK, rounds.count))


def dealt_hands(rounds: Rounds, seat: int, rows: slice) -> Array:
    """What the seat was dealt, as zeros and ones."""
    sizes = [size for _, size in rounds.dataset.description.hands]
    first = sum(sizes[:seat])
    return one_hot(rounds.deal[rows, first : first + sizes[seat]], rounds.deck_size)


def played_hands(rounds: Rounds, seat: int, rows: slice) -> Array:
    """What the seat held after the exchange, as zeros and ones: all of it is played."""
    present = rounds.play_seats[rows] == seat
    return one_hot(rounds.plays[rows], rounds.deck_size, present)


def card_values(hands: Iterator[tuple[Array, Array]], width: int) -> Array:
    """The numbers by which the cards of a hand add up to its gain as well as they can.

    `hands` are rows of zeros and ones with their gains.  Only differences between cards count.
    """
    products, targets = np.zeros((width, width)), np.zeros(width)
    for rows, gains in hands:
        products += rows.T @ rows
        targets += rows.T @ gains
    fitted: Array = np.linalg.pinv(products) @ targets
    return fitted


def held_card_values(rounds: Rounds) -> Array:
    """What every card in hand is worth after the exchange, in any seat; their mean is zero."""
    seats = range(rounds.scores.shape[1])
    values = card_values(
        (
            (played_hands(rounds, seat, rows), rounds.gains[rows, seat])
            for rows in chunks(rounds)
            for seat in seats
        ),
        rounds.deck_size,
    )
    cards = [card.place for card in rounds.dataset.deck]
    values[cards] -= values[cards].mean()
    return values


def gains_beyond_the_hand(rounds: Rounds, seat: int, *, is_dealt: bool) -> Array:
    """The seat's gain less what the cards of its hand let expect, dealt or after the exchange."""
    hands = dealt_hands if is_dealt else played_hands
    values = card_values(
        ((hands(rounds, seat, rows), rounds.gains[rows, seat]) for rows in chunks(rounds)),
        rounds.deck_size,
    )
    expected = [hands(rounds, seat, rows) @ values for rows in chunks(rounds)]
    beyond: Array = rounds.gains[:, seat] - np.concatenate(expected)
    return beyond


def by_card(cards: Array, values: Array, width: int) -> dict[int, Mean]:
    """The mean of the values for each card that occurs often enough."""
    counts = np.bincount(cards, minlength=width)
    return {
        place: mean_of(values[cards == place])
        for place in range(width)
        if counts[place] >= MIN_COUNT
    }


def first_leads(rounds: Rounds) -> dict[int, tuple[Mean, Mean]]:
    """For each card led to the first trick: the leader's gain, and that beyond its hand."""
    cards = rounds.plays[:, 0]
    plain = by_card(cards, rounds.gains[:, 0], rounds.deck_size)
    beyond = by_card(cards, gains_beyond_the_hand(rounds, 0, is_dealt=False), rounds.deck_size)
    return {place: (plain[place], beyond[place]) for place in plain}


def pass_worth(rounds: Rounds) -> dict[str, dict[int, Mean]]:
    """For the imp's trick, the left and the right: the giver's gain beyond its hand, by card."""
    seats, passes = rounds.scores.shape[1], rounds.dataset.passes
    beyond = [gains_beyond_the_hand(rounds, seat, is_dealt=True) for seat in range(seats)]
    given: dict[str, tuple[list[Array], list[Array]]] = {}
    for column, step in enumerate(passes):
        to = step.to
        if to.startswith("hand "):
            to = "left" if (int(to[5:]) - step.seat) % seats == 1 else "right"
        cards, values = given.setdefault(to, ([], []))
        cards.append(rounds.exchange[:, column])
        values.append(beyond[step.seat])
    return {
        to: by_card(np.concatenate(cards), np.concatenate(values), rounds.deck_size)
        for to, (cards, values) in given.items()
    }
