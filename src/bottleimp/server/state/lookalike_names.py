"""Which names look alike.

Unicode lists the signs that are drawn alike (Technical Standard 39, "confusables"); the library
`confusable_homoglyphs` brings the list.  What the list leaves out and people try is added here:
small capitals, letters of another script that resemble Latin ones, upper and lower case, accents,
and the marks between letters.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

# Shows a sign as an emoji; beside a letter it changes nothing.
EMOJI_SELECTOR = "\ufe0f"
MODIFIERS = range(0x02B0, 0x0300)  # apostrophes, commas and accents that stand alone
LEFT_TO_RIGHT_MARK = "\u200e"  # stands in the list around signs of scripts written to the left
# Small capitals, letters in squares and flags: Unicode names them after the plain letter.
DECORATED_LETTER = re.compile(
    r"(?:LATIN|SYMBOL)(?: CAPITAL| SMALL)? LETTER(?: SMALL CAPITAL)? ([A-Z])$"
)
# Letters that look like others and are not on the list, or only in the other case.
EXTRA_CONFUSABLES = str.maketrans(
    {
        "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c",
        "п": "n", "т": "t", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d", "ԛ": "q",
        "ԝ": "w",
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o",
        "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w", "ı": "i", "ɑ": "a", "ɡ": "g",
        "ᗩ": "a", "ᑕ": "c", "ᗴ": "e", "ᗝ": "o", "ᑎ": "n", "ᔕ": "s", "ᗯ": "w", "ᘔ": "z", "Ꮖ": "i",
        "0": "o", "1": "l", "i": "l", "|": "l", "5": "s",
    }
)  # fmt: skip
# Scripts that are written together in one word.
COMBINABLE_SCRIPTS = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
NEUTRAL_SCRIPTS = frozenset({"COMMON", "INHERITED", "UNKNOWN"})


def are_confusable(one: str, other: str) -> bool:
    """Whether two names look alike; no name at all looks like none."""
    return not skeletons(one).isdisjoint(skeletons(other))


def is_confusable_with_any(name: str, others: Iterable[str]) -> bool:
    """Whether the name looks like one of the others."""
    return any(are_confusable(name, other) for other in others)


def skeletons(name: str) -> frozenset[str]:
    """Names that look alike have one of these texts in common; a name that shows nothing has none.

    Capitals and small letters of a script may look like different letters of another: the Greek
    capital nu like N, the small one like v.  So a name is read in both ways.
    """
    return frozenset({skeleton(name), skeleton(replace_with_prototypes(strip_marks(name)))} - {""})


MAX_SKELETONS = 4096  # that are remembered: visitors can think of any number of names


@lru_cache(MAX_SKELETONS)
def skeleton(name: str) -> str:
    """The name in small letters, each replaced by the simplest sign that is drawn like it."""
    text, before = strip_marks(name).casefold(), ""
    while text != before:
        before = text
        text = replace_with_prototypes(text.translate(EXTRA_CONFUSABLES)).casefold()
    return text.replace("rn", "m").replace("vv", "w")


def strip_marks(name: str) -> str:
    """The name without accents, spaces and the marks between letters, in compatible signs."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in plain if not is_ignorable(sign))


def is_ignorable(sign: str) -> bool:
    """Whether names that differ by this sign alone look alike."""
    return (
        unicodedata.combining(sign) > 0
        or unicodedata.category(sign)[0] in "PZ"
        or unicodedata.category(sign) in ("Sk", "Me")
        or sign == EMOJI_SELECTOR
        or ord(sign) in MODIFIERS
    )


def replace_with_prototypes(text: str) -> str:
    """The text with each sign replaced by the one that stands for all that are drawn like it."""
    return "".join(prototype_of(sign) for sign in text)


def prototype_of(sign: str) -> str:
    """The sign that stands for all that are drawn like this one."""
    ornate = None if sign.isascii() else DECORATED_LETTER.search(unicodedata.name(sign, ""))
    if ornate is not None:
        sign = ornate[1].lower() if "SMALL" in ornate[0] else ornate[1]
    return prototypes().get(sign, sign)


@cache
def prototypes() -> dict[str, str]:
    """Sign -> what stands for it: a longer text such as `rn` for m, or the first of its group."""
    group: dict[str, set[str]] = {}
    for sign, found in confusables_data.items():
        members = {
            text.replace(LEFT_TO_RIGHT_MARK, "") for text in (sign, *(f["c"] for f in found))
        }
        for known in [group[text] for text in members if text in group]:
            members |= known
        group |= dict.fromkeys(members, members)
    return {
        sign: max(members, key=lambda text: (len(text), text.isascii(), text))
        for sign, members in group.items()
        if len(sign) == 1
    }


def mixes_scripts(name: str) -> bool:
    """Whether a word of the name has letters of scripts that are not written together."""
    words = unicodedata.normalize("NFKC", name).split()
    return any(not is_single_script({script_of(sign) for sign in word}) for word in words)


def is_single_script(scripts: set[str]) -> bool:
    """Whether the scripts are one, or some that are written together."""
    found = scripts - NEUTRAL_SCRIPTS
    return len(found) <= 1 or any(found <= together for together in COMBINABLE_SCRIPTS)


def script_of(sign: str) -> str:
    """The script of a letter, as Unicode calls it; none for other signs."""
    if not unicodedata.category(sign).startswith("L"):
        return "COMMON"
    return str(categories.alias(sign)).upper()
