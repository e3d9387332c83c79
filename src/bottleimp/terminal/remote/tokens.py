"""Who this terminal is at each server: tokens, kept where only their owner reads them."""

import json
import os
from pathlib import Path

from bottleimp.parsing import parse_json

FILE = "tokens.json"
FOR_THE_OWNER = 0o600


def known_tokens(folder: Path) -> dict[str, str]:
    """The tokens by server; none where the file is missing or damaged."""
    try:
        found = parse_json((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(server): str(token) for server, token in found.items()}


def keep_token(folder: Path, server: str, token: str) -> None:
    """Keeps a token; raises OSError."""
    tokens = known_tokens(folder) | {server: token}
    path = folder / FILE
    with os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FOR_THE_OWNER), "w"
    ) as file:
        json.dump(tokens, file)
