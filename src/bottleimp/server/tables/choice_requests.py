"""Asks a player for all choices of a stage, one after another."""

from collections.abc import Awaitable, Callable

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.server.state.table_state import TableState


async def request_choices(
    state: TableState, seat: int, choose: Callable[[Observation], Awaitable[Action]]
) -> list[Action]:
    """The card, or all choices of the running stage; each request shows the choices before it."""
    playing = state.current_round
    actions: list[Action] = []
    for left in range(playing.choices_owed(seat) or 1, 0, -1):
        actions.append(await choose(observe(playing, seat)))
        if left > 1:
            playing = playing.play(actions[-1], seat)
    return actions
