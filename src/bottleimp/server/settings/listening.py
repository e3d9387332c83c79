"""The socket on which a server listens, and the addresses under which people reach it.

A socket may also be inherited, as systemd hands it over: from a service manager, or from this very
process before it was restarted in place.
"""

import errno
import ipaddress
import os
import socket
import sys
from dataclasses import dataclass

from bottleimp.server.settings.config import ALL_INTERFACES, DEFAULT_PORT, LOOPBACK

MAX_PORTS_TRIED = 20
LISTEN_FDS_START = 3  # the number of the first socket handed over
PID_VARIABLE, COUNT_VARIABLE = "LISTEN_PID", "LISTEN_FDS"


class ListenError(Exception):
    """The address cannot be used; the message is one plain sentence."""


@dataclass(frozen=True)
class ListeningAddress:
    """A listening socket and the addresses under which people reach it."""

    sock: socket.socket
    local_url: str
    lan_url: str | None  # for other devices in the local network
    is_inherited: bool = False


def bind_socket(port: int | None, host: str) -> ListeningAddress:
    """A listening socket on the port, or on the first free one; raises ListenError."""
    wanted = (
        [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + MAX_PORTS_TRIED), 0]
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for candidate in wanted:
        try:
            # Named as TCP, or asyncio leaves Nagle's delay on: 40 ms between two small frames.
            listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        except OSError as found:  # such as on a machine without IPv6
            said = (found.strerror or str(found)).lower()
            raise ListenError(
                f"This machine cannot listen at {host} ({said}); choose another with --host."
            ) from None
        if sys.platform != "win32":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen()
        except OSError as found:
            listening.close()
            if found.errno in (errno.EADDRNOTAVAIL, errno.ENODEV) or isinstance(
                found, socket.gaierror
            ):
                raise ListenError(
                    f"{host} is no address of this machine; choose another with --host."
                ) from None
            problem = found
            continue
        return describe_socket(listening)
    said = (problem.strerror or str(problem)).lower() if problem else ""
    where = "A port" if port is None else f"Port {port}"
    raise ListenError(f"{where} cannot be used ({said}); choose another with --port.")


def describe_socket(listening: socket.socket, *, is_inherited: bool = False) -> ListeningAddress:
    """The socket with the addresses under which people reach it."""
    host, number = listening.getsockname()[:2]
    address = ipaddress.ip_address(host)
    here = LOOPBACK if address.is_unspecified else host
    nearby = lan_address() if address.is_unspecified else None if address.is_loopback else host
    return ListeningAddress(
        listening,
        http_url(here, number),
        None if nearby is None else http_url(nearby, number),
        is_inherited,
    )


def http_url(host: str, port: int) -> str:
    """The address as a browser takes it."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def lan_address() -> str:
    """This machine's address in the local network, as far as can be told; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def inherited_socket() -> ListeningAddress | None:
    """The socket that was handed to this process, if one was; it is taken once."""
    pid, count = os.environ.pop(PID_VARIABLE, ""), os.environ.pop(COUNT_VARIABLE, "")
    if pid != str(os.getpid()) or count in ("", "0"):
        return None
    try:
        listening = socket.socket(fileno=LISTEN_FDS_START)
        listening.set_inheritable(False)
        return describe_socket(listening, is_inherited=True)
    except (OSError, ValueError) as problem:
        raise ListenError(f"The socket that was handed over cannot be used: {problem}.") from None


def has_inherited_socket() -> bool:
    """Whether a socket is there to be inherited."""
    return os.environ.get(PID_VARIABLE) == str(os.getpid())


def make_inheritable(listening: socket.socket) -> None:
    """Makes this process's next program inherit the socket."""
    if listening.fileno() != LISTEN_FDS_START:
        os.dup2(listening.fileno(), LISTEN_FDS_START)
    os.set_inheritable(LISTEN_FDS_START, True)  # noqa: FBT003 (the system names no arguments)
    os.environ |= {PID_VARIABLE: str(os.getpid()), COUNT_VARIABLE: "1"}


def open_listening_socket(port: int | None, host: str, *, lan: bool) -> ListeningAddress:
    """The inherited socket, or one on this port and host; raises ListenError.

    For the local network it listens on every address, whatever the host.
    """
    everywhere = host if ipaddress.ip_address(host).is_unspecified else ALL_INTERFACES
    return inherited_socket() or bind_socket(port, everywhere if lan else host)
