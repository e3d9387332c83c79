"""The messages of a language as a terminal can draw them."""

import re
from functools import cache
from gettext import NullTranslations

from bottleimp.languages.language import Language

# A browser hides soft hyphens until it breaks a word.  Textual breaks lines at any space, so there
# is none inside of guillemets nor before a mark at the end of a clause, as in Swiss French.
NOT_DRAWN = re.compile(r"\u00AD|[\u00A0\u202F](?=[:;!?»])|(?<=«)[\u00A0\u202F]")


class TerminalCatalogue(NullTranslations):
    """The messages of another catalogue, without what a terminal does not draw well."""

    def __init__(self, source: NullTranslations) -> None:
        super().__init__()
        self._source = source

    def gettext(self, message: str) -> str:
        """The translated message."""
        return NOT_DRAWN.sub("", self._source.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translated message in the form for this number."""
        return NOT_DRAWN.sub("", self._source.ngettext(msgid1, msgid2, n))


@cache
def terminal_catalogue(language: Language) -> TerminalCatalogue:
    """The catalogue of a language for the terminal."""
    return TerminalCatalogue(language.catalogue)
