"""Sights as rows of ints, field after field, for players that answer for many rounds at once.

A row holds what its seat knows, so nothing in it tells where hidden cards lie.
"""

from itertools import chain

import numpy as np

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.encoding.info_state import Sight, sight_of
from bottleimp.kernel.playouts import write_entries
from bottleimp.kernel.round_batch import Numbers, Rounds, read_position, shape, sight_in
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import replaced
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position


def blank_sight(edition: Edition) -> Sight:
    """A sight of this edition's shape, with nothing seen."""
    blank = shape(edition)
    hands, seats = blank.hands, blank.won
    return Sight(
        0, 0, 0, hands, hands, hands, 0, 0, seats, seats, seats, seats, blank.prices,
        blank.owners, 0, 0, 0, 0, 0,
    )  # fmt: skip


def row_of(sight: Sight) -> tuple[int, ...]:
    """The numbers of a sight in the order of its fields."""
    return tuple(
        chain.from_iterable(field if isinstance(field, tuple) else (field,) for field in sight)
    )


def observed_row(observation: Observation) -> Numbers:
    """What the seat that made the observation knows."""
    return np.array(row_of(sight_of(observation)), np.int64)


@inlined
def read_many(template: tuple[int, ...], row: Numbers, at: int) -> tuple[int, ...]:
    """As many numbers as the template has, from this place on."""
    for k in range(len(template)):
        template = replaced(template, k, row[at + k])
    return template


@inlined
def read_sight(template: Sight, row: Numbers) -> Sight:
    """The sight in a row; the template has its shape."""
    hands, seats, bottles = len(template.hands), len(template.played), len(template.prices)
    of_hands, of_seats = template.hands, template.played
    cards = 3
    own = cards + 3 * hands
    past = own + 2
    sale = past + 4 * seats
    last = sale + 2 * bottles
    return Sight(
        row[0], row[1], row[2],
        read_many(of_hands, row, cards),
        read_many(of_hands, row, cards + hands),
        read_many(of_hands, row, cards + 2 * hands),
        row[own], row[own + 1],
        read_many(of_seats, row, past),
        read_many(of_seats, row, past + seats),
        read_many(of_seats, row, past + 2 * seats),
        read_many(of_seats, row, past + 3 * seats),
        read_many(template.prices, row, sale),
        read_many(template.owners, row, sale + bottles),
        row[last], row[last + 1], row[last + 2], row[last + 3], row[last + 4],
    )  # fmt: skip


@inlined
def write_sight(sight: Sight, row: Numbers) -> None:
    """Write a sight into its row."""
    row[0], row[1], row[2] = sight.seat, sight.passes_made, sight.choices_made
    at = write_entries(sight.hands, row, 3)
    at = write_entries(sight.sizes, row, at)
    at = write_entries(sight.lacking, row, at)
    row[at], row[at + 1] = sight.open_hands, sight.discards
    at = write_entries(sight.received, row, at + 2)
    at = write_entries(sight.played, row, at)
    at = write_entries(sight.on_table, row, at)
    at = write_entries(sight.points, row, at)
    at = write_entries(sight.prices, row, at)
    at = write_entries(sight.owners, row, at)
    row[at], row[at + 1], row[at + 2] = sight.plays_made, sight.led_suit, sight.taker
    row[at + 3], row[at + 4] = sight.unseen, sight.legal


@compiled
def fill_sight_rows(
    layout: Layout, template: Position, rows: Numbers, which: Numbers, table: Numbers
) -> None:
    """Write what the seat to act knows in some rounds, none of them over."""
    for number in range(len(which)):
        row = rows[which[number]]
        write_sight(sight_in(layout, template, read_position(template, row), row), table[number])


def sight_rows(rounds: Rounds, which: Numbers) -> Numbers:
    """What the seat to act knows in some rounds, none of them over: a row for each."""
    edition = rounds.edition
    table = np.zeros((len(which), len(row_of(blank_sight(edition)))), np.int64)
    fill_sight_rows(frozen(edition.layout), shape(edition), rounds.rows, which, table)
    return table
