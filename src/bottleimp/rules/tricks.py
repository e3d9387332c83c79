"""One trick: which cards may be played to it, and which of them takes it."""

from bottleimp.rules.cardsets import highest, lowest, singleton, under


def playable_cards(hand: int, led_suit: int) -> int:
    """The cards of the led suit; the whole hand when it is void or on lead."""
    same_suit = hand & led_suit
    return same_suit if same_suit else hand


def winning_card(trick: int, price: int) -> int:
    """The highest card under the price; failing that, the highest card."""
    buyers = under(trick, price)
    return highest(buyers if buyers else trick)


def dearest_bottle(prices: tuple[int, ...]) -> int:
    """The bottle for sale: the one that costs most, the first of equals."""
    bottle = 0
    for other in range(1, len(prices)):
        if prices[other] > prices[bottle]:
            bottle = other
    return bottle


def lopakas_card(cards: int, trick: int, price: int) -> int:
    """The highest of the legal cards that would be winning now; failing that, the lowest.

    On lead every card is winning, so this is the highest card.
    """
    rest = cards
    while rest:
        card = highest(rest)
        if winning_card(trick | singleton(card), price) == card:
            return card
        rest &= ~singleton(card)
    return lowest(cards)
