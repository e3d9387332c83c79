"""
Ten thousand rounds
===================

What rounds among computer players say about the game.
This page is a script: its numbers and pictures were made when the site was built.
Ten thousand rounds take seconds and answer roughly.
:doc:`The page about strategy </explanation/strategy>` says what a million rounds answer.

The script needs ``pip install "bottleimp[data]"`` and nothing else.
"""

# %%
# Play them
# ---------
#
# Three players that go by rules of thumb play the classic edition for three.
# The same seed plays the same rounds again.

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bottleimp.analysis.report.plots import Bar, Curve, bar_chart, line_chart
from bottleimp.data import SelfplaySettings, write_dataset

ROUNDS = 10_000
MIN_LEADS = 200

folder = TemporaryDirectory()
settings = SelfplaySettings("classic/3", ("rules_of_thumb",), seed=2026)
dataset = write_dataset(Path(folder.name), settings, ROUNDS)
size = sum(file.stat().st_size for file in dataset.files)
print(f"{dataset.rounds} rounds of {settings.edition}, {size / 1e6:.1f} MB")

# %%
# Every column is an array with a row for each round.
# A card is its place in the deck, so a price is a card too: place 18 is the 19 of the first price.

scores = dataset.numpy("scores")
prices = dataset.numpy("prices")[:, :, 0]  # after each trick, of the only bottle
owners = dataset.numpy("owners")[:, 0]
numbers = np.array([float(dataset.edition.deck.label_at(place)) for place in range(37)])

print(f"scores of the first round: {scores[0]}")
print(f"its prices, trick by trick: {numbers[prices[0]].astype(int)}")

# %%
# With which card is somebody stuck?
# ----------------------------------
#
# The last price is the card of the last buyer, who loses the points of the round.
# Intervals are those of 95 %.


def half_width(spread, count):
    """Half the interval of 95 % of a mean of so many independent values."""
    return 1.96 * spread / np.sqrt(count)


def share_bar(label, happened):
    """The share of the rounds in which it happened, in %."""
    share = happened.mean()
    margin = half_width(np.sqrt(share * (1 - share)), len(happened))
    return Bar(label, 100 * share, 100 * max(0, share - margin), 100 * min(1, share + margin))


last = prices[:, -1]
last_prices = [share_bar(f"{numbers[place]:g}", last == place) for place in np.unique(last)]
bar_chart("The last price, classic/3", "% of rounds", last_prices)

# %%
# No round ends at two prices.

assert abs(sum(bar.value for bar in last_prices) - 100) < 1e-6
likeliest = max(last_prices, key=lambda bar: bar.value)
print(f"The likeliest last price is {likeliest.label}, in {likeliest.value:.1f} % of the rounds;")
print(f"the highest is {numbers[last].max():g}, the mean {numbers[last].mean():.2f}.")

# %%
# How fast does the price fall?
# -----------------------------

after_trick = numbers[prices]
tricks = range(1, after_trick.shape[1] + 1)
means = after_trick.mean(axis=0).tolist()
margins = half_width(after_trick.std(axis=0), len(after_trick)).tolist()
line_chart(
    "The price, classic/3",
    "after trick",
    [Curve("mean price", list(zip(tricks, means, strict=True)), margins)],
)

# %%
# What is a seat worth?
# ---------------------
#
# Seat 1 leads the first trick, and the last seat has dealt.
# A gain is a score less the mean of the others' scores, so the gains of a round add up to nothing.

others = (scores.sum(axis=1, keepdims=True) - scores) / (scores.shape[1] - 1)
gains = scores - others
assert np.allclose(gains.sum(axis=1), 0)


def gain_bar(label, values):
    """The mean of some gains."""
    mean, margin = values.mean(), half_width(values.std(), len(values))
    return Bar(label, mean, mean - margin, mean + margin)


bar_chart(
    "The gain of each seat, classic/3",
    "points a round",
    [gain_bar(f"seat {seat + 1}", gains[:, seat]) for seat in range(scores.shape[1])],
)

# %%
# And how often is each of them stuck with the bottle?

for seat in range(scores.shape[1]):
    stuck = share_bar("", owners == seat)
    print(f"seat {seat + 1}: {stuck.value:.1f} %, from {stuck.low:.1f} to {stuck.high:.1f}")

# %%
# How did rounds go after a first lead?
# -------------------------------------
#
# The gain of the leader, for cards that were led at least ``MIN_LEADS`` times.
# This does not say what a lead is worth: who leads a card holds the hand in which it looked best.
# For that, :doc:`the page about strategy </explanation/strategy>` swaps one lead for another.

plays = dataset.numpy("plays")
leads, rows = plays[:, 0], []
for place in np.unique(leads):
    chosen = leads == place
    if chosen.sum() >= MIN_LEADS:
        rows.append(gain_bar(f"{numbers[place]:g}, led {chosen.sum()} times", gains[chosen, 0]))
bar_chart("Gain of the leader by the first lead, classic/3", "points a round", rows)

# %%
# More rounds
# -----------
#
# In a clone of the repository
#
# .. code-block:: sh
#
#    python -m benchmarks.million_rounds rules_of_thumb --edition classic/3 --data million
#
# plays and analyses a million in some two minutes; the command for fewer is ``bottleimp selfplay``.

folder.cleanup()
