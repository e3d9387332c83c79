"""What happened in finished rounds, told from the deal and the record of each.

`vector_steps` keeps both while rounds are played; here each record is replayed once, in compiled
code, and what analyses ask for is written down: who played what, who took each trick, how the
price fell, who owned a bottle at the end.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.encoding.position_rows import position_template
from bottleimp.kernel.vector_steps import HISTORY_ACTION, HISTORY_SEAT, SmallInts
from bottleimp.rules.cardsets import lowest, with_entry, without_lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.scoring import card_points, scores
from bottleimp.rules.tricks import dearest_bottle
from bottleimp.rules.turns import advance

MediumInts = npt.NDArray[np.int16]

NOT_SOLD = -1  # a trick that sold no bottle


class RoundFacts(NamedTuple):
    """What happened in finished rounds; row k of each array is round k.

    Cards and prices are places in the deck.
    """

    deal: SmallInts  # (round, card): hand after hand, ascending in each; then the cards left over
    exchange: SmallInts  # (round, pass)
    hand_choices: SmallInts  # (round, chooser): 0 where it opened its first hand, 1: its second
    plays: SmallInts  # (round, play)
    play_seats: SmallInts  # (round, play)
    takers: SmallInts  # (round, trick)
    sold: SmallInts  # (round, trick): the bottle, or NOT_SOLD
    prices: SmallInts  # (round, trick, bottle): after the trick
    owners: SmallInts  # (round, bottle): at the end
    points_taken: MediumInts  # (round, seat): of all cards taken, those of owners too
    imps_trick_points: MediumInts  # (round,)
    scores: MediumInts  # (round, seat)


@jit
def fill_round_facts(
    layout: Layout, template: Position, dealt: IntArray, history: SmallInts, facts: RoundFacts
) -> None:
    """Write what happened in each round, all of them finished."""
    deal, exchange, hand_choices = facts.deal, facts.exchange, facts.hand_choices
    plays, play_seats, takers, sold = facts.plays, facts.play_seats, facts.takers, facts.sold
    prices, owners, points_taken = facts.prices, facts.owners, facts.points_taken
    imps_trick_points, final_scores = facts.imps_trick_points, facts.scores
    passes, choosers, hands = len(layout.pass_seat), layout.choosers, len(layout.hand_seat)
    for number in range(len(dealt)):
        written = 0
        for hand in range(hands + 1):
            rest = dealt[number, hand]
            while rest:
                deal[number, written] = lowest(rest)
                rest = without_lowest(rest)
                written += 1
        held, passed = template.hands, template.passed
        for hand in range(hands):
            held = with_entry(held, hand, dealt[number, hand])
        passed = with_entry(passed, hands, dealt[number, hands])
        position = template._replace(hands=held, passed=passed)
        for step in range(history.shape[1]):
            action = history[number, step, HISTORY_ACTION]
            before = position
            position = advance(layout, position, action)
            if step < passes:
                exchange[number, step] = action
                continue
            if step < passes + choosers:
                hand_choices[number, step - passes] = action - layout.deck_size
                continue
            play = step - passes - choosers
            plays[number, play] = action
            play_seats[number, play] = history[number, step, HISTORY_SEAT]
            if position.plays_made:
                continue
            trick = play // layout.plays_per_trick
            takers[number, trick] = position.taker
            is_sold = position.prices != before.prices
            sold[number, trick] = dearest_bottle(before.prices) if is_sold else NOT_SOLD
            for bottle in range(len(position.prices)):
                prices[number, trick, bottle] = position.prices[bottle]
        for bottle in range(len(position.owners)):
            owners[number, bottle] = position.owners[bottle]
        imps_trick_points[number] = card_points(layout, position.passed[hands])
        result = scores(layout, position)
        for seat in range(len(result)):
            points_taken[number, seat] = card_points(layout, position.won[seat])
            final_scores[number, seat] = result[seat]


def round_facts(edition: Edition, dealt: IntArray, history: SmallInts) -> RoundFacts:
    """What happened in finished rounds, given as `vector_steps.VectorArrays` keeps them."""
    rounds, tricks, seats = len(dealt), edition.tricks, edition.seats
    plays = tricks * len(edition.plays)

    def table(*shape: int) -> SmallInts:
        return np.zeros((rounds, *shape), np.int8)

    facts = RoundFacts(
        deal=table(len(edition.deck.cards)),
        exchange=table(len(edition.passes)),
        hand_choices=table(edition.choosers),
        plays=table(plays),
        play_seats=table(plays),
        takers=table(tricks),
        sold=table(tricks),
        prices=table(tricks, edition.bottles),
        owners=table(edition.bottles),
        points_taken=np.zeros((rounds, seats), np.int16),
        imps_trick_points=np.zeros(rounds, np.int16),
        scores=np.zeros((rounds, seats), np.int16),
    )
    template = position_template(edition)
    fill_round_facts(freeze_layout(edition.layout), template, dealt, history, facts)
    return facts
