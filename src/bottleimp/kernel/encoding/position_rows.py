"""Positions as rows of numbers, field after field."""

from typing import Final

from bottleimp.kernel.encoding.packed_rows import row_reader, row_width, row_writer
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Position

write_position: Final = row_writer(Position)
read_position: Final = row_reader(Position)
position_width: Final = row_width(Position)


def position_template(edition: Edition) -> Position:
    """A position of this edition's shape, before any card is dealt."""
    return edition.initial_position(tuple(() for _ in edition.hands), ())
