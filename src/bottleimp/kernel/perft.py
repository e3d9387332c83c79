"""Counts of legal sequences by depth, for comparing one implementation of the rules with another.

They start from positions that need no random numbers: the cards dealt one by one in ascending
order; for counting play apart from the exchange, every pass is the lowest card and every
choice the first hand.  On a mismatch `perft_divide` tells under which action the counts part.
"""

from collections.abc import Callable, Iterator

from bottleimp.game.deal import Deal
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit_or_plain
from bottleimp.rules.cardsets import lowest, members, size, without_lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position, is_choosing, is_passing
from bottleimp.rules.turns import advance, legal_actions

EXCHANGE, PLAY = "exchange", "play"
STARTS = (EXCHANGE, PLAY)

PerftFunction = Callable[[Layout, Position, int], int]


def start_position(edition: Edition, name: str) -> Position:
    """The position called `exchange` or `play`."""
    position = Deal.in_order(edition).initial_position
    if name == PLAY:
        layout = edition.layout
        while is_passing(layout, position) or is_choosing(layout, position):
            position = advance(layout, position, lowest(legal_actions(layout, position)))
    return position


def python_perft(layout: Layout, position: Position, depth: int) -> int:
    """How many legal sequences of this many actions there are, by the plain rules."""
    if depth == 0:
        return 1
    actions = legal_actions(layout, position)
    if depth == 1:
        return size(actions)
    return sum(
        python_perft(layout, advance(layout, position, action), depth - 1)
        for action in members(actions)
    )


@jit_or_plain
def compiled_perft(layout: Layout, position: Position, depth: int) -> int:
    """How many legal sequences of this many actions there are, by the compiled rules."""
    if depth == 0:
        return 1
    actions = legal_actions(layout, position)
    if depth == 1:
        return size(actions)
    sequences = 0
    while actions:
        after = advance(layout, position, lowest(actions))
        sequences += compiled_perft(layout, after, depth - 1)
        actions = without_lowest(actions)
    return sequences


def perft(layout: Layout, position: Position, depth: int) -> int:
    """How many legal sequences of this many actions there are."""
    return compiled_perft(freeze_layout(layout), position, depth)


def perft_divide(
    layout: Layout, position: Position, depth: int, count_by: PerftFunction = perft
) -> dict[int, int]:
    """The count under each action of the seat to act; the depth is at least 1."""
    return {
        action: count_by(layout, advance(layout, position, action), depth - 1)
        for action in members(legal_actions(layout, position))
    }


def action_name(edition: Edition, action: int) -> str:
    """A card in notation; a choice as `first` or `second`."""
    if action >= edition.deck.size:
        return ("first", "second")[action - edition.deck.size]
    return edition.deck.card_at(action).name


def perft_lines(edition: Edition, depth: int, *, divide: bool = False) -> Iterator[str]:
    """Lines of text: the counts of both starts up to this depth.

    With `divide`, the count under each first action instead, and their sum.
    """
    layout = edition.layout
    for name in STARTS:
        position = start_position(edition, name)
        if not divide:
            for length in range(1, depth + 1):
                # Action by action, so that a key can end it in between.
                sequences = sum(perft_divide(layout, position, length).values())
                yield f"{name} {length} {sequences}"
            continue
        total = 0
        for action, sequences in perft_divide(layout, position, depth).items():
            total += sequences
            yield f"{name} {action_name(edition, action)} {sequences}"
        yield f"{name} {depth} {total}"
