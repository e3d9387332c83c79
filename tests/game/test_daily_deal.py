"""The deal of the day follows from the date alone, in every program and for good."""

from datetime import date, timedelta

from bottleimp.game.daily_deal import EDITIONS, FIRST_DAY, daily_deal
from bottleimp.rules.editions import edition_keys


def test_the_deal_of_a_day_never_changes() -> None:
    deal = daily_deal(date(2026, 11, 30))

    assert deal.edition.key == "classic/4"
    assert " ".join(card.label for card in deal.hands[0]) == "3 9 10 15 16 17 22 25 34"


def test_every_day_has_cards_of_its_own_and_a_week_has_its_editions() -> None:
    days = [FIRST_DAY + timedelta(days=n) for n in range(70)]
    deals = [daily_deal(day) for day in days]

    assert set(EDITIONS) <= set(edition_keys())
    assert [deal.edition.key for deal in deals] == [EDITIONS[day.weekday()] for day in days]
    assert len({deal.hands for deal in deals}) == len(deals)
    assert all(daily_deal(day) == deal for day, deal in zip(days, deals, strict=True))
