"""The page over the table on which people talk: what was said, and set phrases to say."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.terminal.company import phrase, said

LINES = 8  # of what was said last

# Views are JSON; the protocol says what they hold.
Json = dict[str, Any]


class TalkScreen(ModalScreen[None]):
    """What was said last, and the phrases; Enter says one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", show=False)]

    @dataclass
    class Spoken(Message):
        """The person says a phrase, by its id."""

        phrase: str

    def __init__(self, view: Json, catalogue: NullTranslations) -> None:
        super().__init__()
        self._view = view
        self._catalogue = catalogue

    def compose(self) -> ComposeResult:
        """A box with both."""
        _ = self._catalogue.gettext
        options = [Option(phrase(key, self._catalogue), id=key) for key in PHRASES]
        with Vertical(id="talk") as box:
            box.border_title = Content(_("Talk"))
            box.border_subtitle = Content(_("Enter says it · Esc closes"))
            yield Static(id="said")
            yield OptionList(*options, id="phrases")

    def on_mount(self) -> None:
        """Arrow keys go through the phrases at once."""
        self.show(self._view)
        self.query_one("#phrases").focus()

    def show(self, view: Json) -> None:
        """What has been said by now."""
        lines = [said(line, self._catalogue) for line in view["talk"][-LINES:]]
        nothing = self._catalogue.gettext("Nothing has been said yet.")
        self.query_one("#said", Static).update(Content("\n".join(lines) or nothing))

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Says the phrase, and goes back to the table."""
        if message.option_id is not None:
            self.app.post_message(self.Spoken(message.option_id))
        self.dismiss()
