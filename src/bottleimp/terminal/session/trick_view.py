"""The trick on the table and the one before it, as they are shown.

A finished trick stays on the table until the next one is led, so that nobody misses its end.
"""

from dataclasses import dataclass

from bottleimp.game.round import PlayedCard, winning_play
from bottleimp.knowledge.memory_aids import finished_trick_count, hides_aids
from bottleimp.knowledge.observation import Observation


@dataclass(frozen=True)
class DisplayedTrick:
    """A trick as it is shown: its number from 1 up, what was played, the price it began with."""

    number: int
    plays: tuple[PlayedCard, ...]
    price: int

    @property
    def points(self) -> int:
        """The points of its cards."""
        return sum(play.card.points for play in self.plays)

    def plays_of(self, seat: int) -> tuple[PlayedCard, ...]:
        """What the seat has played to it."""
        return tuple(play for play in self.plays if play.seat == seat)

    def is_lead(self, play: PlayedCard) -> bool:
        """Whether the play is the first."""
        return play is self.plays[0]

    def is_winning(self, play: PlayedCard) -> bool:
        """Whether the play is winning, or has won."""
        return play == winning_play(self.plays, self.price)


def displayed_tricks(observation: Observation) -> tuple[DisplayedTrick, ...]:
    """Every trick that the table shows and that has a card in it, the latest first."""
    hidden = hides_aids(observation.edition, observation.phase)
    first = finished_trick_count(observation) - len(observation.tricks) + 1 if hidden else 1
    finished = [
        DisplayedTrick(number, trick.plays, trick.price)
        for number, trick in enumerate(observation.tricks, start=first)
    ]
    running = DisplayedTrick(first + len(finished), observation.plays, observation.price)
    return tuple(reversed([*finished, running] if observation.plays else finished))
