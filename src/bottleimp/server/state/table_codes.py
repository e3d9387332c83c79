"""Five letters by which a table is found, easy to read out and to type."""

import secrets

from bottleimp.protocol.table_codes import CODE_LENGTH, bare_code

# Consonants make no words, and none of these is taken for another letter or a number.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXYZ"


def generate_code() -> str:
    """A code drawn by lot."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def parse_code(text: str) -> str | None:
    """The code that somebody typed, in capital letters; None for what cannot be one."""
    code = bare_code(text)
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None
