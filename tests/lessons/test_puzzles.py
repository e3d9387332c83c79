"""Puzzles: exactly one card is safe, and it is safe in every deal that the learner can imagine."""

from random import Random

import pytest

from bottleimp.game.round import Round
from bottleimp.knowledge.claims import position_in
from bottleimp.knowledge.observation import observe
from bottleimp.knowledge.world_enumeration import MAX_WORLDS, all_worlds
from bottleimp.lessons import Lesson, learner_seat, replay_exercise, start_position
from bottleimp.lessons.practice import is_goal_certain, refuting_actions
from bottleimp.lessons.puzzles import BOTTLE_PUZZLES, LEAD_PUZZLES, STAY_FREE
from bottleimp.rules.cardsets import members
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Position, is_over
from bottleimp.rules.seating import IMPS_TRICK
from bottleimp.rules.turns import advance, legal_actions

PUZZLES = [
    pytest.param(lesson, number, id=f"{lesson.key}-{number + 1}")
    for lesson in (BOTTLE_PUZZLES, LEAD_PUZZLES)
    for number in range(len(lesson.exercises))
]
Worlds = frozenset[Position]  # the positions that one seat cannot tell apart


def without_past(position: Position) -> Position:
    """The position without what no longer matters to who owns the bottle."""
    return position._replace(
        passed=tuple(0 for _ in position.passed), won=tuple(0 for _ in position.won)
    )


class Solver:
    """Whether a seat can stay free whatever the others hold and play."""

    def __init__(self, edition: Edition, seat: int) -> None:
        self._layout, self._seat = edition.layout, seat
        self._known = dict[Worlds, bool]()

    def is_free(self, worlds: Worlds) -> bool:
        if worlds not in self._known:
            self._known[worlds] = self._look(worlds)
        return self._known[worlds]

    def after(self, worlds: Worlds) -> dict[int, Worlds]:
        """What is possible after each card; the card itself is seen, and no more."""
        cards = {card for each in worlds for card in members(legal_actions(self._layout, each))}
        return {
            card: frozenset(
                advance(self._layout, each, card)
                for each in worlds
                if legal_actions(self._layout, each) >> card & 1
            )
            for card in cards
        }

    def _look(self, worlds: Worlds) -> bool:
        one = next(iter(worlds))
        if is_over(one):
            return all(self._seat not in each.owners for each in worlds)
        enough = any if one.turn == self._seat else all
        return enough(self.is_free(left) for left in self.after(worlds).values())


def safe_cards(now: Round, seat: int, most: int) -> set[str]:
    """The cards after which the seat can stay free, whatever the others hold and play.

    Looks at no more than so many of the deals that agree with what the seat has seen, and always
    at the true one.
    """
    seen, worlds = observe(now, seat), [without_past(now.position)]
    worlds += [without_past(position_in(seen, world)) for world in all_worlds(seen)]
    if len(worlds) > most:
        worlds[1:] = Random(0).sample(worlds[1:], most - 1)
    solver, deck = Solver(now.edition, seat), now.edition.deck
    after = solver.after(frozenset(worlds))
    return {deck.card_at(card).label for card, left in after.items() if solver.is_free(left)}


@pytest.mark.parametrize("most", [150, pytest.param(MAX_WORLDS, marks=pytest.mark.long)])
@pytest.mark.parametrize(("lesson", "number"), PUZZLES)
def test_one_card_is_safe_whatever_the_others_hold_and_play(
    lesson: Lesson, number: int, most: int
) -> None:
    exercise = lesson.exercises[number]
    right = {played for played in exercise.right if " " not in played}

    assert exercise.goal is STAY_FREE
    assert exercise.best_defence
    assert safe_cards(*where(lesson, number), most) == right
    assert len(right) == 1


def unseen_labels(now: Round, seat: int) -> set[str]:
    """The cards that were not played and are neither in the seat's hand nor put away by it."""
    seen, deck = observe(now, seat), now.edition.deck
    out = {card.label for hand in now.hands for card in hand}
    out |= {deck.card_at(place).label for place in members(now.position.passed[IMPS_TRICK])}
    return out - {card.label for card in (*seen.hand, *seen.discards)}


# What the words say of cards that the learner passed and that are still held.
SAID_TO_HOLD = {
    ("bottle-puzzles", 1): {("1", "Keawe")},
    ("bottle-puzzles", 3): {("2", "Keawe")},
    ("lead-puzzles", 0): {("2", "Kokua")},
    ("lead-puzzles", 1): {("2", "Keawe")},
    ("lead-puzzles", 2): {("1", "Kokua")},
    ("lead-puzzles", 3): {("2", "Kokua"), ("3", "Keawe")},
}


@pytest.mark.parametrize(("lesson", "number"), PUZZLES)
def test_cards_are_passed_and_held_as_the_words_say(lesson: Lesson, number: int) -> None:
    now, seat = where(lesson, number)
    names, said = lesson.records[number].names, SAID_TO_HOLD.get((lesson.key, number), set())
    hands = now.edition.hands
    given = {
        (passed.card.label, names[hands[passed.target].seat])
        for passed in observe(now, seat).passed_cards
        if passed.target != IMPS_TRICK
    }
    holders = {
        (card.label, names[hands[hand].seat])
        for hand, cards in enumerate(now.hands)
        for card in cards
    }
    words = " ".join(lesson.exercises[number].texts)

    assert ("you passed" in words.lower()) == bool(said)
    assert all(f"the {label}" in words and name in words for label, name in said)
    assert said <= given & holders


def where(lesson: Lesson, number: int) -> tuple[Round, int]:
    """The position of a puzzle and the learner's seat."""
    return start_position(lesson, number), learner_seat(lesson, number)


def test_the_cards_that_are_said_to_be_out_are_out() -> None:
    counted = unseen_labels(*where(BOTTLE_PUZZLES, 2))
    alone = unseen_labels(*where(LEAD_PUZZLES, 1))
    now, seat = where(LEAD_PUZZLES, 2)
    deck = now.edition.deck
    yellow = {
        label for label in unseen_labels(now, seat) if deck.card(label).suit.colour == "yellow"
    }

    assert {label for label in counted if int(label) < 8} == {"4", "6", "7"}
    assert "21" not in counted
    assert {label for label in alone if int(label) < 5} == {"2"}
    assert yellow == {"1", "5"}


def test_the_others_play_the_card_that_refutes() -> None:
    """Their lowest card would let the learner go, and the lesson names no answer."""
    now = replay_exercise(BOTTLE_PUZZLES, 1, ["13"])
    kokua = now.tricks[-1].taker
    led, followed = now.plays[0], now.plays[1]
    lowest = [card.label for card in now.hands[followed.seat]]

    assert BOTTLE_PUZZLES.exercises[1].answers == ()
    assert (led.seat, led.card.label) == (kokua, "18")
    assert (followed.card.label, lowest) == ("1", ["15"])


def test_the_goal_is_certain_after_the_safe_card_alone() -> None:
    now, _ = where(BOTTLE_PUZZLES, 1)
    certain = {
        action.label: is_goal_certain(BOTTLE_PUZZLES, 1, now.play(action))
        for action in now.legal_actions
    }

    assert certain == {"2": True, "13": False, "20": False}
    assert refuting_actions(BOTTLE_PUZZLES, 1, now.play(now.legal_actions[0])) == ()
