"""The table: one line for every seat with all that is public of it, and the bottles.

The person's own passes stand with the seats they went to and came from.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations

from textual.content import Content

from bottleimp.game.round import Phase
from bottleimp.game.sides import side_numbers
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.printed_numbers import printed_price
from bottleimp.messages import N_
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.session.trick_view import DisplayedTrick, displayed_tricks
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.card_text import (
    BOLD_STYLE,
    DIM_STYLE,
    LEAD_MARK,
    LONGEST_NAME,
    WIN_MARK,
    Column,
    card_text,
    cards_text,
    fit_names,
    grid,
    grid_width,
    shorten,
)

TO_ACT_MARK = "▶"
DEALER_LETTER = N_("D")
SIDE_LETTERS = "ABCEFH"  # without those that stand for the dealer in any language
# From the widest to the narrowest: columns of air, whether cards are shortened, how many tricks.
FORMS = ((3, False, 2), (1, False, 2), (1, True, 2), (1, True, 1))
CellContent = Content | str


def dealer_mark(catalogue: NullTranslations) -> str:
    """What stands beside whoever deals: no letter alone, as suits and sides have."""
    return f"({catalogue.gettext(DEALER_LETTER)})"


def side_label(edition: Edition, seating: Sequence[int], seat: int) -> str:
    """The letter of the seat's side, the same for a whole match; how a seat alone is weighed.

    `seating` holds the player of each seat.
    """
    number = side_numbers(edition, seating)[seating[seat]]
    if number is not None:
        return SIDE_LETTERS[number]
    weight = edition.weights[seat]
    return f"×{weight}" if weight > 1 else ""


def seat_name_cell(scene: Scene, seat: int, columns: int) -> Content:
    """The name of a seat, in at most so many screen columns; the person's own stands out."""
    name = shorten(Content(scene.seat_names[seat]), columns)
    return name.stylize(BOLD_STYLE) if seat == scene.seat else name


@dataclass(frozen=True)
class SeatGrid:
    """Draws the lines of the seats, clockwise from the person's own, and the Imp's Trick."""

    scene: Scene
    catalogue: NullTranslations
    width: int

    @property
    def observation(self) -> Observation:
        """What the person sees."""
        return self.scene.observation

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.observation.edition

    def render(self) -> Content:
        """The grid, as wide as fits; names that are too long for the narrowest are shortened."""
        *wider, (gap, short, tricks) = FORMS
        for each_gap, is_short, count in wider:
            columns = self._columns(count, short=is_short)
            if grid_width(columns, gap=each_gap) <= self.width:
                return grid(columns, gap=each_gap)
        narrowest = partial(self._columns, tricks, short=short)
        return grid(fit_names(narrowest, self.width, gap=gap), gap=gap)

    def _columns(
        self, tricks: int, longest_name: int = LONGEST_NAME, *, short: bool
    ) -> tuple[Column, ...]:
        """The columns, with at most so many tricks, the present one first."""
        _ = self.catalogue.gettext
        columns = [
            self._column("", self.acts, ""),
            self._column("", partial(self.name, columns=longest_name), _("Imp's Trick")),
        ]
        if self.edition.has_sides:
            columns.append(self._column(_("Side"), self.side, ""))
        shows_taken = bool(self.observation.taken_points)  # a table without aids hides them
        columns += [
            self._column(_("Cards"), self.cards, str(self.imps_cards()), right=True),
            *([self._column(_("Points"), self.taken, "", right=True)] if shows_taken else []),
            self._column(_("Total"), self.total, "", right=True),
            self._column(_("Owns"), self.owned, ""),
        ]
        for trick in self._tricks()[:tricks]:
            heading = _("Trick {number}").format(number=trick.number)
            columns.append(self._column(heading, partial(trick_cell, trick, self.catalogue), ""))
        discards = cards_text(self.observation.discards, self.catalogue, short=short)
        if self.observation.passed_cards:
            columns.append(
                self._column(
                    _("Passed"),
                    lambda seat: cards_text(self.passed_to(seat), self.catalogue, short=short),
                    discards,
                )
            )
        if self.observation.received_cards:
            columns.append(
                self._column(
                    _("Received"),
                    lambda seat: cards_text(self.received_from(seat), self.catalogue, short=short),
                    "",
                )
            )
        return tuple(columns)

    def _column(
        self,
        heading: str,
        cell: Callable[[int], CellContent],
        last: CellContent,
        *,
        right: bool = False,
    ) -> Column:
        cells = (*(cell(seat) for seat in self.scene.seats_clockwise), last)
        return Column(heading, cells, right)

    def _tricks(self) -> tuple[DisplayedTrick, ...]:
        shown = displayed_tricks(self.observation)[:2]
        if shown or self.observation.phase is not Phase.PLAY:
            return shown
        return (DisplayedTrick(1, (), self.observation.price),)

    def side(self, seat: int) -> str:
        """The letter of the seat's side, or how it is weighed."""
        return side_label(self.edition, self.scene.seating, seat)

    def acts(self, seat: int) -> CellContent:
        """A mark where the seat has something to do."""
        if self.observation.turn is None:
            owes = not self.observation.committed[seat]
            return Content.styled(TO_ACT_MARK, DIM_STYLE) if owes else ""
        return Content.styled(TO_ACT_MARK, BOLD_STYLE) if self.observation.turn == seat else ""

    def name(self, seat: int, columns: int = LONGEST_NAME) -> Content:
        """The name of the seat, in at most so many screen columns, and whether it deals."""
        name = seat_name_cell(self.scene, seat, columns)
        dealer = f" {dealer_mark(self.catalogue)}" if seat == self.edition.dealer else ""
        return Content.assemble(name, (dealer, DIM_STYLE))

    def cards(self, seat: int) -> str:
        """How many cards each hand of the seat holds."""
        sizes = [self.observation.hand_sizes[number] for number in self.edition.hands_of(seat)]
        return "+".join(str(size) for size in sizes)

    def imps_cards(self) -> int:
        """How many cards the Imp's Trick holds."""
        done = self.edition.passes_before(self.observation.stage)
        discards = sum(1 for step in done if step.target == IMPS_TRICK)
        return self.edition.left_over + discards

    def taken(self, seat: int) -> str:
        """The points that the seat has taken in this round."""
        return str(self.observation.taken_points[seat])

    def total(self, seat: int) -> str:
        """The points of the match."""
        return str(self.scene.match.totals[self.scene.seating[seat]])

    def owned(self, seat: int) -> CellContent:
        """The prices of the bottles that the seat owns."""
        deck = self.edition.deck
        prices = [
            printed_price(deck, price)
            for price, owner in zip(self.observation.prices, self.observation.owners, strict=True)
            if owner == seat
        ]
        return Content.styled(" ".join(prices), BOLD_STYLE)

    def passed_to(self, seat: int) -> Iterable[Card]:
        """The cards that the person passed to the seat."""
        hands = self.edition.hands_of(seat)
        return [step.card for step in self.observation.passed_cards if step.target in hands]

    def received_from(self, seat: int) -> Iterable[Card]:
        """The cards that the person received from the seat."""
        return [step.card for step in self.observation.received_cards if step.giver == seat]


def trick_cell(trick: DisplayedTrick, catalogue: NullTranslations, seat: int) -> Content:
    """The seat's cards of a trick, with marks for the lead and for the card that wins."""
    parts: list[Content] = []
    for play in trick.plays_of(seat):
        first = LEAD_MARK if trick.is_lead(play) else " " if not parts else ""
        last = Content.styled(WIN_MARK, BOLD_STYLE) if trick.is_winning(play) else ""
        parts.append(Content.assemble(first, card_text(play.card, catalogue), last))
    return Content(" ").join(parts)


def bottle_parts(words: SceneText) -> list[tuple[Content, Content]]:
    """Every bottle with its price, and whose it is and whether it is for sale."""
    _ = words.catalogue.gettext
    observation = words.scene.observation
    deck, several = observation.edition.deck, len(observation.prices) > 1
    drawn = []
    for number, (price, owner) in enumerate(
        zip(observation.prices, observation.owners, strict=True)
    ):
        name = _("Bottle {number}").format(number=number + 1) if several else _("Bottle")
        label = (
            Content.styled(f" {printed_price(deck, price)} ", "bold reverse")
            if price == deck.start_price
            else card_text(deck.card_at(price), words.catalogue)
        )
        whose: list[Content | str] = [words.owner_text(owner)]
        if several and number == observation.for_sale:
            whose.append(Content.styled(_(", for sale"), BOLD_STYLE))
        drawn.append((Content.assemble(name, " ", label), Content.assemble(*whose)))
    return drawn


def render_bottles(words: SceneText, width: int) -> Content:
    """Price and owner of every bottle, and which one is for sale."""
    _ = words.catalogue.gettext
    observation = words.scene.observation
    deck = observation.edition.deck
    line = Content("   ").join([Content(" ").join(parts) for parts in bottle_parts(words)])
    if len(observation.prices) > 1:
        return line
    rule = _("cards below {price} buy it").format(price=printed_price(deck, observation.price))
    longer = Content.assemble(line, "   ", (rule, DIM_STYLE))
    return longer if longer.cell_length <= width else line
