"""Many pictures on one, so that they can be looked at together."""

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser

WIDTH = 1500
# How many pixels of a sheet a picture takes, whatever its shape.
AREA = 105_000
STYLE = (
    "<style>body{display:flex;flex-wrap:wrap;gap:8px;margin:8px;font:12px sans-serif}"
    "figure{margin:0}img{display:block}</style>"
)
# Gives every picture the same area, and none more pixels than it has.
SHRINK = """(area) => {
  for (const image of document.images) {
    const { naturalWidth: width, naturalHeight: height } = image;
    image.width = Math.round(width * Math.min(1, Math.sqrt(area / (width * height))));
  }
}"""


def make_contact_sheet(browser: Browser, pictures: Iterable[Path], sheet: Path) -> None:
    """Puts the pictures, each with its name below, on one sheet."""
    figures = "".join(
        f"<figure><img src='{picture.resolve().as_uri()}'>"
        f"<figcaption>{picture.stem}</figcaption></figure>"
        for picture in pictures
    )
    source = sheet.with_suffix(".html")
    source.write_text(STYLE + figures, encoding="utf-8")
    page = browser.new_page(viewport={"width": WIDTH, "height": 400})
    page.goto(source.resolve().as_uri())
    page.evaluate(SHRINK, AREA)
    page.screenshot(path=sheet, full_page=True)
    page.close()
    source.unlink()
