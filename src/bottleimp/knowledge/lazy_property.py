"""A property that is worked out once, and costs next to nothing from then on."""

from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class lazy_property(Generic[Owner, Value]):  # noqa: N801 - named like cached_property
    """As functools.cached_property, without the lock that this takes before Python 3.12.

    Two threads may both work a value out; so it is for what follows from frozen values alone.
    """

    def __init__(self, work_out: Callable[[Owner], Value]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, owner: Owner, _kind: object = None) -> Value:
        value = self._work_out(owner)
        owner.__dict__[self._name] = value
        return value
