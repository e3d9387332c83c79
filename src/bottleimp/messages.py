"""Marks for messages that are translated elsewhere, where a language is known.

`scripts/messages` collects what stands in these calls for the catalogues of translations.
"""


def gettext_noop(message: str) -> str:
    """The message itself."""
    return message


def marked_forms(one: str, many: str) -> tuple[str, str]:
    """The forms of a message for one and for several."""
    return one, many


N_, NN_ = gettext_noop, marked_forms
