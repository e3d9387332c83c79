from random import Random

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.editions import edition
from bottleimp.terminal.session.selection import CardOrder, HandSelection
from tests.support.strategies import whole_round


def choosing(key="classic/4", seat=0):
    """The choice of a seat at the beginning of a round."""
    observation = observe(Round(Deal.from_seed(edition(key), 1)), seat)
    return HandSelection(observation).with_observation(observation)


def test_the_cursor_goes_round_the_hand():
    selection = choosing()

    assert selection.cursor == selection.hands[0][1][0]
    assert selection.move_cursor(across=-1).cursor == selection.hands[0][1][-1]
    assert selection.move_cursor(across=-1).move_cursor(across=1) == selection


def test_the_cursor_changes_between_two_hands():
    selection = choosing("matagot/devils-eye")
    (_, first), (_, second) = selection.hands

    assert selection.cursor in second  # the exchange takes cards of the second hand alone
    assert selection.move_cursor(down=-1).cursor in first
    assert selection.cursor == selection.move_cursor(down=1).move_cursor(down=1).cursor


def test_a_card_is_offered_for_one_pass_only():
    selection = choosing()
    card = selection.cursor

    after = selection.add_choice(card)

    assert (selection.allows(card), after.allows(card)) == (True, False)


def test_after_a_choice_the_cursor_stands_on_a_card_that_can_be_chosen():
    selection = choosing()
    after = selection.add_choice(selection.cursor)

    assert after.allows(after.cursor)


def test_a_full_draft_takes_nothing_more():
    full = choosing()
    while not full.is_ready:
        full = full.add_choice(full.cursor)

    assert full == full.add_choice(full.cursor)
    assert full.choices_owed - 1 == len(full.undo_choice().draft)


def test_the_cursor_stays_at_the_place_of_a_card_that_was_played():
    rounds = whole_round(Deal.from_seed(edition("classic/3"), 2), Random(2))
    turns = [r for r in rounds if r.phase is Phase.PLAY and r.turn == 1 and not r.plays]
    now = HandSelection(observe(turns[0], 1)).with_observation(observe(turns[0], 1))
    card = now.observation.hand[-1]
    where = now.hands[0][1].index(card)

    after = now.with_cursor(card).with_observation(observe(turns[0].play(card), 1))

    left = after.hands[0][1]
    assert left[min(where, len(left) - 1)] == after.cursor


def drafted_by_cursor(observation: Observation) -> HandSelection:
    """Whatever the cursor stands on, until nothing more is asked for."""
    selection = HandSelection(observation).with_observation(observation)
    while not selection.is_ready:
        assert selection.cursor is not None
        selection = selection.add_choice(selection.cursor)
    return selection


def test_the_cursor_goes_to_the_hand_that_the_next_stage_asks_for():
    dealt = Round(Deal.from_seed(edition("classic/bright-house"), 1))
    first, second = (drafted_by_cursor(observe(dealt, seat)) for seat in (0, 1))
    passed = dealt.commit(1, second.draft).commit(0, first.draft)

    after = first.with_observation(observe(passed, 0))

    assert after.cursor in after.hands[1][1]


def test_another_order_keeps_the_cursor_on_its_card():
    selection = choosing().move_cursor(across=4)

    assert selection.cursor == selection.with_order(CardOrder.SUIT).cursor
