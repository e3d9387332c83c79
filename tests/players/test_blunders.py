"""The program that counts blunders judges fairly and goes on where it stopped."""

import sys
from pathlib import Path

import pytest

from benchmarks import blunders
from benchmarks.blunders import (
    BLUNDER_POINTS,
    ChoiceEvaluator,
    evaluate_round,
    read_results,
    wilson_interval,
)
from bottleimp.game.actions import action_from_number
from bottleimp.players.budget import Budget
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.rules.editions import edition
from tests.support.players.clear_positions import kept

CLASSIC = edition("classic/4")


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert wilson_interval(0, 100) == pytest.approx((0.0, 0.0370), abs=1e-4)
    assert wilson_interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


@pytest.mark.slow
def test_what_the_judge_would_do_itself_loses_nothing() -> None:
    judge = ChoiceEvaluator(CLASSIC, worlds=8, seed=4)
    for position in kept():
        if position.edition == CLASSIC.text:
            seen = position.seen()

            assert (
                judge.evaluate_choice(seen, BeliefSearchPlayer(Budget(8)).choose(seen, 4)).loss == 0
            )


@pytest.mark.slow
def test_what_is_far_from_the_best_is_judged_twice() -> None:
    judge = ChoiceEvaluator(CLASSIC, worlds=8, seed=4)
    position = next(one for one in kept() if one.edition == CLASSIC.text)
    seen = position.seen()
    verdict = BeliefSearchPlayer(Budget(8)).evaluate_actions(seen, 4)
    worst = action_from_number(CLASSIC, verdict.actions[int(verdict.values.argmin())])
    found = judge.evaluate_choice(seen, worst)

    assert found.loss > BLUNDER_POINTS
    assert found.again is not None
    assert found.again > BLUNDER_POINTS


@pytest.mark.slow
def test_every_real_choice_of_a_round_is_judged() -> None:
    judge = ChoiceEvaluator(CLASSIC, worlds=2, seed=4)
    found = list(evaluate_round(judge, "self_taught", 4, 0))

    assert {one.phase for one in found} == {"EXCHANGE", "PLAY"}
    assert sum(one.phase == "EXCHANGE" for one in found) == len(CLASSIC.passes)
    assert min(one.loss for one in found) == 0


@pytest.mark.wide
def test_it_goes_on_where_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "found.jsonl"
    words = ["--levels", "newcomer", "--choices", "40", "--worlds", "2", "--file", str(file)]
    monkeypatch.setattr(sys, "argv", ["blunders.py", *words])
    blunders.main()
    whole, said = file.read_bytes(), capsys.readouterr().out
    file.write_bytes(whole[:-100])

    blunders.main()
    assert whole == file.read_bytes()
    assert said == capsys.readouterr().out
    assert {level for _, level, _ in read_results(file, 2, 2028)} == {"newcomer"}
    assert read_results(file, 3, 2028) == {}
