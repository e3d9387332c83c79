"""What benchmarks/million_rounds says of rounds is what the records of these rounds say."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from benchmarks import round_findings
from benchmarks.million_rounds import report
from benchmarks.round_findings import (
    Rounds,
    card_sales,
    card_values,
    first_leads,
    pass_worth,
    played_hands,
    rounds_of,
    seat_worth,
    trick_prices,
)
from benchmarks.swapped_choices import alternatives, decisions, joined
from bottleimp.data import SelfplaySettings, write_dataset
from bottleimp.data.selfplay import play_facts
from bottleimp.errors import BottleImpError
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition
from tests.support.sources import repository

COUNT = 300


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Rounds:
    folder = tmp_path_factory.mktemp("rounds")
    settings = SelfplaySettings("classic/3", ("rules_of_thumb", "uniform"), 4)
    return rounds_of(write_dataset(folder, settings, COUNT))


@pytest.fixture(scope="module")
def played(rounds: Rounds) -> list[Round]:
    return [record.round for record in rounds.dataset.records()]


@pytest.fixture(autouse=True)
def few_rounds_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_findings, "MIN_COUNT", 3)
    monkeypatch.setattr(round_findings, "CHUNK", 70)


def test_sales_are_counted_as_records_tell_them(rounds: Rounds, played: list[Round]) -> None:
    bought = Counter(
        trick.winner.card.place
        for one in played
        for trick in one.tricks
        if trick.bottle is not None
    )
    last = Counter(one.position.prices[0] for one in played)

    for sale in card_sales(rounds):
        assert sale.bought == pytest.approx(bought[sale.place] / COUNT)
        assert sale.last == pytest.approx(last[sale.place] / COUNT)
    assert sum(sale.last for sale in card_sales(rounds)) == pytest.approx(1)


def test_prices_fall_as_records_tell_them(rounds: Rounds, played: list[Round]) -> None:
    found = trick_prices(rounds)

    for number, trick in enumerate(found):
        sold = [one.tricks[number].bottle is not None for one in played]
        assert trick.sold == pytest.approx(mean(sold))
    assert sum(trick.sold_last for trick in found) == pytest.approx(1)
    assert found[-1].mean == pytest.approx(mean(one.position.prices[0] + 1 for one in played))


def test_seats_score_as_records_tell_them(rounds: Rounds, played: list[Round]) -> None:
    for seat, (score, gain, stuck) in enumerate(seat_worth(rounds)):
        scores = [one.scores or () for one in played]
        gains = [row[seat] - (sum(row) - row[seat]) / 2 for row in scores]
        assert score.mean == pytest.approx(mean(row[seat] for row in scores))
        assert gain.mean == pytest.approx(mean(gains))
        assert stuck == pytest.approx(mean(one.owners[0] == seat for one in played))


def test_a_hand_after_the_exchange_is_what_is_played(rounds: Rounds, played: list[Round]) -> None:
    rows = played_hands(rounds, 1, slice(0, COUNT))

    for row, one in zip(rows, played, strict=True):
        cards = {play.card.place for trick in one.tricks for play in trick.plays if play.seat == 1}
        assert set(np.flatnonzero(row).tolist()) == cards


def test_least_squares_find_what_cards_are_worth_where_hands_add_up() -> None:
    draw = np.random.default_rng(3)
    worth = draw.normal(size=8)
    hands = draw.integers(0, 2, (200, 8)).astype(float)
    halves = [(hands[:90], hands[:90] @ worth), (hands[90:], hands[90:] @ worth)]

    assert card_values(iter(halves), 8) == pytest.approx(worth)


@pytest.mark.slow
def test_leads_and_passes_are_counted(rounds: Rounds, played: list[Round]) -> None:
    leads = Counter(one.tricks[0].plays[0].card.place for one in played)
    found = first_leads(rounds)
    worth = pass_worth(rounds)

    assert {place: plain.count for place, (plain, _) in found.items()} == {
        place: count for place, count in leads.items() if count >= 3
    }
    assert set(worth) == {"imp's trick", "left", "right"}
    passes = rounds.dataset.passes
    put_away = Counter(
        one.actions[number]
        for one in played
        for number, step in enumerate(passes)
        if step.to == "imp's trick"
    )
    assert {place: found.count for place, found in worth["imp's trick"].items()} == {
        place: count for place, count in put_away.items() if count >= 3
    }


@pytest.mark.parametrize("question", decisions(edition("classic/3")))
def test_with_its_own_card_a_hand_fares_as_in_the_data_set(question: str, rounds: Rounds) -> None:
    playing = rounds.dataset.edition
    settings = SelfplaySettings(playing.text, ("rules_of_thumb",), 4)
    (facts,) = play_facts(settings, 0, 40)
    number = decisions(playing)[question][0]
    found = alternatives(playing, "rules_of_thumb", number, 0, 40, 4)
    others = (facts.scores.sum(axis=1) - facts.scores[:, 0]) / 2

    assert found.gains[found.is_own].tolist() == (facts.scores[:, 0] - others).tolist()
    chosen = facts.plays[:, 0] if question == "first lead" else facts.exchange[:, number]
    assert found.cards[found.is_own].tolist() == chosen.tolist()
    assert found.above_own()[found.is_own].tolist() == [0] * 40
    assert np.bincount(found.deals, found.above_mean()) == pytest.approx(np.zeros(40), abs=1e-9)


@pytest.mark.slow
def test_swapped_choices_are_counted_by_card() -> None:
    playing = edition("classic/3")
    parts = [alternatives(playing, "rules_of_thumb", 0, first, 150, 4) for first in (0, 150)]
    found = joined(parts).by_card()

    assert found == {}  # a card is in a third of the hands, which is too few of them
    assert len(np.unique(joined(parts).deals)) == 300
    assert joined(parts).is_own.sum() == 300


def test_rounds_with_sides_are_not_analysed(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path, SelfplaySettings("matagot/4-teams", ("uniform",), 1), 2)

    with pytest.raises(BottleImpError, match="not analysed"):
        rounds_of(dataset)


def test_the_report_has_a_table_for_each_question(rounds: Rounds) -> None:
    headings = [line for line in report(rounds) if line.lstrip().startswith("## ")]

    assert [heading.strip() for heading in headings] == [
        "## The last price", "## The price, trick by trick", "## Seats",
        "## A card in hand after the exchange", "## First leads", "## Given to: imp's trick",
        "## Given to: left", "## Given to: right",
    ]  # fmt: skip


@pytest.mark.wide
@pytest.mark.slow
def test_one_command_plays_reads_and_analyses(tmp_path: Path) -> None:
    words = ["-m", "benchmarks.million_rounds", "uniform", "--rounds", "200", "--data"]
    done = subprocess.run(
        [sys.executable, *words, str(tmp_path / "rounds")],
        capture_output=True, text=True, check=True, cwd=repository.ROOT,
    )  # fmt: skip

    assert done.stdout.startswith("# 200 rounds of classic/3 by uniform, uniform, uniform\n")
    assert "analysed in" in done.stderr
