"""A rule of the style sheets for sizes of the screen is written once."""

import re
from collections import Counter
from pathlib import Path

STYLES = Path(__file__).parents[3] / "web" / "styles"
SHEETS = ("seats.css", "felt_shapes.css", "hand.css", "table_surface.css")
# A rule within a condition; one of a single declaration may be needed under two conditions.
RULE = re.compile(r"^  [^@\s/][^{}]*\{[^{}]*\}", re.MULTILINE)
FEW_DECLARATIONS = 3


def test_no_long_rule_is_repeated_between_the_sheets_for_sizes() -> None:
    rules = [
        " ".join(rule.split())
        for sheet in SHEETS
        for rule in RULE.findall((STYLES / sheet).read_text(encoding="utf-8"))
    ]
    long = [rule for rule in rules if rule.count(";") > FEW_DECLARATIONS]

    assert long
    assert [rule for rule, times in Counter(long).items() if times > 1] == []
