"""How `imp` compares actions that were not tried in the same worlds."""

import numpy as np

from bottleimp.players.search.action_values import ActionValues
from bottleimp.players.search.belief_search import combine_values

LUCKY = 10.0  # points that the first worlds are better for every action than the later ones


def gains() -> np.ndarray:
    """Three actions in 300 worlds, the second one always worse by three points.

    The second is dropped after 30 worlds, which were lucky for all.
    """
    random = np.random.default_rng(3)
    worlds = random.normal(0, 20, 300)
    worlds[:30] += LUCKY - worlds[:30].mean()
    worlds[30:] -= worlds[30:].mean()
    table = np.stack([worlds, worlds - 3, worlds - 1], axis=1) + random.normal(0, 0.1, (300, 3))
    table[30:, 1] = np.nan
    return table


def test_an_action_dropped_after_lucky_worlds_is_not_the_best() -> None:
    found = gains()
    assert np.nanmean(found, axis=0).argmax() == 1  # which looks best by its own worlds
    values, errors = combine_values(found, np.zeros(3), 1.0)

    np.testing.assert_allclose(values - values[0], [0, -3, -1], atol=0.1)
    assert errors[1] < 0.1


def test_the_opinion_before_counts_for_every_action() -> None:
    values, _ = combine_values(gains(), np.array([0.0, 1.0, 4.0]), 0.5)

    np.testing.assert_allclose(values - values[0], [0, -0.5, 3.5], atol=0.1)


def test_an_action_that_was_dropped_is_not_taken_up_again() -> None:
    verdict = ActionValues((7, 8, 9), np.array([1.0, 2.0, 0.5]), np.array([300, 30, 300]))

    assert verdict.best_action == 7
