"""What others read of the wire, written from the types that the server checks frames with.

`python -m scripts.wire_types` writes the JSON Schema and the OpenAPI document of the reference,
and the types of the browser table.
"""

import json
import re
import subprocess
from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec import Struct

from bottleimp.protocol import schema as wire_schema
from bottleimp.protocol import views as view
from bottleimp.protocol.http_bodies import (
    LessonActions,
    LessonReply,
    RecordFile,
    RecordVariation,
    ReplayStep,
    RoundReplay,
    StepAdvice,
)
from bottleimp.protocol.view_changes import PARTIAL_UPDATE_PARTS
from bottleimp.protocol.views import View
from bottleimp.server.api import openapi
from scripts import environment

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs" / "reference"
SCHEMA = REFERENCE / "bottle.v1.schema.json"
OPENAPI = REFERENCE / "openapi.json"
NET = ROOT / "web" / "net"
FRAME_TYPES, VIEW_TYPES = NET / "wire_types.ts", NET / "view_types.ts"
LESSON_TYPES, REPLAY_TYPES = NET / "lesson_types.ts", NET / "replay_types.ts"
REFERENCES = "#/$defs/"
TYPESCRIPT_NAMES = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
}
HEADING = """\
/**
 * {about}, written by `python -m scripts.wire_types` from those with which the server
 * checks frames. `wire.ts` gives them the names that the table uses.
 */
"""

VIEW_PART_NAMES = frozenset(
    name for name in vars(view) if isinstance(vars(view)[name], type(View)) and name != "Struct"
)

# A part of a JSON Schema.
Schema = dict[str, Any]


def documents() -> dict[Path, str]:
    """What each of the files is to hold."""
    return {
        SCHEMA: json.dumps(wire_schema.protocol_schema(), indent=2, ensure_ascii=False) + "\n",
        OPENAPI: json.dumps(openapi.openapi_document(), indent=2, ensure_ascii=False) + "\n",
        FRAME_TYPES: frame_types(),
        VIEW_TYPES: view_types(),
        LESSON_TYPES: lesson_types(),
        REPLAY_TYPES: replay_types(),
    }


def view_types() -> str:
    """The TypeScript types of a view and its parts."""
    return format_typescript(
        HEADING.format(about="The types of a view and its parts") + declarations(VIEW_PART_NAMES)
    )


def frame_types() -> str:
    """The TypeScript types of frames; those of views are named here too."""
    names = wire_schema.protocol_schema()["$defs"].keys() - VIEW_PART_NAMES
    text = declarations(names)
    used = sorted(name for name in VIEW_PART_NAMES if re.search(rf"\b{name}\b", text))
    imports = (
        f'\nimport type {{ {", ".join(used)} }} from "./view_types.ts";\n'
        'export type * from "./view_types.ts";\n'
    )
    return format_typescript(HEADING.format(about="The types of frames") + imports + text)


def lesson_types() -> str:
    """The TypeScript types of what is posted in a lesson and of what comes back."""
    return body_types("The types of lessons", LessonActions, LessonReply)


def replay_types() -> str:
    """The TypeScript types of a finished round and of advice on it."""
    return body_types(
        "The types of finished rounds",
        ReplayStep,
        RoundReplay,
        StepAdvice,
        RecordFile,
        RecordVariation,
    )


def body_types(about: str, *kinds: type[Struct]) -> str:
    """The TypeScript types of what travels over HTTP beside the frames."""
    types = wire_schema.schema_components(REFERENCES, *kinds)
    text = declarations([kind.__name__ for kind in kinds], types)
    used = [
        name
        for name in ("DealtHand", "Event", "HintRow", "View")
        if re.search(rf"\b{name}\b", text)
    ]
    imports = f'\nimport type {{ {", ".join(used)} }} from "./wire_types.ts";\n'
    return format_typescript(HEADING.format(about=about) + imports + text)


def declarations(names: Collection[str], types: dict[str, Schema] | None = None) -> str:
    """The declarations of these types, in the order of the schema, by default that of frames."""
    types = types or wire_schema.protocol_schema()["$defs"]
    return "".join(f"\n{declaration(name, types[name])}" for name in types if name in names)


def format_typescript(text: str) -> str:
    """The text of a TypeScript file as the formatter wants it."""
    return subprocess.run(
        [environment.program("deno"), "fmt", "--quiet", "--ext", "ts", "--line-width", "100", "-"],
        input=text, capture_output=True, text=True, check=True, cwd=ROOT,
    ).stdout  # fmt: skip


def declaration(name: str, schema: Schema) -> str:
    """The declaration of one type."""
    about = typescript_comment(schema["description"])
    if name == "Changes":
        return f"{about}export type Changes = {changes_type()};\n"
    if "oneOf" in schema:
        return f"{about}export type {name} = {typescript_type(schema)};\n"
    required = schema.get("required", ())
    fields = "".join(
        f"{field}{'' if field in required else '?'}: {typescript_type(value)};\n"
        for field, value in schema["properties"].items()
    )
    return f"{about}export interface {name} {{\n{fields}}}\n"


def changes_type() -> str:
    """The type of `set`: parts of the view, and fields of those that change field by field."""
    parts = (
        f"{{ [F in keyof {kind.__name__} as `{part}.${{F}}`]?: {kind.__name__}[F] }}"
        for part, kind in PARTIAL_UPDATE_PARTS.items()
    )
    return " & ".join((f"Partial<{View.__name__}>", *parts))


def typescript_comment(text: str) -> str:
    """The words as a comment of TypeScript."""
    if "\n" not in text:
        return f"/** {text} */\n"
    lines = "".join(f" * {line}".rstrip() + "\n" for line in text.splitlines())
    return f"/**\n{lines} */\n"


def typescript_type(schema: Schema) -> str:
    """The type that a schema describes."""
    match schema:
        case {"$ref": str(reference)}:
            return reference.removeprefix(REFERENCES)
        case {"oneOf": list(members)} | {"anyOf": list(members)}:
            return " | ".join(dict.fromkeys(map(typescript_type, members)))
        case {"enum": list(words)}:
            return " | ".join(json.dumps(word) for word in words)
        case {"type": "array"}:
            item = typescript_type(schema["items"])
            return f"({item})[]" if "|" in item else f"{item}[]"
        case {"type": "object"}:
            return f"Record<string, {typescript_type(schema['additionalProperties'])}>"
        case {"type": "null"}:
            return "null"
        case {"type": str(name)}:
            return TYPESCRIPT_NAMES[name]
    raise ValueError(f"no type in TypeScript for {schema}")


def main() -> None:
    """Writes the files."""
    for path, text in documents().items():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
