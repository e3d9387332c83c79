"""What makes the site an app: its manifest, its service worker, the page without a connection.

offline.html      nothing of its own
"""

import hashlib
import json
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bottleimp.languages.language import Language
from bottleimp.server.pages.assets import STATIC, manifest, static_url
from bottleimp.server.pages.page_templates import Render
from bottleimp.server.pages.preferences import LanguageOf

SERVICE_WORKER = "service_worker.js"
HASH_LENGTH = 12
BACKGROUND = "#163029"  # of the icons, and of the screen while the app starts


class WebAppPages:
    """The endpoints; `render` draws a template."""

    def __init__(self, render: Render, language_of: LanguageOf) -> None:
        self._render = render
        self._language_of = language_of

    async def manifest(self, request: Request) -> Response:
        """What a phone needs to put the site on its home screen (W3C Web Application Manifest)."""
        content = json.dumps(app_manifest(self._language_of(request)), ensure_ascii=False)
        return Response(
            content,
            media_type="application/manifest+json",
            headers={"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"},
        )

    async def service_worker(self, _request: Request) -> Response:
        """The service worker, which browsers ask for at this one address again and again."""
        return Response(
            service_worker_script(),
            media_type="text/javascript",
            headers={"Cache-Control": "no-cache"},
        )

    async def offline(self, request: Request) -> Response:
        """The page that a browser keeps, and shows in place of one that cannot be had."""
        return self._render(request, "offline.html", {})


def app_manifest(language: Language) -> dict[str, object]:
    """The manifest, in this language."""
    name = language.gettext("Bottle Imp")
    return {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": language.gettext(
            "A trick-taking card game about a bottle that must be sold for less than it cost."
        ),
        "lang": language.code,
        "dir": language.direction,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "categories": ["games"],
        "icons": [
            _icon("app-icon-192.png", 192, "any"),
            _icon("app-icon-512.png", 512, "any"),
            _icon("app-icon-maskable-512.png", 512, "maskable"),
        ],
        "shortcuts": [
            {"name": language.gettext("New table"), "url": "/new"},
            {"name": language.gettext("Join"), "url": "/join"},
            {"name": language.gettext("Learn"), "url": "/learn"},
        ],
    }


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static_url(name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@cache
def service_worker_script() -> str:
    """The bundled script; before it a hash of all that was bundled, so that each version differs.

    Raises HTTPException (404) where nothing was bundled.
    """
    names = manifest()
    if SERVICE_WORKER not in names:
        raise HTTPException(404)
    version = hashlib.sha256("\n".join(sorted(names.values())).encode()).hexdigest()[:HASH_LENGTH]
    script = (STATIC / names[SERVICE_WORKER]).read_text(encoding="utf-8")
    return f'const BUNDLE = "{version}";\n{script}'
