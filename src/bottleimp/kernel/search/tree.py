"""Information set Monte-Carlo tree search: one tree over what the searching seat can see.

Every iteration draws a world and walks down the tree with it, through the actions that are legal in
that world, to a new leaf; a policy plays on from there.  A node stands for a sequence of actions
that all have seen since the root.  Every seat walks by its own gain, weighing what did well
against what was seldom tried when it could be (upper confidence bounds, counted by availability).

In the exchange and in the choice of hands the others act in secret: there the tree holds the
seat's own choices alone, and the policy makes those of the others.
What a seat in the tree does depends on its cards only through what is legal, not through what it
knows: Cowling, Powley and Whitehouse (2012) call this single-observer search.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.encoding.info_state import CHOICES
from bottleimp.kernel.playouts import played_out
from bottleimp.kernel.policies import Policy, chosen
from bottleimp.kernel.rng import Stream, drawn, moved_on, seeded, stream_of
from bottleimp.kernel.sampling.world_template import imagined, world_position
from bottleimp.kernel.search.one_ply import at_own_decision, even_worlds, gain
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import lone, lowest, without_lowest
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions

Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

ROOT = 0
MOST_DEPTH = 64  # actions from the root; no round has more than this many plays


class Tree(NamedTuple):
    """Nodes in rows: 0 is the root, the others came one with each iteration."""

    child: Numbers  # node, action -> node, or 0 where there is none
    tried: Numbers  # node -> its children's actions, as a set
    visits: Numbers  # node -> walks through it
    available: Numbers  # node -> walks that could have gone through it
    totals: Values  # node -> the gains that followed, to the seat that acts before it
    size: Numbers  # one number: the nodes so far


def planted(actions: int, iterations: int) -> Tree:
    """A tree of the root alone, with room for a node from each iteration."""
    return Tree(
        np.zeros((iterations + 1, actions), np.int64),
        np.zeros(iterations + 1, np.int64),
        np.zeros(iterations + 1, np.int64),
        np.zeros(iterations + 1, np.int64),
        np.zeros(iterations + 1),
        np.ones(1, np.int64),
    )


@inlined
def promising(tree: Tree, node: int, legal: int, boldness: float) -> int:
    """The legal action, all of them tried, with the highest upper confidence bound."""
    best, highest = lowest(legal), -1e300
    rest = legal
    while rest:
        action = lowest(rest)
        rest = without_lowest(rest)
        below = tree.child[node, action]
        visits = tree.visits[below]
        bound = tree.totals[below] / visits
        bound += boldness * sqrt(log(float(tree.available[below])) / visits)
        if bound > highest:
            best, highest = action, bound
    return best


@inlined
def make_available(tree: Tree, node: int, legal: int) -> None:
    """Count that each of these actions could be taken."""
    rest = legal & tree.tried[node]
    while rest:
        tree.available[tree.child[node, lowest(rest)]] += 1
        rest = without_lowest(rest)


@inlined
def grown(tree: Tree, node: int, action: int) -> int:
    """A new child of the node."""
    leaf: int = tree.size[0]
    tree.size[0] += 1
    tree.child[node, action] = leaf
    tree.tried[node] |= lone(action)
    tree.available[leaf] = 1
    return leaf


@compiled
def search_worlds(
    policy: Policy, layout: Layout, frame: Position, seat: int, pending: Numbers,
    returned: Numbers, withheld: int, worlds: Numbers, first: int, boldness: float, seed: Stream,
    tree: Tree,
) -> None:  # fmt: skip
    """Walk once through each world; row 0 is world `first`."""
    walked, walkers = np.zeros(MOST_DEPTH, np.int64), np.zeros(MOST_DEPTH, np.int64)
    for number in range(len(worlds)):
        stream = stream_of(seed, first + number)
        position = world_position(layout, frame, worlds[number], returned, withheld)
        position = at_own_decision(policy, layout, position, seat, pending, stream)
        # Past the numbers that choices on the way to the decision may have used.
        stream = stream_of(stream, 1)
        in_secret = is_passing(layout, position) or is_choosing(layout, position)
        node, depth, is_new = ROOT, 0, False
        while not is_new and not is_over(position):
            is_secret = is_passing(layout, position) or is_choosing(layout, position)
            if is_secret != in_secret:
                break
            if is_secret and position.turn != seat:
                position = advance(layout, position, chosen(policy, layout, position, stream))
                stream = moved_on(stream)
                continue
            legal = legal_actions(layout, position)
            make_available(tree, node, legal)
            untried = legal & ~tree.tried[node]
            if untried:
                action = drawn(untried, stream)
                stream = moved_on(stream)
                node, is_new = grown(tree, node, action), True
            else:
                action = promising(tree, node, legal, boldness)
                node = tree.child[node, action]
            walked[depth], walkers[depth] = node, position.turn
            depth += 1
            position = advance(layout, position, action)
        result = scores(layout, played_out(policy, layout, position, stream))
        for step in range(depth):
            tree.visits[walked[step]] += 1
            tree.totals[walked[step]] += gain(layout, result, walkers[step])


class TreeSearch:
    """The tree of one seat's choice; the same after so many worlds however they were portioned."""

    def __init__(
        self, observation: Observation, policy: Policy, seed: int, *, boldness: float, most: int
    ) -> None:
        layout = observation.edition.layout
        self.frame = imagined(observation)
        self.layout = frozen(layout)
        self.policy = policy
        self.seed = seed
        self.boldness = boldness
        self.tree = planted(layout.deck_size + CHOICES, most)

    def walk(self, first: int, worlds: int) -> None:
        """Walk once through each of these worlds."""
        rows, frame = even_worlds(self.frame, worlds, self.seed, first), self.frame
        search_worlds(
            self.policy, self.layout, frame.frame, frame.seat, frame.pending, frame.returned,
            frame.withheld, rows, first, self.boldness, seeded(self.seed + 1), self.tree,
        )  # fmt: skip

    @property
    def visits(self) -> Numbers:
        """How often each action was taken at the root, by number."""
        visits: Numbers = np.where(
            self.tree.child[ROOT] > 0, self.tree.visits[self.tree.child[ROOT]], 0
        )
        return visits

    @property
    def best(self) -> int:
        """The action taken most often; the lowest of equals."""
        return int(np.argmax(self.visits))
