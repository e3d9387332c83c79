"""What brings others to a table: its address, and pictures of addresses to scan."""

from urllib.parse import urlsplit

import segno
from starlette.requests import HTTPConnection

from bottleimp.server.access.addresses import is_loopback
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.settings.listening import http_url, lan_address

BORDER = 3  # in squares
DARK, LIGHT = "#000", "#fff"


def address_for_others(connection: HTTPConnection, settings: ServerSettings) -> str:
    """The address that others type, without a slash at its end.

    It is the public one where the host has named one; in the local network that of this machine;
    else the one at which the visitor has reached the server.
    """
    if settings.url:
        return settings.url.rstrip("/")
    here = urlsplit(str(connection.base_url))
    if settings.lan and is_local_host(here.hostname or ""):
        return http_url(lan_address(), here.port or 80).rstrip("/")
    return f"{here.scheme}://{here.netloc}"


def is_local_host(host: str) -> bool:
    """Whether other devices find nothing under this host."""
    return host == "localhost" or is_loopback(host)


def qr_code_svg(text: str) -> str:
    """The text as a QR code: an SVG element, without style or script."""
    code = segno.make(text, error="m", micro=False)
    return str(
        code.svg_inline(
            border=BORDER, dark=DARK, light=LIGHT, omitsize=True, svgclass=None, lineclass=None
        )
    )


def qr_code_svg_file(text: str) -> str:
    """The same as a file of its own."""
    return qr_code_svg(text).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
