"""Sights as rows of ints, field after field, for players that answer for many rounds at once.

A row holds what its seat knows, so nothing in it tells where hidden cards lie.
"""

from itertools import chain

import numpy as np

from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.playouts import write_entries
from bottleimp.kernel.round_batch import (
    IntArray,
    RoundBatch,
    info_state_in,
    position_template,
    read_position,
)
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import with_entry
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position


def info_state_template(edition: Edition) -> InfoState:
    """A sight of this edition's shape, with nothing seen."""
    blank = position_template(edition)
    hands, seats = blank.hands, blank.won
    return InfoState(
        0, 0, 0, hands, hands, hands, 0, 0, seats, seats, seats, seats, blank.prices,
        blank.owners, 0, 0, 0, 0, 0,
    )  # fmt: skip


def flatten_info_state(info_state: InfoState) -> tuple[int, ...]:
    """The numbers of a sight in the order of its fields."""
    return tuple(
        chain.from_iterable(field if isinstance(field, tuple) else (field,) for field in info_state)
    )


def info_state_row(observation: Observation) -> IntArray:
    """What the seat that made the observation knows."""
    return np.array(flatten_info_state(info_state_of(observation)), np.int64)


@inline_jit
def read_entries(template: tuple[int, ...], row: IntArray, at: int) -> tuple[int, ...]:
    """As many numbers as the template has, from this place on."""
    for k in range(len(template)):
        template = with_entry(template, k, row[at + k])
    return template


@inline_jit
def read_info_state(template: InfoState, row: IntArray) -> InfoState:
    """The sight in a row; the template has its shape."""
    hands, seats, bottles = len(template.hands), len(template.played), len(template.prices)
    of_hands, of_seats = template.hands, template.played
    cards = 3
    own = cards + 3 * hands
    past = own + 2
    sale = past + 4 * seats
    last = sale + 2 * bottles
    return InfoState(
        row[0], row[1], row[2],
        read_entries(of_hands, row, cards),
        read_entries(of_hands, row, cards + hands),
        read_entries(of_hands, row, cards + 2 * hands),
        row[own], row[own + 1],
        read_entries(of_seats, row, past),
        read_entries(of_seats, row, past + seats),
        read_entries(of_seats, row, past + 2 * seats),
        read_entries(of_seats, row, past + 3 * seats),
        read_entries(template.prices, row, sale),
        read_entries(template.owners, row, sale + bottles),
        row[last], row[last + 1], row[last + 2], row[last + 3], row[last + 4],
    )  # fmt: skip


@inline_jit
def write_info_state(info_state: InfoState, row: IntArray) -> None:
    """Write a sight into its row."""
    row[0], row[1], row[2] = info_state.seat, info_state.passes_made, info_state.choices_made
    at = write_entries(info_state.hands, row, 3)
    at = write_entries(info_state.hand_sizes, row, at)
    at = write_entries(info_state.voids, row, at)
    row[at], row[at + 1] = info_state.open_hands, info_state.discards
    at = write_entries(info_state.received, row, at + 2)
    at = write_entries(info_state.played, row, at)
    at = write_entries(info_state.on_table, row, at)
    at = write_entries(info_state.points, row, at)
    at = write_entries(info_state.prices, row, at)
    at = write_entries(info_state.owners, row, at)
    row[at], row[at + 1], row[at + 2] = info_state.plays_made, info_state.led_suit, info_state.taker
    row[at + 3], row[at + 4] = info_state.unseen, info_state.legal


@jit
def fill_info_state_rows(
    layout: Layout, template: Position, rows: IntArray, indices: IntArray, table: IntArray
) -> None:
    """Write what the seat to act knows in some rounds, none of them over."""
    for number in range(len(indices)):
        row = rows[indices[number]]
        write_info_state(
            info_state_in(layout, template, read_position(template, row), row), table[number]
        )


def info_state_rows(rounds: RoundBatch, indices: IntArray) -> IntArray:
    """What the seat to act knows in some rounds, none of them over: a row for each."""
    edition = rounds.edition
    table = np.zeros(
        (len(indices), len(flatten_info_state(info_state_template(edition)))), np.int64
    )
    fill_info_state_rows(
        freeze_layout(edition.layout), position_template(edition), rounds.rows, indices, table
    )
    return table
