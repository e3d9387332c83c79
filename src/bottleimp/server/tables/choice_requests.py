"""All that a seat is to choose at once, asked step by step as a player is asked."""

from collections.abc import Awaitable, Callable

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.server.state.table_state import TableState


async def request_choices(
    state: TableState, seat: int, choose: Callable[[Observation], Awaitable[Action]]
) -> list[Action]:
    """A card, or all choices of the running stage; each question says what was chosen before."""
    playing = state.current_round
    actions: list[Action] = []
    for left in range(playing.choices_owed(seat) or 1, 0, -1):
        actions.append(await choose(observe(playing, seat)))
        if left > 1:
            playing = playing.play(actions[-1], seat)
    return actions
