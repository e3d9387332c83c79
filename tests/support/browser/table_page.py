"""A table as a visitor sees it, and what a visitor does there."""

from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.support.patience import PATIENCE_MS

# What the page is waiting for; null while others are at work.
DOUBLE_CLICK_MS = 300  # as in double_clicks.ts
WANTED = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has(".score.final")) return "end";
  if (has("[data-act=go-on]")) return "go-on";
  if (has(".guided-page [data-act=show-score]")) return "show-score"; // the guide waits for a tap
  if (has("[data-act=next][aria-disabled=false]")) return "next";
  if (has("[data-act=commit][aria-disabled=false]")) return "commit";
  if (has("[data-choice]") && !has("[data-choice][aria-pressed=true]")) return "open";
  if (has(".target.vacant") && has(".usable")) return "exchange";
  if (has(".to-play .usable")) return "play";
  return null;
}"""
# Does at once, in the page, what it is waiting for; says what that was.
ACT = f"""() => {{
  const wanted = ({WANTED})();
  const places = {{ exchange: ".usable", play: ".to-play .usable", open: "[data-choice]" }};
  const place = places[wanted] ?? `[data-act=${{wanted}}]`;
  [...document.querySelectorAll(place)].at(wanted === "open" ? -1 : 0)?.click();
  return wanted;
}}"""
# Goes on doing so until one of the goals is wanted.
ACT_UNTIL = f"""async ([goals, patience]) => {{
  const limit = performance.now() + patience;
  for (;;) {{
    const wanted = ({WANTED})();
    if (goals.includes(wanted)) return wanted;
    if (performance.now() > limit) throw new Error(`wanted: ${{wanted}}, never ${{goals}}`);
    ({ACT})();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }}
}}"""
# The button with these words.
BUTTON = """(words) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === words)"""
# Has others play at the speed of this name from now on, by the form of the settings.
SET_PACE = f"""async ([title, patience]) => {{
  const limit = performance.now() + patience;
  const button = {BUTTON};
  button("Settings").click();
  const radio = () => [...document.querySelectorAll("dialog [name=pace]")]
    .find((one) => one.parentElement.textContent.trim() === title);
  while (!radio()?.checked) {{
    if (performance.now() > limit) throw new Error(`the speed is never ${{title}}`);
    radio()?.click();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }}
  button("Done").click();
}}"""
POST = """([action, fields]) => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}"""
OVERFLOW = """() => Math.max(...[document.documentElement, document.body].map(
  (element) => element.scrollWidth - element.clientWidth))"""
FOCUSED = """() => {
  const at = document.activeElement;
  return at === document.body ? "nowhere" : at.dataset.card ?? at.dataset.act ?? at.tagName;
}"""


class TablePage:
    """A visitor at a table."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def sit_down(self, edition: str, **fields: str) -> None:
        """Sets a table of this edition, with quick players, and opens it."""
        self.page.goto(f"{self.address}/new?{urlencode({'edition': edition})}")
        quick = {"pace": "0", "length": "cycles=1", "level": "rules_of_thumb"}
        chosen = {"edition": edition, **quick, **fields}
        with self.page.expect_navigation(url="**/tables/*"):
            self.page.evaluate(POST, ["/tables", chosen])
        self.page.locator(".board").wait_for()

    def wanted(self) -> str:
        """What the page waits for from the visitor, as soon as it waits for something."""
        return str(self.page.wait_for_function(WANTED).json_value())

    def until(self, *wanted: str, act: Callable[[str], None] | None = None) -> str:
        """Does what is wanted until one of these is; returns it.

        Without `act` a script in the page does it, which takes the least time.
        """
        if act is None:
            return str(self.page.evaluate(ACT_UNTIL, [wanted, PATIENCE_MS]))
        while (now := self.wanted()) not in wanted:
            act(now)
        return now

    def set_pace(self, title: str) -> None:
        """Has others play at the speed of this name, such as `Very slow`, from now on."""
        self.page.evaluate(SET_PACE, [title, PATIENCE_MS])

    def by_mouse(self, wanted: str) -> None:
        """Does the first thing that can be done, with the mouse."""
        if wanted in ("exchange", "play"):
            if wanted == "play":
                self.page.wait_for_timeout(DOUBLE_CLICK_MS)  # or it may count as a double click
            self.page.locator(".usable").first.click()
        elif wanted == "open":
            self.page.locator("[data-choice]").last.click()
        else:
            self.page.locator(f"[data-act={wanted}]").click()

    def by_touch(self, wanted: str) -> None:
        """The same with a finger: a card is played by the second tap."""
        if wanted == "play":
            card = self.page.locator(".usable").first
            self.page.wait_for_timeout(DOUBLE_CLICK_MS)  # or it is one with the tap before
            card.tap()
            self.page.locator(".holder.raised").wait_for()
            card.tap()
        elif wanted == "exchange":
            self.page.locator(".usable").first.tap()
        elif wanted == "open":
            self.page.locator("[data-choice]").last.tap()
        else:
            self.page.locator(f"[data-act={wanted}]").tap()

    def by_keyboard(self, wanted: str) -> None:
        """The same with keys alone."""
        keys = self.page.keyboard
        if wanted in ("exchange", "play"):
            keys.press("h")
            for _ in range(20):
                if self.page.evaluate("document.activeElement.classList.contains('usable')"):
                    break
                keys.press("ArrowRight")
            keys.press("Enter")
        elif wanted == "open":
            self.page.locator("[data-choice]").first.focus()
            keys.press("Enter")
        elif wanted == "commit":
            keys.press("y")
        elif wanted in ("next", "go-on", "show-score"):
            keys.press("n")

    def focused(self) -> str:
        """What has the focus: a card, a button, or `nowhere`."""
        return str(self.page.evaluate(FOCUSED))

    def shown(self) -> str:
        """All words on the table."""
        return self.page.locator(".table").inner_text()

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(self.page.evaluate(OVERFLOW))
