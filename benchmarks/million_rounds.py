"""A million rounds: written, read and analysed by one command, in ten minutes on two cores.

`python -m benchmarks.million_rounds rules_of_thumb --edition classic/3 --data FOLDER` plays what is
missing of the data set and prints tables: how often each card is the last price, how prices fall,
what each seat and each card in hand is worth, and how rounds went after each first lead and pass.
`--plots FOLDER` draws pictures too, for which matplotlib is needed (`pip install matplotlib`).
What a lead or a pass is worth in itself is measured by `swapped_choices.py`.

The cells below can be run one after another as a notebook, in editors that know `# %%`.  It is a
script and no `.ipynb`, so that changes can be read, tests can run it, and it names its own data.
"""

# %% What is needed

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from benchmarks.round_findings import (
    Rounds,
    card_sales,
    first_leads,
    held_card_values,
    pass_worth,
    rounds_of,
    seat_worth,
    trick_prices,
)
from bottleimp.data import open_dataset

MILLION = 1_000_000


# %% Tables


def report(rounds: Rounds) -> Iterator[str]:
    """All of it as tables of Markdown."""
    described = rounds.dataset.description
    yield f"# {rounds.count:,} rounds of {described.edition} by {', '.join(described.players)}"
    yield f"Seed {described.seed}, version {described.version}.\n"
    yield "## The last price\n"
    yield "| card | last price, % of rounds | buys, % of rounds | of these the last, % |"
    yield "|---|---|---|---|"
    for sale in card_sales(rounds):
        yield (
            f"| {rounds.label(sale.place)} | {100 * sale.last:.2f} | {100 * sale.bought:.2f} |"
            f" {100 * sale.stuck_if_bought:.1f} |"
        )
    prices = rounds.numbers[rounds.prices[:, -1]]
    sales = (rounds.sold >= 0).sum(axis=1).mean()
    yield f"\nMean {prices.mean():.2f}, highest {prices.max():g}; {sales:.2f} sales a round.\n"
    yield "## The price, trick by trick\n"
    yield "| trick | sells, % | sells for the last time, % | mean price | quartiles |"
    yield "|---|---|---|---|---|"
    for number, trick in enumerate(trick_prices(rounds), start=1):
        low, middle, high = trick.quartiles
        yield (
            f"| {number} | {100 * trick.sold:.1f} | {100 * trick.sold_last:.1f} |"
            f" {trick.mean:.2f} | {low:g}, {middle:g}, {high:g} |"
        )
    yield "\n## Seats\n"
    yield "| seat | score | gain | stuck, % |"
    yield "|---|---|---|---|"
    for seat, (score, gain, stuck) in enumerate(seat_worth(rounds), start=1):
        yield f"| {seat} | {score} | {gain} | {100 * stuck:.2f} |"
    yield "\n## A card in hand after the exchange\n"
    yield "| card | worth |"
    yield "|---|---|"
    values = held_card_values(rounds)
    for card in rounds.dataset.deck:
        yield f"| {rounds.label(card.place)} | {values[card.place]:+.2f} |"
    yield "\n## First leads\n"
    yield "| card | led, % | gain | beyond the hand |"
    yield "|---|---|---|---|"
    for place, (plain, beyond) in first_leads(rounds).items():
        share = 100 * plain.count / rounds.count
        yield f"| {rounds.label(place)} | {share:.2f} | {plain} | {beyond} |"
    for to, worth in pass_worth(rounds).items():
        yield f"\n## Given to: {to}\n"
        yield "| card | given, % of rounds | gain beyond the hand |"
        yield "|---|---|---|"
        for place, mean in worth.items():
            yield f"| {rounds.label(place)} | {100 * mean.count / rounds.count:.2f} | {mean} |"


# %% Pictures


def draw(rounds: Rounds, folder: Path, title: str) -> None:
    """Write a picture of the last prices and one of how they fall, named by the title."""
    import matplotlib as mpl  # noqa: PLC0415 - only pictures need it

    mpl.use("svg")
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bottleimp", "font.size": 10})
    from matplotlib import pyplot as plt  # noqa: PLC0415

    def finish(name: str, across: str, up: str) -> None:
        axes = plt.gca()
        axes.set(xlabel=across, ylabel=up, title=f"{rounds.dataset.description.edition}")
        axes.spines[["top", "right"]].set_visible(False)
        plt.tight_layout()
        plt.savefig(folder / f"{title}-{name}.svg", metadata={"Date": None})
        plt.close()

    folder.mkdir(parents=True, exist_ok=True)
    size = (6.4, 3.2)
    sales = card_sales(rounds)
    numbers = [rounds.numbers[sale.place] for sale in sales]
    plt.figure(figsize=size)
    plt.bar(numbers, [100 * sale.bought for sale in sales], color="#b8c4d6", label="buys")
    plt.bar(
        numbers, [100 * sale.last for sale in sales], color="#8a3324", label="is the last price"
    )
    plt.xticks(numbers)
    plt.legend(frameon=False)
    finish("last-price", "card", "% of rounds")
    tricks = trick_prices(rounds)
    places = range(1, len(tricks) + 1)
    plt.figure(figsize=size)
    lows, _, highs = zip(*(trick.quartiles for trick in tricks), strict=True)
    plt.fill_between(places, lows, highs, color="#b8c4d6", label="the middle half of the rounds")
    plt.plot(places, [trick.mean for trick in tricks], color="#8a3324", marker="o", label="mean")
    plt.xticks(places)
    plt.ylim(0, 19)
    plt.legend(frameon=False)
    finish("prices", "after trick", "price")


# %% All of it


def main() -> None:
    """Play what is missing, read it, and write what it says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("players", nargs="*", default=["rules_of_thumb"])
    parser.add_argument("--edition", default="classic/3")
    parser.add_argument("--rounds", type=int, default=MILLION)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--data", type=Path, default=Path("million-rounds"))
    parser.add_argument("--plots", type=Path, help="draw pictures in this folder")
    asked, _ = parser.parse_known_args()  # a notebook passes words of its own
    start = monotonic()
    subprocess.run(
        [
            sys.executable, "-m", "bottleimp", "selfplay", *asked.players, "--edition",
            asked.edition, "--rounds", str(asked.rounds), "--seed", str(asked.seed), "--output",
            str(asked.data),
        ],
        check=True,
        stdout=sys.stderr,
    )  # fmt: skip
    played = monotonic()
    rounds = rounds_of(open_dataset(asked.data))
    print("\n".join(report(rounds)))
    if asked.plots is not None:
        draw(rounds, asked.plots, asked.edition.replace("/", "-"))
    done = monotonic()
    print(f"played in {played - start:.0f} s, analysed in {done - played:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
