"""Hands of cards: the person's own as blocks to choose from, open hands of others in a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from textual.content import Content
from textual.style import Style

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.narration import suit_letter
from bottleimp.knowledge.printed_numbers import printed_number
from bottleimp.rules.cards import Card
from bottleimp.terminal.session.selection import HandSelection, sort_cards
from bottleimp.terminal.session.trick_view import displayed_tricks
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.card_text import (
    BOLD_STYLE,
    DIM_STYLE,
    LEAD_MARK,
    SUIT_BACKGROUNDS,
    SUIT_SHAPES,
    SUIT_STYLES,
    WIN_MARK,
    cards_text,
)

CARD_META = "card"  # the key under which a drawn card says what it is to the mouse
HAND_META = "hand"
DIMMED_OPACITY = "25%"  # a card that cannot be chosen now
CURSOR_MARK = "▔"
LEGAL_MARK = "╌"
HINT_MARK = "?"
SMALL_WIDTH = 5


@dataclass(frozen=True)
class CardSize:
    """How large a card is drawn: columns without the gap, blank lines above and below."""

    columns: int
    blank: int

    @property
    def step(self) -> int:
        """Columns from one card to the next."""
        return self.columns + 1


SMALL = CardSize(SMALL_WIDTH, 0)
LARGE = CardSize(7, 1)


def card_face_lines(card: Card, size: CardSize, catalogue: NullTranslations) -> tuple[str, ...]:
    """The lines of a card: number; shape, letter and points."""
    points = catalogue.gettext("{points}p").format(points=card.points)
    suit = f"{SUIT_SHAPES[card.suit]}{suit_letter(card.suit, catalogue.gettext)}"
    blank = ("",) * size.blank
    lines = (
        *blank,
        printed_number(card.label),
        f"{suit}{points:>{SMALL_WIDTH - len(suit)}}",
        *blank,
    )
    return tuple(f"{line:^{size.columns}}" for line in lines)


@dataclass(frozen=True)
class OwnHand:
    """Draws one of the person's hands; what can be chosen is underlined, the cursor marked."""

    choosing: HandSelection
    number: int
    cards: tuple[Card, ...]
    size: CardSize
    width: int
    catalogue: NullTranslations

    def render(self) -> Content:
        """The cards in as many rows as it takes, each with a line of marks beneath."""
        fitting = max(1, self.width // self.size.step)
        rows = [
            self._row(self.cards[at : at + fitting]) for at in range(0, len(self.cards), fitting)
        ]
        return Content("\n").join(rows)

    def _row(self, cards: tuple[Card, ...]) -> Content:
        faces = zip(
            *(card_face_lines(card, self.size, self.catalogue) for card in cards), strict=True
        )
        lines = [
            Content(" ").join(
                [self._painted(card, text) for card, text in zip(cards, line, strict=True)]
            )
            for line in faces
        ]
        lines.append(Content(" ").join([self._mark(card) for card in cards]))
        return Content("\n").join(lines)

    def _painted(self, card: Card, text: str) -> Content:
        style = SUIT_STYLES[card.suit]
        if self._is_asked and not self.choosing.allows(card):
            style = f"$foreground on {SUIT_BACKGROUNDS[card.suit]} {DIMMED_OPACITY}"
        return (
            Content(text).stylize(f"bold {style}").stylize(Style.from_meta({CARD_META: card.place}))
        )

    @property
    def _is_asked(self) -> bool:
        return self.choosing.observation.is_to_act

    def _mark(self, card: Card) -> Content:
        columns = self.size.columns
        at = f"→{self.choosing.draft.index(card) + 1}" if card in self.choosing.draft else ""
        at = at or hint_mark(self.choosing.hinted_actions, card)
        if card == self.choosing.cursor:
            mark = Content.styled(f"{at:{CURSOR_MARK}^{columns}}", "bold $text-primary")
        elif at:
            mark = Content.styled(f"{at:^{columns}}", BOLD_STYLE)
        elif self._is_asked and self.choosing.allows(card):
            mark = Content.styled(LEGAL_MARK * columns, DIM_STYLE)
        else:
            mark = Content(" " * columns)
        return mark.stylize(Style.from_meta({CARD_META: card.place}))


def hint_mark(hinted: Sequence[Action], action: Action) -> str:
    """The mark of what the hint names, with its number where it names several; else nothing."""
    if action not in hinted:
        return ""
    return HINT_MARK if len(hinted) == 1 else f"{HINT_MARK}{hinted.index(action) + 1}"


def hand_title(choosing: HandSelection, words: SceneText, number: int) -> Content:
    """The name of a hand that is not the person's only one; marked while it may be laid open."""
    name = words.hand_title(number)
    observation = choosing.observation
    if observation.phase is not Phase.CHOICE or number not in observation.own_hands:
        return Content.styled(name, DIM_STYLE)
    at = observation.own_hands.index(number)
    choice = tuple(OpenChoice)[at]
    meta = Style.from_meta({HAND_META: at})
    chosen = choice in choosing.draft
    box = "[x]" if chosen else "[ ]"
    return Content.styled(f"{at + 1} {box} {name}", BOLD_STYLE if chosen else "").stylize(meta)


def render_open_hand(words: SceneText, number: int, choosing: HandSelection, width: int) -> Content:
    """A hand of another seat that lies face up."""
    cards = sort_cards(words.scene.observation.hands[number] or (), choosing.order)
    named = words.named(words.hand_title(number), "")
    name = Content.styled(named, DIM_STYLE)
    full = name + cards_text(cards, words.catalogue)
    return (
        full if full.cell_length <= width else name + cards_text(cards, words.catalogue, short=True)
    )


def render_open_hands(words: SceneText, choosing: HandSelection, width: int) -> Content | None:
    """The hands of other seats that lie face up, a line each; None where there are none."""
    observation = choosing.observation
    rendered = [
        render_open_hand(words, number, choosing, width)
        for number in observation.open_hands
        if number not in observation.own_hands and observation.hands[number]
    ]
    return Content("\n").join(rendered) if rendered else None


def render_own_hands(
    words: SceneText, choosing: HandSelection, width: int, *, roomy: bool
) -> Content | None:
    """The person's own hands, with a title each if there are several; None without cards.

    Cards are large if the screen is roomy and the longest hand fits into the width.
    """
    longest = max((len(cards) for _, cards in choosing.hands), default=0)
    size = LARGE if roomy and longest * LARGE.step <= width else SMALL
    parts: list[Content] = []
    for number, cards in choosing.hands:
        if len(choosing.observation.own_hands) > 1:
            parts.append(hand_title(choosing, words, number))
        parts.append(OwnHand(choosing, number, cards, size, width, words.catalogue).render())
    return Content("\n").join(parts) if parts else None


def render_trick(words: SceneText) -> Content | None:
    """The trick on the table in large cards, in the order played; None before the first."""
    shown = displayed_tricks(words.scene.observation)
    if not shown:
        return None
    blocks = []
    for play in shown[0].plays:
        name = words.scene.seat_names[play.seat]
        leads = LEAD_MARK if shown[0].is_lead(play) else ""
        wins = WIN_MARK if shown[0].is_winning(play) else ""
        lines = card_face_lines(play.card, LARGE, words.catalogue)
        painted = [Content.styled(line, f"bold {SUIT_STYLES[play.card.suit]}") for line in lines]
        below = Content(f"{leads}{name}{wins}")
        width = max(LARGE.columns, below.cell_length)
        blocks.append([line.pad_right(width - line.cell_length) for line in (*painted, below)])
    rows = zip(*blocks, strict=True)
    return Content("\n").join([Content("  ").join(row) for row in rows])


def render_exchange_slots(words: SceneText, choosing: HandSelection) -> Content:
    """Where the cards of this stage go, and which are chosen for it."""
    observation = choosing.observation
    _ = words.catalogue.gettext
    lines = []
    deck = observation.edition.deck
    for at, step in enumerate(observation.passes_owed):
        chosen = choosing.draft[at] if at < len(choosing.draft) else None
        is_next = at == len(choosing.draft)
        arrow = "▶" if is_next else " "
        face = (
            cards_text([deck.card_at(chosen.place)], words.catalogue)
            if isinstance(chosen, Card)
            else Content("____")
        )
        place = words.pass_target_text(step)
        lines.append(
            Content.assemble(
                f"{arrow} {at + 1} ", face, " → ", (place, BOLD_STYLE if is_next else "")
            )
        )
    return Content("\n").join(lines)
