"""A client for any endpoint that speaks OpenAI's chat protocol, with the doors kept shut.

It needs the package `openai`, which is imported when the first client is made. Only http and
https are spoken, no redirect is followed, answers are bounded in size and time, and a key is
neither shown nor written, nor sent unencrypted to another machine.
"""

from __future__ import annotations

import ipaddress
import json
import math
import os
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import Any, Self
from urllib.parse import urlsplit

from equipoise.invariance.clients import ClientError, Reply, Request
from equipoise.invariance.doors import public_transport

KEY_VARIABLES = ("EQUIPOISE_API_KEY", "OPENAI_API_KEY")
"""Environment variables that are looked at for a key, in this order.

The second goes to OpenAI's own endpoint only: who typed another address did not mean it.
"""

MOST_BYTES = 4_000_000
"""No answer may be longer."""

_OPENAI = "api.openai.com"
_NO_KEY = "none"
_USAGE = ("prompt_tokens", "completion_tokens")
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_HOPELESS = frozenset({401, 402, 403, 404, 405, 407})


class OpenAIClient:
    """Asks a model behind an OpenAI-compatible endpoint; closes when used in a `with`.

    Parameters
    ----------
    base_url : str
        Such as "http://127.0.0.1:8080/v1".
    model : str
        The model's name at that endpoint.
    key : str, optional
        Kept in memory only. Without one, the environment is looked at (see `KEY_VARIABLES`).
    timeout : float
        Seconds that one call may take in all.
    clock : callable
        Returns seconds; for measuring how long a call took.
    use_environment : bool
        Whether a key may come from the environment. Where strangers type the address, it
        must not.
    public_only : bool
        Whether only machines that are open to all are spoken to (see `doors`).

    Raises
    ------
    ValueError
        If the address is none that is spoken to, or would get a key unencrypted.
    ModuleNotFoundError
        If the package `openai` is not installed.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: str | None = None,
        timeout: float = 120.0,
        clock: Callable[[], float] = time.monotonic,
        use_environment: bool = True,
        public_only: bool = False,
    ) -> None:
        import openai

        self.base_url = checked_url(base_url)
        self.model = _checked_model(model)
        found = key or (key_from_environment(self.base_url) if use_environment else None)
        self._key = (found or "").strip()
        if self._key and not _is_private(self.base_url):
            raise ValueError("A key travels by https only; http is for this machine.")
        self._clock = clock
        self._failures = openai.OpenAIError
        self._api = openai.OpenAI(
            base_url=self.base_url,
            api_key=self._key or _NO_KEY,
            timeout=timeout,
            max_retries=0,
            default_headers={"Accept-Encoding": "identity"},
            http_client=_bounded_http(openai, timeout, public_only),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"OpenAIClient({self.base_url!r}, {self.model!r})"

    def complete(self, request: Request) -> Reply:
        """Return the model's reply.

        Raises
        ------
        ClientError
            If there is none; it says whether another try may help.
        """
        started = self._clock()
        try:
            answer = self._api.chat.completions.with_raw_response.create(
                model=self.model,
                messages=request.messages,  # type: ignore[arg-type]
                temperature=request.temperature,
                max_tokens=request.max_tokens,
                seed=request.seed,
            )
            content = answer.http_response.content
        except self._failures as error:
            raise self._failure(error) from None
        return self._reply(content, self._clock() - started)

    def close(self) -> None:
        """Close the connections."""
        self._api.close()

    def _reply(self, content: bytes, seconds: float) -> Reply:
        try:
            body = json.loads(content)
            choice = body["choices"][0]
            message = choice["message"]
            text = message.get("content") or message.get("refusal") or ""
            usage = body.get("usage") or {}
            read, written = (int(usage.get(name) or 0) for name in _USAGE)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            said = self._said(content[:200].decode(errors="replace"))
            raise ClientError(f"The answer is not as agreed: {said}", again=True) from None
        ended = choice.get("finish_reason") != "length"
        # An endpoint that repeats what it was sent must not bring the key into the cache.
        text = self._scrubbed(str(text))
        return Reply(text, round(seconds, 3), read, written, ended)

    def _failure(self, error: Exception) -> ClientError:
        """Turn a failure of the library into one of ours, without the key or the request."""
        if isinstance(error.__cause__, ClientError):
            return error.__cause__
        status = getattr(error, "status_code", None)
        if status is None:
            cause = error.__cause__
            detail = f" ({self._said(cause)})" if cause is not None and str(cause) else ""
            return ClientError(f"{self._said(error)}{detail}", again=True)
        if 300 <= status < 400:
            return ClientError(
                "The endpoint redirects to another address; give the final one.", hopeless=True
            )
        headers = error.response.headers  # type: ignore[attr-defined]
        return ClientError(
            f"The endpoint answered {status}: {self._said(error)}",
            again=status in _AGAIN,
            wait=_wait(headers.get("retry-after")),
            hopeless=status in _HOPELESS,
        )

    def _said(self, error: object) -> str:
        """Return a message in one line, short and without the key."""
        line = " ".join(self._scrubbed(str(error)).split())
        return line if len(line) <= 200 else f"{line[:200]}..."

    def _scrubbed(self, text: str) -> str:
        return text.replace(self._key, "[key]") if self._key else text


def checked_url(base_url: str) -> str:
    """Return an address without its closing slash.

    Raises
    ------
    ValueError
        If it is not http or https, has no host, or holds a user, a password, a query or a
        fragment.
    """
    try:
        parts = urlsplit(base_url.strip())
        port = parts.port
    except ValueError as error:
        raise ValueError(f"The address cannot be read: {error}.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ValueError("The address must begin with http:// or https:// and name a host.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("The address must hold no user, password, query or fragment.")
    return base_url.strip().rstrip("/")


def key_from_environment(base_url: str) -> str | None:
    """Return the key that the environment has for an address, or None."""
    own, openais = (os.environ.get(name, "").strip() for name in KEY_VARIABLES)
    meant_for_it = urlsplit(base_url).hostname == _OPENAI
    return own or (openais if meant_for_it else "") or None


def _checked_model(model: str) -> str:
    if not model.strip():
        raise ValueError("Name the model that the endpoint is to use.")
    return model.strip()


def _is_private(base_url: str) -> bool:
    """Tell whether what is sent stays on this machine or is encrypted."""
    parts = urlsplit(base_url)
    if parts.scheme == "https" or parts.hostname == "localhost":
        return True
    try:
        return ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False


def _wait(given: str | None) -> float | None:
    """Return the seconds of a Retry-After header, which may also name a date."""
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(given).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _bounded_http(openai: Any, timeout: float, public_only: bool) -> Any:
    """Return an HTTP client that follows nothing and reads no more than it should."""
    # openai stands on httpx or httpx2, by version; both have what is needed here.
    library = import_module(openai.DefaultHttpxClient.__mro__[1].__module__.partition(".")[0])

    class Bounded(library.SyncByteStream):  # type: ignore[misc, name-defined]
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        def __iter__(self) -> Iterator[bytes]:
            left, deadline = MOST_BYTES, time.monotonic() + timeout
            for part in self._stream:
                left -= len(part)
                if left < 0:
                    raise ClientError(f"The answer is longer than {MOST_BYTES:,} bytes.")
                if time.monotonic() > deadline:
                    raise ClientError(
                        f"The answer took longer than {timeout:g} seconds.", again=True
                    )
                yield part

        def close(self) -> None:
            self._stream.close()

    def bound(response: Any) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise ClientError("The answer is compressed, although that was not asked for.")
        response.stream = Bounded(response.stream)

    return openai.DefaultHttpxClient(
        follow_redirects=False,
        timeout=timeout,
        event_hooks={"response": [bound]},
        **({"transport": public_transport(library)} if public_only else {}),
    )
