"""What people may call themselves at a table."""

import unicodedata
from functools import cache

from bottleimp.knowledge.titles import GUEST_NAMES
from bottleimp.server.i18n import languages

MOST_NAME = 24
MOST_MARKS = 4  # set upon one letter
# Letters and marks that take room or none, and show nothing: fillers, blanks, selectors.
INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164}
    | {*range(0xFE00, 0xFE0F), 0xFFA0, 0x16FE4, 0x1D159, *range(0xE0100, 0xE01F0)}
)
# Shows a sign as an emoji; beside a letter it changes nothing.
EMOJI_SELECTOR = "\ufe0f"
# A record sets these between names.
NOT_IN_NAMES = frozenset("|;")
# Alphabets with letters that look like one another's.
ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE"})
# Letters that look like others, in the alphabets in which that is most often tried.
LOOKS_LIKE = str.maketrans(
    {
        "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c",
        "т": "t", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d", "ԛ": "q", "ԝ": "w",
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o",
        "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w", "ı": "i", "ɑ": "a", "ɡ": "g",
        "0": "o", "1": "l", "i": "l", "|": "l", "5": "s",
    }
)  # fmt: skip


def tidied(name: str) -> str:
    """The name in composed letters with single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_name(name: str) -> bool:
    """Whether a tidied name may be used; no name at all may be.

    Signs that turn the text around are not printable.  What somebody without a name is called is
    no name, lest one person be taken for others.
    """
    is_written_well = len(name) <= MOST_NAME and name.isprintable() and not set(name) & NOT_IN_NAMES
    is_plain = is_written_well and not any(map(is_invisible, name)) and not has_towers(name)
    if not is_plain or mixes_alphabets(name):
        return False
    bare = skeleton(name)
    return bool(bare) == bool(name) and bare not in names_of_nobody()


@cache
def names_of_nobody() -> frozenset[str]:
    """The skeletons of what somebody without a name is called, in every language."""
    return frozenset(
        skeleton(tidied(word))
        for language in languages()
        for english in ("You", "Guest", *GUEST_NAMES)
        for word in (english, language.gettext(english))
    )


def is_invisible(sign: str) -> bool:
    """Whether a sign counts as printable and yet shows nothing."""
    return ord(sign) in INVISIBLE


def has_towers(text: str) -> bool:
    """Whether more marks are set upon one letter than any language needs."""
    height = 0
    for sign in text:
        height = height + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if height > MOST_MARKS:
            return True
    return False


def mixes_alphabets(name: str) -> bool:
    """Whether a word of the name has letters of several alphabets that look alike."""
    words = unicodedata.normalize("NFKC", name).split()
    return any(len(set(map(alphabet, word)) & ALIKE) > 1 for word in words)


def alphabet(letter: str) -> str:
    """The alphabet of a letter, as Unicode calls it; something else for other signs."""
    return unicodedata.name(letter, "").partition(" ")[0]


def skeleton(name: str) -> str:
    """The same text for names that look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(c for c in plain if not is_passed_over(c))
    return letters.translate(LOOKS_LIKE).translate(LOOKS_LIKE).replace("rn", "m")


def is_passed_over(sign: str) -> bool:
    """Whether names that differ by this sign alone look alike."""
    return unicodedata.combining(sign) > 0 or sign.isspace() or sign == EMOJI_SELECTOR
