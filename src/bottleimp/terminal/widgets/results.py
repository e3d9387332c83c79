"""What a round was worth and why, and the score sheet of the match."""

from collections.abc import Sequence
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
    fit_names,
    grid,
    shorten,
)
from bottleimp.terminal.widgets.seat_grid import (
    CellContent,
    dealer_mark,
    seat_name_cell,
    side_label,
)

COLUMN_GAP = 2


def render_result(words: SceneText, width: int, *, has_totals: bool = True) -> Content:
    """The score of a round that is over, with the Imp's Trick laid open and reasons.

    Names are shortened where the table would be wider than so many screen columns.  Without
    totals the round counts for no match.
    """
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
    columns = []
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
    ]
    if has_totals:
        totals = scene.match.totals
        columns.append(column(_("Total"), [str(totals[scene.seating[seat]]) for seat in seats]))

    def with_names(longest: int) -> Sequence[Column]:
        names: list[CellContent] = [seat_name_cell(scene, seat, longest) for seat in seats]
        return (column("", names, right=False), *columns)

    table = grid(fit_names(with_names, width, gap=COLUMN_GAP), gap=COLUMN_GAP)
    sentences = words.narrator.scores(observation)
    by_seat = [Content(sentences[1 + seat]) for seat in seats]
    return Content("\n").join([Content(sentences[0]), Content(""), table, Content(""), *by_seat])


def render_score_sheet(scene: Scene, catalogue: NullTranslations, width: int) -> Content:
    """The score sheet: one line for every round, the dealer marked, and the totals.

    Names are shortened where it would be wider than so many screen columns.
    """
    _ = catalogue.gettext
    match = scene.match
    ends = _("Score sheet, {length}").format(length=length_title(match.edition.length, catalogue))
    numbers = [str(number + 1) for number in range(len(match.results))]
    scores: list[tuple[CellContent, ...]] = []
    for participant in range(len(scene.names)):
        cells: list[CellContent] = []
        for one in match.results:
            mark = f"{dealer_mark(catalogue)} " if one.dealer == participant else ""
            cells.append(Content.assemble((mark, DIM_STYLE), str(one.scores[participant])))
        wins = f"{WIN_MARK} " if participant in match.winners else ""
        total = Content.styled(f"{wins}{match.totals[participant]}", BOLD_STYLE)
        scores.append((*cells, total))

    def with_names(longest: int) -> Sequence[Column]:
        names = [shorten(Content(name), longest).plain for name in scene.names]
        return (
            Column("", (*numbers, _("Total"))),
            *(Column(*one, is_right_aligned=True) for one in zip(names, scores, strict=True)),
        )

    table = grid(fit_names(with_names, width, gap=COLUMN_GAP), gap=COLUMN_GAP)
    return Content.assemble((ends, BOLD_STYLE), "\n", table)
