"""Which machines may be spoken to on behalf of a stranger: those that are open to all.

Whoever types an address into a server's page could else speak, through the server, to what
only the server can reach. A name is looked up once a connection, every address it has must be
public, and those very addresses are then spoken to: a second look-up could say something else.
"""

from __future__ import annotations

import ipaddress
import socket

from equipoise.invariance.running.clients import ClientError

_USUAL_PORTS = (80, 443)
_FIRST_FREE_PORT = 1024

_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is given out to be reached from everywhere."""

_CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.0.0.0/24",  # protocols' own, and Oracle's data of a machine
            "168.63.129.16/32",  # Azure's wire server
            *("161.26.0.0/16", "166.8.0.0/14"),  # IBM's services for machines in its cloud
            "2001::/23",  # protocols' own, such as Teredo, which may hide an IPv4 address
            "2002::/16",  # 6to4, which hides one
            *("2001:db8::/32", "3fff::/20"),  # documentation
            "3ffe::/16",  # handed back
        ),
    )
)
"""What Python calls global, or did in an earlier release, and is not open to all."""


def is_public(address: str) -> bool:
    """Tell whether an IP address is open to all, and no disguise of one that is not."""
    found = ipaddress.ip_address(address.partition("%")[0])
    # So ::ffff:127.0.0.1 and 64:ff9b::7f00:1, which hold an IPv4 address, are out.
    if isinstance(found, ipaddress.IPv6Address) and found not in _UNICAST:
        return False
    closed = found.is_multicast or found.is_reserved or any(found in one for one in _CLOSED)
    return found.is_global and not closed


def is_this_machine(host: str) -> bool:
    """Tell whether a host, as an address names it, is the machine that asks."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def addresses(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host.

    Raises
    ------
    ClientError
        If it is not known.
    """
    try:
        # Without a type, each address would come once for every kind of socket.
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        passing = getattr(error, "errno", None) == socket.EAI_AGAIN
        raise ClientError(
            "No machine of this name is known.", again=passing, hopeless=not passing
        ) from None
    return [str(entry[4][0]) for entry in found]


def public_addresses(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host, all of which are public.

    Raises
    ------
    ClientError
        If one is not, the port is a mail server's or the like, or the host is not known.
    """
    if port not in _USUAL_PORTS and port < _FIRST_FREE_PORT:
        raise ClientError(f"Port {port} is for other services.", hopeless=True)
    found = addresses(host, port)
    if not all(map(is_public, found)):
        raise ClientError(
            "This address is not open to all; it can only be asked if whoever runs the app "
            "named it.",
            hopeless=True,
        )
    return found
