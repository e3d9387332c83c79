"""What people may call themselves at a table."""

import unicodedata

MOST_NAME = 24
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

    Signs that cannot be seen or that turn the text around are not printable.
    """
    is_written_well = len(name) <= MOST_NAME and name.isprintable() and not set(name) & NOT_IN_NAMES
    return is_written_well and bool(skeleton(name)) == bool(name) and not mixes_alphabets(name)


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
    letters = "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())
    return letters.translate(LOOKS_LIKE).translate(LOOKS_LIKE).replace("rn", "m")
