"""On which address a server listens, and what is said where it cannot."""

import errno
import socket

import pytest

from bottleimp.server.settings.config import ALL_INTERFACES, LOOPBACK
from bottleimp.server.settings.listening import ListenError, bind_socket, open_listening_socket

ELSEWHERE = "192.0.2.1"  # kept for documentation, so no machine has it


@pytest.mark.parametrize("port", [None, 0])
def test_an_address_of_another_machine_is_named_and_not_the_port(port: int | None) -> None:
    with pytest.raises(ListenError) as refused:
        bind_socket(port, ELSEWHERE)

    assert str(refused.value) == (
        f"{ELSEWHERE} is no address of this machine; choose another with --host."
    )


@pytest.mark.parametrize(("lan", "heard"), [(True, ALL_INTERFACES), (False, LOOPBACK)])
def test_a_server_for_the_local_network_listens_on_every_address(lan: bool, heard: str) -> None:
    with open_listening_socket(0, LOOPBACK, lan=lan).sock as listening:
        assert listening.getsockname()[0] == heard


def test_a_machine_without_this_family_of_addresses_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_sockets(*_: object) -> socket.socket:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", no_sockets)
    with pytest.raises(ListenError) as refused:
        bind_socket(None, "::1")

    assert str(refused.value) == (
        "This machine cannot listen at ::1 (address family not supported by protocol);"
        " choose another with --host."
    )
