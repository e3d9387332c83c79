"""The page about data sets, made from the schema of their columns.

`python -m scripts.data_page` writes `docs/reference/data.md`.
"""

from pathlib import Path

from bottleimp.data.columns import COLUMNS, FORMAT_VERSION
from bottleimp.data.selfplay import SEQUENTIAL_SHARD_ROUNDS, SHARD_ROUNDS
from bottleimp.rules.editions import edition

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "data.md"
EXAMPLES = ("classic/3", "classic/4", "matagot/6")

BEGINNING = """\
# Data sets

Rounds among computer players, one row for each, in Parquet files.
`bottleimp.data.columns` declares the columns, and this page is made from that
module by `python -m scripts.data_page`.
The [data card](data-card.md) says how the rounds come about, what they are good for, and what
they are not.

## Write one

```sh
pip install "bottleimp[data]"
bottleimp selfplay rules_of_thumb --edition classic/3 --rounds 2000 --seed 1 --output rounds
```

Two cores play a million rounds by rules of thumb in a minute and a half, and a million by
networks in four to seven minutes; players that search think for seconds about a round.

Players sit clockwise, and the dealer moves on by one from round to round.
[Commands](cli.md#selfplay) lists the options; any player that `bottleimp arena` takes can play.
The command may be ended at any moment, and called again: complete files stay, and what is
missing is played.
A higher number of rounds makes a data set longer.
The same seed writes the same bytes, however many processes play, as long as Bottle Imp and
pyarrow have the same versions.  A folder takes no rounds of a player of your own whose module has
changed since.

## Read one

```python
from pathlib import Path

from bottleimp.data import SelfplaySettings, open_dataset, write_dataset

# What the command does, from Python; an Executor as `pool` lets several processes play.
write_dataset(Path("few_rounds"), SelfplaySettings("classic/3", ("rules_of_thumb",), seed=1), 100)

rounds = open_dataset("few_rounds")
rounds.numpy("scores").mean(axis=0)  # an array: a row for each round, a column for each seat
rounds.arrow(["plays", "prices"])  # a table of pyarrow, of some columns or of all
next(rounds.records())  # the first round as a record
```

`rounds.polars()` and `rounds.pandas()` give a DataFrame, where polars or pandas is installed.
`batches` reads file by file, for data sets that do not fit into memory.
`files` names the Parquet files; polars (`scan_parquet`), DuckDB and others read them without
this program.

## Columns

A card is named by its place in the deck, as everywhere in this program: in the decks of 36
cards place 0 is the 1, place 18 is the 19 of the first price, and place 36 is the 37.
`Dataset.deck` says which card lies at which place, with suit and points.
Seats count from the leader of the first trick, hands and passes as in [records](notation.md).
All lists of a column have one length, which the edition fixes; a column whose lists would be
empty is left out.

"""

FILES = "\n".join(
    f"| {name} | {content} |"
    for name, content in (
        ("file", "holds"),
        ("---", "---"),
        (
            "`dataset.json`",
            (
                "format and version, edition, players, seed, version of the program, checksums of"
                " the networks played by, the deck, the passes, the columns"
            ),
        ),
        (
            "`rounds-00000.parquet`, …",
            (
                f"the rounds in order, {SHARD_ROUNDS:,} in each file; {SEQUENTIAL_SHARD_ROUNDS}"
                " where a player thinks about one decision after another"
            ),
        ),
        (
            "`rounds-00000.txt`, …",
            "the same rounds as [records](notation.md), with `--records`",
        ),
    )
)

END = f"""\

Prices stand trick after trick, and in each trick bottle after bottle; `Dataset.numpy("prices")`
has the shape (round, trick, bottle).
The settled actions of a round, as records have them, are `exchange`, then `hand_choices`, then
`plays`; everything else follows from these and `deal`, and is there to save the work.

## Files

{FILES}

A file gets its name when it is complete, so there is never half a file under such a name;
`.part` files are unfinished.
Each Parquet file holds the description of `dataset.json` in its metadata, under the key
`bottleimp`.
Lists are lists of fixed size to Arrow; values are compressed with Zstandard.

This is version {FORMAT_VERSION} of the format.
A change of what a column means is a new version; a new column is not.
"""


def page() -> str:
    """The page with every column."""
    shown = [edition(key) for key in EXAMPLES]
    heads = " | ".join(f"`{key}`" for key in EXAMPLES)
    lines = [
        f"| column | type | one for each | {heads} | meaning |",
        "|---|---|---|" + "---|" * len(EXAMPLES) + "---|",
    ]
    for column in COLUMNS:
        lengths = [column.length(one) for one in shown]
        counts = " | ".join("" if length is None else str(length or "–") for length in lengths)
        axis = column.axis.name if column.axis else "round"
        about = f"`{column.name}` | {column.value_type.value} | {axis}"
        lines.append(f"| {about} | {counts} | {column.meaning} |")
    return BEGINNING + "\n".join(lines) + "\n" + END


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()
