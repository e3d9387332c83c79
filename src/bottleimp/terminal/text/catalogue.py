"""The messages of a language as a terminal can draw them."""

from functools import cache
from gettext import NullTranslations

from bottleimp.languages.language import Language

# What a browser hides until it breaks a word, and a space that not every terminal's font has.
SIGNS = str.maketrans({"\N{SOFT HYPHEN}": None, "\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}"})


class TerminalCatalogue(NullTranslations):
    """The messages of another catalogue, without signs that take no place or have no picture."""

    def __init__(self, source: NullTranslations) -> None:
        super().__init__()
        self._source = source

    def gettext(self, message: str) -> str:
        """The translated message."""
        return self._source.gettext(message).translate(SIGNS)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translated message in the form for this number."""
        return self._source.ngettext(msgid1, msgid2, n).translate(SIGNS)


@cache
def terminal_catalogue(language: Language) -> TerminalCatalogue:
    """The catalogue of a language for the terminal."""
    return TerminalCatalogue(language.catalogue)
