"""The numbers by which `rules_of_thumb` weighs one thing against another.

How they were found: the chances are fitted (by logistic regression) to what became of the cards
that the player held in rounds against itself; the rest was tried in the arena.  See
`docs/explanation/strategy.md`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """Logits, unless said otherwise; `a_card` means for each card among those of others."""

    # The last sale: the chance that a low card, still held, is the price in the end.
    last_sale: float = 0.85
    last_sale_relief: float = 11.0  # cards under it that are out, for each play to come
    last_sale_cover: float = 1.7  # cards between it and the price, for each play to come
    last_sale_tricks: float = 0.12  # tricks to come
    last_sale_company: float = 0.37  # own cards under it
    # A second bottle: the last two sales count, and one card under it relieves nobody.
    second_relief: float = -6.0
    second_cover: float = 2.5
    # The chance that a card takes the trick to which it will be played.
    high_card: float = 2.15
    high_card_beaten: float = 4.15  # share of higher cards, for each other play of a trick
    high_card_bought: float = 0.78  # share of cards under the price, likewise
    low_card: float = 0.14
    low_card_topped: float = 2.8  # share of cards between it and the price
    low_card_late: float = 3.2  # share of cards under it
    # Factors.
    eager: float = 1.3  # cards among which a rival who may win seems to choose
    high_tricks: float = 1.0  # points of a trick that a high card takes, over the mean
    low_tricks: float = 0.8
    rivalry: float = 1.0  # what rivals take counts against one
    imps_trick: float = 0.6  # points of a discard, over the mean of the cards that are out


WEIGHTS = Weights()
