"""The numbers by which `rules_of_thumb` weighs one thing against another.

The chances are fitted (by logistic regression) to what became of the cards that the player held in
rounds against itself in every edition; the rest was tried in the arena, against an earlier state of
the player.  See `docs/explanation/strategy.md`.
"""

from typing import NamedTuple


class HeuristicWeights(NamedTuple):
    """Terms of logits, and factors.  Cards count as far as others hold them, on average."""

    # The chance that a card under the price, still held, is the last that buys the bottle.
    last_sale: float = 1.5
    last_sale_cards_under: float = 11.0  # cards under it, for each play of others to come
    last_sale_cards_between: float = 1.7  # cards between it and the price, likewise
    last_sale_tricks: float = 0.12  # tricks to come
    last_sale_lower_own_cards: float = 0.37  # own cards under it
    # With a second bottle the last two sales count, and one card under it relieves nobody.
    second_bottle_cards_under: float = -6.0
    second_bottle_cards_between: float = 2.5
    # The chance that a card takes the trick to which it will be played.
    high_card: float = 2.15
    high_card_beaten: float = 4.15  # share of higher cards, for each other play of a trick
    high_card_bought: float = 0.78  # share of cards under the price, likewise
    low_card: float = 0.14
    low_card_topped: float = 2.8  # share of cards between it and the price
    low_card_late: float = 3.2  # share of cards under it
    # Points of the tricks so taken, over the mean trick.
    high_tricks: float = 1.15
    low_tricks: float = 0.4
    # Among how many of the cards that may be his a rival seems to choose when he likes to win.
    rival_card_choices: float = 1.6
    # How much the points that the mean rival takes count against one.
    rival_points: float = 1.0
    # Points of a hidden card of the imp's trick, over the mean of the cards that are out.
    hidden_discard_points: float = 0.6
    # In the exchange, in mean points of a card: what a last sale costs, what company is worth.
    last_sale_cost: float = 20.0
    long_suit: float = 0.08


DEFAULT_WEIGHTS = HeuristicWeights()
