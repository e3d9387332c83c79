"""Keys that are letters: small ones and capitals do the same, also while Caps Lock is on."""

from dataclasses import replace

from textual.binding import Binding, BindingType


def in_both_cases(*bindings: Binding) -> list[BindingType]:
    """The bindings, each also by the capitals of its letters.

    Names of keys such as `enter` or `ctrl+z` stay as they are.
    """
    return [replace(binding, key=with_capitals(binding.key)) for binding in bindings]


def with_capitals(keys: str) -> str:
    """The keys, separated by commas, and the capitals of those that are one letter."""
    names = keys.split(",")
    capitals = [name.upper() for name in names if len(name) == 1 and name.islower()]
    return ",".join([*names, *capitals])
