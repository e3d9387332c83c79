"""The HTTP status of each refusal, and when it is worth another try."""

from bottleimp.protocol.refusals import RefusalCode

CONFLICT = 409

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
    RefusalCode.BAD_TABLE: 422,
    RefusalCode.TOO_FAST: 429,
    RefusalCode.TOO_MANY: 429,
    RefusalCode.SERVER_ERROR: 500,
    RefusalCode.BUSY: 503,
}
# Seconds after which it is worth another try, unless the refusal says so itself.
RETRY_AFTER = {RefusalCode.TOO_FAST: 1, RefusalCode.TOO_MANY: 60, RefusalCode.BUSY: 60}

# The other way round, for what fails before any endpoint can refuse it.
ERROR_CODES = {
    404: RefusalCode.NOT_FOUND,
    500: RefusalCode.SERVER_ERROR,
    503: RefusalCode.SERVER_ERROR,
}
