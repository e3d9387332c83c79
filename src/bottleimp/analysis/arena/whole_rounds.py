"""A deal played to its end by players in every seat, one observation after another."""

from collections.abc import Callable, Mapping, Sequence

from bottleimp.errors import BottleImpError
from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.player import SeatAgent, require_seat_agent


def play_round(
    deal: Deal,
    players: Sequence[SeatAgent] | Mapping[int, SeatAgent],
    on_action: Callable[[Observation, Action], None] | None = None,
) -> Round:
    """The deal played to its end by the players, given seat by seat.

    Driven seats play by their rule and need no player.  `on_action` is told of every other action
    and what its seat saw.  Raises IllegalAction if a player does what the rules forbid, and
    BottleImpError where a seat that decides has no player or a player has no seat, PlayerError for
    what is none.

    >>> from bottleimp import Deal, create_player, edition, play_round
    >>> players = [create_player("rules_of_thumb", seed) for seed in range(3)]
    >>> play_round(Deal.from_seed(edition("classic/3"), 2024), players).scores
    (-8, 39, 0)
    """
    played = Round(deal)
    driven, seats = deal.edition.driven, range(deal.edition.seats)
    given = list(players if isinstance(players, Mapping) else range(len(players)))
    deciding = set(seats) - set(driven)
    if missing := sorted(deciding - set(given)):
        raise BottleImpError(f"Seat {missing[0]} of {deal.edition.key} has no player.")
    if beyond := [place for place in given if place not in seats]:
        raise BottleImpError(
            f"A player is given for seat {beyond[0]!r}, but {deal.edition.key} has only the seats 0"
            f" to {seats[-1]}."
        )
    for place in deciding:
        require_seat_agent(players[place])
    while (seat := played.turn) is not None:
        if seat in driven:
            played = played.play(played.legal_actions[0])
            continue
        seen = observe(played, seat)
        action = players[seat].choose(seen)
        if on_action is not None:
            on_action(seen, action)
        played = played.play(action)
    return played
