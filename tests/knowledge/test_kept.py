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

    assert [1, 1] == [counted.answer, counted.answer]
    assert 1 == counted.times


def test_each_owner_keeps_its_own() -> None:
    one, other = Counted(), Counted()
    one.times = 5

    assert (6, 1) == (one.answer, other.answer)
