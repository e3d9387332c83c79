"""What a screen reader says at a page, in order: announcements, and the names of what gets focus.

A script in the page watches the live regions and the focus. It computes names as browsers do, as
far as this project's pages need; a test compares them with those of Chromium.
"""

import json
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Page

from tests.support.browser.table_page import TablePage

Kind = Literal["key", "focus", "says", "lost"]

# Noted as `lost` is what is announced behind an open dialog, where no screen reader hears it.
SCRIPT = r"""(() => {
  const heard = window.heard = [];
  const isHidden = (element) =>
    element.closest("[aria-hidden=true], [inert]") !== null || !element.checkVisibility();
  const byIds = (ids) => (ids ?? "").split(/\s+/).filter((id) => id !== "")
    .map((id) => document.getElementById(id)).filter((one) => one !== null);
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  const inside = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (!(node instanceof Element) || node.ariaHidden === "true") return "";
    if (!node.checkVisibility()) return "";
    if (node.ariaLabel) return ` ${node.ariaLabel} `;
    const isBlock = !getComputedStyle(node).display.startsWith("inline");
    const text = [...node.childNodes].map(inside).join("");
    return isBlock ? ` ${text} ` : text;
  };
  const name = (element) => {
    const labels = byIds(element.getAttribute("aria-labelledby"));
    const text = labels.length > 0
      ? labels.map((one) => tidy(one.textContent)).join(" ")
      : element.ariaLabel ?? (element.labels?.length
        ? [...element.labels].map(inside).join(" ")
        : inside(element) || element.title || "");
    return tidy(text);
  };
  const role = (element) => element.getAttribute("role") ?? ({
    A: "link", BUTTON: "button", H1: "heading", H2: "heading", H3: "heading",
    SECTION: "region", NAV: "navigation", DIALOG: "dialog", UL: "list", OL: "list",
    SUMMARY: "summary", SELECT: "list of choices", TEXTAREA: "field", INPUT: element.type,
  })[element.tagName] ?? "";
  const states = (element) => [
    element.ariaPressed === "true" ? "pressed" : "",
    element.ariaPressed === "false" ? "not pressed" : "",
    element.ariaExpanded === "true" ? "expanded" : "",
    element.ariaExpanded === "false" ? "collapsed" : "",
    element.ariaDisabled === "true" ? "unavailable" : "",
    element.checked === true ? "checked" : element.checked === false ? "not checked" : "",
    element.getAttribute("aria-keyshortcuts") ?? "",
  ].filter((one) => one !== "");
  const GROUPS = "section, nav, dialog, aside, [role=group], ul[aria-labelledby]";
  const groups = (element) => {
    const found = [];
    for (let one = element.parentElement?.closest(GROUPS); one;
      one = one.parentElement?.closest(GROUPS)) {
      if (name(one) !== "" && (one.ariaLabel || one.hasAttribute("aria-labelledby"))) {
        found.unshift(one);
      }
    }
    return found;
  };
  let around = [];
  let last = null;
  document.addEventListener("focusin", ({ target }) => {
    if (target === last) return;
    last = target;
    const now = groups(target);
    const entered = now.filter((one) => !around.includes(one)).map(name);
    around = now;
    const described = byIds(target.getAttribute("aria-describedby")).map(inside).map(tidy);
    const words = [...entered, name(target), role(target), ...states(target), ...described];
    heard.push(["focus", words.filter((one) => one !== "").join(", "), name(target)]);
  });
  document.addEventListener("focusout", () => { last = null; });
  const LIVE = "[role=log], [role=status], [role=alert], [aria-live]";
  const tell = (region, text) => {
    if (text === "") return;
    const modal = document.querySelector("dialog:modal");
    const isLost = isHidden(region) || (modal !== null && !modal.contains(region));
    heard.push([isLost ? "lost" : "says", text, ""]);
  };
  new MutationObserver((records) => {
    const whole = new Set();
    for (const { target, addedNodes, type } of records) {
      const at = target instanceof Element ? target : target.parentElement;
      const region = at?.closest(LIVE);
      if (region?.getAttribute("role") === "log") {
        for (const node of addedNodes) {
          if (node instanceof Element) tell(region, tidy(inside(node)));
        }
        if (type === "characterData") tell(region, tidy(inside(target.parentElement)));
      } else if (region) {
        whole.add(region);
      }
      for (const node of addedNodes) {
        if (node instanceof Element && node.matches("[role=alert]")) whole.add(node);
      }
    }
    for (const region of whole) if (region.isConnected) tell(region, tidy(inside(region)));
  }).observe(document, { childList: true, characterData: true, subtree: true });
})();"""
TAKE = "() => window.heard.splice(0)"


class Heard(NamedTuple):
    """Something that is heard, or the key that was pressed before it."""

    kind: Kind
    text: str
    name: str = ""  # of what got the focus, without its role and the rest


class ScreenReader:
    """Notes what is heard at a page, from its next visit on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[Heard] = []
        page.add_init_script(SCRIPT)

    def press(self, key: str) -> None:
        """Presses a key, and notes that."""
        self.listen()
        self.heard.append(Heard("key", key))
        self.page.keyboard.press(key)

    def listen(self) -> list[Heard]:
        """Everything that has been heard so far."""
        self.heard += [Heard(*one) for one in self.page.evaluate(TAKE)]
        return self.heard

    @property
    def announcements(self) -> list[str]:
        """What the live regions have told."""
        return [one.text for one in self.listen() if one.kind == "says"]


def computed_name(page: Page) -> str:
    """The name that Chromium gives to what has the focus."""
    session = page.context.new_cdp_session(page)
    try:
        found = session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        nodes: list[dict[str, Any]] = session.send(
            "Accessibility.getPartialAXTree",
            {"objectId": found["result"]["objectId"], "fetchRelatives": False},
        )["nodes"]
        return " ".join(str(nodes[0].get("name", {}).get("value", "")).split())
    finally:
        session.detach()


IS_USABLE = "() => document.activeElement.matches('.usable')"
IS_CARD = "() => document.activeElement.matches('[data-card]')"
MOST_CARDS = 20


class Listener:
    """Someone at a table who sees nothing: plays with keys alone, and goes by what is heard."""

    def __init__(self, table: TablePage, announced: str = "all") -> None:
        self.table = table
        self.reader = ScreenReader(table.page)
        self.events: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        table.page.context.add_cookies(
            [
                {
                    "name": "bottle_settings",
                    "value": f"announcements={announced}",
                    "url": table.address,
                }
            ]
        )
        table.page.on("websocket", lambda socket: socket.on("framereceived", self._receive))

    def _receive(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "ev":
            self.events.append(message)
        self.view = message.get("view") or self.view

    def play_round(self, edition: str, **fields: str) -> list[Heard]:
        """Plays a round of the edition to its end; what was heard, and the keys between."""
        self.table.sit_down(edition, **fields)
        self.table.until("next", "end", act=self.act)
        self.table.page.locator(".score").wait_for()
        return self.reader.listen()

    def act(self, wanted: str) -> None:
        """Does the first thing that can be done."""
        if wanted in ("exchange", "play"):
            self._find_card()
            self.reader.press("Enter")
        elif wanted == "open":
            self.table.page.locator("[data-choice]").first.focus()
            self.reader.press("Enter")
        elif wanted == "commit":
            self.reader.press("y")

    def _find_card(self) -> None:
        """Goes through the hand until a card can be used."""
        if not self.table.page.evaluate(IS_CARD):
            self.reader.press("h")
        for _ in range(MOST_CARDS):
            if self.table.page.evaluate(IS_USABLE):
                return
            self.reader.press("ArrowRight")

    @property
    def plays(self) -> list[tuple[str, str]]:
        """Who played which card in the round, as the server has told it."""
        table, players = self.view["table"], self.view["players"]
        suits = {suit["s"]: suit["name"] for suit in table["suits"]}
        cards = {
            card["c"]: f"{card['c'].replace('.5', '½')}, {suits[card['s']]}"
            for card in table["deck"]
        }
        names = [
            "You" if number == self.view["you"] else player["name"]
            for number, player in enumerate(players)
        ]
        return [
            (names[event["player"]], cards[event["card"]])
            for event in self.events
            if event["k"] == "play"
        ]
