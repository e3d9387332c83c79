"""JSON for which the package has no types: lines of the log, match files, stored logs, schemas."""

from typing import Any

Json = dict[str, Any]  # Any: whatever JSON may hold
