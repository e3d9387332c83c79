"""The schema of the information state, against the class and against what is written."""

from math import prod
from typing import get_type_hints

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.feature_bits import relative_to_seat
from bottleimp.kernel.encoding.features import write_features
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.encoding.info_state_rows import (
    info_state_row,
    read_info_state,
    write_info_state,
)
from bottleimp.kernel.encoding.packed_rows import flatten, row_columns
from bottleimp.kernel.encoding.position_rows import (
    position_template,
    position_width,
    read_position,
    write_position,
)
from bottleimp.kernel.encoding.schema import (
    FEATURES,
    FIELDS,
    feature_count,
    feature_parts,
    info_state_template,
    shape_of,
)
from bottleimp.kernel.round_batch import RoundBatch, round_columns
from bottleimp.knowledge.observation import observe
from bottleimp.players.network import network_for
from bottleimp.rules.editions import edition, edition_keys
from scripts import information_state_page


def rounds_of(key: str) -> list[Round]:
    """A round, from its deal to its end."""
    played = Round(Deal.from_seed(edition(key), 4))
    out = [played]
    while not played.is_over:
        played = played.play(played.legal_actions[len(out) % len(played.legal_actions)])
        out.append(played)
    return out


def info_states(key: str) -> list[InfoState]:
    """What the seat to act knows at each decision of a round."""
    return [info_state_of(observe(now, now.turn)) for now in rounds_of(key) if not now.is_over]


def test_the_schema_names_every_field_of_an_information_state_in_order() -> None:
    assert [field.name for field in FIELDS] == list(InfoState._fields)
    hints = get_type_hints(InfoState)
    assert [field.name for field in FIELDS if field.axis is None] == [
        name for name, hint in hints.items() if hint is int
    ]


def test_no_two_parts_of_the_features_share_a_name() -> None:
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)


@pytest.mark.parametrize("key", edition_keys())
def test_every_part_fills_the_shape_that_the_schema_gives_it(key: str) -> None:
    playing = edition(key)
    for state in info_states(key):
        own = relative_to_seat(playing.layout, state)
        for feature in FEATURES:
            shape = shape_of(feature, playing.layout, playing.bottles)
            rows = feature.bits(playing.layout, own)
            assert len(rows) == prod(shape[:-1])
            assert max(rows).bit_length() <= shape[-1]


@pytest.mark.parametrize("key", edition_keys())
def test_plain_python_writes_each_part_where_the_schema_has_it(key: str) -> None:
    playing = edition(key)
    parts = feature_parts(playing.layout, playing.bottles)
    for state in info_states(key)[::5]:
        row = np.zeros(feature_count(playing.layout, playing.bottles), np.uint8)
        assert write_features(playing.layout, state, row) == len(row)
        own = relative_to_seat(playing.layout, state)
        for feature in FEATURES:
            expected = feature.bits(playing.layout, own)
            read = [
                sum(1 << int(bit) for bit in np.flatnonzero(row[columns]))
                for columns in parts[feature.name].rows
            ]
            assert tuple(read) == expected


@pytest.mark.parametrize("key", edition_keys())
def test_the_packaged_network_reads_rows_of_this_width(key: str) -> None:
    playing = edition(key)
    width = feature_count(playing.layout, playing.bottles)

    assert len(network_for(playing).input_weights) == width


@pytest.mark.parametrize("key", edition_keys())
def test_an_information_state_comes_back_from_its_row(key: str) -> None:
    template = info_state_template(edition(key))
    for state in info_states(key):
        row = np.zeros(len(flatten(template)), np.int64)
        write_info_state(state, row)
        assert tuple(row.tolist()) == flatten(state)
        assert read_info_state(template, row) == state


@pytest.mark.parametrize("key", edition_keys())
def test_a_position_comes_back_from_its_row(key: str) -> None:
    template = position_template(edition(key))
    for played in rounds_of(key):
        row = np.zeros(position_width(template), np.int64)
        write_position(played.position, row)
        assert read_position(template, row) == played.position
        assert row[row_columns(template)["turn"]].tolist() == [played.position.turn]


def test_the_row_of_an_observation_holds_the_same_numbers() -> None:
    for played in rounds_of("classic/4")[:-1]:
        seen = observe(played, played.turn)
        assert tuple(info_state_row(seen).tolist()) == flatten(info_state_of(seen))


@pytest.mark.parametrize("key", edition_keys())
def test_the_columns_of_a_round_lie_inside_its_row(key: str) -> None:
    playing = edition(key)
    columns = round_columns(playing)
    width = RoundBatch.allocate(playing, 1).rows.shape[1]
    hands, seats = len(playing.hands), playing.seats

    assert columns["played"].stop == columns["played"].start + seats
    assert columns["played"].stop + seats * (hands + 1) + hands == width


def test_the_page_of_the_information_state_is_current() -> None:
    written = information_state_page.PAGE.read_text(encoding="utf-8")

    assert information_state_page.page() == written
