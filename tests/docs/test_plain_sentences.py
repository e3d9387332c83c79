"""Sentences of the docs that a stranger would stumble over."""

import re
from pathlib import Path

from tests.support.sources.repository import ROOT

# "Who leaves loses the place." is old English; today that is "Whoever leaves ...".
OLD_WHO = re.compile(r"(?:^|[.;:|] |- )(Who [^.?|\n]*[.|])", re.MULTILINE)
# In these, "who" asks: the whole clause is what the sentence is about.
QUESTIONS = ("Who sits where is ", "Who you are ", "Who is connected ", "Who knows what")


# Phrases of the first pages that said less than the usual words: figures are reached or not, times
# are wall-clock times, and a comparison is significant or not.
RETIRED = (
    "what stands in the way", "clear of nothing", "missed with numbers", "by the clock",
    "over the hosts", "is ours to keep", "holds us to", "hold us to", "came out as",
)  # fmt: skip


def pages_for_people() -> list[Path]:
    """The pages that strangers read."""
    return [
        *(ROOT / "docs").rglob("*.md"), *(ROOT / "changelog.d").glob("*.md"), *ROOT.glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"), *(ROOT / "training").glob("*.md"),
    ]  # fmt: skip


def test_no_page_uses_a_phrase_that_was_retired() -> None:
    found = [
        f"{page.relative_to(ROOT)}: {phrase}"
        for page in pages_for_people()
        for phrase in RETIRED
        if phrase in " ".join(page.read_text(encoding="utf-8").split()).lower()
    ]

    assert found == []


def test_a_person_of_whom_something_is_said_is_whoever_does_it() -> None:
    found = [
        f"{page.relative_to(ROOT)}: {sentence}"
        for page in pages_for_people()
        for sentence in OLD_WHO.findall(page.read_text(encoding="utf-8"))
        if not sentence.startswith(QUESTIONS)
    ]

    assert found == []
