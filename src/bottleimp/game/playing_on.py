"""A round is played on from what one seat does, until that seat is asked again."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from bottleimp.game.actions import Action
from bottleimp.game.replay import choices_between
from bottleimp.game.round import Phase, Round

# The card of a seat in a position, or all its choices of the stage that begins there.
Chooser = Callable[[Round, int], Awaitable[Sequence[Action]]]


async def play_on(
    begun: Round, seat: int | None, actions: Sequence[Action], choose: Chooser,
    then: Round | None = None,
) -> AsyncIterator[Round]:  # fmt: skip
    """The positions after each stage and each card, until the seat is asked or the round is over.

    The seat, which is asked in the first position, does these actions; `choose` answers for all
    others, and for everybody where the seat is None.  In a stage everybody is asked in the
    position in which it begins.  What others chose in secret in the same stage, between the first
    position and `then`, stays as it was.
    Raises IllegalAction for actions that the rules forbid.
    """
    now, own = begun, list(actions)
    while True:
        if now.phase is Phase.PLAY:
            who = now.turn
            assert who is not None  # the round is not over
            (card,) = own or await choose(now, who)
            now = now.play(card)
        else:
            before = now
            for who in before.waiting_seats:
                if own and who == seat:
                    chosen: Sequence[Action] = own
                else:
                    kept = () if then is None else choices_between(before, then, who)
                    chosen = kept or await choose(before, who)
                now = now.commit(who, chosen)
        own, then = [], None
        yield now
        if now.is_over or (seat is not None and is_asked(now, seat)):
            return


def is_asked(now: Round, seat: int) -> bool:
    """Whether the seat is to play a card, or owes choices of the running stage."""
    return now.turn == seat if now.phase is Phase.PLAY else bool(now.choices_owed(seat))
