"""The heuristic playout policy: compiled, quick, and fair.

It looks at the cards of the seat to act, at the trick, and at what has been played; never at the
hidden cards of others.  It is meant for the leaves of a search, not for the table: it forgets who
passed what, and which suits the others lack.

A card's score is a weighted sum.  The weights were fitted so that the card with the highest score
is the one that `perfect_information` values most in rounds of six editions; see
`benchmarks/results-players.md`.
"""

from typing import NamedTuple

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.compile.primitives import nth
from bottleimp.kernel.policies import register_policy, uniform_action
from bottleimp.kernel.rng import RngState, mix64
from bottleimp.rules.cardsets import lowest, singleton, size, under, without_lowest
from bottleimp.rules.position import Layout, Position, is_choosing, is_passing, suit_of
from bottleimp.rules.scoring import card_points
from bottleimp.rules.tricks import dearest_bottle, winning_card
from bottleimp.rules.turns import legal_actions

INVERSE_EPSILON = 10  # one action in this many is drawn from all legal ones
MIN_MEAN_POINTS = 0.01  # points of a card, so that one can divide by it

# How fast chances fade: that nobody beats a card, with the share of the cards out that are better
# and of the led suit, or of another; of being stuck, with the number of lower cards out; of taking
# a trick later, with the share of better cards.
BEATEN_IN_SUIT_DECAY, BEATEN_DECAY = 4.0, 3.0
STUCK_DECAY, STUCK_SLOW_DECAY = 1.0, 0.25
LATER_TRICK_DECAY = 8.0


class PolicyWeights(NamedTuple):
    """What each thing is worth that can be said of a card.

    Points count in means of the cards that are out.  What may be lost is the points of the side
    so far and one mean for each card held.
    """

    # A card under the price that takes the trick, times the chance that it does.
    buy_points: float = 2.35  # for each point of the trick
    buy: float = 9.21
    buy_stuck: float = -3.14  # for each point that may be lost, times the chance to be stuck
    buy_perhaps_stuck: float = -3.39  # the same, with a chance that fades slowly
    buy_again: float = -4.66  # the same, for an owner who would be stuck already
    # Another card that takes the trick, likewise.
    win_points: float = 2.47
    win: float = 7.11
    # Each point of a card that does not take the trick.
    shed_points: float = -3.51
    shed_points_to_partner: float = -6.01
    shed_points_as_owner: float = -5.69
    # Being rid of a card under the price.
    low_stuck: float = 2.43  # times the chance to be stuck with it
    low_stuck_late: float = -46.6  # the same, over the number of cards held
    low_perhaps: float = 4.44
    low_perhaps_late: float = 8.67
    low_depth: float = 8.83  # for each place under the price, over the number of cards out
    low_lower_card_kept: float = -3.53  # if a lower one is kept
    low_bought_stuck: float = 4.57  # the same, if a card on the table buys
    lead_stuck: float = 10.34  # on lead, times the chance to be stuck
    # Being rid of another card.
    high_taker: float = -27.97  # times its chance to take a trick later
    high_beaten: float = 2.55  # for the share of cards that beat it
    lead_beaten: float = 2.31  # the same on lead
    # Being rid of the last card of a suit.
    singleton: float = 2.18


POLICY_WEIGHTS = PolicyWeights()


@inline_jit
def decay(amount: float) -> float:
    """From 1 down to 0 as the amount grows; cheaper than an exponential."""
    return 1.0 / (1.0 + amount * (1.0 + 0.5 * amount))


@inline_jit
def choose_pass(layout: Layout, position: Position, cards: int) -> int:
    """The lowest cards go to others, the next lowest to the imp's trick."""
    made = position.passes_made
    imps_trick = len(position.hands)
    if layout.pass_target[made] != imps_trick:
        return lowest(cards)
    for_others = 0
    for later in range(made + 1, len(layout.pass_seat)):
        if layout.pass_seat[later] != layout.pass_seat[made]:
            break
        if layout.pass_target[later] != imps_trick:
            for_others += 1
    return nth(cards, min(for_others, size(cards) - 1))


class TrickContext(NamedTuple):
    """What the seat to act sees, the same for all its cards."""

    own_cards: int  # cards it holds
    outstanding: int  # cards that it has not seen
    inverse_outstanding: float  # one over the number of cards out
    mean_points: float  # points of a card that is out
    trick_points: float  # points of the trick, those to come included
    at_stake: float  # points that may be lost
    plays_to_come: float  # plays to this trick after this one
    price: int
    owns_bottle: float  # 1 if the side owns the bottle for sale
    stuck_chance: float  # the chance that it remains so
    inverse_hand_size: float  # one over the number of cards held


@inline_jit
def trick_context(layout: Layout, position: Position) -> TrickContext:
    """The outlook of the seat to act."""
    side = layout.side[position.turn]
    own, seen, taken = 0, position.trick, 0
    for hand in range(len(position.hands)):
        if layout.hand_seat[hand] == position.turn:
            own |= position.hands[hand]
    for seat in range(len(position.won)):
        seen |= position.won[seat]
        if layout.side[seat] == side:
            taken |= position.won[seat]
    out = 0
    for suit in layout.suits:
        out |= suit
    out &= ~(own | seen)
    bottle = dearest_bottle(position.prices)
    price, owner = position.prices[bottle], position.owners[bottle]
    owns = 1.0 if owner >= 0 and layout.side[owner] == side else 0.0
    share = 1.0 / (size(out) + 0.5)
    mean = card_points(layout, out) * share + MIN_MEAN_POINTS
    to_come = float(layout.plays_per_trick - 1 - position.plays_made)
    return TrickContext(
        own_cards=own,
        outstanding=out,
        inverse_outstanding=share,
        mean_points=mean,
        trick_points=card_points(layout, position.trick) / mean + to_come,
        at_stake=card_points(layout, taken) / mean + size(own),
        plays_to_come=to_come,
        price=price,
        owns_bottle=owns,
        stuck_chance=owns * decay(STUCK_DECAY * size(under(out, price))),
        inverse_hand_size=1.0 / size(own),
    )


@inline_jit
def chance_to_take(
    layout: Layout, position: Position, context: TrickContext, card: int, better: int
) -> float:
    """The chance that the card takes the trick, if these are the cards out that beat it."""
    if winning_card(position.trick | singleton(card), context.price) != card:
        return 0.0
    led = position.led_suit if position.led_suit else suit_of(layout.suits, card)
    in_suit = size(better & led)
    others = size(better) - in_suit
    return decay(
        context.plays_to_come
        * context.inverse_outstanding
        * (BEATEN_IN_SUIT_DECAY * in_suit + BEATEN_DECAY * others)
    )


@inline_jit
def low_card_score(
    position: Position, context: TrickContext, card: int, chance: float, points: float
) -> float:
    """What there is to say of playing a card under the price."""
    lower = size(under(context.outstanding, card))
    stuck, perhaps = decay(STUCK_DECAY * lower), decay(STUCK_SLOW_DECAY * lower)
    score = chance * (
        POLICY_WEIGHTS.buy_points * (context.trick_points + points)
        + POLICY_WEIGHTS.buy
        + context.at_stake
        * (
            POLICY_WEIGHTS.buy_stuck * stuck
            + POLICY_WEIGHTS.buy_perhaps_stuck * perhaps
            + POLICY_WEIGHTS.buy_again * context.stuck_chance
        )
    )
    score += (
        POLICY_WEIGHTS.low_stuck + POLICY_WEIGHTS.low_stuck_late * context.inverse_hand_size
    ) * stuck
    score += (
        POLICY_WEIGHTS.low_perhaps + POLICY_WEIGHTS.low_perhaps_late * context.inverse_hand_size
    ) * perhaps
    score += POLICY_WEIGHTS.low_depth * (context.price - card) * context.inverse_outstanding
    if under(context.own_cards, card):
        score += POLICY_WEIGHTS.low_lower_card_kept
    if position.trick == 0:
        score += POLICY_WEIGHTS.lead_stuck * stuck
    elif under(position.trick, context.price):
        score += POLICY_WEIGHTS.low_bought_stuck * stuck
    return score


@inline_jit
def high_card_score(
    position: Position, context: TrickContext, better: int, chance: float, points: float
) -> float:
    """What there is to say of playing a card above the price."""
    beaten = size(better) * context.inverse_outstanding
    score = chance * (
        POLICY_WEIGHTS.win_points * (context.trick_points + points) + POLICY_WEIGHTS.win
    )
    score += (
        POLICY_WEIGHTS.high_taker * decay(LATER_TRICK_DECAY * beaten)
        + POLICY_WEIGHTS.high_beaten * beaten
    )
    if position.trick == 0:
        score += POLICY_WEIGHTS.lead_beaten * beaten
    return score


@inline_jit
def choose_card(layout: Layout, position: Position, cards: int) -> int:
    """The legal card with the best outlook for this trick and the bottle."""
    seen = trick_context(layout, position)
    buyers = under(seen.outstanding, seen.price)
    given = POLICY_WEIGHTS.shed_points + POLICY_WEIGHTS.shed_points_as_owner * seen.owns_bottle
    if position.trick and layout.side[position.taker] == layout.side[position.turn]:
        given += POLICY_WEIGHTS.shed_points_to_partner
    best, best_score = lowest(cards), -1e9
    rest = cards
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        points = card_points(layout, singleton(card)) / seen.mean_points
        is_low = card < seen.price
        below = under(seen.outstanding, card)
        better = buyers & ~below if is_low else buyers | (seen.outstanding & ~below)
        chance = chance_to_take(layout, position, seen, card, better)
        score = given * (1.0 - chance) * points
        if size(seen.own_cards & suit_of(layout.suits, card)) == 1:
            score += POLICY_WEIGHTS.singleton
        if is_low:
            score += low_card_score(position, seen, card, chance, points)
        else:
            score += high_card_score(position, seen, better, chance, points)
        if score > best_score:
            best, best_score = card, score
    return best


def heuristic_action(layout: Layout, position: Position, stream: RngState) -> int:
    """The heuristic action; in a tenth of the cases any legal action, so that playouts differ."""
    number = mix64(stream)
    if int(number & 0xFFFF) % INVERSE_EPSILON == 0 or is_choosing(layout, position):
        return uniform_action(layout, position, stream)
    cards = legal_actions(layout, position)
    if without_lowest(cards) == 0:
        return lowest(cards)
    if is_passing(layout, position):
        return choose_pass(layout, position, cards)
    return choose_card(layout, position, cards)


HEURISTIC_POLICY = register_policy("heuristic", heuristic_action)
"""The policy that follows the rules of thumb: strong for what it costs."""
