"""Pages that lie over the table until they are closed: help, score sheet, what happened."""

from collections.abc import Iterable
from gettext import NullTranslations
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from bottleimp.knowledge.observation import Observation
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.widgets.number_line import legend_parts
from bottleimp.terminal.widgets.seat_grid import dealer_mark

PAGE_COLUMNS = 68  # of a page over the smallest window, beside its scroll bar


class TextOverlay(ModalScreen[None]):
    """A page of text that scrolls; it opens at its end where that is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("escape,enter,q,question_mark", "dismiss", show=False),
    )

    def __init__(
        self, title: str, content: Content, catalogue: NullTranslations, *, from_end: bool = False
    ) -> None:
        super().__init__()
        self._heading = title
        self._content = content
        self._catalogue = catalogue
        self._from_end = from_end

    def compose(self) -> ComposeResult:
        """A box with the text in it."""
        scroll = VerticalScroll(Static(self._content), id="page")
        scroll.border_title = Content(self._heading)
        scroll.border_subtitle = Content(self._catalogue.gettext("Esc closes"))
        yield scroll

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        scroll = self.query_one("#page", VerticalScroll)
        scroll.focus()
        if self._from_end:
            scroll.scroll_end(animate=False)


def help_text(observation: Observation, catalogue: NullTranslations) -> Content:
    """Every key, every mark of the number line as it is drawn now, and what the bottle is about."""
    _ = catalogue.gettext
    keys = (
        (_("Left, Right, Home, End"), _("move along a hand")),
        (_("Up, Down"), _("change to your other hand")),
        (_("digits, and . for ½"), _("type a number to go to that card")),
        (_("Enter, Space"), _("choose or play the card, confirm, go on")),
        (_("Backspace, U"), _("take back a digit, a choice, a card")),
        (_("1, 2"), _("which hand lies open, where that is asked")),
        (_("Page Up, Page Down"), _("scroll the score of the round")),
        ("I", _("a hint of a strong player; once more: why")),
        ("G, X", _("the guide: go on, or resume it; skip it")),
        ("P", _("claim the rest, or play it out")),
        ("O", _("sort by number or by suit")),
        ("S", _("score sheet")),
        ("W", _("what happened in this round")),
        ("V", _("replay the last finished round; and back")),
        (_("Left, Right; Up, Down"), _("in a replay: by steps; by tricks")),
        ("P", _("in a replay: choose again; V leads back")),
        ("U, R", _("there: take back the last choice, or all")),
        ("A", _("there: a strong player goes on for you")),
        ("T", _("dark or light")),
        ("L", _("on the first screen: another language")),
        (_("Del"), _("on the first screen: remove a match")),
        ("+, -", _("faster, slower")),
        ("N, R", _("next round, rematch")),
        ("N, R, B", _("in a lesson: go on, try again, go back")),
        ("C, B", _("at a server: talk; take your place back")),
        ("M", _("the first screen, or the list of lessons")),
        ("Q", _("leave; the match is kept")),
    )
    marks = (
        ("▶", _("has something to do")),
        (dealer_mark(catalogue), _("deals; the player on the dealer's left leads")),
        ("»  ★", _("led the trick; takes it, or would take it now")),
        ("A B C", _("the side of a seat; ×2: plays alone and counts double")),
        ("?  ?1", _("a strong player would choose this card")),
        ("5p", _("the card is worth 5 points")),
    )
    rules = (
        _("The highest card takes the trick unless a card is below the price."),
        _("Then the highest of those takes it and buys the bottle."),
        _("Its number is the new price of the bottle."),
        _("Follow the suit of the first card if you can; nobody has to win."),
        _("The owner at the end scores nothing for tricks and loses the Imp's Trick."),
        _("With two bottles the dearer one is for sale."),
    )
    lines = [Content.styled(_("Keys"), "bold")]
    lines += hanging_entries(keys, 24)
    mouse = _("Mouse: a click points at a card, a second one chooses or plays it.")
    lines += [*indented(mouse), Content("")]
    lines.append(Content.styled(_("Signs"), "bold"))
    lines += hanging_entries(marks, 8)
    on_line = legend_parts(observation, catalogue)
    lines += [Content("  " + "  ".join(part)) for part in (on_line[:-2], on_line[-2:])]
    lines.append(Content(""))
    lines.append(Content.styled(_("The game"), "bold"))
    lines += [line for rule in rules for line in indented(rule)]
    return Content("\n").join(lines)


def hanging_entries(entries: Iterable[tuple[str, str]], columns: int) -> list[Content]:
    """Each sign, so many columns wide, with its text beside it in as many lines as it takes."""
    lines = []
    for sign, text in entries:
        first, *more = wrap(text, PAGE_COLUMNS - 2 - columns)
        lines.append(Content.assemble((f"  {sign:<{columns}}", "bold"), first))
        lines += [Content(" " * (2 + columns) + line) for line in more]
    return lines


def indented(text: str) -> list[Content]:
    """The text in as many lines as it takes, all of them indented."""
    return [Content(line) for line in wrap(text, PAGE_COLUMNS, initial_indent="  ",
                                           subsequent_indent="  ")]  # fmt: skip
