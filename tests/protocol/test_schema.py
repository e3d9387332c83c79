"""The published schema describes what really travels."""

import json

import jsonschema_rs
import pytest

from bottleimp.protocol.messages import PlayCard
from bottleimp.protocol.schema import protocol_schema
from tests.support.frames import is_scored
from tests.support.json_values import Json
from tests.support.live_server import Live

SERVER_FRAME = {"$ref": "#/$defs/ServerFrame"}


def validator(reference: Json) -> jsonschema_rs.Validator:
    """Checks values against a part of the published schema."""
    published = protocol_schema()
    return jsonschema_rs.validator_for(
        {"$schema": published["$schema"], "$defs": published["$defs"], **reference}
    )


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(protocol_schema())


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", ["classic/4", "classic/bright-house", "classic/lopaka", "matagot/6"]
)
def test_every_frame_of_a_round_is_as_the_schema_says(live: Live, edition: str) -> None:
    table, cookie = live.new_table(edition)
    with live.client(table, cookie) as client, live.client(table) as watcher:
        client.play_round()
        client.refused(PlayCard, round=1, step=0, card="7")
        client.catch_up()
        watcher.until_view(is_scored)
        frames = [json.loads(text) for text in (*client.texts, *watcher.texts)]
    check = validator(SERVER_FRAME)

    assert [error.message for frame in frames for error in check.iter_errors(frame)] == []


def closed(value: object) -> object:
    """The schema with no room for fields that it does not name."""
    if isinstance(value, list):
        return [closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {name: closed(each) for name, each in value.items()}
    return {"additionalProperties": False, **inner} if "properties" in inner else inner


def test_no_frame_holds_a_field_that_the_schema_does_not_name(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_round()
        frames = [json.loads(text) for text in client.texts]
    published = json.loads(json.dumps(closed(protocol_schema())))
    check = jsonschema_rs.validator_for({"$defs": published["$defs"], **SERVER_FRAME})

    assert [error.message for frame in frames for error in check.iter_errors(frame)] == []


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "hello", "after": -1},
        {"t": "do", "k": "leave"},
        {"t": "do", "k": "leave", "id": ""},
        {"t": "do", "k": "cheat", "id": "a"},
        {"t": "do", "k": "pace", "id": "a", "ms": 5001},
        {"t": "do", "k": "leave", "id": "a", "why": 1},
    ],
)
def test_what_the_server_refuses_to_read_the_schema_refuses_too(frame: Json) -> None:
    assert not validator({"$ref": "#/$defs/ClientFrame"}).is_valid(frame)
