import copy
import pickle
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np
import pytest

from bottleimp.envs import Autoreset, VectorEnv, VectorStep
from bottleimp.envs.recorded_rounds import replayed_round
from bottleimp.envs.seen_history import seen_history
from bottleimp.errors import BottleImpError, IllegalAction, UnknownName
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.relative_scores import relative_scores
from bottleimp.kernel.vector_steps import SmallInts
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition, edition_keys
from tests.support.env_rounds import INTEGER_TYPES, env_at
from tests.support.redealing import redealt
from tests.support.short_runs import sparing

# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/3", "classic/bright-house", "matagot/devils-eye", "classic/lopaka")
editions = pytest.mark.parametrize("key", sparing(edition_keys(), TYPICAL))


def random_actions(mask: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal action for each row; 0 where there is none."""
    return np.asarray((mask * random.random(mask.shape)).argmax(axis=1))


def rounds_in(env: VectorEnv) -> list[Round]:
    """The rounds in all rows."""
    return [replayed_round(env.edition, *env._record(row)) for row in range(env.num_envs)]


def history_of(shown: VectorStep) -> SmallInts:
    """The histories that a step shows."""
    assert shown.history is not None
    return shown.history


@pytest.mark.slow
@editions
def test_every_seat_sees_at_any_time_what_its_observation_shows(key: str) -> None:
    env = VectorEnv(key, 2, asks_forced=True, history=True, autoreset=Autoreset.DISABLED)
    shown, random = env.reset(seed=3), np.random.default_rng(1)
    seats = range(env.num_seats)

    while True:
        for row, played in enumerate(rounds_in(env)):
            features, _ = env.views([row] * len(seats), seats)
            for seat in seats:
                np.testing.assert_array_equal(features[seat], features_of(observe(played, seat)))
            turn = int(shown.seats[row])
            if turn >= 0:
                seen = observe(played, turn)
                assert played.turn == turn
                np.testing.assert_array_equal(shown.features[row], features[turn])
                np.testing.assert_array_equal(history_of(shown)[row], seen_history(seen))
                legal = np.flatnonzero(shown.action_mask[row]).tolist()
                assert legal == list(members(played.legal_action_set(turn)))
        if (shown.seats < 0).all():
            break
        shown = env.step(random_actions(shown.action_mask, random))

    assert env.scores().tolist() == [list(played.scores or ()) for played in rounds_in(env)]


@pytest.mark.slow
@editions
def test_hidden_cards_dealt_anew_change_no_byte_of_what_a_seat_is_shown(key: str) -> None:
    playing, random = edition(key), Random(5)
    played, changed = Round(Deal.from_seed(playing, 11)), 0

    while not played.is_over:
        if played.turn is not None and played.turn not in playing.driven:
            other = redealt(played, played.turn, random)
            env = env_at([played, other], played.turn)
            shown = env.last()
            assert shown.features[0].tobytes() == shown.features[1].tobytes()
            assert shown.action_mask[0].tobytes() == shown.action_mask[1].tobytes()
            assert history_of(shown)[0].tobytes() == history_of(shown)[1].tobytes()
            changed += other.deal != played.deal
        played = played.play(random.choice(played.legal_actions))

    assert changed > 6


@pytest.mark.slow
@editions
def test_resampled_rounds_look_the_same_and_respect_voids(key: str) -> None:
    env = VectorEnv(key, 1, history=True)
    shown, random = env.reset(seed=9), np.random.default_rng(2)

    for _ in range(18):
        others = env.resample(0, 8, seed=4)
        voids = Inference(env.observation(0)).voids
        for row, other in enumerate(rounds_in(others)):
            np.testing.assert_array_equal(shown.features[0], others.last().features[row])
            np.testing.assert_array_equal(history_of(shown)[0], history_of(others.last())[row])
            assert not any(v & h for v, h in zip(voids, other.position.hands, strict=True))
        shown = env.step(random_actions(shown.action_mask, random))


def test_a_round_that_ends_is_followed_by_the_next_in_the_same_step() -> None:
    env = VectorEnv("classic/3", 8)
    shown, random = env.reset(seed=1), np.random.default_rng(0)
    while not shown.terminated.any():
        assert not shown.rewards.any()
        shown = env.step(random_actions(shown.action_mask, random))

    over = shown.terminated
    assert (shown.seats >= 0).all()
    np.testing.assert_array_equal(shown.rewards[over], env.scores()[over])
    assert not shown.rewards[~over].any()
    assert [not env._record(row)[1] for row in np.flatnonzero(over).tolist()] == [True] * over.sum()


def test_without_autoreset_rows_stay_over_until_a_mask_resets_them() -> None:
    env = VectorEnv("classic/3", 4, autoreset="disabled", returns="relative_points")
    shown, random = env.reset(seed=1), np.random.default_rng(0)
    rewards = np.zeros_like(shown.rewards)
    while (shown.seats >= 0).any():
        shown = env.step(random_actions(shown.action_mask, random))
        rewards += shown.rewards

    np.testing.assert_allclose(rewards, relative_scores(env.edition, env.scores()), rtol=1e-6)
    assert not shown.features.any()
    shown = env.reset(mask=np.array([True, False, True, False]))
    assert (shown.seats >= 0).tolist() == [True, False, True, False]


def test_relative_points_leave_the_partner_out() -> None:
    env = VectorEnv("matagot/4-teams", 2, autoreset="disabled", returns="relative_points")
    shown, rewards = env.reset(seed=1), np.zeros((2, 4))
    while (shown.seats >= 0).any():
        shown = env.step(shown.action_mask.argmax(axis=1))
        rewards += shown.rewards

    points, sides = env.scores() / env.edition.weights, np.array(env.edition.sides)
    others = [points[:, sides != side].mean(axis=1) for side in sides]
    np.testing.assert_allclose(rewards, points - np.stack(others, axis=1), rtol=1e-6)


def test_a_seed_gives_the_same_bytes_in_every_release() -> None:
    env, digest = VectorEnv("classic/3", 16, history=True, all_hands=True), sha256()
    shown = env.reset(seed=21)
    for _ in range(80):
        shown = env.step(shown.action_mask.argmax(axis=1))
        for array in shown:
            assert array is not None
            digest.update(array.tobytes())

    # As before a step became one compiled call.
    expected = "5741059027e786b8ef072e86556066d05c3629239f126bbea2aa407fdd035a8f"
    assert digest.hexdigest() == expected


def test_the_number_of_threads_changes_nothing() -> None:
    with VectorEnv("classic/3", 7, threads=1) as one, VectorEnv("classic/3", 7, threads=2) as two:
        shown, other = one.reset(seed=6), two.reset(seed=6)
        random = np.random.default_rng(3)
        for _ in range(60):
            for mine, yours in zip(shown[:5], other[:5], strict=True):
                np.testing.assert_array_equal(mine, yours)
            actions = random_actions(shown.action_mask, random)
            shown, other = one.step(actions), two.step(actions)


def test_a_round_that_is_over_has_no_history() -> None:
    env = VectorEnv("classic/3", 2, autoreset="disabled", history=True)
    step = env.reset(seed=1)
    while step.seats[0] >= 0:
        step = env.step([step.action_mask[0].argmax(), -1])
    assert step.history is not None
    assert (step.history[0] == -1).all()
    assert not step.features[0].any()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((None, 2), TypeError), ((5, 2), TypeError), (("classic/3", "2"), TypeError),
        (("classic/3", 2.5), TypeError), (("classic/3", True), TypeError),
        (("classic/3", 0), BottleImpError),
    ],
)  # fmt: skip
def test_what_cannot_be_built_is_refused_in_a_sentence(
    arguments: tuple[Any, Any], error: type[Exception]
) -> None:
    with pytest.raises(error, match=r"is a whole number|is a name or an Edition|must be at least"):
        VectorEnv(*arguments)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = VectorEnv("classic/3", 3)
    before = env.reset(seed=2).features.copy()
    actions = env.last().action_mask.argmax(axis=1)

    for action in (env.num_actions, int(env.last().action_mask[1].argmin())):
        actions[1] = action
        with pytest.raises(IllegalAction, match="in round 1"):
            env.step(actions)
    np.testing.assert_array_equal(env.last().features, before)


def test_arrays_are_handed_on_without_a_copy() -> None:
    shown = VectorEnv("classic/3", 3).reset(seed=1)

    for array in (shown.features, shown.action_mask, shown.rewards):
        assert np.from_dlpack(array).ctypes.data == array.ctypes.data


def test_critics_may_see_where_every_card_lies() -> None:
    env = VectorEnv("classic/3", 2, all_hands=True)
    shown = env.reset(seed=1)

    assert shown.all_hands is not None
    assert (
        shown.all_hands.sum(axis=1).tolist()
        == [[int(place in {card.place for card in env.edition.deck.cards}) for place in range(37)]]
        * 2
    )
    np.testing.assert_array_equal(shown.all_hands, env.all_hands())
    own = env.parts["hands"].rows[0]
    np.testing.assert_array_equal(shown.all_hands[:, 0], shown.features[:, own])


def test_arguments_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownName, match="own_points") as refused:
        VectorEnv("classic/3", 1, returns="own_point")
    assert "match_win" not in str(refused.value)
    with pytest.raises(BottleImpError, match="no matches"):
        VectorEnv("classic/3", 1, returns="match_win")
    with pytest.raises(BottleImpError, match="`num_envs` must be at least 1, not 0"):
        VectorEnv("classic/3", 0)
    with pytest.raises(ValueError, match="mask"):
        VectorEnv("classic/3", 2).reset(mask=np.ones(3, bool))


@pytest.mark.parametrize(("count", "said"), [(1, "Give 1 action,"), (3, "Give 3 actions,")])
def test_a_step_takes_an_action_for_each_round(count: int, said: str) -> None:
    env = VectorEnv("classic/3", count)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"{said} one for each round"):
        env.step([0, 0])


@pytest.mark.parametrize(
    ("method", "arguments"),
    [("observation", (0,)), ("onlooker_observation", (0,)), ("resample", (0, 1, 1))],
)
def test_nothing_is_seen_before_the_first_reset(method: str, arguments: tuple[int, ...]) -> None:
    with pytest.raises(BottleImpError, match=f"call `reset` before `{method}`"):
        getattr(VectorEnv("classic/3", 2), method)(*arguments)


def test_a_step_before_the_first_reset_is_refused() -> None:
    env = VectorEnv("classic/3", 2)
    with pytest.raises(BottleImpError, match="call `reset` before `step`"):
        env.step([0, 0])
    with pytest.raises(BottleImpError, match="the first `reset` deals all rounds"):
        env.reset(1, [True, False])


@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_is_played_once_it_is_closed(threads: int) -> None:
    with VectorEnv("classic/3", 4, threads=threads) as env:
        step = env.reset(seed=1)
    with pytest.raises(BottleImpError, match="The environment is closed"):
        env.step(step.action_mask.argmax(axis=1))
    with pytest.raises(BottleImpError, match="The environment is closed"):
        env.reset()


@pytest.mark.parametrize(
    ("seed", "error"), [(1.9, TypeError), ("1", TypeError), (-1, ValueError), (2**64, ValueError)]
)
def test_a_seed_that_is_no_whole_number_of_64_bits_is_refused(
    seed: Any, error: type[Exception]
) -> None:
    env = VectorEnv("classic/3", 2)

    with pytest.raises(error, match="A seed is a whole number from 0"):
        env.reset(seed=seed)
    env.reset(seed=2**64 - 1)
    with pytest.raises(error, match="A seed is a whole number from 0"):
        env.resample(0, 2, seed)


@pytest.mark.parametrize("actions", [[0.5, 1.0], [np.nan, np.nan], [True, False]])
def test_actions_that_are_no_whole_numbers_are_refused(actions: list[float]) -> None:
    env = VectorEnv("classic/3", 2)
    before = env.reset(seed=2).features.copy()

    with pytest.raises(TypeError, match="Actions are whole numbers"):
        env.step(actions)
    np.testing.assert_array_equal(env.last().features, before)


@pytest.mark.parametrize("kind", INTEGER_TYPES)
def test_actions_of_every_integer_type_are_taken(kind: str) -> None:
    env = VectorEnv("classic/3", 2)
    actions = env.reset(seed=1).action_mask.argmax(axis=1)
    expected = env.step(actions).features.copy()
    env.reset(seed=1)

    np.testing.assert_array_equal(env.step(actions.astype(kind)).features, expected)


@pytest.mark.parametrize(
    ("indices", "seats", "why"),
    [
        ([0, 1], [0], "2 rounds to look at, but 1 seats"),
        ([0], [-1], "no seat -1: they have the numbers 0 to 2"),
        ([0], [3], "no seat 3"),
        ([2], [0], "no round 2: they have the numbers 0 to 1"),
        ([-1], [0], "no round -1"),
        ([0], [2**40], f"no seat {2**40}"),
        ([[0]], [0], "in 2 dimensions"),
    ],
)
def test_views_of_what_there_is_not_are_refused(
    indices: list[int], seats: list[int], why: str
) -> None:
    env = VectorEnv("classic/3", 2)
    env.reset(seed=1)

    with pytest.raises(ValueError, match=why):
        env.views(indices, seats)


def test_views_are_of_whole_numbers_and_of_nothing_where_nothing_is_asked() -> None:
    env = VectorEnv("classic/3", 2)
    with pytest.raises(BottleImpError, match="call `reset` before `views`"):
        env.views([0], [0])
    env.reset(seed=1)

    with pytest.raises(TypeError, match="number of a round is a whole number"):
        env.views([0.5], [0])
    assert env.views([], [])[0].shape == (0, env.num_features)


@pytest.mark.parametrize("index", [-1, 2])
def test_an_observation_of_no_round_or_seat_is_refused(index: int) -> None:
    env = VectorEnv("classic/3", 2)
    env.reset(seed=1)

    with pytest.raises(ValueError, match=f"no round {index}"):
        env.observation(index)
    with pytest.raises(ValueError, match="no seat 3"):
        env.observation(0, 3)


def test_a_round_that_is_over_has_nobody_to_see_it_or_to_resample() -> None:
    env = VectorEnv("classic/3", 1, autoreset=Autoreset.DISABLED)
    shown = env.reset(seed=1)
    while shown.seats[0] >= 0:
        shown = env.step(shown.action_mask.argmax(axis=1))

    with pytest.raises(BottleImpError, match="Round 0 is over"):
        env.observation(0)
    with pytest.raises(BottleImpError, match="Round 0 is over"):
        env.resample(0, 2, seed=1)
    assert env.observation(0, 1).revealed is not None
    assert env.views([0], [1])[0].shape == (1, env.num_features)


def test_a_mask_may_be_a_list_and_a_large_unsigned_action_is_refused() -> None:
    env = VectorEnv("classic/3", 2)
    before = env.reset(seed=1).features.copy()
    after = env.reset(mask=[True, False]).features

    assert (before[0] != after[0]).any()
    assert (before[1] == after[1]).all()
    with pytest.raises(IllegalAction):
        env.step(np.full(2, 2**63, np.uint64))


@pytest.mark.parametrize("repeat", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_says_that_it_cannot_be_copied(repeat):
    with pytest.raises(TypeError, match="An environment cannot be copied or pickled"):
        repeat(VectorEnv("classic/3", 2))
