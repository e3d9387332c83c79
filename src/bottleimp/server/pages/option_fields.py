"""The table options of an edition as fields of the form for a new table, and back."""

from collections.abc import Mapping

from bottleimp.errors import EditionError
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import parse_length
from bottleimp.rules.seating import MAX_AGREED_ROUNDS, MatchLength

ROUNDS_FIELD = "rounds"  # the field for a number of rounds that is not among those offered


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


def drop_unused_rounds(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields without a number of rounds where another length was chosen from the list."""
    is_used = fields.get("length", "") in ("", ROUNDS_FIELD)
    return {name: value for name, value in fields.items() if is_used or name != ROUNDS_FIELD}


def is_number_of_rounds(typed: str) -> bool:
    """Whether a match may have so many rounds."""
    is_short = typed.isascii() and typed.isdecimal() and len(typed) <= len(str(MAX_AGREED_ROUNDS))
    return is_short and 1 <= int(typed) <= MAX_AGREED_ROUNDS


def chosen_length(fields: Mapping[str, str]) -> MatchLength | None:
    """How long the match is to be, or None where the fields do not say.

    The number of rounds counts where the list says so, or nothing.  Raises EditionError.
    """
    listed = fields.get("length", "")
    rounds = fields.get(ROUNDS_FIELD, "").strip()
    try:
        if listed not in ("", ROUNDS_FIELD) or not (listed or rounds):
            return parse_length(listed)
        found = parse_length(f"rounds={rounds}")
    except ValueError:
        found = None
    if found is None:
        raise EditionError("The number of rounds is a whole number.")
    return found
