"""Whole pasts for worlds: how a round may have gone from the deal to now, action by action.

A world says where the unseen cards lie now.  A history adds what the others passed: any card that
a hand holds or has played may have come from any giver, each choice as likely as another.  The
plays are those that everybody saw.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.game.actions import OpenChoice, action_number
from bottleimp.game.round import Phase
from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled
from bottleimp.kernel.playouts import write_position
from bottleimp.kernel.rng import Stream, drawn, moved_on, seeded, stream_of
from bottleimp.kernel.round_batch import Numbers, shape
from bottleimp.kernel.sampling.world_template import Imagined
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import gathered, holds, lone, replaced
from bottleimp.rules.position import Layout, Position

UNKNOWN = -1

Cards = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Past:
    """What the seat knows of the actions so far, in the order of records."""

    passes: Cards  # settled pass -> its card, or UNKNOWN
    rest: Cards  # choices of hands and plays after the exchange
    played_from: Cards  # hand -> cards played from it

    @property
    def actions(self) -> int:
        """How many actions are settled."""
        return len(self.passes) + len(self.rest)


def past_of(observation: Observation) -> Past:
    """The actions so far as the seat knows them."""
    edition = observation.edition
    settled = sum(len(steps) for steps in edition.stages[: observation.stage])
    steps = edition.passes[:settled]
    passes = np.full(settled, UNKNOWN, np.int64)
    own = iter(observation.passed)  # in the order of records, as the steps are
    for number, step in enumerate(steps):
        if step.seat == observation.seat:
            passes[number] = next(own).card.place
    for received in observation.received:
        number = next(
            n
            for n, step in enumerate(steps)
            if step.seat == received.giver and step.target == received.hand and passes[n] == UNKNOWN
        )
        passes[number] = received.card.place
    plays = [p for t in observation.tricks for p in t.plays] + list(observation.plays)
    rest = [play.card.place for play in plays]
    if edition.choosers and observation.phase in (Phase.PLAY, Phase.OVER):
        opened = observation.open_hands
        rest = [
            action_number(
                edition,
                OpenChoice.FIRST if edition.hands_of(seat)[0] in opened else OpenChoice.SECOND,
            )
            for seat in range(edition.seats)
        ] + rest
    played_from = [
        gathered(p.card.place for p in plays if p.hand == hand)
        for hand in range(len(edition.hands))
    ]
    return Past(passes, np.array(rest, np.int64), np.array(played_from, np.int64))


@compiled
def fill_histories(  # noqa: C901  (one pass over the deal)
    layout: Layout, template: Position, worlds: Numbers, returned: Numbers, withheld: int,
    passes: Numbers, rest: Numbers, played_from: Numbers, seed: Stream, rows: Numbers,
    actions: Numbers,
) -> None:  # fmt: skip
    """Write the deal of each world into its row, and its settled actions beside it."""
    hands = len(layout.hand_seat)
    for number in range(len(worlds)):
        stream = stream_of(seed, number)
        full, given = template.passed, template.passed
        for hand in range(hands):
            cards = worlds[number, hand] | returned[hand] | played_from[hand]
            full = replaced(full, hand, cards)
        full = replaced(full, hands, worlds[number, hands] & ~withheld)
        for made in range(len(passes)):
            if passes[made] >= 0:
                target = layout.pass_target[made]
                given = replaced(given, target, given[target] | lone(passes[made]))
        left = template.hands
        for hand in range(hands):
            left = replaced(left, hand, full[hand])
        for made in range(len(passes)):
            target = layout.pass_target[made]
            card = passes[made]
            if card < 0:
                card = drawn(full[target] & ~given[target], stream)
                stream = moved_on(stream)
                given = replaced(given, target, given[target] | lone(card))
            actions[number, made] = card
            source = layout.pass_source[made]
            left = replaced(left, source, left[source] | lone(card))
        for step in range(len(rest)):
            actions[number, len(passes) + step] = rest[step]
        put_away = 0
        for made in range(len(passes)):
            card = actions[number, made]
            if layout.pass_target[made] == hands:
                put_away |= lone(card)
            for hand in range(hands):
                is_received = layout.pass_target[made] == hand
                if is_received and holds(left[hand], card):
                    left = replaced(left, hand, left[hand] & ~lone(card))
        row = rows[number]
        row[:] = 0
        write_position(
            Position(
                left, replaced(template.passed, hands, full[hands] & ~put_away), template.won,
                template.prices, template.owners, 0, 0, 0, 0, 0, 0, template.taker, template.turn,
            ),
            row,
        )  # fmt: skip


def histories(
    observation: Observation, frame: Imagined, worlds: Numbers, seed: int, rows: Numbers
) -> Numbers:
    """Deal each world's past into its row; the settled actions, a row for each world."""
    past = past_of(observation)
    actions = np.zeros((len(worlds), past.actions), np.int64)
    fill_histories(
        frozen(observation.edition.layout), shape(observation.edition), worlds, frame.returned,
        frame.withheld, past.passes, past.rest, past.played_from, seeded(seed), rows, actions,
    )  # fmt: skip
    return actions
