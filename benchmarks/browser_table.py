"""The browser table as a slow phone has it: loading, answers to taps, shifts, work, memory.

    python -m benchmarks.browser_table
    python -m benchmarks.browser_table --sources ../earlier --runs 5

A page of a new visitor is opened in Chromium with a processor slowed down four times, on a screen
of 375 by 667 pixels.  Every measure is taken `--runs` times; the median stands in the table, and
beside it the whole range.  With `--sources` the same is measured for another checkout, in turns
with this one, so that both meet the same noise; its browser table must be bundled.

* *first card*: from the start of the navigation until a card can be chosen, in ms; how many
  requests and how many kilobytes came over the wire until then, with nothing in the cache.
* *slowest answer*: from a tap until the next picture, in ms, the slowest of a round (the longest
  duration of an event, which browsers round to 8 ms).
* *layout shift*: the sum of the shifts of a round, as browsers score them: of those that no tap
  brought, which is the usual figure, and of all.
* *work of a round*: for how long the page kept the processor busy in a round, in ms: altogether,
  with scripts, with finding the style of elements, and with their layout.
* *memory*: the JavaScript heap after each round in megabytes, and how many nodes and listeners the
  page has then, garbage collected.
"""

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from scripts import chromium
from tests.support import server_process
from tests.support.browser.page_memory import MemoryProbe, PageMemory
from tests.support.browser.table_page import TablePage
from tests.support.patience import PATIENCE_MS

SLOWDOWN = 4  # the processor, as web.dev's "mid-tier mobile" is commonly simulated
SCREEN = (375, 667)
PACE = "400"  # ms; cards move, as at a usual table
# What the browser calls the work of a page, and what the table here calls it.
WORK = {
    "TaskDuration": "work of a round, ms",
    "ScriptDuration": "of it scripts",
    "RecalcStyleDuration": "of it style",
    "LayoutDuration": "of it layout",
}
OBSERVERS = """() => {
  window.measured = { first: null, shift: 0, all: 0, slowest: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.measured.all += entry.value;
      if (!entry.hadRecentInput) window.measured.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) {
        window.measured.slowest = Math.max(window.measured.slowest, entry.duration);
      }
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  new MutationObserver((_, observer) => {
    if (document.querySelector(".usable") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.measured.first = performance.now(); }));
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""


@dataclass
class TableMeasures:
    """What was measured of one checkout; each list has one number a run."""

    first_card: list[float] = field(default_factory=list)  # ms
    requests: list[float] = field(default_factory=list)
    kilobytes: list[float] = field(default_factory=list)
    slowest_answer: list[float] = field(default_factory=list)  # ms
    layout_shift: list[float] = field(default_factory=list)
    all_shifts: list[float] = field(default_factory=list)
    work: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in WORK})  # ms
    memory: list[PageMemory] = field(default_factory=list)  # one a round

    def rows(self) -> list[tuple[str, list[float], str]]:
        """Title, numbers and format of each measure."""
        return [
            ("first card, ms", self.first_card, ".0f"),
            ("requests before it", self.requests, ".0f"),
            ("kB before it", self.kilobytes, ".1f"),
            ("slowest answer, ms", self.slowest_answer, ".0f"),
            ("layout shift a round", self.layout_shift, ".3f"),
            ("with shifts after taps", self.all_shifts, ".3f"),
            *((title, self.work[name], ".0f") for name, title in WORK.items()),
        ]

    def memory_rows(self) -> list[tuple[str, list[str]]]:
        """Title and numbers, one a round, of each measure of memory."""
        return [
            ("MB after each round", [f"{one.megabytes:.1f}" for one in self.memory]),
            ("nodes", [f"{one.nodes}" for one in self.memory]),
            ("listeners", [f"{one.listeners}" for one in self.memory]),
        ]


@contextmanager
def phone(browser: Browser) -> Iterator[tuple[BrowserContext, Page, CDPSession]]:
    """A slowed page of a visitor who has never been here."""
    width, height = SCREEN
    with browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.add_init_script(f"({OBSERVERS})()")
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        yield context, page, session


def set_table(browser: Browser, address: str, length: str) -> tuple[str, list[dict[str, object]]]:
    """The address of a new table for one person, and the cookies of who set it."""
    with browser.new_context() as context:
        table = TablePage(context.new_page(), address)
        table.sit_down("classic/4", pace=PACE, length=length)
        cookies = [dict(cookie) for cookie in context.cookies()]
        return table.page.url, cookies


def measure_load(browser: Browser, address: str, into: TableMeasures) -> None:
    """How long until the first card can be chosen, and what came over the wire until then."""
    url, cookies = set_table(browser, address, "rounds=1")
    with phone(browser) as (context, page, session):
        context.add_cookies(cookies)  # type: ignore[arg-type]
        sizes: list[float] = []
        session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
        page.goto(url, wait_until="commit")
        first = page.wait_for_function("() => window.measured.first").json_value()
        into.first_card.append(float(first))
        into.requests.append(len(sizes))
        into.kilobytes.append(sum(sizes) / 1000)


def measure_round(browser: Browser, address: str, into: TableMeasures) -> None:
    """The slowest answer to a tap and the shifts of the layout in one round."""
    url, cookies = set_table(browser, address, "rounds=1")
    with phone(browser) as (context, page, session):
        context.add_cookies(cookies)  # type: ignore[arg-type]
        # Ticks of the thread count what the page does, and not what others do meanwhile.
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(url)
        table = TablePage(page, address)
        before = work_so_far(session)
        table.until("next", "end", act=table.by_touch)
        after = work_so_far(session)
        for name, numbers in into.work.items():
            numbers.append(after[name] - before[name])
        into.slowest_answer.append(float(page.evaluate("() => window.measured.slowest")))
        into.layout_shift.append(float(page.evaluate("() => window.measured.shift")))
        into.all_shifts.append(float(page.evaluate("() => window.measured.all")))


def work_so_far(session: CDPSession) -> dict[str, float]:
    """How long each kind of work has taken since the page began, in ms."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: 1000 * one["value"] for one in metrics if one["name"] in WORK}


def measure_memory(browser: Browser, address: str, rounds: int, into: TableMeasures) -> None:
    """What the page keeps after each of so many rounds at one table."""
    url, cookies = set_table(browser, address, f"rounds={rounds}")
    with browser.new_context(reduced_motion="reduce") as context:
        context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        probe = MemoryProbe(page)
        page.goto(url)
        table = TablePage(page, address)
        for number in range(1, rounds + 1):
            table.until("next", "end", act=table.by_mouse)
            into.memory.append(probe.measure())
            if number < rounds:
                table.by_mouse("next")


def print_results(results: dict[str, TableMeasures]) -> None:
    """Prints the results as a Markdown table, a column for each checkout."""
    names = list(results)
    print("| measure | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for number, (title, _, form) in enumerate(TableMeasures().rows()):
        cells = []
        for name in names:
            numbers = results[name].rows()[number][1]
            low, middle, high = min(numbers), statistics.median(numbers), max(numbers)
            cells.append(f"{middle:{form}} ({low:{form}} to {high:{form}})")
        print(f"| {title} | " + " | ".join(cells) + " |")
    if any(results[name].memory for name in names):
        for rows in zip(*(results[name].memory_rows() for name in names), strict=True):
            cells = [", ".join(numbers) for _, numbers in rows]
            print(f"| {rows[0][0]} | " + " | ".join(cells) + " |")


@contextmanager
def serving(sources: Path) -> Iterator[str]:
    """The address of a server of this checkout, with a data folder of its own."""
    with tempfile.TemporaryDirectory() as data:
        usual, server_process.SOURCES = server_process.SOURCES, sources / "src"
        path, os.environ["PYTHONPATH"] = os.environ.get("PYTHONPATH", ""), str(sources / "src")
        try:
            running = server_process.ServerProcess(Path(data))
        finally:
            server_process.SOURCES, os.environ["PYTHONPATH"] = usual, path
        try:
            yield f"http://127.0.0.1:{running.live.port}"
        finally:
            running.process.kill()
            running.process.wait()


def main() -> int:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="how often each measure is taken")
    parser.add_argument("--rounds", type=int, default=0, help="rounds of the memory run; 0: none")
    parser.add_argument("--sources", type=Path, help="another checkout to measure in turns")
    options = parser.parse_args()
    found = chromium.find_chromium()
    if found is None:
        print("There is no Chromium; set BOTTLEIMP_CHROMIUM to its path.", file=sys.stderr)
        return 2
    checkouts = {"here": Path(__file__).parents[1]}
    if options.sources is not None:
        checkouts[options.sources.name] = options.sources.resolve()
    results = {name: TableMeasures() for name in checkouts}
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=str(found), args=chromium.launch_arguments()
        )
        stack.callback(browser.close)
        addresses = {name: stack.enter_context(serving(path)) for name, path in checkouts.items()}
        for _ in range(options.runs):
            for name, address in addresses.items():
                measure_load(browser, address, results[name])
                measure_round(browser, address, results[name])
        for name, address in addresses.items():
            if options.rounds:
                measure_memory(browser, address, options.rounds, results[name])
    print_results(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
