"""How well hidden cards are guessed: the log loss for each card, after each trick.

A guess gives every place that may hold a card a chance; its loss is the negative natural logarithm
of the chance of the true place.  Three guesses are compared: the even draw over all worlds that
fit, the network's own guess card by card, and the weighted worlds in which `imp` thinks.
Chances from worlds are shares of many, with one more world for every place, so none is zero.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bottleimp.analysis.evaluation.open_hand_evaluation import Decider, Tables
from bottleimp.game.round import Phase
from bottleimp.kernel.round_batch import Numbers
from bottleimp.kernel.sampling.world_template import Imagined, imagined
from bottleimp.kernel.search.one_ply import even_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.players.batch_players import Floats
from bottleimp.players.beliefs import Doubt, Reading, believed, log_chances
from bottleimp.players.network import Network
from bottleimp.players.player import even_number
from bottleimp.rules.cardsets import members

WORLDS = 4096
KEPT_OF = 16  # even worlds for one in which `imp` thinks
GUESSES = ("even", "head", "worlds")


@dataclass(frozen=True)
class Guessed:
    """What a seat's guesses at one moment have cost, card by card and guess by guess."""

    row: int  # of the round among those that are watched
    tricks: int  # that were over
    losses: Floats  # a row for each unseen card, a column for each of `GUESSES`


@dataclass
class Watched:
    """A decider that is watched: before it plays a card, its seat guesses what it has not seen."""

    decider: Decider
    network: Network
    worlds: int = WORLDS
    found: list[Guessed] = field(default_factory=list)

    def decide(self, tables: Tables, rows: Numbers) -> Numbers:
        """What the decider says."""
        for row in rows.tolist():
            seen = tables.observation(row)
            if seen.phase is Phase.PLAY:
                frame = imagined(seen)
                if frame.sight.unseen:
                    seed = even_number(tables.seeds[row][frame.seat], seen)
                    losses = guess_losses(
                        seen, frame, self.network, tables.rounds.rows[row], seed, self.worlds
                    )
                    self.found.append(Guessed(row, len(seen.tricks), losses))
        return self.decider.decide(tables, rows)


def guess_losses(
    seen: Observation, frame: Imagined, network: Network, truth: Numbers, seed: int, worlds: int
) -> Floats:
    """The loss of each guess for each unseen card; `truth` is the row of the round."""
    hands = len(seen.edition.hands)
    cards = np.array(list(members(frame.sight.unseen)), np.int64)
    drawn = even_worlds(frame, worlds, seed)
    expected = log_chances(network, seen, frame)
    kept = max(1, worlds // KEPT_OF)
    thinking, _ = believed(network, seen, frame, expected, kept, seed, Doubt(), Reading())
    lies = np.append(truth[:hands], truth[2 * hands])  # hands, what is set aside, imp's trick
    places = np.argmax(lies >> cards[:, None] & 1, axis=1)
    may = may_lie(seen, frame, cards)
    told = np.exp(expected.astype(np.float64))[cards]
    guesses = (shares_of(drawn, cards, may), told * may, shares_of(thinking, cards, may))
    at = np.arange(len(cards))
    return np.stack([-np.log((g / g.sum(axis=1, keepdims=True))[at, places]) for g in guesses], 1)


def shares_of(worlds: Numbers, cards: Numbers, may: npt.NDArray[np.bool_]) -> Floats:
    """For each card, in how many of the worlds it lies in each place; one is added everywhere."""
    lies = worlds[:, None, :] >> cards[:, None] & 1
    shares: Floats = (lies.sum(axis=0) + 1.0) * may
    return shares


def may_lie(seen: Observation, frame: Imagined, cards: Numbers) -> npt.NDArray[np.bool_]:
    """For each card, the places where it may lie by all that is sure."""
    layout, unseen = seen.edition.layout, frame.unseen
    suits = np.array([[suit >> card & 1 for suit in layout.suits] for card in cards.tolist()], bool)
    closed = suits.astype(np.int64) @ unseen.closed.T > 0
    may: npt.NDArray[np.bool_] = ~closed & (unseen.room > 0)
    return may
