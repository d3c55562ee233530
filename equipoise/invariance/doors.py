"""Which machines may be spoken to on behalf of a stranger: those that are open to all.

Whoever types an address into a server's page could else speak, through the server, to what
only the server can reach. A name is looked up once a call, every address it has must be
public, and that very address is then spoken to: a second look-up could say something else.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from equipoise.invariance.clients import ClientError

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
_USUAL_PORTS = (80, 443)
_FIRST_FREE_PORT = 1024


def is_public(address: str) -> bool:
    """Tell whether an IP address is open to all, and no disguise of one that is not."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found in _TRANSLATED:
            return False
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if inner:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast and not found.is_reserved


def public_address(host: str, port: int) -> str:
    """Return an IP address of a host, all of which are public.

    Raises
    ------
    ClientError
        If one is not, the port is a mail server's or the like, or the host is not known.
    """
    if port not in _USUAL_PORTS and port < _FIRST_FREE_PORT:
        raise ClientError(f"Port {port} is for other services.", hopeless=True)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ClientError("No machine of this name is known.", hopeless=True) from None
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(map(is_public, addresses)):
        raise ClientError(
            "This address is not open to all; it can only be asked if whoever runs the app "
            "named it.",
            hopeless=True,
        )
    return addresses[0]


def public_transport(library: Any) -> Any:
    """Return a transport of an HTTP library (httpx or its successor) that speaks to public ones.

    The host's name stays in the request and in the check of its certificate. Proxies of the
    environment are not used.
    """

    class Public(library.HTTPTransport):  # type: ignore[misc]
        def handle_request(self, request: Any) -> Any:
            url = request.url
            port = url.port or (443 if url.scheme == "https" else 80)
            request.extensions = {**request.extensions, "sni_hostname": url.host}
            request.url = url.copy_with(host=public_address(url.host, port))
            return super().handle_request(request)

    return Public(trust_env=False)
