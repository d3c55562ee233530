"""Links that were shared long ago open the view they were copied from."""

import pytest

LINKS = [
    (
        "2_Metrics",
        {
            "by": "sex",
            "closer": "calibration",
            "t.Female": "0.36",
            "t.Male": "0.62",
            "link": "same-selection-rate",
            "tolerance": "0.03",
        },
    ),
    (
        "2_Metrics",
        {
            "by": "sex-race-five",
            "uncertainty": "on",
            "drawn sex-race-five": "Male × White",
            "matrix sex-race-five": "Male × White",
            "closer": "calibration",
        },
    ),
    (
        "3_Incompatibility",
        {
            "by": "sex",
            "enforce": "expected_calibration_error",
            "reweight": "Male",
            "shift": "100",
            "scores": "recalibrated",
        },
    ),
    (
        "3_Incompatibility",
        {
            "by": "sex-race-five",
            "uncertainty": "on",
            "pair": "Female × Black and Male × White",
            "enforce": "expected_calibration_error",
            "shift": "100",
            "scores": "recalibrated",
        },
    ),
    (
        "4_Frontier",
        {"by": "sex", "gap": "predictive_parity", "range": "whole", "curves": "shared"},
    ),
    (
        "4_Frontier",
        {
            "by": "sex-race-five",
            "uncertainty": "on",
            "gap": "predictive_parity",
            "range": "whole",
            "curves": "shared",
        },
    ),
    (
        "5_Stress_test",
        {
            "s.figure": "noise_positives_other_rates",
            "s.measure": "disparity",
            "s.mode": "post",
            "s.group": "everybody",
        },
    ),
    ("5_Stress_test", {"s.room": "stories", "s.story": "noise", "s.intercept": "none"}),
    (
        "5_Stress_test",
        {
            "s.room": "bench",
            "s.bias": "base-rate",
            "s.amount.positives-removed": "1.00",
            "s.repair": "gradient-parity",
            "s.model": "tree",
            "s.r": "0.50",
            "s.eta": "0.45",
            "s.d": "4.00",
            "s.rows": "6000",
            "s.repeats": "10",
            "s.seed": "9",
            "s.reference": "true",
            "s.first": "B1",
            "s.arm": "do nothing",
        },
    ),
    ("6_Test_time", {"i.strategy": "random_context", "i.votes": "9", "i.seed": "9"}),
    (
        "6_Test_time",
        {"i.room": "measure", "i.strategy": "random_context", "i.votes": "9", "i.seed": "9"},
    ),
    (
        "6_Test_time",
        {"i.room": "noise", "i.strategy": "random_context", "i.votes": "9", "i.seed": "9"},
    ),
    (
        "6_Test_time",
        {
            "i.room": "steps",
            "i.comment": "radio",
            "i.context": "Mexican",
            "i.votes": "9",
            "i.seed": "9",
        },
    ),
    ("6_Test_time", {"i.room": "model", "i.rows": "all", "i.asked": "ooc"}),
    ("6_Test_time", {"i.room": "own", "i.set": "6"}),
    ("1_Data", {"by": "race-five", "tell": "race"}),
    ("4_Frontier", {"by": "sex", "point": "0.56/0.65"}),
    ("4_Frontier", {"by": "race", "gap": "equal_opportunity", "point": "0.43/0.49"}),
]
"""Each page with what can be set on it, as the address said it when it was first shared."""


@pytest.mark.parametrize(("page", "params"), LINKS, ids=lambda part: str(part)[:60])
def test_a_link_opens_the_view_that_was_shared(app, page: str, params: dict[str, str]) -> None:
    app.open(page, **params)
    assert not [told for told in app.notices() if "instead" in told or "no such group" in told]
    # The address is written from what is set: whatever was not understood is not in it.
    address = {
        name: value if isinstance(value, str) else value[0]
        for name, value in app.at.query_params.items()
    }
    assert address.items() >= params.items()
