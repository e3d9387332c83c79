"""A property that is computed once, when it is first read."""

from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class lazy_property(Generic[Owner, Value]):  # noqa: N801 - named like cached_property
    """Like functools.cached_property, but without the lock that it takes before Python 3.12.

    Two threads may both compute the value, so use it only for what follows from frozen values.
    """

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, owner: Owner, _kind: object = None) -> Value:
        value = self._compute(owner)
        owner.__dict__[self._name] = value
        return value
