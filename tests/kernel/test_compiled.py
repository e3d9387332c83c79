import inspect
import subprocess
import sys
from types import ModuleType

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.numba_jit import COMPILED_RULES, UNCOMPILED_RULES
from bottleimp.kernel.compile.numba_primitives import NUMBA_OVERLOADS
from bottleimp.kernel.encoding.packed_rows import flatten
from bottleimp.rules import cardsets, position, scoring, tricks, turns
from bottleimp.rules.cardsets import members, size
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Layout, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions
from tests.support.differential.trajectory import play_by_ranks
from tests.support.short_runs import KINDS

ROUNDS = 5
MOST_ACTIONS = 80


def functions(module: ModuleType) -> set[object]:
    """The functions that a module defines itself."""
    return {
        function
        for _, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
    }


@pytest.mark.parametrize("module", [cardsets, position, scoring, tricks, turns])
def test_every_rule_function_is_compiled_or_says_why_not(module: ModuleType) -> None:
    known = {*COMPILED_RULES, *UNCOMPILED_RULES, *NUMBA_OVERLOADS}

    assert functions(module) - known == set()


def test_no_rule_has_both_one_body_and_two() -> None:
    assert set() == set(COMPILED_RULES) & (set(NUMBA_OVERLOADS) | set(UNCOMPILED_RULES))


@pytest.mark.parametrize("key", KINDS)
def test_the_compiled_rules_play_as_the_plain_ones(key: str) -> None:
    """Legal sets, positions and scores are equal at every step of a random round."""
    layout = edition(key).layout
    for seed in range(ROUNDS):
        now = Deal.from_seed(edition(key), seed).initial_position
        choices = np.random.default_rng(seed).integers(0, 1 << 40, MOST_ACTIONS)
        path = play_by_ranks(layout, now, choices)
        for legal, row, choice in zip(path.legal, path.positions, choices, strict=False):
            assert flatten(now) == tuple(row)
            actions = legal_actions(layout, now)
            assert actions == legal
            now = advance(layout, now, list(members(actions))[choice % size(actions)])
        assert is_over(now)
        assert flatten(now) == tuple(path.positions[-1])
        assert scores(layout, now) == path.scores


@jit
def weight_of_second_seat(layout: Layout) -> int:
    return layout.weight[1]


def test_editions_of_one_shape_are_not_mixed_up() -> None:
    """Four players alone and in teams differ in no length of any row, only in numbers."""
    alone, in_teams = (
        freeze_layout(edition(key).layout) for key in ("matagot/4", "matagot/4-teams")
    )

    assert tuple(weight_of_second_seat(one) for one in (alone, in_teams, alone)) == (1, 2, 1)


def test_a_frozen_layout_reads_like_a_layout() -> None:
    layout = edition("classic/3").layout

    assert layout == tuple(getattr(freeze_layout(layout), name) for name in Layout._fields)


def test_rules_and_game_import_without_numba() -> None:
    program = "import sys, bottleimp.rules, bottleimp.game; print('numba' in sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert said.stdout.strip() == "False"
