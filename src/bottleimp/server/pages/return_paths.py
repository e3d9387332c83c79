"""Where a visitor goes back to after the settings."""

from starlette.datastructures import URL
from starlette.requests import Request

# Pages whose forms are posted elsewhere; what answers a form cannot be gone back to.
FORMS = {"/tables": "/new", "/quick": "/new"}


def safe_redirect_path(path: str) -> str:
    """The path if it is one of this site, else the front page."""
    url = URL(path)
    is_own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_own and not url.netloc and path.isprintable() else "/"


def path_to_come_back_to(request: Request) -> str:
    """The page that is shown, with its query; where it answers a form, the page of the form."""
    path, query = request.url.path, request.url.query
    if request.method not in ("GET", "HEAD"):
        return FORMS.get(path, "/")
    return f"{path}?{query}" if query else path
