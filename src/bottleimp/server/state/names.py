"""What people may call themselves at a table."""

import unicodedata
from functools import cache

from bottleimp.knowledge.titles import GUEST_NAMES
from bottleimp.languages.language import languages
from bottleimp.messages import gettext_noop
from bottleimp.protocol.http_bodies import MAX_NAME_LENGTH
from bottleimp.server.state.lookalike_names import mixes_scripts, skeleton, skeletons

# What somebody without a name is called: to the person, and to others where places do not matter.
NAMELESS = (gettext_noop("You"), gettext_noop("Guest"))
MAX_COMBINING_MARKS = 4  # set upon one letter
# Letters and marks that take room or none, and show nothing: fillers, blanks, selectors.
INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164}
    | {*range(0xFE00, 0xFE0F), 0xFFA0, 0x16FE4, 0x1D159, *range(0xE0100, 0xE01F0)}
)
# A record sets these between names.
FORBIDDEN_CHARACTERS = frozenset("|;")


def normalize_text(name: str) -> str:
    """The name in composed letters with single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_valid_name(name: str) -> bool:
    """Whether a tidied name may be used; no name at all may be.

    Signs that turn the text around are not printable.  What somebody without a name is called is
    no name, lest one person be taken for others.
    """
    is_written_well = (
        len(name) <= MAX_NAME_LENGTH and name.isprintable() and not set(name) & FORBIDDEN_CHARACTERS
    )
    is_plain = is_written_well and not any(map(is_invisible, name)) and not has_stacked_marks(name)
    if not is_plain or mixes_scripts(name):
        return False
    looks = skeletons(name)
    return bool(looks) == bool(name) and looks.isdisjoint(reserved_names())


@cache
def reserved_names() -> frozenset[str]:
    """The skeletons of what somebody without a name is called, in every language."""
    return frozenset(
        skeleton(normalize_text(word))
        for language in languages()
        for english in (*NAMELESS, *GUEST_NAMES)
        for word in (english, language.gettext(english))
    )


def is_invisible(sign: str) -> bool:
    """Whether a sign counts as printable and yet shows nothing."""
    return ord(sign) in INVISIBLE


def has_stacked_marks(text: str) -> bool:
    """Whether more marks are set upon one letter than any language needs."""
    height = 0
    for sign in text:
        height = height + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if height > MAX_COMBINING_MARKS:
            return True
    return False
