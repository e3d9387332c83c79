"""What a table without aids shows of a round."""

import pytest
from hypothesis import given

from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.hint_reasons import visible_hint_reason
from bottleimp.knowledge.memory_aids import finished_trick_count, table_card_count, without_aids
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.editions import edition
from bottleimp.terminal.session.trick_view import displayed_tricks
from tests.support import strategies
from tests.support.strategies import Moments

PLAIN = strategies.editions().map(lambda of: edition(of.text, no_aids=False))
HIDDEN = PLAIN.map(lambda of: edition(of.text, no_aids=True))


def asked(now: Round) -> list[Observation]:
    """What those see who are to choose or to play."""
    everybody = [observe(now, seat) for seat in range(now.edition.seats)]
    return [seen for seen in everybody if seen.is_to_act]


@pytest.mark.no_cover
@given(strategies.whole_rounds(PLAIN))
def test_with_aids_all_is_shown(moments: Moments) -> None:
    assert all(observe(now, 0) == without_aids(observe(now, 0)) for now in moments)


@given(strategies.whole_rounds(HIDDEN))
def test_without_aids_only_the_trick_on_the_table_is_shown(moments: Moments) -> None:
    for now in moments:
        seen = observe(now, 0)
        shown = without_aids(seen)
        if now.phase is Phase.OVER:
            assert seen == shown
        else:
            assert ((), seen.plays, seen.hands) == (shown.taken_points, shown.plays, shown.hands)
            assert shown.tricks == (() if seen.plays else seen.tricks[-1:])
        if now.phase is Phase.PLAY:
            assert len(seen.tricks) == finished_trick_count(shown)


@pytest.mark.no_cover
@given(strategies.whole_rounds(HIDDEN))
def test_at_the_terminal_a_trick_keeps_its_number(moments: Moments) -> None:
    for now in moments:
        seen = observe(now, 0)
        shown = displayed_tricks(without_aids(seen))
        numbers = [trick.number for trick in shown]
        if now.phase is Phase.PLAY and (seen.tricks or seen.plays):
            assert [len(seen.tricks) + bool(seen.plays)] == numbers
        elif now.phase is Phase.OVER:
            assert list(range(seen.edition.tricks, 0, -1)) == numbers
        else:
            assert numbers == []


@pytest.mark.no_cover
@given(strategies.whole_rounds(PLAIN))
def test_with_aids_a_hint_always_has_a_reason(moments: Moments) -> None:
    for now in moments:
        for seen in asked(now):
            owed = max(1, len(seen.passes_owed))
            assert visible_hint_reason(seen, seen.legal_actions[:owed]) is not None


@given(strategies.whole_rounds(HIDDEN))
def test_a_trick_lies_on_the_table_until_the_next_one_is_led(moments: Moments) -> None:
    for now in moments:
        shown = without_aids(observe(now, 0)) if now.phase is Phase.PLAY else None
        if shown is not None:
            lying = len(shown.plays) + sum(len(trick.plays) for trick in shown.tricks)
            assert table_card_count(now) == lying


@given(strategies.whole_rounds(HIDDEN))
def test_a_hint_gives_no_reason_that_rests_on_hidden_tricks(moments: Moments) -> None:
    for now in moments:
        for seen in asked(now):
            owed = max(1, len(seen.passes_owed))
            reason = visible_hint_reason(without_aids(seen), seen.legal_actions[:owed])
            assert (reason is None) is (now.phase is Phase.PLAY)
