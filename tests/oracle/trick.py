"""One trick: which cards may be played, which card wins it, which bottle is sold."""

from dataclasses import dataclass

from tests.oracle.cards import ascending, number_of, suit_of

Play = tuple[int, str]  # the seat and the card


@dataclass(frozen=True)
class OracleTrick:
    """A finished trick.

    `prices_after` has one price for each bottle; `price_after` is the higher of them.
    """

    leader: int
    plays: list[Play]
    taker: int
    sold: bool
    price_after: str
    prices_after: list[str]


def cards_that_may_be_played(deck: str, hand: list[str], trick: list[str]) -> list[str]:
    """The cards of one hand that may be added to the trick.

    The leader plays any card. Everyone else follows the suit of the first card of the trick if
    the hand played from holds it, and may play anything otherwise.
    """
    if trick == []:
        return ascending(hand)
    led = suit_of(deck, trick[0])
    following = [card for card in hand if suit_of(deck, card) == led]
    if following != []:
        return ascending(following)
    return ascending(hand)


def winning_card(trick: list[str], price: str) -> str:
    """The card that wins the trick.

    If no card is below the price, the highest number wins, whatever its suit.
    If one or more are below the price, the highest of those wins.
    """
    below = [card for card in trick if number_of(card) < number_of(price)]
    if below == []:
        return max(trick, key=number_of)
    return max(below, key=number_of)


def bottle_for_sale(prices: list[str]) -> int:
    """The place of the bottle with the higher price; the first one at equal prices."""
    for_sale = 0
    for bottle in range(len(prices)):
        if number_of(prices[bottle]) > number_of(prices[for_sale]):
            for_sale = bottle
    return for_sale


def lopakas_card(deck: str, hand: list[str], trick: list[str], price: str) -> str:
    """The one card Lopaka plays: he looks only at his hand and the current trick."""
    legal = cards_that_may_be_played(deck, hand, trick)
    # Leading, his highest card.
    if trick == []:
        return max(legal, key=number_of)
    # If a legal card would be winning the trick at this moment, the highest such card.
    winning = [card for card in legal if winning_card([*trick, card], price) == card]
    if winning != []:
        return max(winning, key=number_of)
    # Else his lowest legal card.
    return min(legal, key=number_of)
