"""What is generated from the message types is as they are now."""

import pytest

from scripts import wire_types


@pytest.mark.parametrize("path", wire_types.documents(), ids=lambda path: path.name)
def test_a_generated_file_is_fresh(path):
    hint = "write it anew with: python -m scripts.wire_types"

    assert wire_types.documents()[path] == path.read_text(encoding="utf-8"), hint
