"""Forms that visitors send, read within limits."""

from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from bottleimp.server.access.security import is_cross_site

MAX_BODY_BYTES = 8192
MAX_FIELDS = 50
FORM_MEDIA_TYPE = "application/x-www-form-urlencoded"


async def limited_body(request: Request, most: int = MAX_BODY_BYTES) -> bytes | None:
    """What was sent, or None if it is too large; HTTPException where its end does not come."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                return None
    except ClientDisconnect:  # nobody reads the answer
        raise HTTPException(400) from None
    return bytes(body)


async def form_fields(request: Request) -> dict[str, str]:
    """The fields of a posted form; raises HTTPException for what is foreign, large or no form."""
    if is_cross_site(request):
        raise HTTPException(403)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM_MEDIA_TYPE:
        raise HTTPException(415)
    body = await limited_body(request)
    if body is None:
        raise HTTPException(413)
    try:
        pairs = parse_qsl(
            body.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS,
            errors="strict",
        )  # fmt: skip
    except ValueError as problem:
        raise HTTPException(400) from problem
    return dict(pairs)


def guide_fragment(fields: dict[str, str]) -> str:
    """The end of the address of a table that begins with the guide."""
    return "#guide" if fields.get("guide") == "yes" else ""
