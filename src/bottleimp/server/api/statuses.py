"""The HTTP status of each refusal, and when it is worth another try."""

from starlette.requests import Request

from bottleimp.protocol.refusals import RefusalCode, Refused

METHOD_NOT_ALLOWED, CONFLICT = 405, 409

# What the rules forbid, and what comes too late, is a conflict with the table as it is.
STATUSES = {
    RefusalCode.BAD_MESSAGE: 400,
    RefusalCode.UNKNOWN_COMMAND: 400,
    RefusalCode.UNKNOWN_GUEST: 401,
    RefusalCode.NOT_ALLOWED: 403,
    RefusalCode.NO_HINTS: 403,
    RefusalCode.ANOTHER_SITE: 403,
    RefusalCode.NOT_FOUND: 404,
    RefusalCode.NO_SUCH_ROUND: 404,
    RefusalCode.NO_SUCH_PLAYER: 404,
    RefusalCode.NO_CHOICE: 404,
    RefusalCode.TOO_LARGE: 413,
    RefusalCode.NOT_JSON: 415,
    RefusalCode.WRONG_HOST: 421,
    RefusalCode.BAD_TABLE: 422,
    RefusalCode.BAD_RECORD: 422,
    RefusalCode.NO_RECORD: 422,
    RefusalCode.UNFINISHED_RECORD: 422,
    RefusalCode.SEVERAL_MATCHES: 422,
    RefusalCode.TOO_FAST: 429,
    RefusalCode.TOO_MANY: 429,
    RefusalCode.SERVER_ERROR: 500,
    RefusalCode.BUSY: 503,
    RefusalCode.UNAVAILABLE: 503,
}
# Seconds after which it is worth another try, unless the refusal says so itself.
RETRY_AFTER = {RefusalCode.TOO_FAST: 1, RefusalCode.TOO_MANY: 60, RefusalCode.BUSY: 60}

# The other way round, for what fails before any endpoint can refuse it.
ERROR_CODES = {
    404: RefusalCode.NOT_FOUND,
    500: RefusalCode.SERVER_ERROR,
    503: RefusalCode.UNAVAILABLE,
}


def refusal_of_error(request: Request, status: int) -> Refused:
    """The refusal with this status where there is no such endpoint, or not for this method."""
    if status == METHOD_NOT_ALLOWED:
        methods = " or ".join(sorted(request.scope["route"].methods - {"HEAD"}))
        return Refused(RefusalCode.BAD_MESSAGE, f"this address takes {methods}")
    return Refused(ERROR_CODES.get(status, RefusalCode.BAD_MESSAGE))
