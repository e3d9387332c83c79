"""Sentences of the docs that a stranger would stumble over."""

import re

from tests.support.sources.repository import ROOT

# "Who leaves loses the place." is old English; today that is "Whoever leaves ...".
OLD_WHO = re.compile(r"(?:^|[.;:|] |- )(Who [^.?|\n]*[.|])", re.MULTILINE)
# In these, "who" asks: the whole clause is what the sentence is about.
QUESTIONS = ("Who sits where is ", "Who you are ", "Who is connected ", "Who knows what")


def test_a_person_of_whom_something_is_said_is_whoever_does_it() -> None:
    pages = [
        *(ROOT / "docs").rglob("*.md"), *(ROOT / "changelog.d").glob("*.md"), *ROOT.glob("*.md"),
    ]  # fmt: skip
    found = [
        f"{page.relative_to(ROOT)}: {sentence}"
        for page in pages
        for sentence in OLD_WHO.findall(page.read_text(encoding="utf-8"))
        if not sentence.startswith(QUESTIONS)
    ]

    assert found == []
