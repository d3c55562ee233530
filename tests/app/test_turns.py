"""One reader drawn after the other, and nobody kept waiting for long."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from equipoise.app import turns
from equipoise.app.turns import in_turn


def test_no_two_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 60.0)
    inside, most = [0], [0]
    a_moment = threading.Event()

    @in_turn
    def draw(reader: int, *, sign: str) -> str:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        a_moment.wait(0.01)
        inside[0] -= 1
        return f"{reader}{sign}"

    with ThreadPoolExecutor(8) as readers:
        drawn = list(readers.map(lambda reader: draw(reader, sign="!"), range(8)))
    assert drawn == [f"{reader}!" for reader in range(8)]
    assert most == [1]


def test_somebody_who_takes_long_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    begun, enough = threading.Event(), threading.Event()

    @in_turn
    def slow() -> None:
        begun.set()
        assert enough.wait(60)

    with ThreadPoolExecutor(1) as readers:
        waiting = readers.submit(slow)
        assert begun.wait(60)
        assert in_turn(lambda: "drawn")() == "drawn"
        assert not waiting.done()
        enough.set()
    assert not turns._turn.locked()


@pytest.mark.parametrize("end", [ValueError, SystemExit])
def test_whatever_ends_a_drawing_gives_the_turn_back(end: type[BaseException]) -> None:
    @in_turn
    def draw() -> None:
        assert turns._turn.locked()
        raise end

    with pytest.raises(end):
        draw()
    assert not turns._turn.locked()
