"""What a seat can do: pass or play a card, or choose which of its two hands to open."""

from enum import Enum

from bottleimp.errors import BottleImpError, NotationError
from bottleimp.parsing import shorten
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition


class OpenChoice(Enum):
    """Which of the seat's two hands lies open for the rest of the round."""

    FIRST = "open-1"
    SECOND = "open-2"

    @property
    def label(self) -> str:
        """`open-1` or `open-2`."""
        return self.value


FIRST, SECOND = OpenChoice  # looking up a member by its name takes longer than all the rest

Action = Card | OpenChoice
"""What a seat can do: a card in most phases, a choice where it is to open one of its hands."""

NO_ACTION = "neither a card nor a choice of an open hand"  # what everything else is


def action_number(edition: Edition, action: Action) -> int:
    """The action as a number: the place of the card, or a number after the last place.

    Raises BottleImpError for what is no action of this edition.

    >>> from bottleimp import edition
    >>> from bottleimp.game import action_from_number, action_number
    >>> classic = edition("classic/3")
    >>> action_number(classic, classic.deck.card(25))
    24
    >>> action_from_number(classic, 24).name
    'Y25'
    """
    number = own_action_number(edition, action)
    if number is None:
        raise BottleImpError(f"{action} is no card of the deck {edition.deck.name}.")
    return number


def own_action_number(edition: Edition, action: Action) -> int | None:
    """As `action_number`, but None for a card of another deck."""
    if isinstance(action, Card):
        return action.place if has_card(edition, action) else None
    if action is FIRST:
        return edition.deck.size
    if action is SECOND:
        return edition.deck.size + 1
    raise BottleImpError(f"{shorten(repr(action))} is {NO_ACTION}.")


def has_card(edition: Edition, card: Card) -> bool:
    """Whether the card is of the edition's deck, whatever it is worth; other decks differ."""
    own = edition.deck.find(card.place)
    if own is None or own is card:
        return own is not None
    return own.label == card.label and own.suit is card.suit


def action_from_number(edition: Edition, number: int) -> Action:
    """The action with this number; raises KeyError for one that no action has.

    The two choices of a hand have numbers in every edition.
    """
    if 0 <= number < edition.deck.size:
        return edition.deck.card_at(number)
    choices = {edition.deck.size: OpenChoice.FIRST, edition.deck.size + 1: OpenChoice.SECOND}
    if number not in choices:
        raise KeyError(f"There is no action {number} in {edition.key}.")
    return choices[number]


def action_from_label(edition: Edition, label: str) -> Action:
    """The action with this label: a printed number, `open-1` or `open-2`; raises NotationError."""
    for choice in OpenChoice:
        if label == choice.label:
            return choice
    for card in edition.deck.cards:
        if label == card.label:
            return card
    raise NotationError(
        f"{label!r} is neither a card of the deck {edition.deck.name}, written as its number alone,"
        " nor a choice"
    )
