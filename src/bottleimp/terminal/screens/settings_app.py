"""An application whose settings are remembered for the next time."""

from dataclasses import replace
from typing import Any

from bottleimp.languages.language import ENGLISH, Language
from bottleimp.terminal.screens.window_size import SizedApp
from bottleimp.terminal.session.saved_matches import MatchFolder, TerminalSettings
from bottleimp.terminal.text.problems import unsaved_settings_text

THEMES = {True: "textual-dark", False: "textual-light"}


class SettingsApp(SizedApp):
    """An application that keeps its settings in a folder, and looks as they say."""

    def __init__(
        self, folder: MatchFolder, settings: TerminalSettings, language: Language = ENGLISH
    ) -> None:
        super().__init__(language)
        self._folder = folder
        self._settings = settings

    def action_other_theme(self) -> None:
        """From dark to light, or back."""
        self._remember(dark=not self._settings.dark)
        self._show_theme()

    def _show_theme(self) -> None:
        """Dark or light, as remembered."""
        self.theme = THEMES[self._settings.dark]

    def _remember(self, **changes: Any) -> None:  # Any: each setting has a type of its own
        """Settings that count from now on; says so where they cannot be kept."""
        self._settings = replace(self._settings, **changes)
        try:
            self._folder.change_settings(**changes)
        except OSError as problem:
            self.notify(unsaved_settings_text(problem, self._catalogue), severity="warning")
