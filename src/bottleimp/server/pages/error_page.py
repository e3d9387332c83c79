"""The page that says what is wrong: its words, and where it leads to."""

from bottleimp.server.text.i18n import Language, marked

Link = tuple[str, str]  # address and name

HOME: Link = ("/", marked("Front page"))
ALL_RULES: Link = ("/rules", marked("All rules"))

# By status: title and sentence.
ERRORS = {
    400: (marked("Not understood"), marked("The form was not understood.")),
    403: (marked("Not allowed"), marked("This form was sent from another site.")),
    404: (marked("Not found"), marked("There is no such page or table.")),
    405: (marked("Not allowed"), marked("This page does not take that.")),
    409: (marked("Too many tables"), marked("Finish or leave some of your matches first.")),
    413: (marked("Too large"), marked("The form is too large.")),
    415: (marked("Not understood"), marked("The form was not understood.")),
    429: (marked("Too often"), marked("That was a lot for now. Wait a little, and try again.")),
    503: (marked("Busy"), marked("Much is going on here at the moment. Try again in a minute.")),
    500: (marked("Something went wrong"), marked("Something went wrong here. Try again.")),
}


def error_words(status: int) -> tuple[str, str]:
    """Title and sentence for a status, to be translated."""
    return ERRORS.get(status, ERRORS[500 if status >= 500 else 400])  # noqa: PLR2004


def error_context(
    status: int, words: tuple[str, str], next_page: Link, language: Language
) -> dict[str, object]:
    """What the template is given: title and sentence, translated, and where to go from there."""
    title, text = words
    address, name = next_page
    following = {"url": address, "title": language.gettext(name)}
    return {"status": status, "title": title, "text": text, "next": following}
