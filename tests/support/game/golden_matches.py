"""The golden match files, whose deals anybody can verify."""

import json
from pathlib import Path
from typing import Any

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "fair").glob("*.json"))
NEW = [path for path in GOLDEN if path.stem.startswith("v2-")]
OLD = [path for path in GOLDEN if path not in NEW]
Json = dict[str, Any]  # what the tests look into


def content(path: Path) -> Json:
    """What is in the file."""
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found
