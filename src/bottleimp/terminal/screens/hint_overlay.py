"""The page over the table that explains a hint: what each choice wins or risks."""

from gettext import NullTranslations
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.knowledge.choice_words import choice_notes
from bottleimp.rules.cards import Card
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.text.hint_text import ExplainedChoice, explained_choices
from bottleimp.terminal.widgets.card_text import BOLD_STYLE, DIM_STYLE, card_text
from bottleimp.terminal.widgets.hands import hint_mark


class HintOverlay(ModalScreen[None]):
    """One row for every card that may be chosen, or for each hand that may lie open."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("escape,enter,q,i,question_mark", "dismiss", show=False),
    )

    def __init__(self, choosing: HandSelection, catalogue: NullTranslations) -> None:
        super().__init__()
        self._choosing = choosing
        self._catalogue = catalogue

    def compose(self) -> ComposeResult:
        """The hint, the notes on all choices, and the table."""
        _ = self._catalogue.gettext
        observation = self._choosing.observation
        with VerticalScroll(id="page") as page:
            page.border_title = Content(_("What each choice wins or risks"))
            page.border_subtitle = Content(_("Up, Down scroll · Esc closes"))
            yield Static(Content.styled(self._choosing.hint_text, BOLD_STYLE), classes="hint")
            yield Static()
            for note in choice_notes(observation, self._catalogue):
                yield Static(Content(note), classes="note")
            yield Static()
            for each in explained_choices(observation, self._catalogue):
                yield self._row(each)

    def _row(self, each: ExplainedChoice) -> Horizontal:
        mark = hint_mark(self._choosing.hinted_actions, each.action)
        says = Content(each.words)
        if mark:
            hint = self._catalogue.gettext("The hint.")
            says = Content.assemble((f"{hint} {each.words}", BOLD_STYLE))
        return Horizontal(
            Static(
                Content.assemble((f"{mark:<3}", BOLD_STYLE), self._choice_name(each.action)),
                classes="" if isinstance(each.action, Card) else "hand",
            ),
            Static(says, classes="says"),
            classes="choice",
        )

    def _choice_name(self, action: Action) -> Content:
        """What the row is about: a card, or the hand that would lie open."""
        if isinstance(action, Card):
            return card_text(action, self._catalogue)
        _ = self._catalogue.gettext
        first = action is next(iter(OpenChoice))
        return Content.styled(_("First hand") if first else _("Second hand"), DIM_STYLE)

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one("#page").focus()
