"""What a round was worth and why, and the score sheet of the match."""

from gettext import NullTranslations

from textual.content import Content

from bottleimp.knowledge.printed_numbers import printed_price
from bottleimp.rules.seating import IMPS_TRICK
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.titles import length_title
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.card_text import (
    BOLD_STYLE,
    DIM_STYLE,
    WIN_MARK,
    Column,
    cards_text,
    grid,
)
from bottleimp.terminal.widgets.seat_grid import CellContent, dealer_mark, side_label

COLUMN_GAP = 2


def render_result(words: SceneText) -> Content:
    """The score of a round that is over, with the Imp's Trick laid open and reasons."""
    _ = words.catalogue.gettext
    scene, observation = words.scene, words.scene.observation
    revealed, edition = observation.revealed, observation.edition
    if revealed is None:
        return Content("")
    seats = scene.seats_clockwise
    deck = edition.deck

    def column(heading: str, cells: list[CellContent], *, right: bool = True) -> Column:
        return Column(heading, tuple(cells), right)

    put = [
        [step.card for who, step in revealed.passes if who == seat and step.target == IMPS_TRICK]
        for seat in seats
    ]
    owned = [
        " ".join(
            printed_price(deck, price)
            for price, owner in zip(observation.prices, observation.owners, strict=True)
            if owner == seat
        )
        for seat in seats
    ]
    columns = [column("", [seat_name_cell(scene, seat) for seat in seats], right=False)]
    if edition.has_sides:
        columns.append(
            column(_("Side"), [side_label(edition, scene.seating, s) for s in seats], right=False)
        )
    if edition.discards:
        heading = _("Into the Imp's Trick")
        columns.append(
            column(heading, [cards_text(cards, words.catalogue) for cards in put], right=False)
        )
    columns += [
        column(_("Taken"), [str(observation.taken_points[seat]) for seat in seats]),
        column(_("Owns"), [*owned], right=False),
        column(_("Round"), [Content.styled(str(revealed.scores[s]), BOLD_STYLE) for s in seats]),
        column(_("Total"), [str(scene.match.totals[scene.seating[seat]]) for seat in seats]),
    ]
    sentences = words.narrator.scores(observation)
    by_seat = [Content(sentences[1 + seat]) for seat in seats]
    return Content("\n").join(
        [Content(sentences[0]), Content(""), grid(columns, gap=COLUMN_GAP), Content(""), *by_seat]
    )


def seat_name_cell(scene: Scene, seat: int) -> Content:
    """The name of a seat; the person's own stands out."""
    return Content.styled(scene.seat_names[seat], BOLD_STYLE if seat == scene.seat else "")


def render_score_sheet(scene: Scene, catalogue: NullTranslations) -> Content:
    """The score sheet: one line for every round, the dealer marked, and the totals."""
    _ = catalogue.gettext
    match = scene.match
    ends = _("Score sheet, {length}").format(length=length_title(match.edition.length, catalogue))
    numbers = [str(number + 1) for number in range(len(match.results))]
    columns = [Column("", (*numbers, _("Total")))]
    for participant, name in enumerate(scene.names):
        cells: list[CellContent] = []
        for one in match.results:
            mark = f"{dealer_mark(catalogue)} " if one.dealer == participant else ""
            cells.append(Content.assemble((mark, DIM_STYLE), str(one.scores[participant])))
        wins = f"{WIN_MARK} " if participant in match.winners else ""
        total = Content.styled(f"{wins}{match.totals[participant]}", BOLD_STYLE)
        columns.append(Column(name, (*cells, total), is_right_aligned=True))
    return Content.assemble((ends, BOLD_STYLE), "\n", grid(columns, gap=COLUMN_GAP))
