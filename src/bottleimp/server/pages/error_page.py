"""The page that says what is wrong: its words, and where it leads to."""

from bottleimp.languages.language import Language
from bottleimp.messages import gettext_noop

Link = tuple[str, str]  # address and name

HOME_LINK: Link = ("/", gettext_noop("Front page"))
RULES_LINK: Link = ("/rules", gettext_noop("All rules"))

# By status: title and sentence.
ERROR_TEXTS = {
    400: (gettext_noop("Not understood"), gettext_noop("The form was not understood.")),
    403: (gettext_noop("Not allowed"), gettext_noop("This form was sent from another site.")),
    404: (gettext_noop("Not found"), gettext_noop("There is no such page or table.")),
    405: (gettext_noop("Not allowed"), gettext_noop("This page does not take that.")),
    409: (
        gettext_noop("Too many tables"),
        gettext_noop("Finish or leave some of your matches first."),
    ),
    413: (gettext_noop("Too large"), gettext_noop("The form is too large.")),
    415: (gettext_noop("Not understood"), gettext_noop("The form was not understood.")),
    429: (
        gettext_noop("Too many requests"),
        gettext_noop("That was too much at once. Wait a little and try again."),
    ),
    503: (
        gettext_noop("Busy"),
        gettext_noop("The server is very busy at the moment. Try again in a minute."),
    ),
    500: (
        gettext_noop("Something went wrong"),
        gettext_noop("Something went wrong here. Try again."),
    ),
}


def error_text(status: int) -> tuple[str, str]:
    """Title and sentence for a status, to be translated."""
    return ERROR_TEXTS.get(status, ERROR_TEXTS[500 if status >= 500 else 400])  # noqa: PLR2004


def error_context(
    status: int, words: tuple[str, str], next_page: Link, language: Language
) -> dict[str, object]:
    """What the template is given: title and sentence, translated, and where to go from there."""
    title, text = words
    address, name = next_page
    following = {"url": address, "title": language.gettext(name)}
    return {"status": status, "title": title, "text": text, "next": following}
