"""Styles of human play: each does what is said of it, and compiled code does the same."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.encoding.info_state_rows import info_state_row
from bottleimp.kernel.styles.batch import batch_favourite_actions, favourite_actions
from bottleimp.kernel.styles.card_scores import chance_to_keep_trick, style_view
from bottleimp.kernel.styles.style import STYLE_NUMBERS, STYLE_ROWS, STYLES
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.cardsets import highest, holds, lowest, members, singleton, under
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.rules.tricks import dearest_bottle, winning_card
from tests.support.short_runs import sparing

KEY = "classic/4"
ROUNDS = 40


def choices(playing: Edition, rounds: int) -> Iterator[Observation]:
    """What seats see at real choices of rounds in which anything is played."""
    random = Random(f"styles {playing.key}")
    for _ in range(rounds):
        played = Round(Deal.from_seed(playing, random.randrange(2**256)))
        while (seat := played.turn) is not None:
            if len(played.legal_actions) > 1 and seat not in playing.driven:
                yield observe(played, seat)
            played = played.play(random.choice(played.legal_actions))


@lru_cache(maxsize=1)
def plays() -> tuple[InfoState, ...]:
    """Information states at real choices of a card to play."""
    return tuple(
        info_state_of(seen)
        for seen in choices(edition(KEY), ROUNDS)
        if seen.phase is Phase.PLAY and len(seen.legal_actions) > 1
    )


def favourite(style: str, state: InfoState) -> int:
    """The card that the style likes best; where it likes several equally, the lowest of them."""
    return lowest(favourite_actions(edition(KEY).layout, STYLES[style], state))


def price_in(state: InfoState) -> int:
    return state.prices[dearest_bottle(state.prices)]


def winners(state: InfoState) -> int:
    """The legal cards that would be winning now, as a set."""
    trick = sum(state.on_table)
    return sum(
        singleton(card)
        for card in members(state.legal)
        if winning_card(trick | singleton(card), price_in(state)) == card
    )


def test_one_plays_the_highest_card_and_one_the_lowest() -> None:
    assert all(favourite("highest", state) == highest(state.legal) for state in plays())
    assert all(favourite("lowest", state) == lowest(state.legal) for state in plays())


def test_the_cautious_buys_only_if_every_legal_card_buys() -> None:
    asked = [s for s in plays() if s.legal & ~under(winners(s), price_in(s))]

    assert len(asked) > 500
    assert not any(holds(under(winners(s), price_in(s)), favourite("cautious", s)) for s in asked)


def test_the_greedy_takes_every_trick_that_it_can() -> None:
    asked = [state for state in plays() if 0 < winners(state) != state.legal]

    assert len(asked) > 200
    assert all(holds(winners(state), favourite("greedy", state)) for state in asked)


def test_one_gets_rid_of_low_cards_and_one_keeps_them() -> None:
    mixed = [s for s in plays() if 0 < under(s.legal, price_in(s)) != s.legal]

    assert len(mixed) > 200
    assert all(favourite("low_dumper", state) < price_in(state) for state in mixed)
    assert all(favourite("low_hoarder", state) > price_in(state) for state in mixed)


def test_the_beginner_plays_the_same_at_any_price() -> None:
    start = edition(KEY).deck.start_price
    cheap = [state._replace(prices=(2,)) for state in plays()]
    dear = [state._replace(prices=(start,)) for state in plays()]

    assert [favourite("beginner", s) for s in cheap] == [favourite("beginner", s) for s in dear]
    assert [favourite("cautious", s) for s in cheap] != [favourite("cautious", s) for s in dear]


def test_the_memoriser_knows_that_its_card_is_the_highest_that_is_left() -> None:
    layout = edition(KEY).layout
    sure = 0
    for state in plays():
        own = state.hands[state.seat]
        remembering = style_view(layout, STYLES["memoriser"], state)
        forgetful = style_view(layout, STYLES["cautious"], state)
        assert remembering.out & ~forgetful.out == 0
        assert remembering.out & own == 0
        card = highest(own)
        if highest(remembering.out | singleton(card)) == card and state.plays_made < 3:
            no_buyers = remembering._replace(price=0)
            assert chance_to_keep_trick(no_buyers, card) == 1.0
            sure += chance_to_keep_trick(forgetful._replace(price=0), card) < 1.0
    assert sure > 20


def test_a_style_likes_a_legal_action_in_every_phase() -> None:
    for key in ("classic/bright-house", "matagot/devils-eye", "matagot/5", "matagot/6"):
        playing = edition(key)
        for seen in choices(playing, 2):
            state = info_state_of(seen)
            for style in STYLE_ROWS:
                found = favourite_actions(playing.layout, style, state)
                assert found
                assert found & ~state.legal == 0


@pytest.mark.slow
def test_no_two_styles_are_alike() -> None:
    chosen = {name: tuple(favourite(name, state) for state in plays()) for name in STYLES}

    assert len(set(chosen.values())) == len(STYLES)


@pytest.mark.slow
@pytest.mark.parametrize("key", sparing(edition_keys(), (KEY, "classic/bright-house")))
def test_compiled_code_likes_the_same_actions(key: str) -> None:
    playing = edition(key)
    seen = list(choices(playing, 3))
    rows = np.stack([info_state_row(one) for one in seen])
    for number in STYLE_NUMBERS.values():
        plain = [
            favourite_actions(playing.layout, STYLE_ROWS[number], info_state_of(one))
            for one in seen
        ]
        numbers = np.full(len(rows), number)
        assert batch_favourite_actions(playing, numbers, rows).tolist() == plain
