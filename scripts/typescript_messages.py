"""Finds messages in TypeScript: `t("…")` and `tn("…", "…", n)`, wherever they stand.

Babel's own reader of JavaScript loses its way in nested templates and misses some.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import IO

STRING = r'"(?:[^"\\\n]|\\.)*"'
SINGULAR_CALL = re.compile(rf"(?<![\w.$])t\(\s*({STRING})")
PLURAL_CALL = re.compile(rf"(?<![\w.$])tn\(\s*({STRING})\s*,\s*({STRING})")

# Line, kind of message, message or messages, remarks.
Found = tuple[int, str, str | tuple[str, str], list[str]]


def extract(
    file: IO[bytes],
    keywords: Mapping[str, object],
    comment_tags: Collection[str],
    options: Mapping[str, str],
) -> Iterator[Found]:
    """The messages of a file, as Babel asks for them."""
    del keywords, comment_tags, options
    source = file.read().decode()
    for match in SINGULAR_CALL.finditer(source):
        yield line_of(source, match), "gettext", json.loads(match[1]), []
    for match in PLURAL_CALL.finditer(source):
        pair = json.loads(match[1]), json.loads(match[2])
        yield line_of(source, match), "ngettext", pair, []


def line_of(source: str, match: re.Match[str]) -> int:
    """The line on which the match begins, from 1."""
    return source.count("\n", 0, match.start()) + 1
