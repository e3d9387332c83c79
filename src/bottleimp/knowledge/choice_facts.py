"""What each choice wins or risks: numbers that a person can recount from what the seat sees.

They go with a hint, one row for every card that may be played or passed, so that the person can
compare the card of the hint with the others.  `choice_words` puts a row in words.
"""

from dataclasses import dataclass
from enum import Enum

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.inference import Inference, undercutting_cards
from bottleimp.knowledge.memory_aids import hides_hint_reasons
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.play_analysis import PlayAnalysis
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import above, size, under
from bottleimp.rules.decks import card_set


class Takes(Enum):
    """Whether a card takes the trick on the table."""

    NO = "no"  # another card on the table beats it
    SO_FAR = "so-far"  # a card that may still follow beats it
    SURELY = "surely"  # no card that may still follow beats it


@dataclass(frozen=True)
class ChoiceFacts:
    """What one choice wins or risks.

    In play, `points` are those of the trick so far, with the card, if it takes it, else those of
    the card; `under` and `higher` count the cards that may still follow and beat it, below the
    price and above it, those of the seat among them; `lower` counts the cards of others that may
    take the bottle from a card that buys it; `is_beaten_by_own_only` says that only cards of the
    seat itself may still beat it.
    In the exchange, `lower` counts those that could, if the seat keeps the card and buys with it,
    and `higher` the cards of others above it.  For the
    choice of the open hand, `under` counts the cards of that hand below the price.
    """

    action: Action
    takes: Takes | None = None  # None before play
    buys: bool = False
    points: int = 0
    under: int = 0
    higher: int = 0
    lower: int = 0
    is_beaten_by_own_only: bool = False


def visible_choice_facts(observation: Observation) -> tuple[ChoiceFacts, ...]:
    """The rows that the table may show; none during play at a table without aids to memory."""
    if hides_hint_reasons(observation):
        return ()
    return choice_facts(observation)


def choice_facts(observation: Observation) -> tuple[ChoiceFacts, ...]:
    """One row for every card that the seat may play or pass now, or for each hand it may open."""
    if not observation.legal_actions:
        return ()
    if observation.phase is Phase.PLAY:
        inference = Inference(observation)
        return tuple(play_facts(PlayAnalysis(inference, card)) for card in observation.legal_cards)
    if observation.phase is Phase.EXCHANGE:
        return exchange_facts(observation)
    choices = zip(OpenChoice, observation.own_hands, strict=True)
    return tuple(open_hand_facts(observation, choice, hand) for choice, hand in choices)


def play_facts(analysis: PlayAnalysis) -> ChoiceFacts:
    """What a card that may be played wins or risks."""
    card = analysis.card
    if analysis.beaten_by is not None:
        return ChoiceFacts(card, Takes.NO, points=card.points)
    buys = card.place < analysis.price
    buyers, higher = analysis.stronger_to_come
    return ChoiceFacts(
        card,
        Takes.SO_FAR if buyers or higher else Takes.SURELY,
        buys,
        analysis.points,
        buyers,
        higher,
        size(analysis.undercutting_cards) if buys else 0,
        analysis.is_beaten_by_own_only,
    )


def exchange_facts(observation: Observation) -> tuple[ChoiceFacts, ...]:
    """What each card risks that the seat may pass, if the seat keeps it."""
    sources = {step.source for step in observation.passes_owed}
    others = card_set(observation.edition.deck.cards)
    others &= ~card_set(observation.hand) & ~card_set(observation.discards)
    in_play, dearer = others | card_set(observation.hand), observation.edition.bottles - 1
    found = []
    for card in observation.hand:
        if any(card in (observation.hands[hand] or ()) for hand in sources):
            lower, all_lower = under(others, card.place), under(in_play, card.place)
            found.append(
                ChoiceFacts(
                    card,
                    points=card.points,
                    lower=size(undercutting_cards(lower, all_lower, dearer)),
                    higher=size(above(others, card.place)),
                )
            )
    return tuple(found)


def open_hand_facts(observation: Observation, choice: OpenChoice, hand: int) -> ChoiceFacts:
    """What everybody sees if this hand lies open."""
    cards = observation.hands[hand] or ()
    price = observation.edition.deck.start_price
    return ChoiceFacts(
        choice,
        points=sum(card.points for card in cards),
        under=size(under(card_set(cards), price)),
    )


def cards_under_price(observation: Observation) -> tuple[Card, ...]:
    """The cards below the price that another seat may hold."""
    inference, own = Inference(observation), card_set(observation.hand)
    cards = under(inference.outstanding_cards & ~own, observation.price)
    return observation.edition.deck.cards_of(cards)
