"""What a stress test loads, and when."""

from tests.test_imports import loaded_by

ON_DEMAND = {"sklearn", "scipy", "joblib", "fairlearn", "distributed", "streamlit", "altair"}


def test_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import equipoise.stress").isdisjoint(ON_DEMAND)


def test_the_direct_path_needs_no_fairlearn() -> None:
    run = (
        "from equipoise.stress import *; run(Design(Synthetic(), UnderRepresentation(), (0, 0.5), "
        "(DO_NOTHING, Arm('r', repair=GridSearch()), Arm('p', repair=PostProcessing())), n=200), "
        "repeats=1)"
    )
    assert loaded_by(run).isdisjoint(ON_DEMAND)
