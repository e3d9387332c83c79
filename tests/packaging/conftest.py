"""The wheel that several modules install and look into."""

import pytest

from tests.support.packaging import installation


@pytest.fixture(scope="module")
def built_wheel(tmp_path_factory):
    """The wheel, built from an unpacked source distribution."""
    source = installation.source_distribution(tmp_path_factory.mktemp("source"))
    return installation.wheel(source, tmp_path_factory.mktemp("wheel"))
