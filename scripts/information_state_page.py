"""The page about the information state, made from its schema.

`python -m scripts.information_state_page` writes `docs/reference/information-state.md`.
"""

from pathlib import Path

from bottleimp.kernel.encoding.schema import (
    FEATURES,
    FIELDS,
    HISTORY,
    Axis,
    feature_count,
    feature_parts,
    record_length,
)
from bottleimp.rules.editions import edition, edition_keys

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "information-state.md"
EXAMPLE = "classic/4"


def page() -> str:
    """The page with every field and every part of the features."""
    lines = [
        "# The information state",
        "",
        "What a computer player reads: all that one seat knows, as numbers.",
        "[Observations](observation.md) say the same in words.",
        "`bottleimp.kernel.encoding.schema` declares it, and this page is made from that module",
        "by `python -m scripts.information_state_page`.",
        "",
        "```python",
        "from bottleimp.game.deal import Deal",
        "from bottleimp.game.round import Round",
        "from bottleimp.kernel.encoding.features import features_of",
        "from bottleimp.kernel.encoding.info_state import info_state_of",
        "from bottleimp.knowledge.observation import observe",
        "from bottleimp.rules.editions import edition",
        "",
        f'seen = observe(Round(Deal.from_seed(edition("{EXAMPLE}"), 1)), 0)',
        "info_state_of(seen).hands  # card sets",
        "features_of(seen)  # zeros and ones",
        "```",
        "",
        "## Fields of `InfoState`",
        "",
        "A row of these numbers, field after field, is the packed form (`info_state_row`).",
        "A card set is an int: bit *p* stands for the card at place *p* of the deck.",
        "`info_state_of` writes the fields from an observation at the table,",
        "`info_state_in` from a row of a `RoundBatch`.",
        "",
        "| field | one for each of | meaning |",
        "|---|---|---|",
    ]
    lines += [
        f"| `{field.name}` | {field.axis.name if field.axis else ''} | {field.meaning} |"
        for field in FIELDS
    ]
    lines += [
        "",
        "## Features",
        "",
        "What a network reads: zeros and ones, part after part.",
        "Seats are counted from the own seat, hands from the seat's first hand.",
        f"Columns are those of `{EXAMPLE}`.",
        "Each part is written by the function of its name in",
        "`bottleimp.kernel.encoding.feature_bits`.",
        "The packaged networks were trained on this order, so a change of it needs new networks;",
        "`python -m tests.support.golden_choices` then writes the file of what they choose anew.",
        "",
        f"| part | shape | columns in `{EXAMPLE}` | meaning |",
        "|---|---|---|---|",
    ]
    shown = edition(EXAMPLE)
    parts = feature_parts(shown.layout, shown.bottles)
    for feature in FEATURES:
        columns = parts[feature.name].columns
        lines.append(
            f"| `{feature.name}` | {shape_text(feature.shape)} |"
            f" {columns.start}–{columns.stop - 1} | {feature.meaning} |"
        )
    lines += [
        "",
        "## History",
        "",
        "The order of actions, which features leave out: a row for each action of the record,",
        "in the order of records. [Environments](environments.md) offer it beside the features.",
        "",
        "| column | meaning |",
        "|---|---|",
        *(f"| `{column.name}` | {column.meaning} |" for column in HISTORY),
        "",
        "## Width",
        "",
        "| edition | features | actions of a round |",
        "|---|---|---|",
    ]
    for key in edition_keys():
        playing = edition(key)
        features = feature_count(playing.layout, playing.bottles)
        lines.append(f"| `{key}` | {features} | {record_length(playing)} |")
    return "\n".join(lines) + "\n"


def shape_text(shape: tuple[Axis, ...]) -> str:
    """The axes of a part."""
    return " × ".join(axis.name for axis in shape)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
