"""How the code of a table may be written: five letters, however somebody types them."""

CODE_LENGTH = 5
SEPARATORS = str.maketrans("", "", " -.\u00a0")


def bare_code(text: str) -> str:
    """What somebody typed, in capital letters and without what only separates them."""
    return text.translate(SEPARATORS).upper()
