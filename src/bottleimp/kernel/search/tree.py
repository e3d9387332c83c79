"""Information set Monte-Carlo tree search: one tree over what the searching seat can see.

Every simulation samples a world and descends the tree with it, through the actions that are legal
in that world, to a new leaf; a policy plays on from there.  A node stands for a sequence of actions
that all have seen since the root.  Every seat maximises its own gain, weighing what did well
against what was seldom tried when it could be (upper confidence bounds, counted by availability).

In the exchange and in the choice of hands the others act in secret: there the tree holds the
seat's own choices alone, and the policy makes those of the others.
What a seat in the tree does depends on its cards only through what is legal, not through what it
knows: Cowling, Powley and Whitehouse (2012) call this single-observer search.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.playouts import play_out
from bottleimp.kernel.policies import Policy, choose_action
from bottleimp.kernel.relative_scores import relative_score
from bottleimp.kernel.rng import RngState, advance_state, draw_card, seed_word, stream_state
from bottleimp.kernel.sampling.world_template import WorldStart, world_template_of
from bottleimp.kernel.search.one_ply import advance_to_own_decision, sample_uniform_worlds
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cardsets import lowest, singleton, without_lowest
from bottleimp.rules.position import Layout, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions

ROOT = 0
MAX_DEPTH = 64  # actions from the root; no round has more than this many plays


class SearchTree(NamedTuple):
    """Nodes in rows: 0 is the root, the others came one with each iteration."""

    children: IntArray  # node, action -> node, or 0 where there is none
    expanded: IntArray  # node -> its children's actions, as a set
    visits: IntArray  # node -> walks through it
    availability: IntArray  # node -> walks that could have gone through it
    total_gains: FloatArray  # node -> the gains that followed, to the seat that acts before it
    node_count: IntArray  # one number: the nodes so far


def empty_tree(actions: int, iterations: int) -> SearchTree:
    """A tree of the root alone, with space for one node from each iteration."""
    return SearchTree(
        np.zeros((iterations + 1, actions), np.int64),
        np.zeros(iterations + 1, np.int64),
        np.zeros(iterations + 1, np.int64),
        np.zeros(iterations + 1, np.int64),
        np.zeros(iterations + 1),
        np.ones(1, np.int64),
    )


@inline_jit
def select_ucb_action(tree: SearchTree, node: int, legal: int, exploration: float) -> int:
    """The legal action, all of them tried, with the highest upper confidence bound."""
    best, highest = lowest(legal), -1e300
    rest = legal
    while rest:
        action = lowest(rest)
        rest = without_lowest(rest)
        below = tree.children[node, action]
        visits = tree.visits[below]
        bound = tree.total_gains[below] / visits
        bound += exploration * sqrt(log(float(tree.availability[below])) / visits)
        if bound > highest:
            best, highest = action, bound
    return best


@inline_jit
def update_availability(tree: SearchTree, node: int, legal: int) -> None:
    """Count that each of these actions could be taken."""
    rest = legal & tree.expanded[node]
    while rest:
        tree.availability[tree.children[node, lowest(rest)]] += 1
        rest = without_lowest(rest)


@inline_jit
def expand_node(tree: SearchTree, node: int, action: int) -> int:
    """A new child of the node."""
    leaf: int = tree.node_count[0]
    tree.node_count[0] += 1
    tree.children[node, action] = leaf
    tree.expanded[node] |= singleton(action)
    tree.availability[leaf] = 1
    return leaf


@jit
def simulate_worlds(
    policy: Policy, layout: Layout, start: WorldStart, worlds: IntArray, first: int,
    exploration: float, seed: RngState, tree: SearchTree,
) -> None:  # fmt: skip
    """Run one simulation in each world; row 0 is world `first`."""
    path, movers = np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_DEPTH, np.int64)
    for number in range(len(worlds)):
        stream = stream_state(seed, first + number)
        position = advance_to_own_decision(policy, layout, start, worlds[number], stream)
        # Past the numbers that choices on the way to the decision may have used.
        stream = stream_state(stream, 1)
        in_secret = is_passing(layout, position) or is_choosing(layout, position)
        node, depth, is_new = ROOT, 0, False
        while not is_new and not is_over(position):
            is_secret = is_passing(layout, position) or is_choosing(layout, position)
            if is_secret != in_secret:
                break
            if is_secret and position.turn != start.seat:
                position = advance(
                    layout, position, choose_action(policy, layout, position, stream)
                )
                stream = advance_state(stream)
                continue
            legal = legal_actions(layout, position)
            update_availability(tree, node, legal)
            untried = legal & ~tree.expanded[node]
            if untried:
                action = draw_card(untried, stream)
                stream = advance_state(stream)
                node, is_new = expand_node(tree, node, action), True
            else:
                action = select_ucb_action(tree, node, legal, exploration)
                node = tree.children[node, action]
            path[depth], movers[depth] = node, position.turn
            depth += 1
            position = advance(layout, position, action)
        result = scores(layout, play_out(policy, layout, position, stream))
        for step in range(depth):
            tree.visits[path[step]] += 1
            tree.total_gains[path[step]] += relative_score(layout, result, movers[step])


class TreeSearch:
    """The tree of one decision; batches of worlds of any size lead to the same tree."""

    def __init__(
        self,
        observation: Observation,
        policy: Policy,
        seed: int,
        *,
        exploration: float,
        max_iterations: int,
    ) -> None:
        edition = observation.edition
        self.template = world_template_of(observation)
        self.layout = freeze_layout(edition.layout)
        self.policy = policy
        self.seed = seed
        self.exploration = exploration
        self.tree = empty_tree(action_count(edition), max_iterations)

    def simulate(self, first: int, worlds: int) -> None:
        """Run one simulation in each of these worlds."""
        rows = sample_uniform_worlds(self.template, worlds, self.seed, first)
        simulate_worlds(
            self.policy, self.layout, self.template.start, rows, first, self.exploration,
            seed_word(self.seed + 1), self.tree,
        )  # fmt: skip

    @property
    def visits(self) -> IntArray:
        """How often each action was taken at the root, by number."""
        visits: IntArray = np.where(
            self.tree.children[ROOT] > 0, self.tree.visits[self.tree.children[ROOT]], 0
        )
        return visits

    @property
    def best_action(self) -> int:
        """The action taken most often; the lowest of equals."""
        return int(np.argmax(self.visits))
