"""What a goal can ask for, as tests that the rules answer.

Each test gets the position of the exercise, the position now and the learner's seat.
"""

from collections.abc import Callable

from bottleimp.game.round import Round, Trick
from bottleimp.lessons.lesson import GoalTest
from bottleimp.rules.seating import IMPS_TRICK


def new_tricks(start: Round, now: Round) -> tuple[Trick, ...]:
    """The tricks that were completed since the exercise began."""
    return now.tricks[len(start.tricks) :]


def takes_every_trick(start: Round, now: Round, seat: int) -> bool:
    """Whether the learner took all of the tricks."""
    return all(trick.taker == seat for trick in new_tricks(start, now))


def takes_no_trick(start: Round, now: Round, seat: int) -> bool:
    """Whether the learner took none of the tricks."""
    return all(trick.taker != seat for trick in new_tricks(start, now))


def takes_without_buying(start: Round, now: Round, seat: int) -> bool:
    """Whether the learner took all of the tricks and bought nothing."""
    return all(trick.taker == seat and trick.bottle is None for trick in new_tricks(start, now))


def owns_no_bottle(_start: Round, now: Round, seat: int) -> bool:
    """Whether the learner owns no bottle."""
    return seat not in now.owners


def owns_one_bottle(_start: Round, now: Round, seat: int) -> bool:
    """Whether the learner owns exactly one bottle."""
    return now.owners.count(seat) == 1


def side_owns_no_bottle(_start: Round, now: Round, seat: int) -> bool:
    """Whether neither the learner nor a partner owns a bottle."""
    return not {seat, *now.edition.partners(seat)} & set(now.owners)


def driven_seat_owns(_start: Round, now: Round, _seat: int) -> bool:
    """Whether a driven seat owns the bottle."""
    return bool(set(now.edition.driven) & set(now.owners))


def buys_for_at_least(label: str) -> GoalTest:
    """A test whether the learner owns the bottle, at this price or a higher one."""

    def is_reached(_start: Round, now: Round, seat: int) -> bool:
        lowest = now.edition.deck.card(label).place
        return now.owners[now.for_sale] == seat and now.prices[now.for_sale] >= lowest

    return is_reached


def sheds(label: str) -> GoalTest:
    """A test whether the learner has played this card and owns no bottle."""

    def is_reached(start: Round, now: Round, seat: int) -> bool:
        card = now.edition.deck.card(label)
        held = [each for hand in now.edition.hands_of(seat) for each in now.hands[hand]]
        return card not in held and owns_no_bottle(start, now, seat)

    return is_reached


def takes_points(points: int) -> GoalTest:
    """A test whether the tricks that the learner and any partners took hold so many points."""

    def is_reached(start: Round, now: Round, seat: int) -> bool:
        side = {seat, *now.edition.partners(seat)}
        return points <= sum(
            trick.points for trick in new_tricks(start, now) if trick.taker in side
        )

    return is_reached


def scores_above_zero(_start: Round, now: Round, seat: int) -> bool:
    """Whether the learner's score of the round is positive."""
    return now.scores is not None and now.scores[seat] > 0


def passes_to_neighbours(*labels: str) -> GoalTest:
    """A test whether the learner passed each of these cards to another player."""
    return passes(lambda target: target != IMPS_TRICK, labels)


def gives_away(*labels: str) -> GoalTest:
    """A test whether the learner passed these cards on or put them into the Imp's Trick."""
    return passes(lambda _target: True, labels)


def passes(is_wanted: Callable[[int], bool], labels: tuple[str, ...]) -> GoalTest:
    """A test whether the learner sent each of these cards to a target that is wanted."""

    def is_reached(_start: Round, now: Round, seat: int) -> bool:
        deck = now.edition.deck
        sent = {
            deck.card_at(action).label
            for step, action in zip(now.edition.passes, now.actions, strict=False)
            if step.seat == seat and is_wanted(step.target)
        }
        return sent.issuperset(labels)

    return is_reached
