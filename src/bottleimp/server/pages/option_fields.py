"""The table options of an edition as fields of the form for a new table, and back."""

from collections.abc import Mapping

from bottleimp.errors import EditionError
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import length_in
from bottleimp.rules.seating import Length

ROUNDS = "rounds"  # the field for a number of rounds that is not among those offered


def option_fields(given: Edition) -> dict[str, str]:
    """The fields that say the options of an edition; nothing for what its preset says."""
    fields = {}
    for option in given.options:
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


def without_unused_rounds(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields without a number of rounds where another length was chosen from the list."""
    is_used = fields.get("length", "") in ("", ROUNDS)
    return {name: value for name, value in fields.items() if is_used or name != ROUNDS}


def chosen_length(fields: Mapping[str, str]) -> Length | None:
    """How long the match is to be, or None where the fields do not say.

    The number of rounds counts where the list says so, or nothing.  Raises EditionError.
    """
    listed = fields.get("length", "")
    rounds = fields.get(ROUNDS, "").strip()
    try:
        if listed not in ("", ROUNDS) or not (listed or rounds):
            return length_in(listed)
        found = length_in(f"rounds={rounds}")
    except ValueError:
        found = None
    if found is None:
        raise EditionError("The number of rounds is a whole number.")
    return found
