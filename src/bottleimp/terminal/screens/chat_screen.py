"""The page over the table on which people talk: what was said, and what to say.

People are muted by their tag, so that another name does not help them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from gettext import NullTranslations
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.protocol.views import View
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.text.status_text import (
    format_message,
    mutable_people,
    phrase_text,
    unmuted_messages,
)

MESSAGES_SHOWN = 8  # of what was said last
MAX_MESSAGE_LENGTH = 200  # letters of a line in free words
MUTE_KEYS = 8  # digits, each for one of those who can be muted


class ChatScreen(ModalScreen[None]):
    """What was said last, and the phrases; Enter says one, and digits mute people.

    It stays until what the person says is accepted.
    """

    AUTO_FOCUS = "#phrases"
    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("escape,q", "dismiss", show=False),
        *(Binding(f"{n + 1}", f"mute({n})", show=False) for n in range(MUTE_KEYS)),
    )

    @dataclass
    class Spoken(Message):
        """The person says a phrase, by its id, or something in free words."""

        phrase: str | None
        text: str | None = None

    @dataclass
    class Muted(Message):
        """The person with this tag is not to be heard any longer, or again."""

        person: str

    def __init__(self, view: View, catalogue: NullTranslations, muted: Collection[str]) -> None:
        """`muted` has the tags of people not to be heard, now and later."""
        super().__init__()
        self._view = view
        self._catalogue = catalogue
        self._muted = muted
        self._is_sent = False  # what the person says has not been answered yet

    def compose(self) -> ComposeResult:
        """A box with both."""
        _ = self._catalogue.gettext
        options = [Option(phrase_text(key, self._catalogue), id=key) for key in PHRASES]
        with Vertical(id="talk") as box:
            box.border_title = Content(_("Talk"))
            box.border_subtitle = Content(_("Enter says it · Esc closes"))
            with VerticalScroll(id="conversation", can_focus=False):
                yield Static(id="said")
            words = _("In your own words: Tab, type, Enter")
            yield Input(placeholder=words, max_length=MAX_MESSAGE_LENGTH, id="words", compact=True)
            yield Static(id="refused")
            yield OptionList(*options, id="phrases")
            yield Static(id="muted")

    def on_mount(self) -> None:
        """Arrow keys go through the phrases at once."""
        self.show_messages(self._view)
        self.show_problem("")
        self.query_one("#phrases").focus()

    def show_messages(self, view: View) -> None:
        """What has been said by now, and who can be muted."""
        _ = self._catalogue.gettext
        self._view = view
        lines = [
            format_message(line, self._catalogue)
            for line in unmuted_messages(view, self._muted)[-MESSAGES_SHOWN:]
        ]
        nothing = _("Nothing has been said yet.")
        self.query_one("#said", Static).update(Content("\n".join(lines) or nothing))
        self.query_one("#conversation", VerticalScroll).scroll_end(animate=False)
        self.query_one("#words").display = view.table.talk == "free"
        mute, hear = _("{number} mute {name}"), _("{number} hear {name} again")
        people = [
            (hear if person in self._muted else mute).format(
                number=player + 1, name=view.players[player].name
            )
            for player, person in mutable_people(view).items()
        ]
        self.query_one("#muted", Static).update(Content(" · ".join(people)))

    def show_problem(self, text: str) -> None:
        """Shows why something was not said; what was typed stays."""
        self._is_sent = False
        refused = self.query_one("#refused", Static)
        refused.update(Content.styled(text, "$text-error"))
        refused.display = bool(text)

    def _say(self, phrase: str | None, text: str | None = None) -> None:
        """Says it, unless something else is still on its way."""
        if self._is_sent:
            return
        self.show_problem("")
        self._is_sent = True
        self.app.post_message(self.Spoken(phrase, text))

    def action_mute(self, player: int) -> None:
        """Mutes the person at this place, or no longer."""
        person = mutable_people(self._view).get(player)
        if person is not None:
            self.app.post_message(self.Muted(person))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Says it in free words."""
        if text := message.value.strip():
            self._say(None, text)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Says the phrase."""
        if message.option_id is not None:
            self._say(message.option_id)
