"""What a program that checks matches has to know of an edition, as plain data.

The browser's check repeats plays and scores from this; `bottleimp verify` has the rules themselves.
"""

from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import MAX_ROUNDS, TargetScore, rounds_planned

SUITS = list(Suit)


def verifier_rules(edition: Edition) -> dict[str, object]:
    """The edition as JSON values: cards by number, seats from the leader of the first trick."""
    length = edition.length
    return {
        "edition": edition.text,
        "players": edition.players,
        "deck": [[card.label, SUITS.index(card.suit), card.points] for card in edition.deck.cards],
        "start_price": edition.deck.label_at(edition.deck.start_price),
        "hands": [[hand.seat, hand.size, hand.opens.value] for hand in edition.hands],
        "passes": [[p.seat, p.source, p.target, p.then_pick_up] for p in edition.passes],
        "plays": [source.value for source in edition.plays],
        "controllers": list(edition.controllers),
        "sides": list(edition.sides),
        "loss_groups": list(edition.loss_groups),
        "weights": list(edition.weights),
        "bottles": edition.bottles,
        "target": length.points if isinstance(length, TargetScore) else None,
        "rounds": rounds_planned(length, edition.players) or MAX_ROUNDS,
    }
