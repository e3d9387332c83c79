"""What is written can be read again and is the same."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bottleimp.game.actions import (
    Action,
    OpenChoice,
    action_from_label,
    action_from_number,
    action_number,
)
from bottleimp.game.notation import read_record, read_records, write_record
from bottleimp.game.record import Record, from_json, to_json
from bottleimp.rules.cardsets import members, set_of
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from tests.support import strategies


@given(strategies.editions())
def test_an_edition_reads_as_it_is_written(edition: Edition) -> None:
    assert edition == edition_from_text(edition.text)


@given(strategies.records())
def test_a_record_reads_as_it_is_written(record: Record) -> None:
    again = read_record(write_record(record))

    assert record == again
    assert record.round.position == again.round.position
    assert record.round.tricks == again.round.tricks


@given(strategies.records())
def test_a_record_is_written_as_it_was_read(record: Record) -> None:
    text = write_record(record)

    assert text == write_record(read_record(text))


@given(st.lists(strategies.records(), max_size=3))
def test_records_in_one_file_read_one_after_another(records: list[Record]) -> None:
    assert records == read_records("\n".join(write_record(record) for record in records))


@given(strategies.records())
def test_a_record_survives_json(record: Record) -> None:
    assert record == from_json(json.loads(json.dumps(to_json(record))))


@given(strategies.editions())
def test_every_action_has_its_number_and_its_label(edition: Edition) -> None:
    actions: list[Action] = [*edition.deck.cards, *OpenChoice]
    for action in actions:
        assert action == action_from_number(edition, action_number(edition, action))
        assert action == action_from_label(edition, action.label)


@given(strategies.editions(), st.data())
def test_a_card_set_holds_the_cards_it_was_made_of(edition: Edition, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(edition.deck.cards), unique=True))
    in_order = sorted(cards, key=lambda card: card.place)

    assert tuple(in_order) == edition.deck.cards_of(card_set(cards))
    assert [card.place for card in in_order] == list(members(set_of(c.place for c in cards)))
