"""A round step by step, from its deal to its last card."""

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.round import Round


def replayed_positions(played: Round) -> tuple[Round, ...]:
    """The round as it was dealt, and after each stage of the exchange and each card so far.

    >>> from bottleimp import Deal, Round, edition
    >>> begun = Round(Deal.from_seed(edition("classic/3"), 2024))
    >>> passed = begun.replay([action for seat in range(3) for action in begun.hands[seat][:3]])
    >>> [position.phase.value for position in replayed_positions(passed)]
    ['exchange', 'play']
    """
    shown = Round(played.deal)
    found = [shown]
    for number in played.actions:
        shown = shown.play(action_from_number(played.edition, number))
        if not any(shown.pending):
            found.append(shown)
    return tuple(found)


def choices_between(before: Round, after: Round, seat: int) -> tuple[Action, ...]:
    """What a seat chose between two positions, in order; empty where it was not asked."""
    shown, chosen = before, list[Action]()
    for number in after.actions[len(before.actions) :]:
        action = action_from_number(before.edition, number)
        if shown.turn == seat:
            chosen.append(action)
        shown = shown.play(action)
    return tuple(chosen)
