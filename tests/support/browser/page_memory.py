"""What a page keeps in memory."""

from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True)
class PageMemory:
    """What a page keeps once its garbage is collected."""

    megabytes: float  # of the JavaScript heap
    nodes: int
    listeners: int


class MemoryProbe:
    """Measures the memory of a page."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")

    def measure(self) -> PageMemory:
        """The memory of now; garbage is collected twice, as what is freed may free more."""
        for _ in range(2):
            self._session.send("HeapProfiler.collectGarbage")
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        values = {metric["name"]: metric["value"] for metric in metrics}
        return PageMemory(
            megabytes=values["JSHeapUsedSize"] / 1e6,
            nodes=int(values["Nodes"]),
            listeners=int(values["JSEventListeners"]),
        )
