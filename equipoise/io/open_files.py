"""How many files, pipes and sockets this process may hold open."""

from __future__ import annotations

from contextlib import suppress

ENOUGH = 4096
"""A reader takes four, and three for as long as the server remembers one who left."""


def allow_open_files(wanted: int = ENOUGH) -> int | None:
    """Raise this process's limit of open files as far as the system lets it; never lower it.

    Systems start programs with a soft limit, often 256 or 1,024, which each may raise up to
    the hard one.

    Parameters
    ----------
    wanted : int
        Open files that are enough.

    Returns
    -------
    int or None
        The limit that now holds; None where the system knows none.
    """
    try:
        import resource
    except ImportError:  # Windows.
        return None
    limit = resource.RLIMIT_NOFILE
    soft, hard = resource.getrlimit(limit)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):  # Some systems have a lower limit than they say.
            resource.setrlimit(limit, (most, hard))
    return resource.getrlimit(limit)[0]
