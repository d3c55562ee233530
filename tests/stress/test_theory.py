"""What is known without a run."""

import pytest

from equipoise.stress.errors import ParameterError
from equipoise.stress.theory import base_rate, condition, fidelity_without


@pytest.mark.parametrize(
    ("r", "eta", "beta", "expected"),
    [(0.5, 0.4, 0.2, -0.04), (0.2, 0.4, 1.0, 0.2), (0.2, 0.4, 0.0, 0.08), (0.5, 0, 0, 0.5)],
)
def test_the_condition(r: float, eta: float, beta: float, expected: float) -> None:
    assert condition(r, eta, beta) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("given", [(0.6, 0.4, 0.5), (0.2, 0.5, 0.5), (0.2, 0.4, 1.5)])
def test_the_condition_out_of_range(given: tuple[float, float, float]) -> None:
    with pytest.raises(ParameterError, match=r"must lie in"):
        condition(*given)


@pytest.mark.parametrize(
    ("d", "expected"), [(0, 0.5), (0.7, 0.7006), (1.15, 0.8064), (-4, 0.0013)]
)
def test_the_base_rate(d: float, expected: float) -> None:
    assert base_rate(d, (-0.7, 0.5, 1.5)) == pytest.approx(expected, abs=5e-5)


def test_fidelity_without_a_feature() -> None:
    assert fidelity_without((0.5, -0.2, 0.1)) == pytest.approx(0.634, abs=5e-4)
    assert fidelity_without((0.0, 1.0)) == 1
    assert fidelity_without((1.0, 0.0)) == 0.5
    with pytest.raises(ParameterError, match="feature"):
        fidelity_without((1.0, 0.0), feature=2)
