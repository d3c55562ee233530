"""CI probability by hand and beside loops, and what it says about SI-bias."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.invariance import ci_probability, si_bias
from tests.invariance.witnesses import agreement_by_loops

ANSWERS = st.sampled_from([0.0, 1.0, float("nan")])


@st.composite
def crossed(draw: st.DrawFn, answers: st.SearchStrategy[float] = ANSWERS) -> tuple:
    """Every unit, in a stratum of its own, under every context."""
    contexts = "ABCD"[: draw(st.integers(2, 4))]
    units = draw(st.lists(st.sampled_from("xy"), min_size=1, max_size=8))
    rows = [(u, s, z) for u, s in enumerate(units) for z in contexts]
    pred = draw(st.lists(answers, min_size=len(rows), max_size=len(rows)))
    unit, s, z = zip(*rows, strict=True)
    return pred, unit, s, z


def test_by_hand() -> None:
    unit, z = list("uuuvvvwwwt"), list("ABCABCABCA")
    found = ci_probability([1, 1, 1, 0, 1, 0, 0, None, 0, 1], unit, z)
    assert found.value == 0.5
    assert (found.n_units, found.coverage) == (2, 0.5)
    assert found.flips == ("v",)
    assert found.pairwise.loc["A", "B"] == 0.5
    assert found.pairwise.loc["A", "C"] == 1
    assert found.pairwise_n.loc["A", "C"] == 3
    assert found.pairwise_n.loc["B", "B"] == 2


@pytest.mark.parametrize(
    ("pred", "unit", "z", "reason"),
    [
        ([1, 0], ["", None], ["A", "B"], "no row names a unit"),
        ([1, 0], ["u", "v"], ["A", "A"], "the units have one context only"),
        ([1, 0], ["u", "v"], ["A", "B"], "no unit has a readable answer under every context"),
        ([], [], [], "no row names a unit"),
    ],
)
def test_undefined_has_a_reason(pred: list, unit: list, z: list, reason: str) -> None:
    found = ci_probability(pred, unit, z)
    assert np.isnan(found.value)
    assert found.reason == reason
    assert found.flips == ()
    assert found.n_units == 0
    assert found.coverage == 0 if "no row" not in reason else np.isnan(found.coverage)


def test_a_unit_has_each_context_once() -> None:
    with pytest.raises(ValueError, match="row 3: unit 'u' has the context 'A' already in row 1"):
        ci_probability([1, 0, 1], ["u", "u", "u"], ["A", "B", "A"])


@given(crossed())
def test_as_loops_have_it(rows: tuple) -> None:
    pred, unit, _, z = rows
    found = ci_probability(pred, unit, z)
    assert found.value == pytest.approx(agreement_by_loops(pred, unit, z), nan_ok=True)


@given(crossed(st.sampled_from([0.0, 1.0])))
def test_what_ci_says_about_the_gap(rows: tuple) -> None:
    """CI <= worst agreement; on crossed data a stratum's gap <= 1 - agreement <= 1 - CI."""
    pred, unit, s, z = rows
    whole = ci_probability(pred, unit, z)
    assert whole.value <= np.nanmin(whole.pairwise.to_numpy()) + 1e-12
    for stratum in set(s):
        inside = [place for place, name in enumerate(s) if name == stratum]
        part = [[column[place] for place in inside] for column in (pred, unit, z)]
        ci = ci_probability(*part)
        bias = si_bias(part[0], None, part[2])
        agreement = ci.pairwise.loc[bias.contexts]
        assert bias.value <= 1 - agreement + 1e-12
        assert 1 - agreement <= 1 - ci.value + 1e-12
    if whole.value == 1:
        assert si_bias(pred, s, z).value == 0


@given(crossed())
def test_ci_is_never_above_the_agreement_of_complete_units(rows: tuple) -> None:
    """With missing answers each pair keeps more units, so complete ones are compared alone."""
    pred, unit, _, z = rows
    by_unit: dict = {}
    for p, u in zip(pred, unit, strict=True):
        by_unit.setdefault(u, []).append(p)
    kept = [place for place, u in enumerate(unit) if not np.isnan(by_unit[u]).any()]
    if kept:
        found = ci_probability(*([column[i] for i in kept] for column in (pred, unit, z)))
        assert found.value == ci_probability(pred, unit, z).value
        assert found.value <= found.pairwise.to_numpy().min() + 1e-12


def test_opposite_flips_cancel() -> None:
    pred, unit, z = [1, 0, 0, 1], list("uuvv"), list("ABAB")
    assert si_bias(pred, None, z).value == 0
    assert ci_probability(pred, unit, z).value == 0
