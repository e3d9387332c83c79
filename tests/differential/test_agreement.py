"""Oracle, plain rules and compiled rules are three referees that never differ."""

from random import Random

import pytest

from bottleimp.game.actions import OpenChoice
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition, edition_keys
from tests.oracle.editions import oracle_edition_keys
from tests.oracle.round import OracleRound
from tests.soak import million_rounds
from tests.support.differential.comparison import Disagreement, Referees
from tests.support.differential.variants import EVERY, OPTIONS, PRESETS, Variant

ROUNDS = 60  # in the long run a million
ROUNDS_WITH_OPTIONS = 6
ROUNDS_OF_THE_GAME = 5
A_MILLION = 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("variant", PRESETS, ids=str)
def test_oracle_plain_and_compiled_rules_agree_on_every_edition(variant: Variant) -> None:
    referees = Referees(variant, with_kernel=True)
    for number in range(ROUNDS):
        referees.compare(number)


@pytest.mark.parametrize("variant", OPTIONS, ids=str)
def test_oracle_and_plain_rules_agree_with_every_table_option(variant: Variant) -> None:
    """The compiled rules are compared with the options in the long run."""
    referees = Referees(variant, with_kernel=False)
    for number in range(ROUNDS_WITH_OPTIONS):
        referees.compare(number)


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [
        Variant("matagot/5-teams", bga_teams=True),
        Variant("matagot/6-teams-2211", bga_teams=True),
        Variant("classic/bright-house", deck="matagot36", face_value=True),
    ],
    ids=str,
)
def test_compiled_rules_agree_with_some_table_options(variant: Variant) -> None:
    referees = Referees(variant, with_kernel=True)
    for number in range(ROUNDS_WITH_OPTIONS):
        referees.compare(number)


@pytest.mark.parametrize("variant", EVERY, ids=str)
def test_a_round_of_the_game_goes_as_the_oracle_says(variant: Variant) -> None:
    """`Round` adds secret choices and refusals to the rules; here it is played step by step."""
    random = Random(str(variant))
    for number in range(ROUNDS_OF_THE_GAME if variant in PRESETS else 1):
        deal = Deal.from_seed(variant.edition, number)
        oracle = OracleRound(
            variant.key,
            [[card.label for card in hand] for hand in deal.hands],
            [card.label for card in deal.left_over],
            deck=variant.deck,
            face_value=variant.face_value,
            bga_teams=variant.bga_teams,
        )
        played = Round(deal)
        while not played.is_over:
            assert oracle.legal() == [action.label for action in played.legal_actions]

            action = random.choice(played.legal_actions)
            if isinstance(action, OpenChoice):
                assert oracle.phase == played.phase.value == "choice"
            oracle.do(action.label)
            played = played.play(action)

        assert tuple(oracle.scores()) == played.scores


def test_the_oracle_knows_the_same_editions() -> None:
    assert set(oracle_edition_keys()) == set(edition_keys())


@pytest.mark.parametrize("mode", ["3", "4"])
def test_wikipedia_without_face_value_is_the_classic_game(mode: str) -> None:
    """The one table option that the oracle does not know."""
    plain = edition(f"wikipedia/{mode}", face_value=False)

    assert edition(f"classic/{mode}").layout == plain.layout


def test_a_disagreement_says_where_it_is() -> None:
    referees = Referees(Variant("classic/3"), with_kernel=True)
    referees.edition = edition("classic/3", deck="matagot36")
    referees.layout = referees.edition.layout

    with pytest.raises(Disagreement, match=r"classic/3, round 0, step \d+: "):
        referees.compare(0)


def test_the_long_run_goes_through_every_edition_and_option() -> None:
    chunks = range(2 * len(EVERY) * 2)

    assert {million_rounds.variant_of(chunk)[0] for chunk in chunks} == set(EVERY)


def test_no_round_of_the_long_run_is_played_twice() -> None:
    chunks = [million_rounds.variant_of(chunk) for chunk in range(1000)]

    assert len(chunks) == len(set(chunks))


@pytest.mark.long
def test_the_three_referees_agree_on_a_million_rounds() -> None:
    assert million_rounds.compared(A_MILLION) == []
