"""Five letters by which a table is found, easy to read out and to type."""

import secrets

# Consonants make no words, and none of these is taken for another letter or a number.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 5
SEPARATORS = str.maketrans("", "", " -.\u00a0")


def generate_code() -> str:
    """A code drawn by lot."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def parse_code(text: str) -> str | None:
    """The code that somebody typed, in capital letters; None for what cannot be one."""
    code = text.translate(SEPARATORS).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None
