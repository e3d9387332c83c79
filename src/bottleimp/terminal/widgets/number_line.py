"""The number line: every card of the deck in order, and what this seat knows of it.

A filled shape is a card still out, a hollow one has been played; a table without aids does not
tell them apart until the round is over.  The person's own cards are
underlined, what it put into the Imp's Trick crossed, the prices marked with an arrow.
"""

from dataclasses import dataclass
from gettext import NullTranslations

from textual.content import Content

from bottleimp.knowledge.memory_aids import hides_aids
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.rules.cards import Card
from bottleimp.terminal.widgets.card_text import (
    DIM_STYLE,
    HOLLOW_SUIT_SHAPES,
    PRICE_STYLE,
    SUIT_SHAPES,
    SUIT_STYLES,
)

PRICE_MARK = "◂"
DISCARDED = "×"
OWN_STYLE = "bold underline"


@dataclass(frozen=True)
class NumberLine:
    """Draws the line in as few rows as fit, all about equally long."""

    observation: Observation
    width: int

    def render(self) -> Content:
        """The rows."""
        deck = self.observation.edition.deck
        cell = max(len(printed_number(card.label)) for card in deck.cards) + 1  # number and shape
        cell += 1 if cell == len("37") + 1 else 0  # two digits alone would stand too close
        fitting = max(1, self.width // cell)
        rows = -(-deck.size // fitting)
        long = -(-deck.size // rows)
        cells = [self._cell(place, cell) for place in range(deck.size)]
        lines = [Content("").join(cells[at : at + long]) for at in range(0, deck.size, long)]
        return Content("\n").join(lines)

    def _cell(self, place: int, width: int) -> Content:
        observation = self.observation
        deck = observation.edition.deck
        label = printed_price(deck, place)
        padding = " " * (width - len(label) - 1)
        if place in observation.prices:
            return Content.assemble(padding, (f"{label}{PRICE_MARK}", PRICE_STYLE))
        if place == deck.start_price:
            return Content.assemble(padding, (f"{label} ", DIM_STYLE))
        return Content.assemble(padding, *self._card(deck.card_at(place)))

    def _card(self, card: Card) -> tuple[tuple[str, str], ...]:
        observation, number = self.observation, printed_number(card.label)
        hidden = hides_aids(observation.edition, observation.phase)
        if card in observation.played_cards and not hidden:
            return ((f"{number}{HOLLOW_SUIT_SHAPES[card.suit]}", DIM_STYLE),)
        if card in observation.discards:
            return ((f"{number}{DISCARDED}", DIM_STYLE),)
        paint = SUIT_STYLES[card.suit]
        mine = f"{OWN_STYLE} {paint}" if card in observation.hand else paint
        return ((number, mine), (SUIT_SHAPES[card.suit], paint))


def legend(observation: Observation, catalogue: NullTranslations) -> str:
    """What the marks of the line mean."""
    return "  ".join(legend_parts(observation, catalogue))


def legend_parts(observation: Observation, catalogue: NullTranslations) -> tuple[str, ...]:
    """Each mark of the line with what it means."""
    _ = catalogue.gettext
    hidden = hides_aids(observation.edition, observation.phase)
    return (
        *(() if hidden else (_("● still out"), _("○ played"))),
        _("underlined: yours"),
        _("× you put it into the Imp's Trick"),
        _("◂ price"),
    )
