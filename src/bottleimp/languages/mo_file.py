"""All messages of a compiled catalogue, which `gettext` can look up but not list.

The format is that of GNU gettext's `.mo` files: a header of seven numbers, then two tables of
lengths and offsets, the first for the messages and the second for their translations.
Source: the manual of GNU gettext, "The Format of GNU MO Files".
"""

import struct
from collections.abc import Iterator
from pathlib import Path

LITTLE_ENDIAN, BIG_ENDIAN = b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"  # how the first number is kept
FORMS_SEPARATOR = "\0"  # between the forms of a message for one and for several
BYTES_PER_ENTRY = 8


def read_mo_file(path: Path) -> dict[str, str | list[str]]:
    """Each message and its translation: a text, or a list with one text for each plural form.

    The texts are UTF-8.  Raises ValueError where the file is no catalogue.
    """
    content = path.read_bytes()
    order = {LITTLE_ENDIAN: "<", BIG_ENDIAN: ">"}.get(content[:4])
    if order is None:
        raise ValueError(f"{path} is no compiled catalogue.")
    count, messages_at, translations_at = struct.unpack_from(f"{order}3I", content, 8)
    messages = read_texts(content, order, count, messages_at)
    translations = read_texts(content, order, count, translations_at)
    return {
        message.partition(FORMS_SEPARATOR)[0]: (
            text.split(FORMS_SEPARATOR) if FORMS_SEPARATOR in message else text
        )
        for message, text in zip(messages, translations, strict=True)
        if message  # the empty one is the header
    }


def read_texts(content: bytes, order: str, count: int, table_at: int) -> Iterator[str]:
    """The texts of one table."""
    for number in range(count):
        entry = table_at + number * BYTES_PER_ENTRY
        length, start = struct.unpack_from(f"{order}2I", content, entry)
        yield content[start : start + length].decode()
