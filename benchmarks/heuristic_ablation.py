"""What each piece of advice is worth: `rules_of_thumb` without it, among copies with it.

    python -m benchmarks.heuristic_ablation --edition classic/4 --edition classic/3 --deals 300

Every deal is played with the player that ignores the advice in every seat; the figure is its points
per round minus the mean of the others.  Below zero means that the advice helps.
"""

import argparse
from dataclasses import dataclass

from bottleimp.analysis.arena.lineups import arena_deal, player_seed, playing_sides
from bottleimp.analysis.arena.paired_deals import round_block
from bottleimp.analysis.arena.statistics import Estimate, estimate
from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.kernel.heuristics.weights import DEFAULT_WEIGHTS
from bottleimp.knowledge.observation import Observation
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.player import SeatPlayer
from bottleimp.players.rules_of_thumb import RulesOfThumbPlayer
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import IMPS_TRICK

NO_LAST_SALE_RISK = -50.0  # a logit that no count makes up for


@dataclass(frozen=True)
class RichDiscardAgent(SeatPlayer):
    """Puts the card with the most points into the imp's trick."""

    def choose(self, observation: Observation) -> Action:
        if observation.passes_owed and observation.passes_owed[0].target == IMPS_TRICK:
            cards = [card for card in observation.legal_actions if isinstance(card, Card)]
            return max(cards, key=lambda card: (card.points, -card.place))
        return super().choose(observation)


@dataclass(frozen=True)
class LowestDiscardAgent(SeatPlayer):
    """Puts the lowest card into the imp's trick and passes the next ones."""

    def choose(self, observation: Observation) -> Action:
        if observation.passes_owed and observation.passes_owed[0].target == IMPS_TRICK:
            return observation.legal_actions[0]
        return super().choose(observation)


@dataclass(frozen=True)
class RandomPassAgent(SeatPlayer):
    """Passes and puts away any cards."""

    def choose(self, observation: Observation) -> Action:
        if observation.phase is Phase.EXCHANGE:
            return observation.legal_actions[
                decision_seed(self.seed, observation) % len(observation.legal_actions)
            ]
        return super().choose(observation)


def ablated_agent(advice: str, seed: int) -> SeatPlayer:
    """The agent that ignores this advice."""
    usual = RulesOfThumbPlayer()
    match advice:
        case "put a low card away, not a rich one":
            return RichDiscardAgent(usual, seed)
        case "pass the lowest cards, put the next one away":
            return LowestDiscardAgent(usual, seed)
        case "choose what to pass":
            return RandomPassAgent(usual, seed)
        case "fear the cards under the price":
            weights = DEFAULT_WEIGHTS._replace(last_sale=NO_LAST_SALE_RISK)
        case "think of later tricks":
            weights = DEFAULT_WEIGHTS._replace(high_tricks=0.0, low_tricks=0.0)
        case "count what rivals take":
            weights = DEFAULT_WEIGHTS._replace(rival_points=0.0)
        case "expect rivals to like winning":
            weights = DEFAULT_WEIGHTS._replace(rival_card_choices=1.0)
        case _:
            raise ValueError(advice)
    return SeatPlayer(RulesOfThumbPlayer(weights), seed)


ABLATIONS = (
    "choose what to pass",
    "put a low card away, not a rich one",
    "pass the lowest cards, put the next one away",
    "fear the cards under the price",
    "think of later tricks",
    "count what rivals take",
    "expect rivals to like winning",
)


def ablation_loss(edition: Edition, advice: str, deals: int, seed: int) -> Estimate:
    """What the player that ignores the advice gains on its copies."""
    blocks = []
    for number in range(deals):
        deal = arena_deal(edition, seed, number)
        rounds = []
        for side in playing_sides(edition):
            seeds = [player_seed(seed, number, seat) for seat in range(edition.seats)]
            players = tuple(
                ablated_agent(advice, seeds[seat])
                if seat in side
                else SeatPlayer(RulesOfThumbPlayer(), seeds[seat])
                for seat in range(edition.seats)
            )
            rounds.append(round_block(play_round(deal, players), side).difference)
        blocks.append(sum(rounds) / len(rounds))
    return estimate(blocks)


def main() -> None:
    """Print a line for each advice and edition."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--edition", action="append", help="default classic/4 and classic/3")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=2027)
    arguments = parser.parse_args()
    for text in arguments.edition or ["classic/4", "classic/3"]:
        edition = edition_from_text(text)
        for advice in ABLATIONS:
            found = ablation_loss(edition, advice, arguments.deals, arguments.seed)
            print(
                f"{text}  without {advice!r}: {found.mean:+.2f} +-{found.half_width():.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
