"""Styles of human play: what each of them likes in a card, as weights of one sum.

They are strangers to the networks, by which these are measured and in whose company some of them
are trained.  None is meant to be strong, and none was fitted to anything.  Which of them serve for
measuring alone is fixed in `bottleimp.analysis.evaluation.panel`.
"""

from typing import NamedTuple


class Style(NamedTuple):
    """What a card is worth to a style.  Points count in means of the cards of the deck."""

    # What the style notices.
    sees_price: float = 1.0  # 0: plays as if the highest card took every trick
    remembers: float = 0.0  # 1: cards that were played are not out any more
    # Any card, by its place in the deck from 0 to 1.
    place: float = 0.0
    # A card under the price.
    low: float = 0.0
    low_place: float = 0.0  # times its place, from 0 to 1 at the price
    buy: float = 0.0  # if it is winning now, so that it would buy the bottle
    cover: float = 0.0  # if a higher card under the price is winning, so that it goes quietly
    stuck: float = 0.0  # if it is winning now, over one more than the lower cards that are out
    # Another card that is winning now.
    take: float = 0.0
    # Any card that is winning now, times the chance that it stays so.
    win: float = 0.0
    trick_points: float = 0.0  # for each point of the trick
    # Each point of the card, if another side takes it; partners are given points as gladly.
    given_points: float = 0.0
    # A card that is passed to a hand, and one that goes into the imp's trick.
    pass_place: float = 0.0
    pass_points: float = 0.0
    discard_place: float = 0.0
    discard_points: float = 0.0
    # Which of two hands it opens.
    opens_higher: float = 0.0  # 1: the one with the higher cards, else that with the lower ones


STYLES: dict[str, Style] = {
    # Takes cards for what they are in most games: high ones take tricks, low ones are worthless.
    "beginner": Style(
        sees_price=0.0, place=-1.0, win=6.0, trick_points=2.0, given_points=-2.0,
        pass_place=-1.0, discard_points=-1.0, discard_place=-0.5,
    ),
    # Buys only when nothing else is left, and hides low cards under those of others.
    "cautious": Style(
        place=-1.0, low_place=1.0, buy=-30.0, cover=12.0, stuck=-4.0,
        win=2.0, trick_points=1.5, given_points=-1.0,
        pass_place=-1.0, discard_place=-1.0,
    ),
    # Takes every trick it can, with the bottle or without.
    "greedy": Style(
        place=-0.5, buy=10.0, take=10.0, win=6.0, trick_points=2.0, given_points=-2.0,
        pass_points=-1.0, discard_points=-1.0, opens_higher=1.0,
    ),
    # Plays the highest card that is legal, and passes and discards the highest.
    "highest": Style(place=1.0, pass_place=1.0, discard_place=1.0, opens_higher=1.0),
    # Gets rid of low cards as soon as it may, whether they buy or not.
    "low_dumper": Style(
        place=-0.5, low=12.0, low_place=-4.0, win=3.0, trick_points=1.5, given_points=-1.5,
        pass_place=-1.0, discard_place=-1.0,
    ),
    # Keeps low cards for the end, and parts with high ones in the exchange.
    "low_hoarder": Style(
        place=-0.5, low=-20.0, low_place=4.0, win=4.0, trick_points=2.0, given_points=-1.5,
        pass_place=1.0, discard_place=0.5, discard_points=-0.5, opens_higher=1.0,
    ),
    # Plays the lowest card that is legal, and passes and discards the lowest.
    "lowest": Style(place=-1.0, pass_place=-1.0, discard_place=-1.0),
    # Knows which cards are out, and looks no further than the trick on the table.
    "memoriser": Style(
        remembers=1.0, place=-0.5, buy=1.0, cover=5.0, stuck=-16.0,
        win=3.0, trick_points=2.0, given_points=-2.0,
        pass_place=-1.0, discard_place=-0.5, discard_points=-0.5,
    ),
}  # fmt: skip

STYLE_NUMBERS = {name: number for number, name in enumerate(STYLES)}
STYLE_ROWS = tuple(STYLES.values())
"""The styles as compiled code takes them, by number."""
