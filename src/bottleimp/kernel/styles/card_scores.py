"""What a style says of a card: a sum of what it notices, from what one seat knows."""

from typing import NamedTuple

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.heuristics.card_counts import is_rival
from bottleimp.kernel.styles.style import Style
from bottleimp.rules.cardsets import singleton, size, under
from bottleimp.rules.position import Layout
from bottleimp.rules.scoring import card_points
from bottleimp.rules.tricks import dearest_bottle, winning_card


class StyleView(NamedTuple):
    """What a style notices at the table, the same for all cards of its hand."""

    price: int  # of the bottle for sale; 0 for a style that does not see it
    trick: int  # the cards on the table
    out: int  # the cards that others may hold, as far as the style remembers
    mean_points: float  # of a card of the deck
    plays_to_come: int  # to this trick, after the card
    is_for_rival: bool  # whether the trick goes to another side so far


@inline_jit
def style_view(layout: Layout, style: Style, info_state: InfoState) -> StyleView:
    """What the style notices."""
    deck, own, known, trick = 0, 0, 0, 0
    for suit in layout.suits:
        deck |= suit
    for hand in range(len(layout.hand_seat)):
        if layout.hand_seat[hand] == info_state.seat:
            own |= info_state.hands[hand]
        else:
            known |= info_state.hands[hand]
    for cards in info_state.on_table:
        trick |= cards
    out = info_state.unseen | known if style.remembers else deck & ~(own | trick)
    price = info_state.prices[dearest_bottle(info_state.prices)] if style.sees_price else 0
    return StyleView(
        price, trick, out, card_points(layout, deck) / size(deck),
        layout.plays_per_trick - 1 - info_state.plays_made,
        trick == 0 or is_rival(layout, info_state.taker, info_state.seat),
    )  # fmt: skip


@inline_jit
def chance_to_keep_trick(view: StyleView, card: int) -> float:
    """The chance that no later play beats a card that is winning now, if plays are random."""
    buyers = under(view.out, view.price)
    below = under(view.out, card)
    better = buyers & ~below if card < view.price else buyers | (view.out & ~below)
    number = size(view.out)
    share = 1.0 - size(better) / number if number else 1.0
    chance = 1.0
    for _ in range(view.plays_to_come):
        chance *= share
    return chance


@inline_jit
def play_score(layout: Layout, style: Style, view: StyleView, card: int) -> float:
    """How much the style likes to play the card."""
    points = card_points(layout, singleton(card)) / view.mean_points
    wins = winning_card(view.trick | singleton(card), view.price) == card
    score = style.place * card / layout.deck_size
    if card < view.price:
        score += style.low + style.low_place * card / view.price
        if wins:
            score += style.buy + style.stuck / (1 + size(under(view.out, card)))
        else:
            score += style.cover
    elif wins:
        score += style.take
    if wins:
        chance = chance_to_keep_trick(view, card)
        of_trick = card_points(layout, view.trick) / view.mean_points + points
        score += chance * (style.win + style.trick_points * of_trick)
        score += (1.0 - chance) * style.given_points * points
    elif view.is_for_rival:
        score += style.given_points * points
    else:
        score -= style.given_points * points
    return score


@inline_jit
def pass_score(layout: Layout, style: Style, view: StyleView, card: int) -> float:
    """How much the style likes to pass the card to a hand."""
    points = card_points(layout, singleton(card)) / view.mean_points
    return style.pass_place * card / layout.deck_size + style.pass_points * points


@inline_jit
def discard_score(layout: Layout, style: Style, view: StyleView, card: int) -> float:
    """How much the style likes to put the card into the imp's trick."""
    points = card_points(layout, singleton(card)) / view.mean_points
    return style.discard_place * card / layout.deck_size + style.discard_points * points
