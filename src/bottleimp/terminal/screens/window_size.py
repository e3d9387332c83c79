"""The size that the screens need: a smaller window is told that it is too small."""

from gettext import NullTranslations
from typing import ClassVar

from textual.app import App
from textual.events import Resize

from bottleimp.languages.language import ENGLISH, Language
from bottleimp.terminal.text.catalogue import terminal_catalogue

COLUMNS, LINES = 80, 24
TOLD_FOR = 10  # seconds


class SizedApp(App[None]):
    """An application that says when its window is too small, each time it becomes so."""

    HAS_MENU: ClassVar[bool] = True  # a key leads back to the first screen

    def __init__(self, language: Language = ENGLISH) -> None:
        super().__init__()
        self._language = language
        self._was_large_enough = True

    @property
    def _catalogue(self) -> NullTranslations:
        """The messages of the language that is spoken now."""
        return terminal_catalogue(self._language)

    def action_help_quit(self) -> None:
        """Ctrl+C might be meant to copy, so it only says how to leave."""
        self.notify(self._catalogue.gettext("Press Q to leave, or Ctrl+Q."), timeout=TOLD_FOR)

    def on_resize(self, event: Resize) -> None:
        """Compares the window with what the screens need."""
        width, height = event.size
        is_large_enough = width >= COLUMNS and height >= LINES
        if self._was_large_enough and not is_large_enough:
            text = self._catalogue.gettext(
                "This window has {width} columns and {height} lines. The table needs {columns} and"
                " {lines}; make the window larger, or the letters smaller."
            )
            self.notify(
                text.format(width=width, height=height, columns=COLUMNS, lines=LINES),
                severity="warning",
                timeout=TOLD_FOR,
            )
        elif is_large_enough and not self._was_large_enough:
            self.clear_notifications()  # it would cover the heading, and is true no longer
        self._was_large_enough = is_large_enough
