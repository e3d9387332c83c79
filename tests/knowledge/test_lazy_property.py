"""A property that is worked out once."""

from bottleimp.knowledge.lazy_property import lazy_property


class Counted:
    """Counts how often its property is worked out."""

    def __init__(self) -> None:
        self.times = 0

    @lazy_property
    def answer(self) -> int:
        """How often it was worked out."""
        self.times += 1
        return self.times


def test_a_kept_property_is_worked_out_once() -> None:
    counted = Counted()

    assert [counted.answer, counted.answer] == [1, 1]
    assert counted.times == 1


def test_each_owner_keeps_its_own() -> None:
    one, other = Counted(), Counted()
    one.times = 5

    assert (one.answer, other.answer) == (6, 1)
