"""Plots as SVG text: bars with intervals, and curves; readable on light and dark pages."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote
from xml.sax.saxutils import escape, unescape

WIDTH = 720
LABEL_WIDTH = 230  # room for names, or more where a longer one needs it
LETTER_WIDTH = 7.2  # of names, on average
MARGIN = 16
ROW_HEIGHT = 24
HEADER_HEIGHT = 34
FOOTER_HEIGHT = 40
PANEL_HEIGHT = 200
TARGET_TICKS = 6  # about so many
NICE_STEPS = (1, 2, 5, 10)
AXIS_WIDTH = 52  # room for numbers beside a curve
MIN_SPAN = 1e-9
STYLE = """\
<style>
svg { --ink: #1f2328; --faint: #8c959f; --bar: #2f6fb5; --mark: #1f2328; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e6edf3; --faint: #6e7681; --bar: #5b9bd9; --mark: #e6edf3; }
}
text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.title { font-weight: 600; }
.small { font-size: 11px; }
.grid { stroke: var(--faint); stroke-width: 0.5; }
.bar { fill: var(--bar); }
.mark { stroke: var(--mark); stroke-width: 1.5; fill: none; }
.curve { stroke: var(--bar); stroke-width: 2; fill: none; }
</style>
"""


@dataclass(frozen=True)
class Bar:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Curve:
    """A name and its points, by rising x; `half_widths` are those of their intervals, if any."""

    name: str
    points: Sequence[tuple[float, float]]
    half_widths: Sequence[float] = ()


class Picture(str):
    """SVG text, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        title = re.search("<title>(.*)</title>", self)
        words = escape_attribute(unescape(title[1])) if title else ""
        return f'<img alt="{words}" src="data:image/svg+xml,{quote(self)}">'


def bar_chart(title: str, unit: str, rows: Sequence[Bar]) -> Picture:
    """A horizontal bar for each value, its interval drawn across the end."""
    finite = [x for row in rows for x in (row.value, row.low, row.high) if math.isfinite(x)]
    ticks = nice_ticks(min([0.0, *finite]), max([0.0, *finite]))
    longest = max((len(row.label) for row in rows), default=0)
    left, right = max(LABEL_WIDTH, round(longest * LETTER_WIDTH) + MARGIN), WIDTH - MARGIN
    height = HEADER_HEIGHT + ROW_HEIGHT * len(rows) + FOOTER_HEIGHT

    def x(value: float) -> float:
        share = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return left + min(max(share, 0), 1) * (right - left)

    bottom = HEADER_HEIGHT + ROW_HEIGHT * len(rows)
    parts = [svg_text(MARGIN, 20, title, "title")]
    for tick in ticks:
        parts.append(svg_line(x(tick), HEADER_HEIGHT - 6, x(tick), bottom, "grid"))
        parts.append(svg_text(x(tick), bottom + 14, f"{tick:g}", "small", "middle"))
    for number, row in enumerate(rows):
        top = HEADER_HEIGHT + ROW_HEIGHT * number
        start, end = sorted((x(0), x(row.value)))
        middle = top + ROW_HEIGHT / 2 - 3
        parts.append(svg_text(left - 8, top + 13, row.label, "", "end"))
        parts.append(
            f'<rect class="bar" x="{start:.1f}" y="{top:.1f}" width="{end - start:.1f}"'
            f' height="{ROW_HEIGHT - 6}"/>'
        )
        parts.append(svg_line(x(row.low), middle, x(row.high), middle, "mark"))
        parts += [
            svg_line(x(at), middle - 4, x(at), middle + 4, "mark") for at in (row.low, row.high)
        ]
    parts.append(svg_text((left + right) / 2, height - 8, unit, "small", "middle"))
    return svg_document(title, height, parts)


def line_chart(title: str, x_label: str, panels: Sequence[Curve]) -> Picture:
    """One curve below the other, over the same x."""
    xs = [at for panel in panels for at, _ in panel.points]
    across = nice_ticks(min(xs), max(xs))
    left, right = AXIS_WIDTH, WIDTH - MARGIN
    height = HEADER_HEIGHT + PANEL_HEIGHT * len(panels) + FOOTER_HEIGHT
    parts = [svg_text(MARGIN, 20, title, "title")]
    for number, panel in enumerate(panels):
        top = HEADER_HEIGHT + PANEL_HEIGHT * number + ROW_HEIGHT
        bottom = HEADER_HEIGHT + PANEL_HEIGHT * (number + 1) - ROW_HEIGHT
        widths = panel.half_widths or [0.0] * len(panel.points)
        spans = [(y - half, y + half) for (_, y), half in zip(panel.points, widths, strict=True)]
        up = nice_ticks(min(low for low, _ in spans), max(high for _, high in spans))
        parts.append(svg_text(left, top - 6, panel.name, "small"))
        for tick in up:
            y = bottom - (tick - up[0]) / (up[-1] - up[0]) * (bottom - top)
            parts.append(svg_line(left, y, right, y, "grid"))
            parts.append(svg_text(left - 6, y + 4, f"{tick:g}", "small", "end"))
        for tick in across:
            x = left + (tick - across[0]) / (across[-1] - across[0]) * (right - left)
            parts.append(svg_text(x, bottom + 14, si_number(tick), "small", "middle"))
        places = [
            left + (at - across[0]) / (across[-1] - across[0]) * (right - left)
            for at, _ in panel.points
        ]
        levels = [
            [bottom - (y - up[0]) / (up[-1] - up[0]) * (bottom - top) for y in (value, *span)]
            for (_, value), span in zip(panel.points, spans, strict=True)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, (y, _, _) in zip(places, levels, strict=True))
        parts.append(f'<polyline class="curve" points="{path}"/>')
        if panel.half_widths:
            parts += [
                svg_line(x, low, x, high, "mark")
                for x, (_, low, high) in zip(places, levels, strict=True)
            ]
    parts.append(svg_text((left + right) / 2, height - 8, x_label, "small", "middle"))
    return svg_document(title, height, parts)


def svg_document(title: str, height: float, parts: Sequence[str]) -> Picture:
    """The parts as a document."""
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}"'
        f' width="{WIDTH}" height="{height:g}" role="img" aria-label="{escape_attribute(title)}">\n'
        f"<title>{escape(title)}</title>\n{STYLE}" + "\n".join(parts) + "\n</svg>\n"
    )


def svg_text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a place."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(words)}</text>'


def svg_line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def escape_attribute(words: str) -> str:
    """Words as they may stand between quotation marks."""
    return escape(words, {'"': "&quot;"})


def nice_ticks(low: float, high: float) -> list[float]:
    """Round numbers, evenly spaced, from at most the low to at least the high one."""
    span = max(high - low, MIN_SPAN, abs(high) * MIN_SPAN)
    power = 10.0 ** math.floor(math.log10(span / TARGET_TICKS))
    step = next(
        (n * power for n in NICE_STEPS if n * power * TARGET_TICKS >= span), NICE_STEPS[-1] * power
    )
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(number * step, 12) for number in range(first, max(last, first + 1) + 1)]


def si_number(number: float) -> str:
    """A number in few letters: 2.5M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(number) >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"
