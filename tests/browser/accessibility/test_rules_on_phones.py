"""Rules pages on a phone: the table of a scored round fits, its last column included."""

import pytest

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]


@pytest.mark.parametrize("edition", ["matagot/5-teams,bga-teams", "matagot/6-teams-222"])
def test_the_score_of_the_example_is_not_cut_off(phone: TablePage, edition: str) -> None:
    phone.page.goto(f"{phone.address}/rules/{edition}")
    table = phone.page.get_by_role("region", name="A round is scored")

    assert table.evaluate("node => node.scrollWidth - node.clientWidth") == 0
