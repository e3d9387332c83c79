"""The table options of an edition as fields of the form for a new table, and back."""

from collections.abc import Mapping

from bottleimp.errors import EditionError
from bottleimp.parsing import shorten
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import parse_length
from bottleimp.rules.seating import MAX_AGREED_ROUNDS, MAX_TARGET_SCORE, MatchLength

ROUNDS_FIELD = "rounds"  # the field for a number of rounds that is not among those offered
TARGET_FIELD = "target"  # and for such a target
# The greatest number that each of them takes.
OWN_NUMBER_FIELDS = {ROUNDS_FIELD: MAX_AGREED_ROUNDS, TARGET_FIELD: MAX_TARGET_SCORE}


def option_fields(edition: Edition) -> dict[str, str]:
    """The fields that say the options of an edition; nothing for what its preset says."""
    fields = {}
    for option in edition.options:
        name, _, value = option.partition("=")
        if name == "deck":
            fields["deck"] = value
        elif name == "face-value":
            fields["face_value"] = "no" if value == "no" else "yes"
        elif option == "bga-teams":
            fields["bga_teams"] = "yes"
        elif option == "no-aids":
            fields["no_aids"] = "yes"
        else:
            fields["length"] = option
    return fields


def drop_unused_numbers(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields without a number of rounds or points of one's own that the list does not ask for.

    Where nothing was chosen from the list, a number of rounds counts.
    """
    asked = fields.get("length", "") or ROUNDS_FIELD
    unused = OWN_NUMBER_FIELDS.keys() - {asked}
    return {name: value for name, value in fields.items() if name not in unused}


def is_number_up_to(most: int, typed: str) -> bool:
    """Whether somebody has typed a whole number from 1 to this."""
    is_short = typed.isascii() and typed.isdecimal() and len(typed) <= len(str(most))
    return is_short and 1 <= int(typed) <= most


def chosen_length(fields: Mapping[str, str]) -> MatchLength | None:
    """How long the match is to be, or None where the fields do not say.

    A number of one's own counts where the list says so; one of rounds also where it says nothing.
    Raises EditionError.
    """
    listed = fields.get("length", "")
    own = listed if listed in OWN_NUMBER_FIELDS else ROUNDS_FIELD
    typed = fields.get(own, "").strip()
    try:
        if listed not in ("", own) or not (listed or typed):
            return parse_listed_length(listed)
        found = parse_length(f"{own}={typed}")
    except ValueError:
        found = None
    if found is None:
        raise EditionError("The number of rounds or points is a whole number.")
    return found


def parse_listed_length(listed: str) -> MatchLength | None:
    """The length in a text such as `cycles=2`, None for an empty one.

    Raises EditionError for what is no length, ValueError for what has no number.
    """
    found = parse_length(listed)
    if listed and found is None:
        raise EditionError(
            f"{shorten(listed)!r} is no length of a match, such as cycles=2, rounds=10 or"
            " target=300."
        )
    return found
