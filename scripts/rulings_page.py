"""The page of rulings, made from the docstrings of the rulebook tests.

`python -m scripts.rulings_page` writes `docs/reference/rulings.md`.  The first line of a test's
docstring is the ruling; after it stands either `Sources:` with every text that says so, or
`Ruling:` where no text settles it.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests" / "rulebook"
PAGE = ROOT / "docs" / "reference" / "rulings.md"

# Every text, what it is, and its headings as tests may cite them.
RULE_TEXTS = {
    "Matagot": (
        "the rule booklet of the Matagot edition, 2024",
        {
            "About the game", "Components", "Individual mode", "Setup", "Starting the game",
            "The trick game", "The Bottle Imp", "Example", "End of game", "Tips", "Team mode",
            "Devil's Eye", "The second bottle",
        },
    ),
    "Gameteko": (
        "the rules of Gameteko, Bambus 2003, Z-Man and Stronghold; in our copy the digits are lost",
        {
            "Overview", "About the Game", "Preparation", "Beginning the Round", "Trick Taking",
            "The Bottle Imp", "End of the Round", "Strategy and Hints", "Lopaka Variant",
            "The Bright House Variant",
        },
    ),
    "Bambus 1995": (
        "the rules of the first printing by Bambus, 1995, in the translation of 2000",
        {
            "Title", "Components", "Playing the Game", "Preparation", "Beginning the Game",
            "Trick-Taking", "The Bottle Imp", "An Example", "End of Game", "Strategy",
        },
    ),
    "Wikipedia": ("the English article on the card game", {"Rules"}),
    "Rules Bank 1996": (
        "the rules of the first printing in the translation of 1996",
        {
            "Title", "Contents", "Introduction", "Preparation", "Beginning the Game",
            "The Tricks", "The Bottle Devil", "Example", "End of Game",
        },
    ),
    "Printed cards": (
        "the cards and overview cards themselves", {"classic", "Matagot 2024"},
    ),
}  # fmt: skip

INTRODUCTION = """\
# Rulings

What the rule texts say and what we decided where they are silent, one line for each test that
holds the program to it.
This page is made from the tests in `tests/rulebook` by `python -m scripts.rulings_page`.
[The rules](rules.md) tell the same in connected prose;
[open questions](../explanation/open-questions.md) gives the reasons for our own rulings.

The texts are cited by name and section heading:

"""


@dataclass(frozen=True)
class Ruling:
    """One line of the page: what holds, who says so, and which test shows it."""

    rule: str
    sources: str
    test: str
    file: str

    @property
    def citations(self) -> tuple[tuple[str, str], ...]:
        """Text and heading of every source; empty where the ruling is ours."""
        found = re.findall(r'([A-Z][\w ]*?) "([^"]+)"', self.sources)
        return tuple((text, heading) for text, heading in found)


@dataclass(frozen=True)
class Subject:
    """A file of rulebook tests: what it is about and the rulings in it."""

    title: str
    file: str
    rulings: tuple[Ruling, ...]


def subjects() -> Iterator[Subject]:
    """Every file of rulebook tests, in the order of the page."""
    for path in sorted(TESTS.glob("test_*.py"), key=subject_order):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        title = (ast.get_docstring(tree) or path.stem).splitlines()[0]
        tests = (
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        )
        yield Subject(title, path.name, tuple(ruling(node, path.name) for node in tests))


SUBJECT_ORDER = (
    "decks", "exchange", "tricks", "bottle", "scoring", "teams", "second_bottle", "five_players",
    "devils_eye", "bright_house", "lopaka", "match", "secrecy", "presets", "options",
    "contradictions",
)  # fmt: skip


def subject_order(path: Path) -> tuple[int, str]:
    """Where a file stands on the page: in reading order, new ones last."""
    subject = path.stem.removeprefix("test_")
    return (
        SUBJECT_ORDER.index(subject) if subject in SUBJECT_ORDER else len(SUBJECT_ORDER),
        subject,
    )


def ruling(node: ast.FunctionDef, file: str) -> Ruling:
    """The ruling in a test's docstring; raises ValueError where it names no source."""
    rule, _, rest = (ast.get_docstring(node) or "").partition("\n")
    said = re.search(r"^(Sources|Ruling):\s(.+?)(?:\n\n|\Z)", rest, re.MULTILINE | re.DOTALL)
    if said is None:
        raise ValueError(f"{file}: {node.name} names neither sources nor a ruling.")
    return Ruling(rule, " ".join(said.group(2).split()), node.name, file)


def page() -> str:
    """The whole page."""
    lines = [INTRODUCTION, *(f"- *{name}*: {what}.\n" for name, (what, _) in RULE_TEXTS.items())]
    for subject in subjects():
        lines.append(f"\n## {subject.title.partition(':')[0]}\n\n{subject.title}\n\n")
        lines.append("| ruling | sources | test |\n|---|---|---|\n")
        lines.extend(
            f"| {cell(one.rule)} | {cell(one.sources)} |"
            f" [`{one.test}`](../../tests/rulebook/{one.file}) |\n"
            for one in subject.rulings
        )
    return "".join(lines)


def cell(text: str) -> str:
    """The text as it may stand in a table."""
    return text.replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {sum(len(s.rulings) for s in subjects())} rulings")


if __name__ == "__main__":
    main()
