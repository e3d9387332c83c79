"""A player that gets rid of its low cards while others can still go lower."""

from bottleimp import Action, Card, Observation, Phase, SequentialPlayer


class LowFirst(SequentialPlayer):
    """Passes its lowest cards on, and plays what is left from the lowest up."""

    def choose(self, observation: Observation, seed: int) -> Action:
        """One of the legal actions; the same for the same observation and seed."""
        cards = observation.legal_cards
        if not cards:  # it is asked which of its two hands to open
            choices = observation.legal_choices
            return choices[seed % len(choices)]
        if observation.phase is Phase.EXCHANGE:
            return cards[0]  # the cards are in ascending order
        return min(cards, key=lambda card: (not is_dangerous(card, observation), card.place))


def is_dangerous(card: Card, observation: Observation) -> bool:
    """Whether whoever takes a trick with the card buys the bottle."""
    return card.place < observation.price
