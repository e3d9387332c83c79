import copy
import json
import pickle
import subprocess
import sys
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    exploitability,
    ismcts,
    mcts,
)
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from bottleimp.analysis.evaluation.open_hand_evaluation import (
    OpenHandRounds,
    PlayerDecider,
    play_out,
)
from bottleimp.envs.open_spiel_players import PlayerPolicy, PolicyPlayer
from bottleimp.envs.open_spiel_v0 import NAME, BottleImpGame, SharedRound
from bottleimp.envs.returns import round_rewards
from bottleimp.envs.seen_history import seen_history
from bottleimp.errors import BottleImpError
from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.player import SequentialPlayer
from bottleimp.players.uniform import UniformPlayer
from bottleimp.rules.decks import CLASSIC, subdeck
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys, single_hands
from bottleimp.rules.seating import Pass, PlaySource
from tests.support.redealing import redealt
from tests.support.short_runs import sparing

# OpenSpiel brings a log handler, which would close the stream of pytest that it began with when a
# later test configures logging.
sys.modules["absl.logging"].get_absl_handler().python_handler.stream = sys.__stderr__

# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/3", "classic/bright-house", "matagot/devils-eye", "classic/lopaka")
editions = pytest.mark.parametrize("key", sparing(edition_keys(), TYPICAL))
# Two players with two cards each: they exchange one, and a fifth lies in the imp's trick.
TINY = Edition(
    key="tiny/2",
    deck=subdeck(CLASSIC, "tiny", ["2", "14", "20", "25", "34"]),
    hands=single_hands(2, 2),
    passes=(Pass(0, 0, 1), Pass(1, 1, 0, then_pick_up=True)),
    plays=(PlaySource.ANY,) * 2,
    sides=(0, 1),
    loss_groups=(0, 1),
    weights=(1, 1),
    controllers=(0, 1),
    left_over=1,
)


class HighestCard(SequentialPlayer):
    """Plays and passes the highest card it may."""

    def choose(self, observation: Observation, seed: int) -> Action:  # noqa: ARG002
        return observation.legal_actions[-1]


def load(key, **parameters):
    return pyspiel.load_game(NAME, {"edition": key, **parameters})


def states(game, seed):
    """The states of a random round, dealt and not over."""
    random, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state = state.clone()
        state.apply_action(random.choice(state.legal_actions()))


@editions
def test_it_passes_the_random_simulation_of_the_library(key):
    pyspiel.random_sim_test(load(key), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@editions
def test_a_playthrough_can_be_replayed(key, tmp_path):
    # It takes seconds to import, and would do so in every process that collects tests.
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    generate_playthrough.flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(f"{NAME}(edition={key})", None, seed=3)
    file = tmp_path / "playthrough.txt"
    file.write_text(text)

    original, replayed = generate_playthrough.replay(str(file))
    assert replayed == original


@pytest.mark.slow
@editions
def test_tensors_hold_the_features_and_the_history_of_the_schema(key):
    game = load(key)
    with_recall = make_observation(game, INFO_STATE_OBS_TYPE)
    for state in list(states(game, 5))[::7]:
        player = state.current_player()
        seen = state.observation(player)
        features, history = features_of(seen), seen_history(seen)
        with_recall.set_from(state, player)
        np.testing.assert_array_equal(state.observation_tensor(player), features)
        np.testing.assert_array_equal(with_recall.tensor[: len(features)], features)
        np.testing.assert_array_equal(state.information_state_tensor(player), with_recall.tensor)
        actions = with_recall.dict["history_actions"]
        np.testing.assert_array_equal(actions.sum(axis=1), history[:, 0] >= 0)
        assert (actions.argmax(axis=1) == history[:, 0])[history[:, 0] >= 0].all()


@pytest.mark.slow
@editions
def test_hidden_cards_dealt_anew_change_no_byte_of_what_a_player_is_shown(key):
    playing, game, random = edition(key), load(key), Random(4)
    now = Round(Deal.from_seed(playing, 31))

    while not now.is_over:
        if now.turn not in playing.driven and random.random() < 0.3:
            both = now, redealt(now, now.turn, random)
            assert len({shown(game, one, now.turn) for one in both}) == 1
        now = now.play(random.choice(now.legal_actions))


def shown(game, now, seat):
    """All that OpenSpiel tells the player of a seat."""
    state = game.new_initial_state()
    state._shared, state._turn = SharedRound(now), seat
    player = game.seats.index(seat)
    with_recall = make_observation(game, INFO_STATE_OBS_TYPE)
    without = make_observation(game)
    kinds = pyspiel.PrivateInfoType
    public, private = (
        game.make_py_observer(pyspiel.IIGObservationType(is_public, False, kind))
        for is_public, kind in ((True, kinds.NONE), (False, kinds.SINGLE_PLAYER))
    )
    for observer in (with_recall, without):
        observer.set_from(state, player)
    return (
        with_recall.tensor.tobytes(), without.tensor.tobytes(),
        *(one.string_from(state, player) for one in (with_recall, without, public, private)),
        json.dumps(state._to_observation_struct(player)),
    )  # fmt: skip


def test_the_text_of_an_information_state_tells_rounds_apart_as_the_player_can():
    game = load("classic/bright-house")
    seen: dict[str, Observation] = {}
    for seed in range(3):
        for state in states(game, seed):
            player = state.current_player()
            text = state.information_state_string(player)
            now = observe(state._shared.played, game.seats[player])
            assert seen.setdefault(text, now) == now

    assert len(seen) > 60


@pytest.mark.parametrize(
    "text", ["classic/3", "classic/3,face-value", "classic/3,face-value,target=300"]
)
def test_copies_of_a_game_and_its_states_are_of_the_same_edition(text):
    game = BottleImpGame(edition=edition_from_text(text))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    again = copy.deepcopy(state)

    assert str(again) == str(state)
    assert again.get_game().edition == game.edition
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert pyspiel.load_game(str(game)).edition == game.edition
    assert load(text).edition == game.edition


def test_an_edition_may_be_given_by_its_text():
    text = "classic/3,face-value"

    assert BottleImpGame(edition=text).edition == edition_from_text(text)


def test_a_state_goes_through_json_and_back():
    game = load("classic/lopaka")
    for state in list(states(game, 2))[::5]:
        again = game.new_initial_state(json.loads(state.to_json()))
        assert again.to_json() == state.to_json()
        assert again.history() == state.history()
        action = state.legal_actions()[-1]
        assert state.struct_to_actions(state.action_to_struct(action)) == [action]


def test_the_returns_are_the_scores_or_what_they_are_above_the_others():
    own, relative = load("classic/3", returns="own_points"), load("classic/3")
    for game in (own, relative):
        state = list(states(game, 6))[-1]
        state.apply_action(state.legal_actions()[0])
        assert state.is_terminal()
        scores = np.array(state._shared.played.scores)
        expected = scores if game is own else scores * 1.5 - scores.sum() / 2
        np.testing.assert_allclose(state.returns(), expected, rtol=1e-6)

    assert relative.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert own.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


@pytest.mark.parametrize("key", edition_keys())
def test_relative_points_of_single_players_add_up_to_nothing(key):
    chosen = edition(key)
    relative = BottleImpGame({"edition": key, "returns": "relative_points"})
    everybody_alone = len(set(chosen.sides)) == chosen.seats - len(chosen.driven) == chosen.players
    is_zero_sum = relative.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum or not everybody_alone
    if is_zero_sum:
        scores = np.random.default_rng(1).integers(-60, 200, (50, chosen.seats))
        rewards = round_rewards(chosen, relative.returns, scores)
        np.testing.assert_allclose(rewards[:, list(relative.seats)].sum(axis=1), 0, atol=1e-9)


def test_deals_that_cannot_be_are_refused():
    game = load("classic/3")
    with pytest.raises(BottleImpError, match="cannot be dealt to place 99"):
        game.new_initial_state().apply_action(99)
    with pytest.raises(BottleImpError, match="A state needs actions and left_over"):
        game.new_initial_state({"hands": []})


@pytest.mark.parametrize(
    ("struct", "message"),
    [
        ({"hands": [["1"], [], []], "actions": ["1"]}, "before all cards are dealt"),
        ({"hands": [["1"], []]}, "A state of classic/3 has 3 hands, not 2 hands"),
        ({"hands": [["1"], ["1"], []]}, "The 1 is dealt twice"),
        ({"hands": [["2"], [], []], "left_over": ["2"]}, "The 2 is dealt twice"),
        ({"hands": [["1", "5"], [], []]}, "in ascending order, but the 2 is missing"),
        ({"hands": [["1"], ["99"], []]}, "no card in this deck called"),
        ({"hands": [["1"], [], []], "edition": "classic/4"}, "of classic/4, not of classic/3"),
    ],
)
def test_states_that_cannot_be_are_refused(struct, message):
    with pytest.raises(BottleImpError, match=message):
        load("classic/3").new_initial_state({"left_over": [], "actions": [], **struct})


def test_a_state_in_the_middle_of_the_deal_is_read():
    state = load("classic/3").new_initial_state(
        {"hands": [["2"], ["3"], ["1"]], "left_over": [], "actions": []}
    )

    assert state.history() == [2, 0, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", ["classic/3", "classic/lopaka", "classic/bright-house", "matagot/devils-eye"]
)
def test_resampled_states_look_the_same_to_each_player_and_respect_voids(key):
    game, differing = load(key), 0
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    each = [
        (state, player)
        for state in list(states(game, 7))[::3]
        for player in range(game.num_players())
    ]
    for state, player in each:
        other = state.resample_from_infostate(player, sampler)
        text = state.information_state_string(player)
        assert other.information_state_string(player) == text
        assert other.current_player() == state.current_player()
        if player == state.current_player():
            assert other.legal_actions() == state.legal_actions()
        voids = Inference(state.observation(player)).voids
        hands = other._shared.played.position.hands
        assert not any(void & hand for void, hand in zip(voids, hands, strict=True))
        differing += str(other) != str(state)

    assert differing > 3


@pytest.mark.slow
def test_its_ismcts_plays():
    game = load("classic/3")
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=10.0,
        max_simulations=4,
        random_state=np.random.RandomState(2),
    )
    for state in list(states(game, 1))[::13]:
        assert bot.step(state) in state.legal_actions()


@pytest.mark.wide
@pytest.mark.slow
def test_cfr_converges_on_a_tiny_deck():
    game = BottleImpGame(edition=TINY)
    solver = cfr.CFRPlusSolver(game)
    found = []
    for iterations in (2, 8):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))

    assert found[1] < found[0] / 3
    assert found[1] < 0.6


@pytest.mark.slow
def test_exploitability_agrees_with_that_of_the_analysis():
    game, population = BottleImpGame(edition=TINY), HighestCard()
    policy = PlayerPolicy(game, population)
    expected = exploitability.nash_conv(game, policy)
    deals = [Deal(TINY, *places) for places in all_deals(TINY)]
    pairs = [(deal, seats) for deal in deals for seats in ((), (0,), (1,))]
    answers = {}
    for player in range(2):
        response = best_response.BestResponsePolicy(game, player, policy)
        for text in response.infosets:
            answers[text] = {int(response.best_response_action(text)): 1.0}

    tables = OpenHandRounds.from_deals(
        [deal for deal, _ in pairs], [seats for _, seats in pairs], [(0, 0)] * len(pairs)
    )
    points = play_out(
        tables, PlayerDecider(PolicyPlayer(answers)), PlayerDecider(population)
    ).reshape(len(deals), 3, 2)

    gains = points[:, :, 0] - points[:, :, 1]
    found = (gains[:, 1] - gains[:, 0] + gains[:, 0] - gains[:, 2]).mean()
    assert expected > 1
    assert found == pytest.approx(expected)


def test_a_player_that_draws_at_random_is_a_policy_of_its_frequencies():
    game, player = BottleImpGame(edition=TINY), UniformPlayer()
    state = next(states(game, 1))
    pure = PlayerPolicy(game, player).action_probabilities(state)
    mixed = PlayerPolicy(game, player, samples=400).action_probabilities(state)

    assert list(pure.values()) == [1.0]
    assert sorted(mixed) == state.legal_actions()
    assert list(mixed.values()) == pytest.approx([0.5, 0.5], abs=0.1)
    with pytest.raises(BottleImpError, match="`samples` must be at least 1, not 0"):
        PlayerPolicy(game, player, samples=0)


@pytest.mark.parametrize("is_over", [False, True])
def test_a_policy_is_asked_only_where_a_player_is_to_act(is_over):
    game = BottleImpGame(edition=TINY)
    state = game.new_initial_state()
    if is_over:
        *_, state = states(game, 1)
        state.apply_action(state.legal_actions()[0])

    with pytest.raises(BottleImpError, match="where a player is to act"):
        PlayerPolicy(game, UniformPlayer()).action_probabilities(state)


def test_the_players_alone_register_the_game():
    program = (
        "import bottleimp.envs.open_spiel_players, pyspiel\n"
        f"assert {NAME!r} in pyspiel.registered_names()"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def all_deals(playing):
    """Every deal of an edition: the hands, and the cards left over."""
    cards = playing.deck.cards
    for one in range(1 << len(cards)):
        for other in range(1 << len(cards)):
            sizes = one.bit_count(), other.bit_count()
            if not one & other and sizes == tuple(hand.size for hand in playing.hands):
                left = tuple(c for k, c in enumerate(cards) if not (one | other) >> k & 1)
                hands = tuple(
                    tuple(c for k, c in enumerate(cards) if chosen >> k & 1)
                    for chosen in (one, other)
                )
                yield hands, left


def test_arguments_that_make_no_sense_are_refused():
    with pytest.raises(BottleImpError, match="a round"):
        BottleImpGame({"returns": "match_win"})
    with pytest.raises(BottleImpError, match="no parameters"):
        load("classic/3").make_py_observer(None, {"depth": 3})
    kind = pyspiel.IIGObservationType(
        perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(BottleImpError, match="its own seat"):
        load("classic/3").make_py_observer(kind)
