"""Files for the browser, under names that carry a hash of their content."""

import json
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parents[1] / "static"
ONE_YEAR = 365 * 24 * 60 * 60
IMMUTABLE = f"public, max-age={ONE_YEAR}, immutable"
MANIFEST = "manifest.json"
FAVICON = "favicon.ico"
IMPORTED_PART = re.compile(r"""["']\./(chunk-[0-9A-Z]+\.js)["']""")
FOUND, ONE_DAY = 302, 24 * 60 * 60


@cache
def manifest() -> dict[str, str]:
    """Name in the sources -> name in `static/`; empty when nothing was bundled."""
    try:
        content = json.loads((STATIC / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {str(name): str(hashed) for name, hashed in content.items()}


def static_url(name: str) -> str:
    """The address of a bundled file."""
    return f"/static/{manifest().get(name, name)}"


@cache
def static_parts(name: str) -> tuple[str, ...]:
    """The addresses of all files that a bundled script imports, so that none is asked for late."""
    found: list[str] = []
    left = [manifest().get(name, name)]
    while left:
        file = STATIC / left.pop()
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        new = [part for part in IMPORTED_PART.findall(text) if part not in found]
        found += dict.fromkeys(new)
        left += new
    return tuple(f"/static/{part}" for part in found)


async def favicon(_request: Request) -> Response:
    """Where the icon is, for browsers that ask for it at the address that is usual."""
    response = RedirectResponse(static_url(FAVICON), FOUND)
    response.headers["Cache-Control"] = f"public, max-age={ONE_DAY}"
    return response


class HashedStaticFiles(StaticFiles):
    """Serves the bundled files, and nothing else, for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if path in manifest().values():
            response.headers["Cache-Control"] = IMMUTABLE
        return response
