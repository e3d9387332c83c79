"""Another history of a round that looks the same to one seat, for OpenSpiel."""

from dataclasses import dataclass

from bottleimp.game.actions import action_number
from bottleimp.kernel.round_batch import RoundBatch, round_columns
from bottleimp.kernel.sampling.history_sampler import sample_histories
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import holds


@dataclass(frozen=True)
class ResampledHistory:
    """A deal, the actions that followed, and what the seat has chosen in the running stage."""

    outcomes: tuple[int, ...]  # card by card in ascending order, the place it is dealt to
    actions: tuple[int, ...]  # of complete stages, without those of driven seats
    pending: tuple[int, ...]


def resampled_history(seen: Observation, seed: int) -> ResampledHistory:
    """A history drawn uniformly over deals; what others chose in the running stage is left out."""
    edition = seen.edition
    template = world_template_of(seen)
    worlds = sample_uniform_worlds(template, 1, seed)
    rounds = RoundBatch.allocate(edition, 1)
    (record,) = sample_histories(seen, template, worlds, seed, rounds.rows).tolist()
    columns, (row,) = round_columns(edition), rounds.rows.tolist()
    places = [*row[columns["hands"]], row[columns["passed"]][-1]]
    plays = [play for trick in seen.tricks for play in trick.plays] + [*seen.plays]
    before_play = len(record) - len(plays)
    seats = [step.seat for step in edition.passes[:before_play]]
    seats += [*range(before_play - len(seats)), *(play.seat for play in plays)]
    return ResampledHistory(
        tuple(
            next(place for place, cards in enumerate(places) if holds(cards, card.place))
            for card in edition.deck.cards
        ),
        tuple(
            action for seat, action in zip(seats, record, strict=True) if seat not in edition.driven
        ),
        tuple(action_number(edition, action) for action in seen.own_choices),
    )
