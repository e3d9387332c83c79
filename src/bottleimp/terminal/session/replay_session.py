"""A finished round as a session, to look at again scene by scene."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from bottleimp.errors import MatchError
from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.terminal.session.session import Advice, ReplayedRound, Scene


class ReplaySession:
    """A finished round as a session in which nothing can be done but to look at its steps.

    Step 0 is the deal.  After the last card comes one more step, the score.
    """

    gives_hints = True

    def __init__(self, replayed: ReplayedRound) -> None:
        self.round = replayed
        self.step = 0

    @property
    def last_step(self) -> int:
        """The step that shows the score."""
        return len(self.round.scenes)

    @property
    def shows_score(self) -> bool:
        """Whether the score is shown, and not the last trick any longer."""
        return self.step == self.last_step

    @property
    def scene(self) -> Scene:
        """The table after this step."""
        return self.round.scenes[min(self.step, self.last_step - 1)]

    def go_to(self, step: int) -> None:
        """Shows another step; beyond the ends the nearest one."""
        self.step = min(max(step, 0), self.last_step)

    def go_to_trick(self, direction: int) -> None:
        """Shows the nearest step before (-1) or after (1) at which a trick or a stage is over."""
        step = self.step + direction
        while 0 < step < self.last_step and self.round.scenes[step].observation.plays:
            step += direction
        self.go_to(step)

    @property
    def next_choices(self) -> tuple[Action, ...]:
        """What the person chose next, where it was the person's turn; empty otherwise."""
        if self.step + 1 >= self.last_step or not self.scene.observation.is_to_act:
            return ()
        return made_choices(self.scene.observation, self.round.scenes[self.step + 1].observation)

    async def request_hint(self) -> Advice:
        """The player that was asked, and what it would have done in the person's place here."""
        return await self.round.advise(self.step, ())

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now; nothing happens by itself."""
        yield self.scene
        await asyncio.Event().wait()

    async def act(self, actions: Sequence[Action]) -> None:  # noqa: ARG002
        """Never: the round is over."""
        raise MatchError("Nothing is played in a replay.")

    async def claim_rest(self) -> None:
        """Never: the round is over."""
        raise MatchError("Nothing is claimed in a replay.")

    async def undo(self) -> None:
        """Never: the round is over."""
        raise MatchError("Nothing is taken back in a replay.")

    async def next_round(self) -> None:
        """Goes a step forward."""
        self.go_to(self.step + 1)

    async def rematch(self) -> None:
        """Begins the replay anew."""
        self.go_to(0)

    async def replay(self, number: int) -> ReplayedRound:
        """This round; raises MatchError for another one."""
        if number != self.round.number:
            raise MatchError("A replay has one round.")
        return self.round


def made_choices(before: Observation, after: Observation) -> tuple[Action, ...]:
    """What the seat chose between two of its observations of the same round.

    >>> from bottleimp import Deal, Round, edition, observe
    >>> begun = Round(Deal.from_seed(edition("classic/3"), 2024))
    >>> passed = begun.replay([action for seat in range(3) for action in begun.hands[seat][:3]])
    >>> made_choices(observe(begun, 0), observe(passed, 0)) == begun.hands[0][:3]
    True
    """
    if before.phase is Phase.PLAY:
        trick = after.plays or after.tricks[-1].plays
        return (trick[-1].card,)
    if before.phase is Phase.CHOICE:
        open_hand = next(number for number in after.own_hands if number in after.open_hands)
        return (tuple(OpenChoice)[after.own_hands.index(open_hand)],)
    return tuple(step.card for step in after.passed_cards[len(before.passed_cards) :])
