"""The published schema of everything on the wire, made from the types that check it.

Clients of other languages, the OpenAPI document and the browser's own types are all made from
this; nothing is written twice.
"""

import inspect
from functools import cache
from typing import Any, get_args

import msgspec

from bottleimp.protocol import messages
from bottleimp.protocol.view_changes import PARTIAL_UPDATE_PARTS
from bottleimp.protocol.views import View

# JSON Schema has no narrower type than this.
JsonSchema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FRAMES = {
    "ClientFrame": (messages.Hello, messages.Ping, *get_args(messages.AnyCommand)),
    "Command": get_args(messages.AnyCommand),
    "ServerFrame": get_args(messages.ServerFrame),
}
SUMMARIES = {
    "ClientFrame": "What a client sends over the socket.",
    "Command": "What a player wants; the same over the socket and by POST.",
    "ServerFrame": "What the server sends.",
}


def schema_components(prefix: str, *more: type[msgspec.Struct]) -> dict[str, JsonSchema]:
    """Every type on the wire by its name; references begin with the prefix."""
    kinds = [*FRAMES["ClientFrame"], *FRAMES["ServerFrame"], *more]
    _, found = msgspec.json.schema_components(kinds, ref_template=prefix + "{name}")
    unions = {
        name: {
            "title": name,
            "description": SUMMARIES[name],
            "oneOf": [{"$ref": prefix + kind.__name__} for kind in members],
        }
        for name, members in FRAMES.items()
    }
    omitting = {kind.__name__ for kind in kinds if kind.__struct_config__.omit_defaults}
    types = {
        name: clean_schema(found[name], omits_defaults=name in omitting) for name in sorted(found)
    }
    types["Event"]["properties"]["set"] = {"$ref": prefix + "Changes"}
    return {**unions, "Changes": changes_schema(types), **types}


def clean_schema(schema: JsonSchema, *, omits_defaults: bool) -> JsonSchema:
    """The schema of a type as it reads in the source; what is left out where null is never null."""
    properties = {
        name: portable_pattern(each) for name, each in schema.get("properties", {}).items()
    }
    if omits_defaults:
        properties = {
            name: {"anyOf": [each for each in value["anyOf"] if each != {"type": "null"}]}
            if value.get("default", 0) is None
            else value
            for name, value in properties.items()
        }
    return {
        **schema,
        "description": inspect.cleandoc(schema["description"]),
        "properties": properties,
    }


def portable_pattern(value: JsonSchema) -> JsonSchema:
    """The schema with the end of a pattern written as other languages write it."""
    pattern = value.get("pattern")
    if pattern is None:
        return value
    return {**value, "pattern": pattern.replace(r"\Z", "$")}


def changes_schema(types: dict[str, JsonSchema]) -> JsonSchema:
    """What `set` of an event may hold: the paths of a view, with the types of their values."""
    paths = dict(types[View.__name__]["properties"])
    for part, kind in PARTIAL_UPDATE_PARTS.items():
        fields = types[kind.__name__]["properties"]
        paths |= {f"{part}.{name}": value for name, value in fields.items()}
    return {
        "title": "Changes",
        "description": "New values of parts of the view, by their paths.",
        "type": "object",
        "properties": paths,
        "additionalProperties": False,
    }


@cache
def protocol_schema() -> JsonSchema:
    """The JSON Schema of all frames, client's and server's."""
    return {
        "$schema": DIALECT,
        "title": messages.PROTOCOL,
        "description": "Every frame of the protocol; see the reference.",
        "anyOf": [{"$ref": "#/$defs/ClientFrame"}, {"$ref": "#/$defs/ServerFrame"}],
        "$defs": schema_components("#/$defs/"),
    }
