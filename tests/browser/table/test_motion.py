"""What moves at a table, that motion never stands in the way, and how stillness says the same."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import WANTED, TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Notes what flies and what shines; copies that fly are removed at the end of their flight.
WATCH = """() => {
  window.seen = new Set();
  window.opened = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...all) {
    for (const name of ["price-card", "flying-back", "liquid", "piece"]) {
      if (this.classList.contains(name)) window.seen.add(name);
    }
    if (this.matches(".layer > .flying-bottle, [data-bottle]")) window.seen.add("bottle");
    const moves = JSON.stringify(frames).includes("transform");
    window.seen.add(moves ? "motion" : "stillness");
    return animate.call(this, frames, ...all);
  };
  new MutationObserver(() => {
    const open = document.querySelectorAll(".laid-card.open").length;
    if (document.querySelector(".imps-reveal") && window.opened.at(-1) !== open) {
      window.opened.push(open);
    }
  }).observe(document.querySelector("#table"), {
    attributes: true, childList: true, subtree: true,
  });
}"""
# Every move takes minutes.
SLOW_MOVES = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    return animate.call(this, frames, { ...options, duration: 1000 * options.duration });
  };
}"""
# Notes which cards of the visitor's hand set out from elsewhere.
NOTE_DEALT = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...all) {
    const card = this.closest(".own-hands [data-card]");
    const moves = JSON.stringify(frames).includes("translate");
    if (card !== null && moves) window.moved.push(card.dataset.card);
    return animate.call(this, frames, ...all);
  };
}"""
# Notes after how long each card sets out that comes face down.
NOTE_DELAYS = """() => {
  window.delays = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.classList.contains("flying-back")) window.delays.push(options.delay);
    return animate.call(this, frames, options);
  };
}"""
# Notes the moves of cards and bottles that are under way; how many.
NOTE_MOVES = """() => {
  window.moves = document.getAnimations().filter(({ effect }) =>
    effect.target.matches("#table [data-flip], #table [data-bottle], .flying"));
  return window.moves.length;
}"""
# How many of these are still under way when the next picture is drawn.
STILL_MOVING = """() => new Promise((done) => requestAnimationFrame(() =>
  done(window.moves.filter(({ playState }) => playState === "running").length)))"""
# The cards of the Imp's Trick would open for minutes.
SLOW_REVEAL = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (call, ms, ...all) => {
    const isShown = document.querySelector(".imps-reveal") !== null;
    return later(call, isShown ? 1000 * ms : ms, ...all);
  };
})()"""
# Whether the Imp's Trick is being opened, else what the page waits for.
REVEALED = f"() => document.querySelector('.imps-reveal') === null ? ({WANTED})() : 'revealed'"
# Four clicks on usable cards, each as soon as the table allows it, by the times of the page.
FOUR_PLAYS = """async () => {
  const times = [];
  const held = () => document.querySelectorAll("[data-card]").length;
  const start = held();
  while (times.length < 4) {
    const card = document.querySelector(".to-play .usable");
    if (card === null) {
      await new Promise((done) => setTimeout(done, 5));
      continue;
    }
    const before = held();
    card.click();
    times.push(performance.now());
    while (held() === before) await new Promise((done) => setTimeout(done, 5));
  }
  return [start - held(), times.at(-1) - times[0]];
}"""


def one_round(table: TablePage, pace: str, motion: str) -> set[str]:
    """Everything that was seen to move in a round."""
    table.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    table.sit_down("classic/3", pace=pace)
    table.page.evaluate(WATCH)
    table.until("next", act=table.by_mouse)
    return set(table.page.evaluate("[...window.seen]"))


PHONES = ((320, 568), (375, 667), (640, 320), (740, 360))
# What of the Imp's Trick that opens leaves the felt.
OFF_FELT = """(print) => {
  document.documentElement.dataset.print = print;
  const felt = document.querySelector(".table-surface").getBoundingClientRect();
  const parts = document.querySelectorAll(".imps-reveal :is(h2, .laid-card, button)");
  return [...parts].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < felt.left || box.right > felt.right || box.bottom > felt.bottom;
  }).map((one) => one.textContent.trim());
}"""


def until_revealed(table: TablePage) -> None:
    """Plays until the Imp's Trick begins to open."""
    while (now := str(table.page.wait_for_function(REVEALED).json_value())) != "revealed":
        table.by_mouse(now)


def test_a_round_moves_cards_bottle_price_and_liquid_and_opens_the_imps_trick(
    table: TablePage,
) -> None:
    seen = one_round(table, "100", "no-preference")

    assert seen >= {"motion", "flying-back", "price-card", "liquid", "bottle"}
    expect(table.page.locator(".layer .flying")).to_have_count(0)
    # The Imp's Trick opened card by card before the scores.
    assert table.page.evaluate("window.opened") == [0, 1, 2, 3]
    expect(table.page.locator(".own-result")).to_contain_text("You ")


@pytest.mark.wide
def test_what_moves_is_in_its_place_when_the_window_changes_its_size(table: TablePage) -> None:
    table.page.emulate_media(reduced_motion="no-preference")
    table.sit_down("classic/4", pace="100")
    table.until("exchange")
    table.page.evaluate(SLOW_MOVES)
    table.by_mouse("exchange")  # while nobody else has anything to do
    table.page.wait_for_function(NOTE_MOVES)

    table.page.set_viewport_size({"width": 320, "height": 568})

    assert table.page.evaluate(STILL_MOVING) == 0


@pytest.mark.wide
def test_with_reduced_motion_nothing_moves_and_what_changed_shines(table: TablePage) -> None:
    seen = one_round(table, "100", "reduce")

    assert "stillness" in seen
    assert "motion" not in seen


@pytest.mark.wide
def test_six_cards_of_the_imps_trick_lie_on_the_felt_of_any_phone(table: TablePage) -> None:
    table.page.add_init_script(SLOW_REVEAL)
    table.sit_down("matagot/6", pace="20")
    until_revealed(table)
    looks = [(*size, letters) for size in PHONES for letters in ("normal", "large")]

    def off_felt(width: int, height: int, letters: str) -> list[str]:
        table.page.set_viewport_size({"width": width, "height": height})
        return list(table.page.evaluate(OFF_FELT, letters))

    assert {look: off for look in looks if (off := off_felt(*look))} == {}


@pytest.mark.wide
@pytest.mark.parametrize("way", ["key", "button", "tap on the table"])
def test_one_key_or_tap_skips_the_imps_trick(table: TablePage, way: str) -> None:
    table.page.add_init_script(SLOW_REVEAL)
    table.sit_down("classic/3", pace="20")
    until_revealed(table)
    if way == "key":
        table.page.keyboard.press("n")
    elif way == "button":
        table.page.get_by_role("button", name="Show the score").click()
    else:
        table.page.locator(".imps-points").click()

    expect(table.page.locator(".score h2")).to_have_text("Round 1 is over")
    expect(table.page.locator(".imps-reveal")).to_have_count(0)


@pytest.mark.wide
def test_the_end_of_a_match_is_celebrated_when_the_imps_trick_is_skipped(table: TablePage) -> None:
    table.page.add_init_script(SLOW_REVEAL)
    table.sit_down("classic/3", pace="20")
    table.page.evaluate(WATCH)
    for _ in range(3):
        until_revealed(table)
        table.page.keyboard.press("n")

    table.page.wait_for_function("() => window.seen.has('piece')")


def test_the_match_ends_with_a_ranking_a_graph_and_a_burst(table: TablePage) -> None:
    table.sit_down("classic/3", length="rounds=2", pace="20")
    table.page.evaluate(WATCH)
    table.until("end")
    places = table.page.locator(".ranking .rank").all_inner_texts()

    assert places[0] == "1"
    assert places == sorted(places)
    assert "piece" in table.page.evaluate("[...window.seen]")
    expect(table.page.locator(".totals-graph polyline")).to_have_count(3)
    table.page.get_by_text("As a table").click()
    expect(table.page.locator(".totals tbody tr")).to_have_count(2)
    expect(table.page.locator(".layer .piece")).to_have_count(0)


@pytest.mark.wide
def test_four_plays_in_quick_succession_all_count(table: TablePage) -> None:
    """Cards still fly when the next one is clicked; no click waits for them or is lost."""
    table.sit_down("classic/3", pace="20")
    table.until("play")
    played, ms = table.page.evaluate(FOUR_PLAYS)

    assert played == 4
    assert ms > 0
    expect(table.page.locator(".layer .flying")).to_have_count(0)


@pytest.mark.wide
def test_the_cards_of_a_round_are_dealt_one_after_another(table: TablePage) -> None:
    table.sit_down("classic/3", pace="40", length="rounds=2")
    table.until("next")
    table.page.evaluate(NOTE_DELAYS)
    table.page.locator("[data-act=next]").click()
    table.page.locator(".exchange").wait_for()
    delays = table.page.evaluate("window.delays")

    assert len(delays) == 12
    assert delays == sorted(set(delays))
    first = table.page.locator(".own-hands [data-card]").first
    first.click()  # it need not be waited for
    expect(table.page.locator(".layer .flying")).to_have_count(0)


@pytest.mark.wide
def test_every_deal_lays_the_cards_where_they_belong(table: TablePage) -> None:
    """A card that lay open at the end of the round before moves no more than the others."""
    table.sit_down("matagot/6", pace="20", length="rounds=4")
    table.page.evaluate(NOTE_DEALT)
    for _ in range(3):
        table.until("next")
        table.page.evaluate("window.moved = []")
        table.page.locator("[data-act=next]").click()
        table.page.locator(".exchange").wait_for()
        assert table.page.evaluate("window.moved") == []
