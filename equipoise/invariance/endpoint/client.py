"""A client for any endpoint that speaks OpenAI's chat protocol, with its addresses checked.

It needs the package `openai`, which is imported when the first client is made. Only http and
https are spoken, no redirect is followed, answers are bounded in size and time, and a key is
neither shown nor written, nor sent unencrypted to another machine.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import Any, Self
from urllib.parse import urlsplit

from equipoise.invariance.endpoint.addresses import addresses, is_this_machine, public_addresses
from equipoise.invariance.endpoint.keys import checked_key, said, scrubbed
from equipoise.invariance.endpoint.transport import Transport, proxy_for
from equipoise.invariance.running.clients import (
    ClientError,
    Reply,
    Request,
    is_count,
    whole_characters,
)

KEY_VARIABLES = ("EQUIPOISE_API_KEY", "OPENAI_API_KEY")
"""Environment variables that are looked at for a key, in this order.

The second goes to OpenAI's own endpoint only: who typed another address did not mean it.
"""

INSTALL = 'python -m pip install "openai>=2,<4"'
"""How to get the package."""

_OPENAI = "api.openai.com"
_NO_KEY = "none"
_LONGEST_TIMEOUT = 86_400.0
_USAGE = ("prompt_tokens", "completion_tokens")
# Cloudflare says 520, 522 and 524 of a server behind it. 400 is in neither set: it may
# be the fault of one text alone, such as one that is too long.
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
        Seconds that one call may take in all, whatever the endpoint does.
    clock : callable
        Returns seconds; for measuring how long a call took.
    use_environment : bool
        Whether a key may come from the environment. Where strangers type the address, it
        must not.
    public_only : bool
        Whether only machines that are open to all are spoken to (see `addresses`).

    Raises
    ------
    ValueError
        If the address is none that is spoken to, or would get a key unencrypted; if the key
        holds what no key does; if the timeout is none.
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
        self.model = model.strip()
        if not self.model:
            raise ValueError("Name the model that the endpoint is to use.")
        found = key or (key_from_environment(self.base_url) if use_environment else None)
        self._key = checked_key(found or "")
        parts = urlsplit(self.base_url)
        if self._key and parts.scheme != "https" and not is_this_machine(parts.hostname or ""):
            raise ValueError("A key travels by https only; http is for this machine.")
        if not 0 < timeout <= _LONGEST_TIMEOUT:
            raise ValueError(
                f"timeout is {timeout:g}; a positive number of seconds is needed, at most a day."
            )
        self._clock = clock
        self._failures = openai.OpenAIError
        # openai stands on httpx or httpx2, by version; both have what is needed here.
        library = import_module(openai.DefaultHttpxClient.__mro__[1].__module__.partition(".")[0])
        transport: Any = Transport(
            library,
            timeout=timeout,
            key=self._key or _NO_KEY,
            look_up=public_addresses if public_only else addresses,
            proxy=None if public_only else proxy_for(self.base_url),
        )
        try:
            # Only the transport has the key: the library writes logs.
            self._api = openai.OpenAI(
                base_url=self.base_url,
                # Given none, it would take one from the environment.
                api_key=_NO_KEY,
                # The runner tries again: it can be stopped meanwhile, and heeds Retry-After.
                max_retries=0,
                http_client=openai.DefaultHttpxClient(transport=transport, follow_redirects=False),
            )
        except library.InvalidURL as error:
            raise ValueError(f"The address cannot be read: {error}.") from None

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
        messages: Any = [
            {name: whole_characters(text) for name, text in one.items()}
            for one in request.messages
        ]
        started = self._clock()
        try:
            answer = self._api.chat.completions.with_raw_response.create(
                model=self.model,
                messages=messages,
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
            # A refusal may come in a field of its own, beside a content of null.
            text = _text(message.get("content")) or _text(message.get("refusal"))
            usage = body.get("usage")
            told = [usage.get(name) if isinstance(usage, dict) else None for name in _USAGE]
            # 0 is what an endpoint does not say, or cannot mean.
            read, written = (number if is_count(number) else 0 for number in told)
            ended = choice.get("finish_reason") != "length"
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise ClientError(
                f"The answer is not as agreed: {self._said(content.decode(errors='replace'))}",
                again=True,
            ) from None
        # An endpoint that repeats what it was sent must not bring the key into the cache.
        text = scrubbed(whole_characters(text), self._key)
        return Reply(text, round(seconds, 3), read, written, ended)

    def _failure(self, error: Exception) -> ClientError:
        """Turn a failure of the library into one of ours, without the key or the request."""
        # The library wraps whatever the transport raises in a connection error of its own.
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
        return said(error, self._key)


def checked_url(base_url: str) -> str:
    """Return an address without its closing slash.

    Raises
    ------
    ValueError
        If it is not http or https, has no host, or holds blanks, a user, a password, a query
        or a fragment.
    """
    base_url = base_url.strip()
    # urlsplit drops line breaks and tabs without a word, and the host would be another.
    if not base_url.isprintable() or " " in base_url:
        raise ValueError("The address must hold no blanks, and only characters that print.")
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"The address cannot be read: {error}.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ValueError("The address must begin with http:// or https:// and name a host.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("The address must hold no user, password, query or fragment.")
    return base_url.rstrip("/")


def key_from_environment(base_url: str) -> str | None:
    """Return the key that the environment has for an address, or None."""
    own, openais = (os.environ.get(name, "").strip() for name in KEY_VARIABLES)
    meant_for_it = urlsplit(base_url).hostname == _OPENAI
    return own or (openais if meant_for_it else "") or None


def _text(content: object) -> str:
    """Return the text of a message, which may come in parts; "" where it has none."""
    if isinstance(content, list):
        return "".join(
            part["text"]
            for part in content
            if isinstance(part, dict) and part.get("type") == "text"
            if isinstance(part.get("text"), str)
        )
    return content if isinstance(content, str) else ""


def _wait(given: str | None) -> float | None:
    """Return the seconds of a Retry-After header, which may also name a date."""
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(given).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None
