"""IP addresses: of one household, of this machine, and of the networks that a host lists."""

import ipaddress
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address

from starlette.requests import HTTPConnection

IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that the text is; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def plain_address(host: str) -> str:
    """The address as IPv4 where a socket for IPv6 has written it as `::ffff:127.0.0.1`."""
    address = parse_address(host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return host if mapped is None else str(mapped)


def client_network(connection: HTTPConnection) -> str:
    """Whom limits hold for: an IPv4 address, or the network that one IPv6 household has."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """The IPv4 address, or the network that one household with this IPv6 address has."""
    plain = plain_address(host)
    address = parse_address(plain)
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return plain


def parse_networks(texts: Iterable[str]) -> list[IPNetwork]:
    """The networks that a host lists; a single address is a network too."""
    return [ipaddress.ip_network(each) for each in texts]


def is_within(host: str, networks: Iterable[IPNetwork]) -> bool:
    """Whether the text is an address in one of the networks."""
    address = parse_address(host)
    return address is not None and any(address in network for network in networks)


def is_loopback(host: str) -> bool:
    """Whether the text is an address at which a machine reaches itself."""
    address = parse_address(plain_address(host))
    return address is not None and address.is_loopback
