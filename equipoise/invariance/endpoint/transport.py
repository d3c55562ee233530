"""The way of a request to an endpoint: bounded in time and size, and carrying what it must.

HTTP libraries bound each single wait, so that an endpoint which sends a byte now and then keeps
a call for ever. Here each wait gets what is left of the whole call's time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from equipoise.invariance.endpoint.addresses import is_this_machine
from equipoise.invariance.running.clients import ClientError

MOST_BYTES = 4_000_000
"""No answer may be longer."""

# All else would choose how the library decodes an answer.
_HEARD = frozenset({b"retry-after"})
_SECONDS_KEPT_OPEN = 5.0
# A write of the library takes its whole timeout anew for each part that gets through.
_PIECE = 16_384


class Transport:
    """A transport for the clients of an HTTP library.

    Parameters
    ----------
    library : module
        httpx or its successor httpx2.
    timeout : float
        Seconds that one call may take in all. Looking a name up is the system's, and can't be
        ended early.
    key : str
        Travels with each request.
    look_up : callable
        Takes a host and a port, and returns the IP addresses to try.
    proxy : str, optional
        The address of a proxy.
    """

    def __init__(
        self,
        library: Any,
        *,
        timeout: float,
        key: str,
        look_up: Callable[[str, int], list[str]],
        proxy: str | None = None,
    ) -> None:
        self._library = library
        self._core = import_module(library.__name__.replace("httpx", "httpcore"))
        self._failures = (
            *(self._core.NetworkError, self._core.ProtocolError, self._core.ProxyError),
            self._core.UnsupportedProtocol,
        )
        self._timeout = timeout
        # None of the library's own: it adds what the environment holds, such as an organisation.
        self._headers = {
            "user-agent": "equipoise",
            "accept": "application/json",
            "accept-encoding": "identity",
            "content-type": "application/json",
            "authorization": f"Bearer {key}",
        }
        self._left = _Left(self._core.ReadTimeout)
        through = None
        if proxy is not None:
            found = library.Proxy(proxy)
            through = self._core.Proxy(self._url(found.url), auth=found.raw_auth)
        self._pool = self._core.ConnectionPool(
            ssl_context=library.create_ssl_context(),
            proxy=through,
            # By itself the library allows 10, and the wait for a free one would have no bound.
            max_connections=None,
            keepalive_expiry=_SECONDS_KEPT_OPEN,
            network_backend=_Network(self._core, look_up, self._left),
        )

    def handle_request(self, request: Any) -> Any:
        """Send a request of the library and return its response, read to its end.

        Raises
        ------
        ClientError
            If that takes too long, or the answer is too long or compressed.
        """
        self._left.until(time.monotonic() + self._timeout)
        try:
            with self._pool.stream(
                request.method,
                self._url(request.url),
                headers=self._headers | {"host": request.url.netloc},
                content=request.read(),
            ) as response:
                content = _bounded(response)
        except self._core.TimeoutException:
            raise ClientError(
                f"The answer took longer than {self._timeout:g} seconds.", again=True
            ) from None
        except self._failures as error:
            raise self._library.TransportError(str(error)) from error
        heard = [one for one in response.headers if one[0].lower() in _HEARD]
        return self._library.Response(response.status, headers=heard, content=content)

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def _url(self, url: Any) -> Any:
        return self._core.URL(
            scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
        )


def proxy_for(base_url: str) -> str | None:
    """Return the proxy that the system names for an address; never one for this machine."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    if is_this_machine(host) or proxy_bypass(host):
        return None
    named = getproxies()
    found = named.get(parts.scheme) or named.get("all")
    return f"http://{found}" if found and "://" not in found else found


def _bounded(response: Any) -> bytes:
    encodings = {value for name, value in response.headers if name.lower() == b"content-encoding"}
    if encodings - {b"identity"}:
        raise ClientError("The answer is compressed, although that was not asked for.")
    content = bytearray()
    for part in response.iter_stream():
        content += part
        if len(content) > MOST_BYTES:
            raise ClientError(f"The answer is longer than {MOST_BYTES:,} bytes.")
    return bytes(content)


class _Left(threading.local):
    """The seconds left of the call that a thread is at; raises `late` where there are none."""

    def __init__(self, late: type[Exception]) -> None:
        # threading.local runs this anew in every thread that asks.
        self._late = late
        self._ending = 0.0

    def until(self, ending: float) -> None:
        self._ending = ending

    def __call__(self) -> float:
        left = self._ending - time.monotonic()
        if left <= 0:
            raise self._late
        return left


class _Network:
    """A backend of the library: connects to addresses that were looked up here."""

    def __init__(
        self, core: Any, look_up: Callable[[str, int], list[str]], left: Callable[[], float]
    ) -> None:
        self._inner = core.SyncBackend()
        self._failures = (core.ConnectError, core.ConnectTimeout)
        self._look_up, self._left = look_up, left

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, **options: Any
    ) -> _Stream:
        addresses = self._look_up(host, port)
        for waiting in range(len(addresses), 0, -1):
            # One that does not answer must leave time for those that wait.
            share = self._left() / waiting
            try:
                made = self._inner.connect_tcp(addresses[-waiting], port, share, **options)
            except self._failures:
                if waiting == 1:
                    raise
            else:
                return _Stream(made, self._left)
        raise AssertionError("unreachable")


class _Stream:
    """A connection of the library; whatever timeout it is told, it takes what is left."""

    def __init__(self, inner: Any, left: Callable[[], float]) -> None:
        self._inner, self._left = inner, left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return bytes(self._inner.read(max_bytes, self._left()))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE):
            self._inner.write(buffer[start : start + _PIECE], self._left())

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> _Stream:
        # Still by its name, though an address was dialled: the certificate is the name's.
        made = self._inner.start_tls(ssl_context, server_hostname, self._left())
        return _Stream(made, self._left)

    def close(self) -> None:
        self._inner.close()

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
