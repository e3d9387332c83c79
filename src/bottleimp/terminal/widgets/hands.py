"""Hands of cards: the person's own as blocks to choose from, open hands of others in a line."""

from dataclasses import dataclass
from gettext import NullTranslations

from textual.content import Content
from textual.style import Style

from bottleimp.game.actions import OpenChoice
from bottleimp.game.round import Phase
from bottleimp.rules.cards import Card
from bottleimp.terminal.session.selection import Choosing, in_order
from bottleimp.terminal.session.trick_view import shown_tricks
from bottleimp.terminal.text.words import Words
from bottleimp.terminal.widgets.card_text import (
    BACKGROUND,
    FAINT,
    LEADS,
    PAINT,
    SHAPES,
    STRONG,
    WINS,
    signs,
)

CARD = "card"  # the key under which a drawn card says what it is to the mouse
HAND = "hand"
FADED = "25%"  # a card that cannot be chosen now
CURSOR = "▔"
LEGAL = "╌"
HINTED = "?"
SMALL_WIDTH = 5


@dataclass(frozen=True)
class Size:
    """How large a card is drawn: columns without the gap, blank lines above and below."""

    columns: int
    blank: int

    @property
    def step(self) -> int:
        """Columns from one card to the next."""
        return self.columns + 1


SMALL = Size(SMALL_WIDTH, 0)
LARGE = Size(7, 1)


def face(card: Card, size: Size, catalogue: NullTranslations) -> tuple[str, ...]:
    """The lines of a card: number; shape, letter and points."""
    points = catalogue.gettext("{points}p").format(points=card.points)
    suit = f"{SHAPES[card.suit]}{card.suit.letter}"
    blank = ("",) * size.blank
    lines = (*blank, card.label, f"{suit}{points:>{SMALL_WIDTH - len(suit)}}", *blank)
    return tuple(f"{line:^{size.columns}}" for line in lines)


@dataclass(frozen=True)
class OwnHand:
    """Draws one of the person's hands; what can be chosen is underlined, the cursor marked."""

    choosing: Choosing
    number: int
    cards: tuple[Card, ...]
    size: Size
    width: int
    catalogue: NullTranslations

    def drawn(self) -> Content:
        """The cards in as many rows as it takes, each with a line of marks beneath."""
        fitting = max(1, self.width // self.size.step)
        rows = [
            self._row(self.cards[at : at + fitting]) for at in range(0, len(self.cards), fitting)
        ]
        return Content("\n").join(rows)

    def _row(self, cards: tuple[Card, ...]) -> Content:
        faces = zip(*(face(card, self.size, self.catalogue) for card in cards), strict=True)
        lines = [
            Content(" ").join(
                [self._painted(card, text) for card, text in zip(cards, line, strict=True)]
            )
            for line in faces
        ]
        lines.append(Content(" ").join([self._mark(card) for card in cards]))
        return Content("\n").join(lines)

    def _painted(self, card: Card, text: str) -> Content:
        style = PAINT[card.suit]
        if self._is_asked and not self.choosing.allows(card):
            style = f"$foreground on {BACKGROUND[card.suit]} {FADED}"
        return Content(text).stylize(f"bold {style}").stylize(Style.from_meta({CARD: card.place}))

    @property
    def _is_asked(self) -> bool:
        return self.choosing.observation.is_asked

    def _mark(self, card: Card) -> Content:
        columns = self.size.columns
        at = f"→{self.choosing.draft.index(card) + 1}" if card in self.choosing.draft else ""
        hinted = self.choosing.hinted
        if not at and card in hinted:
            at = HINTED if len(hinted) == 1 else f"{HINTED}{hinted.index(card) + 1}"
        if card == self.choosing.cursor:
            mark = Content.styled(f"{at:{CURSOR}^{columns}}", "bold $text-primary")
        elif at:
            mark = Content.styled(f"{at:^{columns}}", STRONG)
        elif self._is_asked and self.choosing.allows(card):
            mark = Content.styled(LEGAL * columns, FAINT)
        else:
            mark = Content(" " * columns)
        return mark.stylize(Style.from_meta({CARD: card.place}))


def title(choosing: Choosing, words: Words, number: int) -> Content:
    """The name of a hand that is not the person's only one; marked while it may be laid open."""
    name = words.hand_title(number)
    observation = choosing.observation
    if observation.phase is not Phase.CHOICE or number not in observation.own_hands:
        return Content.styled(name, FAINT)
    at = observation.own_hands.index(number)
    choice = tuple(OpenChoice)[at]
    meta = Style.from_meta({HAND: at})
    chosen = choice in choosing.draft
    box = "[x]" if chosen else "[ ]"
    return Content.styled(f"{at + 1} {box} {name}", STRONG if chosen else "").stylize(meta)


def open_hand(words: Words, number: int, choosing: Choosing, width: int) -> Content:
    """A hand of another seat that lies face up."""
    cards = in_order(words.scene.observation.hands[number] or (), choosing.order)
    name = Content.styled(f"{words.hand_title(number)}: ", FAINT)
    full = name + signs(cards)
    return full if full.cell_length <= width else name + signs(cards, short=True)


def trick(words: Words) -> Content | None:
    """The trick on the table in large cards, in the order played; None before the first."""
    shown = shown_tricks(words.scene.observation)
    if not shown:
        return None
    blocks = []
    for play in shown[0].plays:
        name = words.scene.seat_names[play.seat]
        leads = LEADS if shown[0].leads(play) else ""
        wins = WINS if shown[0].wins(play) else ""
        lines = face(play.card, LARGE, words.catalogue)
        painted = [Content.styled(line, f"bold {PAINT[play.card.suit]}") for line in lines]
        below = Content(f"{leads}{name}{wins}")
        width = max(LARGE.columns, below.cell_length)
        blocks.append([line.pad_right(width - line.cell_length) for line in (*painted, below)])
    rows = zip(*blocks, strict=True)
    return Content("\n").join([Content("  ").join(row) for row in rows])


def slots(words: Words, choosing: Choosing) -> Content:
    """Where the cards of this stage go, and which are chosen for it."""
    observation = choosing.observation
    _ = words.catalogue.gettext
    lines = []
    deck = observation.edition.deck
    for at, step in enumerate(observation.asks):
        chosen = choosing.draft[at] if at < len(choosing.draft) else None
        is_next = at == len(choosing.draft)
        arrow = "▶" if is_next else " "
        face = signs([deck.at(chosen.place)]) if isinstance(chosen, Card) else Content("____")
        place = words.target(step)
        lines.append(
            Content.assemble(f"{arrow} {at + 1} ", face, " → ", (place, STRONG if is_next else ""))
        )
    return Content("\n").join(lines)
