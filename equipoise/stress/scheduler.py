"""Reaching the scheduler of a Dask cluster, or saying why it cannot be reached."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from equipoise.stress.errors import ClusterError, ParameterError

CONNECTING = 10.0
"""Seconds in which a scheduler must answer."""


@contextmanager
def connected(address: str | None) -> Iterator[Any]:
    """Yield a client of Dask.

    Parameters
    ----------
    address : str, optional
        Of the scheduler that a new client is to be of, which is closed at the end; None: the
        present client.

    Raises
    ------
    ParameterError
        If that is no address, or there is no client.
    ClusterError
        If no scheduler answers.
    """
    try:
        import distributed
    except ImportError as error:
        raise ParameterError(
            "backend: dask needs the package distributed (pip install distributed)."
        ) from error

    def close(client: Any) -> None:
        with suppress(Exception):  # From a scheduler that is gone one cannot take leave.
            client.close(timeout=CONNECTING / 2)

    try:
        distributed.get_worker()
        within_task = True
    except ValueError:
        within_task = False
    with ExitStack() as stack:
        if address is not None:
            client = _client(address)
            stack.callback(close, client)
        elif within_task:
            # Within a task: its thread must not be missing to those it waits for.
            client = stack.enter_context(distributed.worker_client())
        else:
            try:
                client = distributed.get_client()
            except ValueError as error:
                raise ParameterError(
                    "backend: dask is the present client of Dask, and there is none; name the "
                    "scheduler (dask:tcp://HOST:PORT), or make a dask.distributed.Client first."
                ) from error
        if client.asynchronous:
            raise ParameterError("backend: the present client of Dask is asynchronous.")
        yield client


def _client(address: str) -> Any:
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    _check(address)
    try:
        # A thread has no event loop yet, as that of a notebook has.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, _greet(address)).result()
        with warnings.catch_warnings():
            # What differs and matters is said below, in words.
            warnings.simplefilter("ignore", VersionMismatchWarning)
            # As default it would take the place of the caller's own client.
            return Client(address, timeout=CONNECTING, set_as_default=False)
    except Exception as error:  # Whatever answers there may send anything.
        why = str(error) or f"nothing for {CONNECTING:g} seconds"
        raise ClusterError(
            f"No scheduler of Dask answers at {address} ({why}). Start one with dask scheduler, "
            "and name the address that it prints."
        ) from error


async def _greet(address: str) -> None:
    """Connect once: a client waits for ever where something else than a scheduler listens."""
    from distributed import Security
    from distributed.comm.core import connect

    options = Security().get_connection_args("client")
    # Its own limit ends before an answer is awaited; the one around it decides.
    greeting = connect(address, timeout=2 * CONNECTING, **options)
    comm = await asyncio.wait_for(greeting, CONNECTING)
    await comm.close()


def _check(address: str) -> None:
    """Raise ParameterError unless an address has a known protocol, a host and a port."""
    from distributed import Security
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import backends

    try:
        protocol, place = parse_address(address)
        host, port = parse_host_port(place)
    except ValueError:
        host, port = "", 0
    known = backends.keys() - {"inproc"}
    if not host or "/" in host or protocol not in known or not 0 < port < 2**16:
        raise ParameterError(
            f"backend: {address!r} is no address of a scheduler; write dask:tcp://HOST:PORT."
        )
    if protocol == "tls" and Security().get_connection_args("client")["ssl_context"] is None:
        raise ParameterError(
            "backend: tls needs certificates, and Dask's configuration (distributed.comm.tls) "
            "names none."
        )
