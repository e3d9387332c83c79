"""Five letters by which a table is found, easy to read out and to type."""

import secrets

# Consonants make no words, and none of these is taken for another letter or a number.
LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
LENGTH = 5
BETWEEN = str.maketrans("", "", " -.\u00a0")


def fresh_code() -> str:
    """A code drawn by lot."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def code_in(text: str) -> str | None:
    """The code that somebody typed, in capital letters; None for what cannot be one."""
    code = text.translate(BETWEEN).upper()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None
