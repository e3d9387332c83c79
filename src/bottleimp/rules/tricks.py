"""One trick: which cards may be played to it, and which of them takes it."""

from bottleimp.rules.cardsets import highest, lowest, singleton, under


def playable_cards(hand: int, led_suit: int) -> int:
    """The cards of the led suit; the whole hand if it has none, or if it leads."""
    same_suit = hand & led_suit
    return same_suit if same_suit else hand


def winning_card(trick: int, price: int) -> int:
    """The highest card under the price; if there is none, the highest card."""
    buyers = under(trick, price)
    return highest(buyers if buyers else trick)


def dearest_bottle(prices: tuple[int, ...]) -> int:
    """The bottle for sale: the one with the highest price, and the first of several."""
    bottle = 0
    for other in range(1, len(prices)):
        if prices[other] > prices[bottle]:
            bottle = other
    return bottle


def lopakas_card(cards: int, trick: int, price: int) -> int:
    """The highest legal card that would be winning now; if there is none, the lowest legal card.

    On lead every card would be winning, so he plays his highest card.
    """
    rest = cards
    while rest:
        card = highest(rest)
        if winning_card(trick | singleton(card), price) == card:
            return card
        rest &= ~singleton(card)
    return lowest(cards)
