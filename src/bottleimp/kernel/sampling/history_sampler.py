"""Histories for worlds: how a round may have gone from the deal to now, action by action.

A world says where the unseen cards lie now.  A history adds what the others passed: any card that
a hand holds or has played may have come from any giver, each choice as likely as another.  The
plays are those that everybody saw.  Once the exchange is over, all histories can be listed too:
then only the order of the others' discards is open.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from bottleimp.game.actions import OpenChoice, action_number
from bottleimp.game.round import Phase
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.encoding.position_rows import position_template, write_position
from bottleimp.kernel.rng import RngState, advance_state, draw_card, seed_word, stream_state
from bottleimp.kernel.sampling.world_template import WorldTemplate
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import holds, members, set_of, singleton, with_entry
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.seating import IMPS_TRICK

UNKNOWN_CARD = -1

CardArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ActionHistory:
    """What the seat knows of the actions so far, in the order of records."""

    passes: CardArray  # settled pass -> its card, or UNKNOWN
    later_actions: CardArray  # choices of hands and plays after the exchange
    played_by_hand: CardArray  # hand -> cards played from it

    @property
    def action_count(self) -> int:
        """How many actions are settled."""
        return len(self.passes) + len(self.later_actions)


def action_history_of(observation: Observation) -> ActionHistory:
    """The actions so far as the seat knows them."""
    edition = observation.edition
    steps = edition.passes_before(observation.stage)
    passes = np.full(len(steps), UNKNOWN_CARD, np.int64)
    own = iter(observation.passed_cards)  # in the order of records, as the steps are
    for number, step in enumerate(steps):
        if step.seat == observation.seat:
            passes[number] = next(own).card.place
    for received in observation.received_cards:
        number = next(
            n
            for n, step in enumerate(steps)
            if step.seat == received.giver
            and step.target == received.hand
            and passes[n] == UNKNOWN_CARD
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
        set_of(p.card.place for p in plays if p.hand == hand) for hand in range(len(edition.hands))
    ]
    return ActionHistory(passes, np.array(rest, np.int64), np.array(played_from, np.int64))


@jit
def fill_histories(  # noqa: C901  (one pass over the deal)
    layout: Layout, template: Position, worlds: IntArray, returned: IntArray, withheld: int,
    passes: IntArray, rest: IntArray, played_from: IntArray, seed: RngState, rows: IntArray,
    actions: IntArray,
) -> None:  # fmt: skip
    """Write the deal of each world into its row, and its settled actions beside it.

    `passes` has a row for each world; a pass of which nobody knows the card is drawn.
    """
    hands = len(layout.hand_seat)
    for number in range(len(worlds)):
        stream = stream_state(seed, number)
        full, given = template.passed, template.passed
        for hand in range(hands):
            cards = worlds[number, hand] | returned[hand] | played_from[hand]
            full = with_entry(full, hand, cards)
        full = with_entry(full, hands, worlds[number, hands] & ~withheld)
        count = passes.shape[1]
        for made in range(count):
            if passes[number, made] >= 0:
                target = layout.pass_target[made]
                given = with_entry(given, target, given[target] | singleton(passes[number, made]))
        left = template.hands
        for hand in range(hands):
            left = with_entry(left, hand, full[hand])
        for made in range(count):
            target = layout.pass_target[made]
            card = passes[number, made]
            if card < 0:
                card = draw_card(full[target] & ~given[target], stream)
                stream = advance_state(stream)
                given = with_entry(given, target, given[target] | singleton(card))
            actions[number, made] = card
            source = layout.pass_source[made]
            left = with_entry(left, source, left[source] | singleton(card))
        for step in range(len(rest)):
            actions[number, count + step] = rest[step]
        put_away = 0
        for made in range(count):
            card = actions[number, made]
            if layout.pass_target[made] == hands:
                put_away |= singleton(card)
            for hand in range(hands):
                is_received = layout.pass_target[made] == hand
                if is_received and holds(left[hand], card):
                    left = with_entry(left, hand, left[hand] & ~singleton(card))
        row = rows[number]
        row[:] = 0
        write_position(
            template._replace(
                hands=left, passed=with_entry(template.passed, hands, full[hands] & ~put_away)
            ),
            row,
        )


def sample_histories(
    observation: Observation, template: WorldTemplate, worlds: IntArray, seed: int, rows: IntArray
) -> IntArray:
    """Sample a history for each world: write its deal into a row, and return its actions."""
    history = action_history_of(observation)
    passes = np.repeat(history.passes[None, :], len(worlds), axis=0)
    return write_histories(observation.edition, template, history, worlds, passes, seed, rows)


def write_histories(
    edition: Edition, template: WorldTemplate, history: ActionHistory, worlds: IntArray,
    passes: IntArray, seed: int, rows: IntArray,
) -> IntArray:  # fmt: skip
    """Write the deals of worlds with these passes, a row for each, and return their actions.

    Cards of passes that are unknown are drawn; those of `history` do not count.
    """
    actions = np.zeros((len(worlds), history.action_count), np.int64)
    fill_histories(
        freeze_layout(edition.layout), position_template(edition), worlds,
        template.start.returned, template.start.withheld_discards, passes,
        history.later_actions, history.played_by_hand, seed_word(seed), rows, actions,
    )  # fmt: skip
    return actions


def list_passes(
    observation: Observation, history: ActionHistory, worlds: IntArray
) -> tuple[IntArray, IntArray]:
    """Every way in which the passes may have been made in worlds after the exchange.

    Returns for each the index of its world and the cards of the passes.  What the others gave to
    hands is known to whom they gave it, so with two players only discards are open: any cards of
    the imp's trick that are not the seat's own, in any order.  Raises ValueError where a pass
    between other hands is open.
    """
    steps = observation.edition.passes
    unknown = np.flatnonzero(history.passes == UNKNOWN_CARD)
    if any(steps[number].target != IMPS_TRICK for number in unknown):
        raise ValueError("Passes between other hands are not listed.")
    own = set_of(card.place for card in observation.discards)
    which, listed = [], []
    for number, imps_trick in enumerate(worlds[:, -1].tolist()):
        for cards in permutations(members(imps_trick & ~own), len(unknown)):
            passes = history.passes.copy()
            passes[unknown] = cards
            which.append(number)
            listed.append(passes)
    return np.array(which, np.int64), np.array(listed, np.int64)
