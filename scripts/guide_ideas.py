"""The ideas of the guide through a first round, written for the browser.

`python -m scripts.guide_ideas` writes `web/assist/guide_ideas.ts`.
"""

import json
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from bottleimp.knowledge import guide_ideas
from bottleimp.knowledge.guide_ideas import GuideCount, GuideFact, GuideIdea, GuidePart
from scripts.wire_types import format_typescript

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "web" / "assist" / "guide_ideas.ts"
HEADING = """\
/**
 * The ideas of the guide through a first round, in the order in which they are told, written by
 * `python -m scripts.guide_ideas` from `bottleimp.knowledge.guide_ideas`.
 */
"""
TYPES = """\
/** The words of an idea if all of these facts hold; two forms if they count something. */
export interface GuideText {
  facts: GuideFact[];
  one: string;
  many: string;
  count: GuideCount | null;
}

/** One idea; its moment has come if the facts of a text hold, and the first such text is told. */
export interface GuideIdea {
  key: string;
  /** The part of the table that it is about. */
  part: GuidePart;
  texts: GuideText[];
}
"""


def typescript() -> str:
    """What the file is to hold."""
    ideas = [plain_idea(idea) for idea in guide_ideas.GUIDE_IDEAS]
    parts = [
        HEADING,
        union("What can be true of the moment.", "GuideFact", GuideFact),
        union("A part of the table.", "GuidePart", GuidePart),
        union("What a text counts.", "GuideCount", GuideCount),
        TYPES,
        f"export const GUIDED_SEATS: number[] = {json.dumps(guide_ideas.GUIDED_SEATS)};",
        f"export const FEW_TRICKS = {guide_ideas.FEW_TRICKS};",
        "/** The idea after which the guide is over. */",
        f"export const LAST_GUIDE_KEY = {json.dumps(guide_ideas.LAST_GUIDE_KEY)};\n",
        f"export const GUIDE_IDEAS: GuideIdea[] = {json.dumps(ideas, indent=1)};",
    ]
    return format_typescript("\n".join(parts))


def union(about: str, name: str, values: Iterable[Enum]) -> str:
    """The type of these values."""
    return (
        f"/** {about} */\nexport type {name} = {' | '.join(json.dumps(v.value) for v in values)};\n"
    )


def plain_idea(idea: GuideIdea) -> dict[str, object]:
    """The idea as plain values."""
    texts = [
        {
            "facts": [fact.value for fact in text.facts],
            "one": text.one,
            "many": text.many,
            "count": None if text.count is None else text.count.value,
        }
        for text in idea.texts
    ]
    return {"key": idea.key, "part": idea.part.value, "texts": texts}


def main() -> None:
    """Write the file."""
    FILE.write_text(typescript(), encoding="utf-8")
    print(FILE.relative_to(ROOT))


if __name__ == "__main__":
    main()
