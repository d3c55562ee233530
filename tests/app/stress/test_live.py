"""What the live bench keeps: levels of made-up worlds, and nothing of a reader's rows."""

import pytest

from equipoise.app.stress import live
from equipoise.app.stress.choices import Choices


def test_a_level_is_trained_once_and_a_reader_s_rows_are_not_kept(monkeypatch) -> None:
    trained: list[object] = []
    monkeypatch.setattr(live, "_look", lambda *asked: trained.append(asked) or object())
    live._made_up.clear()
    choices = Choices(seed=123)
    try:
        assert live.look(choices, 0.5) is live.look(choices, 0.5)
        assert live.look(choices, 0.6) is not live.look(choices, 0.5)
        assert len(trained) == 2
        own = object()
        assert live.look(choices, 0.5, own) is not live.look(choices, 0.5, own)
        assert [asked[2] for asked in trained] == [None, None, own, own]
    finally:
        live._made_up.clear()


@pytest.mark.parametrize("amount", [0.2, 0.7])
def test_what_is_kept_is_what_would_be_trained(amount: float) -> None:
    live._made_up.clear()
    choices = Choices(n=500)
    kept, anew = live.look(choices, amount), live._look(choices, amount, None)
    assert (kept.after.y == anew.after.y).all()
    assert (kept.after.features == anew.after.features).all()
