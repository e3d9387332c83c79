"""What makes the site an app: manifest, icons, service worker, the page without a connection."""

import json
import re
import struct
from pathlib import Path

from bottleimp.server.pages.assets import STATIC
from tests.support.live_server import Live

TOKENS = Path(__file__).parents[3] / "web" / "styles" / "tokens.css"
PNG_SIZE = struct.Struct(">II")


def manifest(live: Live, language: str = "en") -> dict[str, object]:
    """The manifest in this language."""
    answer = live.request("GET", "/app.webmanifest", headers={"Accept-Language": language})
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("application/manifest+json")
    content: dict[str, object] = json.loads(answer.text)
    return content


def test_the_icons_have_the_sizes_that_the_manifest_tells(live: Live) -> None:
    icons = manifest(live)["icons"]
    assert isinstance(icons, list)
    sizes = {}
    for icon in icons:
        assert live.request("HEAD", icon["src"]).status == 200
        picture = (STATIC / Path(icon["src"]).name).read_bytes()
        width, height = PNG_SIZE.unpack(picture[16:24])
        sizes[icon["purpose"], icon["sizes"]] = f"{width}x{height}"

    assert sizes == {key: key[1] for key in sizes}
    assert set(sizes) == {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}


def test_the_manifest_speaks_the_language_of_the_visitor(live: Live) -> None:
    english, german = manifest(live), manifest(live, "de")

    assert (english["lang"], german["lang"]) == ("en", "de")
    assert english["description"] != german["description"]


def test_every_address_of_the_manifest_is_a_page(live: Live) -> None:
    content = manifest(live)
    shortcuts = content["shortcuts"]
    assert isinstance(shortcuts, list)
    paths = [str(content["start_url"]), *(shortcut["url"] for shortcut in shortcuts)]

    assert [live.request("GET", path).status for path in paths] == [200] * len(paths)


def test_the_service_worker_is_asked_for_anew_and_differs_with_the_bundle(live: Live) -> None:
    answer = live.request("GET", "/service-worker.js")

    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert re.match(r'const BUNDLE = "[0-9a-f]{12}";\n', answer.text)


def test_phones_draw_the_colour_of_the_page_around_it(live: Live) -> None:
    found = re.search(
        r"--background: light-dark\((#\w+), (#\w+)\)", TOKENS.read_text(encoding="utf-8")
    )
    assert found is not None
    page = live.request("GET", "/offline").text

    colours = re.findall(r'<meta name="theme-color" content="(#\w+)"', page)
    assert colours == [found[1], found[2]]
