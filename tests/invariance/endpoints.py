"""A chat endpoint on loopback that behaves, or misbehaves, as told."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Behaviour:
    """One answer of the endpoint, and how it is sent.

    With `endless` it never comes to an answer: after `begin` that is sent again and again.
    """

    text: str | None = "yes"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0.0
    drip: float = 0.0
    finish: str = "stop"
    begin: bytes = b""
    endless: bytes = b""

    def content(self) -> bytes:
        if self.body is not None:
            return self.body
        message = {"role": "assistant", "content": self.text}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        usage = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}
        answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
        return json.dumps({**answer, "choices": [choice], "usage": usage}).encode()


@dataclass
class Endpoint:
    """Where it listens, and what it was asked."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


Script = Callable[[int, dict[str, Any]], Behaviour]


@contextmanager
def endpoint(script: Script) -> Iterator[Endpoint]:
    """Serve as long as the context lasts; `script` takes the call's number and the request."""
    here = Endpoint("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script, here))
    server.daemon_threads = True
    here.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    """Answers as the script says, and keeps what it was asked."""

    protocol_version = "HTTP/1.1"
    script: Script
    here: Endpoint
    counting: threading.Lock

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        here = self.here
        with self.counting:
            number = len(here.requests)
            here.requests.append({**request, "path": self.path})
            here.headers.append({name.lower(): value for name, value in self.headers.items()})
            here.keys.append(self.headers.get("Authorization", ""))
        self._answer(self.script(number, request))

    def _answer(self, behaviour: Behaviour) -> None:
        time.sleep(behaviour.delay)
        content = behaviour.content()
        try:
            if behaviour.endless:
                self._go_on(behaviour)
            self.send_response(behaviour.status)
            headers = {"Content-Type": "application/json", **behaviour.headers}
            headers.setdefault("Content-Length", str(len(content)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self._write(content, behaviour.drip)
        except OSError:
            self.close_connection = True

    def _go_on(self, behaviour: Behaviour) -> None:
        """Keep the caller for as long as a test may take, and then leave it."""
        self.wfile.write(behaviour.begin)
        for _ in range(200):
            self.wfile.write(behaviour.endless)
            time.sleep(0.03)
        raise OSError

    def _write(self, content: bytes, drip: float) -> None:
        if not drip:
            self.wfile.write(content)
            return
        for byte in content:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(drip)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _handler(script: Script, here: Endpoint) -> type[_Handler]:
    """Return the handler of one endpoint."""
    its = {"script": staticmethod(script), "here": here, "counting": threading.Lock()}
    return type("Handler", (_Handler,), its)
