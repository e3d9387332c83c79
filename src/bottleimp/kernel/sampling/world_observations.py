"""What a seat would have seen in a sampled world: to ask what its choices tell of that world."""

from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.packed_rows import IntArray
from bottleimp.kernel.round_batch import round_columns
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition


def observe_in_world(edition: Edition, deal: IntArray, past: IntArray) -> Observation:
    """What the seat to act has seen after these actions.

    `deal` is a row of a `RoundBatch` before its first action, as `sample_histories` writes it for
    a world.  The actions must be legal, and a choice must be open after them.
    """
    columns, cards = round_columns(edition), {card.place: card for card in edition.deck.cards}
    hands = deal[columns["hands"]].tolist()
    left_over = int(deal[columns["passed"]][len(edition.hands)])
    dealt = [tuple(cards[place] for place in members(held)) for held in (*hands, left_over)]
    played = Round(Deal(edition, tuple(dealt[:-1]), dealt[-1]))
    for action in past.tolist():
        played = played.play(action_from_number(edition, action))
    assert played.turn is not None
    return observe(played, played.turn)
