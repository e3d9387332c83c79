"""The players round the table: each one's card before its player, the bottle in the middle.

The person sits at the bottom; the others go clockwise from the person's left, as in the browser.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from textual.content import Content

from bottleimp.game.round import Phase, PlayedCard
from bottleimp.knowledge.printed_numbers import printed_price
from bottleimp.rules.cards import Card
from bottleimp.rules.seating import IMPS_TRICK, Pass
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.session.trick_view import DisplayedTrick, displayed_tricks
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.card_text import (
    BOLD_STYLE,
    DIM_STYLE,
    LEAD_MARK,
    SUIT_STYLES,
    WIN_MARK,
    cards_text,
    shorten,
)
from bottleimp.terminal.widgets.hands import SMALL, CardSize, card_face_lines
from bottleimp.terminal.widgets.seat_grid import TO_ACT_MARK, SeatGrid, bottle_parts

TextBlock = tuple[Content, ...]  # lines

LEFT, RIGHT, TOP, BOTTOM = "left", "right", "top", "bottom"
UPPER, MIDDLE, LOWER = 0, 1, 2  # of the places at a side
# The others' places clockwise from the person's left, by how many sit there.
PLACES: dict[int, tuple[tuple[str, int], ...]] = {
    1: ((TOP, 0),),
    2: ((LEFT, MIDDLE), (RIGHT, MIDDLE)),
    3: ((LEFT, MIDDLE), (TOP, 0), (RIGHT, MIDDLE)),
    4: ((LEFT, LOWER), (LEFT, UPPER), (RIGHT, UPPER), (RIGHT, LOWER)),
    5: ((LEFT, LOWER), (LEFT, UPPER), (TOP, 0), (RIGHT, UPPER), (RIGHT, LOWER)),
}
NAME_COLUMNS = 16
GAP = 2  # columns between a plate and its card
EMPTY_SLOT_STYLE = "dim reverse"


def width_of(block: Sequence[Content]) -> int:
    """The columns of the longest line."""
    return max((line.cell_length for line in block), default=0)


def padded(block: Sequence[Content], width: int | None = None) -> TextBlock:
    """The block with all lines equally long."""
    columns = width_of(block) if width is None else width
    return tuple(line.pad_right(columns - line.cell_length) for line in block)


def centred(block: Sequence[Content], width: int) -> TextBlock:
    """Each line in the middle of so many columns."""
    return tuple(line.pad_left((width - line.cell_length) // 2) for line in block)


def beside(blocks: Sequence[Sequence[Content]], gap: int) -> TextBlock:
    """Blocks side by side, each in the middle of the height of the tallest."""
    height = max((len(block) for block in blocks), default=0)
    columns = []
    for block in blocks:
        above = (height - len(block)) // 2
        below = height - len(block) - above
        lines = (*(Content(""),) * above, *block, *(Content(""),) * below)
        columns.append(padded(lines))
    rows = zip(*columns, strict=True)
    return tuple(Content(" " * gap).join(row) for row in rows)


@dataclass(frozen=True)
class RoundTable:
    """Draws the seats, what lies before them, and the bottles."""

    scene: Scene
    choosing: HandSelection
    catalogue: NullTranslations
    width: int
    size: CardSize = SMALL

    @property
    def grid(self) -> SeatGrid:
        """The same facts as the list on a narrow screen."""
        return SeatGrid(self.scene, self.catalogue, self.width)

    @property
    def words(self) -> SceneText:
        """Speaks of the scene."""
        return SceneText(self.scene, self.catalogue)

    @property
    def trick(self) -> DisplayedTrick | None:
        """The trick on the table."""
        shown = displayed_tricks(self.scene.observation)
        return shown[0] if shown else None

    @property
    def card_lines(self) -> int:
        """How many lines a card takes."""
        return 2 + 2 * self.size.blank

    def render(self) -> Content | None:
        """The table; None where it does not fit into the width."""
        seats = self.scene.seats_clockwise
        places = PLACES[len(seats) - 1]
        middle = self._middle()
        blocks: dict[tuple[str, int], TextBlock] = {}
        for seat, place in zip(seats[1:], places, strict=True):
            blocks[place] = self._place(seat, place[0])
        top = blocks.get((TOP, 0), ())
        bottom = self._place(seats[0], BOTTOM)
        sides = {
            side: [(level, block) for (at, level), block in blocks.items() if at == side]
            for side in (LEFT, RIGHT)
        }
        height = self._height(len(top), len(middle), len(bottom), sides)
        rows: list[list[tuple[int, Content]]] = [[] for _ in range(height)]
        for side, ranked in sides.items():
            for level, block in ranked:
                free = height - len(block)
                y = {UPPER: free // 6, MIDDLE: free // 2, LOWER: free - free // 6}[level]
                x = 0 if side == LEFT else self.width - width_of(block)
                _lay(rows, block, x, y)
        for block, y in (
            (top, 0),
            (middle, len(top) + (height - len(top) - len(bottom) - len(middle)) // 2),
            (bottom, height - len(bottom)),
        ):
            for at, line in enumerate(block):
                _lay(rows, (line,), (self.width - line.cell_length) // 2, y + at)
        return self._joined(rows)

    def _height(
        self,
        top: int,
        middle: int,
        bottom: int,
        sides: dict[str, list[tuple[int, TextBlock]]],
    ) -> int:
        stacked = max(sum(len(block) + 1 for _, block in ranked) for ranked in sides.values())
        return max(top + middle + bottom + (2 if self.size.blank else 0), stacked + 1)

    def _joined(self, rows: list[list[tuple[int, Content]]]) -> Content | None:
        lines = []
        for row in rows:
            line = Content("")
            for x, piece in sorted(row, key=lambda one: one[0]):
                if x < line.cell_length + (1 if line else 0):
                    return None  # two pieces would touch
                line = line.pad_right(x - line.cell_length) + piece
            if line.cell_length > self.width:
                return None
            lines.append(line)
        return Content("\n").join(lines)

    # --- one seat -----------------------------------------------------------------------

    def _place(self, seat: int, side: str) -> TextBlock:
        """The plate of the seat and what lies before it."""
        plate, before = self._plate(seat, side), self._before(seat)
        if side == LEFT:
            return beside((plate, before), GAP)
        if side == RIGHT:
            return beside((before, plate), GAP)
        wide = max(width_of(plate), width_of(before))
        plate, before = padded(centred(plate, wide), wide), padded(centred(before, wide), wide)
        return (*plate, *before) if side == TOP else (*before, *plate)

    def _plate(self, seat: int, side: str) -> TextBlock:
        """Name, marks and numbers of the seat."""
        _, n_ = self.catalogue.gettext, self.catalogue.ngettext
        grid, observation = self.grid, self.scene.observation
        first: list[Content | str] = [grid.acts(seat) or " ", " ", self._name(seat)]
        if letter := grid.side(seat):
            first += ["  ", letter]
        if owned := grid.owned(seat):
            first += ["  ", Content(_("owns")), " ", owned]
        count = sum(observation.hand_sizes[n] for n in grid.edition.hands_of(seat))
        held = n_("{cards} card", "{cards} cards", count).format(cards=grid.cards(seat))
        if activity := self._activity(seat):
            held += f", {activity}"
        total = _("total {points}").format(points=grid.total(seat))
        if observation.taken_points:  # a table without aids hides them
            taken = _("taken {points}").format(points=grid.taken(seat))
            total = f"{taken} · {total}"
        lines = [Content.assemble(*first), Content(f"  {held}"), Content(f"  {total}")]
        if seat != self.scene.seat and grid.edition.passes:
            lines += self._exchanged(seat, one_line=side == TOP)
        return tuple(lines)

    def _name(self, seat: int) -> Content:
        """The name, shortened where it is too long for a plate, and whether the seat deals."""
        name = self.grid.name(seat)
        return name if seat == self.scene.seat else shorten(name, NAME_COLUMNS)

    def _exchanged(self, seat: int, *, one_line: bool) -> TextBlock:
        """What the person passed to the seat and received from it."""
        _ = self.catalogue.gettext
        lines = []
        for heading, cards in (
            (_("Passed"), list(self.grid.passed_to(seat))),
            (_("Received"), list(self.grid.received_from(seat))),
        ):
            words = Content.assemble(
                (f"  {heading} ", DIM_STYLE), cards_text(cards, self.catalogue)
            )
            lines.append(words if cards else Content(""))
        return (lines[0] + lines[1],) if one_line else tuple(lines)

    def _activity(self, seat: int) -> str:
        """What the seat does now, in the browser's words."""
        _ = self.catalogue.gettext
        observation = self.scene.observation
        if observation.phase is Phase.OVER:
            return ""
        if observation.turn is None:
            return _("ready") if observation.committed[seat] else _("choosing")
        if observation.turn != seat:
            return ""
        return _("your turn") if seat == self.scene.seat else _("to play")

    def _before(self, seat: int) -> TextBlock:
        """Cards on the table before the seat: of the trick, or of the person's own exchange."""
        observation = self.scene.observation
        if observation.phase is Phase.EXCHANGE:
            if not observation.is_to_act:
                return self._nothing()
            steps = list(enumerate(observation.passes_owed))
            own = [(at, step) for at, step in steps if self._receiver(step) == seat]
            return beside([self._slot(at, step) for at, step in own], 1) or self._nothing()
        plays = () if self.trick is None else self.trick.plays_of(seat)
        return beside([self._played(play) for play in plays], 1) or self._nothing()

    def _nothing(self) -> TextBlock:
        return (Content(" " * (self.size.columns + 4)),) * self.card_lines

    def _receiver(self, step: Pass) -> int:
        """The seat before which a passed card lies; the Imp's Trick is before the person."""
        if step.target == IMPS_TRICK:
            return self.scene.seat
        return self.scene.observation.edition.hands[step.target].seat

    def _slot(self, at: int, step: Pass) -> TextBlock:
        """A card that is to be passed, or the empty place for it."""
        chosen = self.choosing.draft[at] if at < len(self.choosing.draft) else None
        number = Content(f"{TO_ACT_MARK if at == len(self.choosing.draft) else ' '}{at + 1} ")
        if step.target == IMPS_TRICK:
            number += Content(f"{self.words.pass_target_text(step)} ")
        if isinstance(chosen, Card):
            return self._face(chosen, number, Content(""))
        blank = Content.styled("_" * self.size.columns, EMPTY_SLOT_STYLE)
        return beside(((number,), (blank,) * self.card_lines), 0)

    def _played(self, play: PlayedCard) -> TextBlock:
        assert self.trick is not None  # it has a card
        leads = Content(f"{LEAD_MARK} " if self.trick.is_lead(play) else "  ")
        wins = self.trick.is_winning(play)
        return self._face(
            play.card, leads, Content.styled(f" {WIN_MARK}", BOLD_STYLE) if wins else Content("  ")
        )

    def _face(self, card: Card, before: Content, after: Content) -> TextBlock:
        style = f"bold {SUIT_STYLES[card.suit]}"
        lines = card_face_lines(card, self.size, self.catalogue)
        return beside(
            ((before,), tuple(Content.styled(line, style) for line in lines), (after,)), 0
        )

    # --- the middle ---------------------------------------------------------------------

    def _middle(self) -> TextBlock:
        """Every bottle with price and owner, the rule, and the Imp's Trick."""
        _, n_ = self.catalogue.gettext, self.catalogue.ngettext
        observation = self.scene.observation
        deck, several = observation.edition.deck, len(observation.prices) > 1
        lines: list[Content] = []
        for parts in bottle_parts(self.words):
            lines += parts
        if not several:
            rule = _("cards below {price} buy it").format(
                price=printed_price(deck, observation.price)
            )
            lines.append(Content.styled(rule, DIM_STYLE))
        count = self.grid.imps_cards()
        if count:
            words = n_(
                "Imp's Trick: {count} card", "Imp's Trick: {count} cards", count
            ).format(count=count)  # fmt: skip
            lines.append(Content(words))
        if observation.edition.discards:
            mine = Content.assemble(
                _("from you "), cards_text(observation.discards, self.catalogue)
            )
            lines.append(mine if observation.discards else Content(""))
        return tuple(lines)


def _lay(rows: list[list[tuple[int, Content]]], block: Sequence[Content], x: int, y: int) -> None:
    for at, line in enumerate(block):
        if line.plain.strip():
            rows[y + at].append((x, line))
