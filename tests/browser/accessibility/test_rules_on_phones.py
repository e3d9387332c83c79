"""Rules pages on a phone: a trick lies in one row, and no column of a score is cut off."""

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import phone_context
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]


@pytest.mark.parametrize("edition", ["matagot/5-teams,bga-teams", "matagot/6-teams-222"])
def test_the_score_of_the_example_is_not_cut_off(phone: TablePage, edition: str) -> None:
    phone.page.goto(f"{phone.address}/rules/{edition}")
    table = phone.page.get_by_role("region", name="A round is scored")

    assert table.evaluate("node => node.scrollWidth - node.clientWidth") == 0


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_cards_of_the_example_lie_in_one_row(
    browser: Browser, address: str, language: str
) -> None:
    with phone_context(browser, (320, 568), locale=language) as context:
        page = context.new_page()
        page.goto(f"{address}/rules")
        cards = page.locator(".example").first.locator("li").all()

        assert len(cards) == 4
        assert len({card.evaluate("card => card.offsetTop") for card in cards}) == 1
