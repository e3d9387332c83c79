"""What people call themselves, whom they hear, and what only the host is offered."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.company import open_table, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def gathered(ada: TablePage, bea: TablePage, edition: str = "classic/4") -> None:
    """Both sit at a table that waits for the host."""
    code = open_table(ada, edition, start="host", talk="free")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")


def rename(someone: TablePage, name: str) -> None:
    someone.page.get_by_label("Your name").fill(name)
    someone.page.get_by_role("button", name="Change name").click()


@pytest.mark.wide
def test_who_sits_down_can_take_another_name_before_the_match(
    ada: TablePage, bea: TablePage
) -> None:
    gathered(ada, bea)
    rename(bea, "Beatrice")
    expect(ada.page.locator(".seats .name").nth(1)).to_have_text("Beatrice")
    expect(ada.page.locator("#announcements")).to_contain_text("Bea is called Beatrice now.")
    rename(bea, "ADA")

    field = bea.page.get_by_label("Your name")
    expect(field).to_have_accessible_description(
        "Somebody at this table has that name, or one that looks like it."
    )
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(bea.page.locator("#announcements")).to_contain_text(
        "Somebody at this table has that name"
    )
    expect(bea.page.locator(".waiting-room .lead")).to_have_text("Ada begins the match.")
    wrong = bea.page.locator(".name-field .wrong")
    grey = bea.page.locator(".waiting-room .lead")
    colour = "one => getComputedStyle(one).color"
    assert wrong.evaluate(colour) != grey.evaluate(colour)
    field.fill("Cleo")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_count(0)
    expect(bea.page.locator(".seats .you .name")).to_have_text("Beatrice")


@pytest.mark.wide
def test_people_without_a_name_can_be_told_apart(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/4", start="host", name="", player_3="rules_of_thumb")
    bea.page.goto(f"{ada.address}/j/{code}")
    expect(bea.page.get_by_label("Your name")).to_have_accessible_description(
        "Without a name you are given one at the table."
    )
    bea.page.get_by_role("button", name="Sit here").first.click()
    names = ada.page.locator(".seats .name")
    expect(names).to_have_text(["You", "Heron", "Place 3", "Keawe"])
    expect(bea.page.locator(".seats .name")).to_have_text(["Dolphin", "You", "Place 3", "Keawe"])
    expect(bea.page.get_by_label("Your name")).to_have_accessible_description(
        "The others see you as Heron."
    )


@pytest.mark.wide
def test_the_window_of_people_names_its_own_fields(ada: TablePage, bea: TablePage) -> None:
    gathered(ada, bea)
    bea.page.get_by_role("button", name="People").click()
    window = bea.page.get_by_role("dialog")
    window.get_by_label("Your name").fill("Ada")
    window.get_by_role("button", name="Change name").click()

    expect(window.get_by_label("Your name")).to_be_focused()
    expect(window.get_by_label("Your name")).to_have_accessible_description(
        "Somebody at this table has that name, or one that looks like it."
    )
    window.get_by_role("button", name="Copy the link").click()
    expect(window.locator(".copied")).to_have_text("The link is copied.")
    ids = bea.page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.wide
def test_no_two_avatars_are_the_same(ada: TablePage) -> None:
    ada.sit_down("matagot/6", name="Kim")
    shown = ada.page.locator(".player .avatar")
    expect(shown).to_have_count(6)

    assert len(set(shown.all_inner_texts())) == 6


@pytest.mark.wide
def test_a_mute_outlives_another_name(ada: TablePage, bea: TablePage) -> None:
    gathered(ada, bea)
    ada.page.get_by_role("button", name="Talk").click()
    ada.page.get_by_text("Whom you hear").click()
    ada.page.get_by_label("Not Bea, at this table").check()
    rename(bea, "Cleo")
    bea.page.get_by_role("button", name="Talk").click()
    bea.page.get_by_label("In your own words").fill("Do you hear me?")
    bea.page.keyboard.press("Enter")
    expect(bea.page.locator("#chat .lines")).to_contain_text("Do you hear me?")

    expect(ada.page.get_by_label("Not Cleo, at this table")).to_be_checked()
    expect(ada.page.locator("#chat")).not_to_contain_text("Do you hear me?")


@pytest.mark.wide
def test_only_the_host_is_offered_the_speed(ada: TablePage, bea: TablePage) -> None:
    gathered(ada, bea)
    for someone, times in ((ada, 1), (bea, 0)):
        someone.page.get_by_role("button", name="Settings").click()
        expect(someone.page.get_by_text("Colours")).to_be_visible()
        expect(someone.page.get_by_text("Speed of the other players")).to_have_count(times)


@pytest.mark.wide
def test_a_speed_that_is_refused_is_not_shown_as_chosen(ada: TablePage) -> None:
    ada.sit_down("classic/3")
    ada.page.get_by_role("button", name="Leave").click()
    ada.page.get_by_role("button", name="End the match").click()
    ada.page.get_by_role("button", name="Settings").click()
    window = ada.page.get_by_role("dialog")
    window.get_by_label("Very slow").click(force=True)

    expect(window.locator(".refused")).to_have_text("The table is closed.")
    expect(window.get_by_label("At once")).to_be_checked()


@pytest.mark.wide
def test_a_quick_match_is_looked_for_under_a_name(ada: TablePage) -> None:
    ada.page.goto(ada.address)
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Quick match").click()

    expect(ada.page.locator(".you .name")).to_have_text("Ada")


@pytest.mark.wide
def test_the_host_lets_partners_talk(ada: TablePage, bea: TablePage) -> None:
    gathered(ada, bea, "matagot/4-teams")
    choice = ada.page.get_by_label("Among partners")
    choice.select_option("true")

    expect(bea.page.locator("#announcements")).to_contain_text(
        "talk while partners play a round, too"
    )
    expect(choice).to_have_value("true")


def groups(someone: TablePage, form: str) -> dict[str, int]:
    """The headings of a form of settings, each with how many questions it stands over."""
    found: dict[str, int] = someone.page.evaluate(
        """(form) => Object.fromEntries(
          [...document.querySelectorAll(`${form} .setting-group`)].map((one) => [
            one.querySelector("h2, h3").textContent.trim(),
            one.querySelectorAll(".choice, .checkbox").length,
          ]))""",
        form,
    )
    return found


def questions(someone: TablePage, form: str) -> list[list[str]]:
    """What a form of settings asks, each with its answers."""
    found: list[list[str]] = someone.page.evaluate(
        """(form) => [...document.querySelectorAll(`${form} :is(.choice, .checkbox)`)].map((one) =>
          [...one.querySelectorAll("legend, span")].map((words) => words.textContent.trim()))""",
        form,
    )
    return found


@pytest.mark.wide
def test_the_page_and_the_table_offer_the_same_settings(ada: TablePage) -> None:
    ada.page.goto(f"{ada.address}/settings")
    on_the_page = questions(ada, "main form")
    headings = groups(ada, "main form")
    ada.sit_down("classic/4")
    ada.page.get_by_role("button", name="Settings").click()

    assert len(on_the_page) == 15
    assert on_the_page == questions(ada, "dialog .settings")
    assert headings == groups(ada, "dialog .settings")
    assert sum(headings.values()) == len(on_the_page)
    assert len(headings) == 5


def test_a_switch_of_the_settings_page_holds_at_the_table(ada: TablePage) -> None:
    ada.page.goto(f"{ada.address}/settings")
    with ada.page.expect_response("**/settings"):
        ada.page.get_by_label("Always").check()
    with ada.page.expect_response("**/settings"):
        ada.page.get_by_label("Single letters are shortcuts").uncheck()
    ada.sit_down("classic/4")
    ada.page.get_by_role("button", name="Settings").click()
    window = ada.page.get_by_role("dialog")

    expect(window.get_by_label("Always")).to_be_checked()
    expect(window.get_by_label("Single letters are shortcuts")).not_to_be_checked()


@pytest.mark.wide
def test_a_switch_of_the_table_is_shown_on_the_settings_page(ada: TablePage) -> None:
    ada.sit_down("classic/4")
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("dialog").get_by_label("Play a card automatically").check()
    ada.page.goto(f"{ada.address}/settings")

    expect(ada.page.get_by_label("Play a card automatically")).to_be_checked()


@pytest.mark.wide
def test_a_table_takes_over_what_is_set_on_another_page_meanwhile(ada: TablePage) -> None:
    ada.sit_down("classic/3")
    ada.page.get_by_role("button", name="Settings").click()
    settings = ada.page.context.new_page()
    settings.goto(f"{ada.address}/settings")
    with settings.expect_response("**/settings"):
        settings.get_by_label("Dark").check()
    seen = "document.dispatchEvent(new Event('visibilitychange'))"
    ada.page.evaluate(seen)

    expect(ada.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ada.page.get_by_role("dialog").get_by_label("Dark")).to_be_checked()

    with settings.expect_response("**/settings"):
        settings.get_by_label("Deutsch").check()
    with ada.page.expect_navigation():
        ada.page.evaluate(seen)
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.wide
def test_the_settings_stay_open_in_another_language(ada: TablePage) -> None:
    ada.sit_down("classic/3")
    visited = ada.page.evaluate("history.length")
    ada.page.get_by_role("button", name="Settings").click()
    with ada.page.expect_navigation():
        ada.page.get_by_role("dialog").get_by_text("Deutsch", exact=True).click()

    expect(ada.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text(
        "Einstellungen"
    )
    expect(ada.page.get_by_role("dialog").get_by_label("Deutsch")).to_be_focused()
    assert ada.page.evaluate("history.length") == visited
    ada.page.reload()
    ada.page.locator(".board").wait_for()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
