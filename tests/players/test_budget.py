"""A budget stands behind a player's name; past a deadline a player answers with what it has."""

from dataclasses import dataclass

import pytest

from bottleimp.errors import BudgetError, UnknownName
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player, parse_player_name, player_kind


@dataclass
class PassesAfter:
    """A deadline that has passed once it was looked at so often."""

    looks: int

    def has_passed(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_a_budget_is_written_behind_the_name():
    _, budget = parse_player_name("perfect_information:50")

    assert Budget(50) == budget


def test_a_player_without_a_written_budget_has_its_usual_one():
    kind, budget = parse_player_name("perfect_information")

    assert kind.budget_spec is not None
    assert Budget(kind.budget_spec.default) == budget


@pytest.mark.parametrize("text", ["", "0", "-1", "many", "007", "1.5", "9" * 30, "٤", "50:5", " 5"])
def test_a_budget_that_is_no_number_in_range_is_refused_with_what_it_counts(text):
    with pytest.raises(BudgetError, match="is a number of worlds from 1 to"):
        create_player(f"perfect_information:{text}", seed=0)


def test_a_player_that_does_not_search_takes_no_budget():
    with pytest.raises(BudgetError, match="rules_of_thumb takes no budget"):
        player_kind("rules_of_thumb:50")


def test_an_unknown_player_is_refused_by_its_name_without_the_budget():
    with pytest.raises(UnknownName, match="'perfect_informations'") as refusal:
        player_kind("perfect_informations:50")

    assert "perfect_information" in refusal.value.near


def test_a_budget_comes_in_portions():
    assert [range(4), range(4, 8), range(8, 9)] == list(Budget(9).batches(4))


def test_past_the_deadline_no_further_portion_begins():
    assert [range(4), range(4, 8)] == list(Budget(20, PassesAfter(1)).batches(4))


def test_the_first_portion_comes_even_past_the_deadline():
    assert [range(4)] == list(Budget(20, PassesAfter(0)).batches(4))
