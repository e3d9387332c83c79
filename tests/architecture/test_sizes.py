"""How large what people install may become; a megabyte is a million bytes."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.support.sources import repository

MEGABYTE = 1_000_000
WHEEL = 10 * MEGABYTE
NETWORK = 3 * MEGABYTE
REST = 1 * MEGABYTE  # of the wheel: all that is no network
NETWORKS = sorted((repository.PACKAGE / "players" / "networks").glob("*.npz"))
NOT_PACKED = "__pycache__"


def packed() -> int:
    """The size of the package in a wheel, which is a deflated zip file."""
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as wheel:
        for path in repository.PACKAGE.rglob("*"):
            inside = path.relative_to(repository.PACKAGE)
            if path.is_file() and NOT_PACKED not in inside.parts:
                wheel.write(path, str(inside))
    return len(target.getvalue())


@pytest.mark.parametrize("network", NETWORKS, ids=lambda path: path.stem)
def test_a_network_takes_at_most_three_megabytes(network) -> None:
    assert network.stat().st_size <= NETWORK


def test_the_networks_leave_room_for_the_rest_in_a_wheel_of_ten_megabytes() -> None:
    assert NETWORKS
    assert sum(network.stat().st_size for network in NETWORKS) <= WHEEL - REST


def test_the_package_makes_a_wheel_of_at_most_ten_megabytes() -> None:
    assert packed() <= WHEEL
