"""What is heard at a table, how it is turned off, and how a hidden page tells of a turn."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Counts the voices that start to sound.
VOICES = """(() => {
  window.voices = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...all) {
    window.voices += 1;
    return start.apply(this, all);
  };
})()"""
# A page that believes itself hidden, with a browser that shows badges and notifications.
HIDDEN = """(() => {
  window.told = [];
  window.hidden = false;
  Object.defineProperty(Document.prototype, "hidden", { get: () => window.hidden });
  navigator.setAppBadge = (n) => { window.told.push(`badge ${n}`); return Promise.resolve(); };
  navigator.clearAppBadge = () => { window.told.push("no badge"); return Promise.resolve(); };
  window.Notification = class {
    static permission = "granted";
    static requestPermission() {
      window.told.push("asked");
      return Promise.resolve(window.answer ?? "granted");
    }
    constructor(title) { window.told.push(`notified: ${title}`); }
    close() {}
  };
  ServiceWorkerRegistration.prototype.showNotification = (title) => {
    window.told.push(`notified: ${title}`);
    return Promise.resolve();
  };
})()"""
SPEAKER = ".sound-button"


def voices(table: TablePage) -> int:
    """How many voices have sounded so far."""
    return int(table.page.evaluate("window.voices"))


def play_a_card(table: TablePage) -> None:
    """Plays until a card of the visitor has been played by mouse."""
    table.until("play")
    held = table.page.locator("[data-card]").count()
    table.by_mouse("play")
    expect(table.page.locator("[data-card]")).to_have_count(held - 1)


@pytest.mark.wide
def test_a_card_is_heard_after_the_first_gesture(table: TablePage) -> None:
    table.page.add_init_script(VOICES)
    table.sit_down("classic/4")
    before = voices(table)
    play_a_card(table)

    assert before == 0
    table.page.wait_for_function("() => window.voices > 0")


def test_one_tap_turns_the_sounds_off_and_another_on(table: TablePage) -> None:
    table.page.add_init_script(VOICES)
    table.sit_down("classic/4")
    speaker = table.page.locator(SPEAKER)
    expect(speaker).to_have_attribute("aria-pressed", "true")
    speaker.click()
    expect(speaker).to_have_attribute("aria-pressed", "false")
    play_a_card(table)
    assert voices(table) == 0
    table.page.reload()
    expect(speaker).to_have_attribute("aria-pressed", "false")
    speaker.click()

    expect(speaker).to_have_attribute("aria-pressed", "true")


@pytest.mark.wide
def test_a_key_turns_the_sounds_off(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.keyboard.press("v")

    expect(table.page.locator(SPEAKER)).to_have_attribute("aria-pressed", "false")
    expect(table.page.locator("#announcements")).to_contain_text("Sounds are off")


@pytest.mark.wide
def test_a_page_never_asks_for_notifications_by_itself(table: TablePage) -> None:
    table.page.add_init_script(HIDDEN)
    table.sit_down("classic/4")
    play_a_card(table)

    assert "asked" not in table.page.evaluate("window.told")


@pytest.mark.wide
def test_a_hidden_page_tells_of_a_turn_if_that_is_switched_on(table: TablePage) -> None:
    table.page.add_init_script(HIDDEN)
    table.sit_down("classic/4", first_dealer="3")  # the visitor leads, so others play next
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_label("Notify me of my turn").check()
    table.page.wait_for_function("() => window.told.includes('asked')")
    table.page.keyboard.press("Escape")
    table.until("play")
    table.page.evaluate("window.hidden = true")
    play_a_card(table)
    table.page.wait_for_function(
        "() => window.told.includes('badge 1') &&"
        " window.told.some((one) => one.startsWith('notified'))"
    )
    table.page.evaluate(
        "window.hidden = false; window.told = [];"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )

    assert "no badge" in table.page.evaluate("window.told")


@pytest.mark.wide
def test_a_badge_goes_when_the_app_is_opened_in_any_way(table: TablePage) -> None:
    table.page.add_init_script(HIDDEN)
    table.sit_down("classic/4")
    table.page.reload()
    table.page.wait_for_function("() => window.told.includes('no badge')")
    table.page.goto(table.page.url.partition("/tables/")[0])

    table.page.wait_for_function("() => window.told.includes('no badge')")


@pytest.mark.wide
def test_the_switch_goes_back_where_the_browser_forbids_notifications(table: TablePage) -> None:
    table.page.add_init_script(HIDDEN)
    table.page.add_init_script("window.answer = 'denied'")
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_label("Notify me of my turn").click()

    expect(table.page.get_by_label("Notify me of my turn")).not_to_be_checked()
    expect(table.page.locator("dialog .refused")).to_contain_text("does not allow notifications")
    expect(table.page.locator("#announcements")).to_contain_text("does not allow notifications")


# A page whose connection can be cut: then it hears nothing more, and loses it at its next turn.
# It always asks for a whole new view, as after a restart of the server.
DEAF = """(() => {
  window.isDeaf = false;
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (event) => {
        if (!window.isDeaf) return;
        event.stopImmediatePropagation();
        if ((JSON.parse(event.data).set?.["round.legal"] ?? []).length === 0) return;
        window.isDeaf = false;
        this.close();
      });
    }
    send(frame) {
      super.send(JSON.stringify({ ...JSON.parse(frame), after: undefined }));
    }
  };
})()"""


@pytest.mark.wide
def test_a_turn_that_came_while_the_connection_was_lost_is_told(table: TablePage) -> None:
    table.page.add_init_script(HIDDEN)
    table.page.add_init_script(DEAF)
    table.sit_down("classic/4", first_dealer="3")  # the visitor leads, so others play next
    table.until("play")
    table.page.evaluate("window.isDeaf = true; window.hidden = true; window.told = []")
    table.by_mouse("play")
    table.page.mouse.move(0, 0)  # a card under the pointer would say why it may not be played
    table.page.wait_for_function("() => window.told.includes('badge 1')")

    words = table.page.locator(".status").inner_text()
    expect(table.page.locator("#announcements").get_by_text(words, exact=True)).to_have_count(1)
