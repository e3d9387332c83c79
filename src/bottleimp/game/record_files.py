"""Files of records: text, JSON, JSON lines, or the file of a match that a table publishes."""

import json
from collections.abc import Mapping, Sequence

from bottleimp.errors import NotationError
from bottleimp.game.notation import HEADING, read_records
from bottleimp.game.record import RECORD_FORMAT, Record, from_json, require_list
from bottleimp.game.verification import MATCH_FORMAT
from bottleimp.parsing import parse_json


def read_record_file(content: str) -> list[Record]:
    """The records of a file, one at least; raises NotationError with the place of a fault."""
    is_json = content.lstrip().startswith(("{", "["))
    records = read_json_records(content) if is_json else read_records(content)
    if not records:
        raise NotationError("there is no record in this file")
    return records


def mentions_records(content: str) -> bool:
    """Whether a file that cannot be read was meant to hold records, as far as its words tell."""
    return any(name in content for name in (HEADING, RECORD_FORMAT, MATCH_FORMAT))


def read_json_records(content: str) -> list[Record]:
    """The records of an array, of lines or of a match, or the only one; raises NotationError."""
    lines = [(k, line) for k, line in enumerate(content.split("\n"), start=1) if line.strip()]
    if are_json_lines([line for _, line in lines]):
        return [json_record(read_json(line, k), f"line {k}: ") for k, line in lines]
    loaded = read_json(content)
    if isinstance(loaded, list):
        return [json_record(entry, f"record {k}: ") for k, entry in enumerate(loaded, start=1)]
    if isinstance(loaded, Mapping) and loaded.get("format") == MATCH_FORMAT:
        return match_records(loaded)
    return [json_record(loaded)]


def match_records(content: Mapping[str, object]) -> list[Record]:
    """The records of the rounds of a match; `verify_match` checks what else the file says."""
    rounds = require_list(content.get("rounds"), "rounds")
    return [
        json_record(each.get("record") if isinstance(each, Mapping) else None, f"round {k}: ")
        for k, each in enumerate(rounds, start=1)
    ]


def are_json_lines(lines: Sequence[str]) -> bool:
    """Whether every line is an object of its own, as far as the lines can be read."""
    if len(lines) == 1:
        return False
    if all(line.lstrip().startswith("{") for line in lines):
        return True
    try:
        return isinstance(parse_json(lines[0]), dict)
    except json.JSONDecodeError:
        return False


def read_json(text: str, first_line: int = 1) -> object:
    """The value of a text that begins in this line of its file; raises NotationError."""
    try:
        found: object = parse_json(text)
    except json.JSONDecodeError as problem:
        line = first_line + problem.lineno - 1
        raise NotationError(problem.msg, line, problem.colno) from None
    return found


def json_record(entry: object, place: str = "") -> Record:
    """The record from JSON; raises NotationError that begins with its place."""
    try:
        return from_json(entry)
    except NotationError as problem:
        raise NotationError(f"{place}{problem}") from problem
