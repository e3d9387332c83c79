"""Two parts of the table that know more than their text: the story and the hands."""

from dataclasses import dataclass
from textwrap import wrap

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from bottleimp.terminal.widgets import hands

MARGIN_COLUMNS = 2  # columns left and right of the table together


class RoundLog(Widget):
    """The last lines of the log, as many as fit."""

    log_lines: tuple[str, ...] = ()

    def render(self) -> Content:
        """The latest lines, the last one at the bottom."""
        width, height = self.size
        if not width or not height:
            return Content("")
        lines = [
            part for line in self.log_lines for part in wrap(line, width, subsequent_indent="  ")
        ]
        return Content("\n".join(lines[-height:]))

    def show_lines(self, lines: tuple[str, ...]) -> None:
        """Shows these lines."""
        if lines != self.log_lines:
            self.log_lines = lines
            self.refresh()


class HandsWidget(Static):
    """The person's hands; says which card or hand was clicked."""

    @dataclass
    class Clicked(Message):
        """What was clicked: the place of a card, or the number of a hand among the own."""

        card: int | None
        hand: int | None

    def on_click(self, event: events.Click) -> None:
        """Reads from the drawing what lies under the pointer."""
        meta = event.style.meta
        if hands.CARD_META in meta or hands.HAND_META in meta:
            self.post_message(self.Clicked(meta.get(hands.CARD_META), meta.get(hands.HAND_META)))
