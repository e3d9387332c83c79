"""Why a file cannot be written, in the person's language."""

import errno
from gettext import NullTranslations

from bottleimp.messages import N_

NOT_ALLOWED = N_("this is not allowed")
REASONS = {
    getattr(errno, "EDQUOT", -1): N_("no space is left for you on the disk"),  # not on Windows
    errno.ENOSPC: N_("no space is left on the disk"),
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.EROFS: N_("nothing can be written there"),
    errno.ENOENT: N_("the folder is not there any more"),
}


def problem_text(problem: OSError, catalogue: NullTranslations) -> str:
    """The reason, to stand after a colon; in the words of the system where it is a rare one."""
    reason = REASONS.get(problem.errno or 0)
    return (problem.strerror or str(problem)) if reason is None else catalogue.gettext(reason)


def unsaved_match_text(problem: OSError, catalogue: NullTranslations) -> str:
    """Says why the match cannot be kept as it is now."""
    said = catalogue.gettext("This match cannot be kept: {problem}.")
    return said.format(problem=problem_text(problem, catalogue))


def lost_match_text(problem: OSError, catalogue: NullTranslations) -> str:
    """Says why the match that was left was not kept as it was."""
    said = catalogue.gettext("This match could not be kept: {problem}.")
    return said.format(problem=problem_text(problem, catalogue))


def unsaved_settings_text(problem: OSError, catalogue: NullTranslations) -> str:
    """Says that settings count until the program ends, and why no longer."""
    said = catalogue.gettext("Your settings cannot be kept: {problem}.")
    return said.format(problem=problem_text(problem, catalogue))
