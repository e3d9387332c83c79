"""The sentences about play that the browser shares with the terminal, written for the browser.

`python -m scripts.play_messages` writes `web/text/play_messages.ts`.
"""

import json
from pathlib import Path

from bottleimp.knowledge.play_messages import play_messages

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "web" / "text" / "play_messages.ts"
HEADING = """\
/**
 * The sentences about play that the terminal says too, written by
 * `python -m scripts.play_messages` from `bottleimp.knowledge.play_messages`.
 */
"""


def typescript() -> str:
    """What the file is to hold."""
    lines = [f"export const {name} = {json.dumps(text)};" for name, text in play_messages().items()]
    return "\n".join([HEADING, *lines, ""])


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(typescript(), encoding="utf-8")
    print(FILE.relative_to(ROOT))


if __name__ == "__main__":
    main()
