"""`position._replace(...)` for compiled code, which numba 0.68 lacks.

The rules make the next position from the one before by naming the fields that change.  Compiled,
every call becomes one call of the class; what is not named is taken from the position itself.
"""

from collections.abc import Callable
from typing import Any

from bottleimp.rules.position import Position

# Numba counts as untyped: `Any` below stands for its types and for values of compiled code.
# ruff: noqa: ARG001 - numba reads the names of the parameters


def replace_fields(
    row: Any,
    hands: Any = None, passed: Any = None, won: Any = None,
    prices: Any = None, owners: Any = None,
    open_hands: Any = None, passes_made: Any = None, choices_made: Any = None,
    plays_made: Any = None, trick: Any = None, led_suit: Any = None, taker: Any = None,
    turn: Any = None,
) -> Callable[..., Any] | None:  # fmt: skip
    """The body that numba compiles; None for named tuples other than positions."""
    if row.instance_class is not Position:
        return None

    def body(
        row: Any,
        hands: Any = None, passed: Any = None, won: Any = None,
        prices: Any = None, owners: Any = None,
        open_hands: Any = None, passes_made: Any = None, choices_made: Any = None,
        plays_made: Any = None, trick: Any = None, led_suit: Any = None, taker: Any = None,
        turn: Any = None,
    ) -> Any:  # fmt: skip
        return Position(
            hands=row.hands if hands is None else hands,
            passed=row.passed if passed is None else passed,
            won=row.won if won is None else won,
            prices=row.prices if prices is None else prices,
            owners=row.owners if owners is None else owners,
            open_hands=row.open_hands if open_hands is None else open_hands,
            passes_made=row.passes_made if passes_made is None else passes_made,
            choices_made=row.choices_made if choices_made is None else choices_made,
            plays_made=row.plays_made if plays_made is None else plays_made,
            trick=row.trick if trick is None else trick,
            led_suit=row.led_suit if led_suit is None else led_suit,
            taker=row.taker if taker is None else taker,
            turn=row.turn if turn is None else turn,
        )

    return body
