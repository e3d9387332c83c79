"""Who this terminal is at each server: tokens, kept where only their owner reads them."""

import json
from pathlib import Path

from bottleimp.atomic_files import replace_file
from bottleimp.parsing import parse_json

TOKENS_FILE = "tokens.json"
OWNER_ONLY_MODE = 0o600


def load_tokens(folder: Path) -> dict[str, str]:
    """The tokens by server; none where the file is missing or damaged."""
    try:
        found = parse_json((folder / TOKENS_FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(server): str(token) for server, token in found.items()}


def save_token(folder: Path, server: str, token: str) -> None:
    """Keep a token beside those of other servers, whole or not at all; raises OSError."""
    tokens = load_tokens(folder) | {server: token}
    path = folder / TOKENS_FILE
    replace_file(path, json.dumps(tokens).encode(), OWNER_ONLY_MODE)
