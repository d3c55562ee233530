"""The audited predictions on the Adult test rows, loaded and tallied once."""

import pytest
from hypothesis import settings

from equipoise import Predictions, Tally, load_adult, tally

# The same examples every time, and no limit on how long one may take on a busy machine.
settings.register_profile("equipoise", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("equipoise")


@pytest.fixture(scope="session")
def adult() -> Predictions:
    return load_adult()


@pytest.fixture(scope="session")
def by_sex(adult: Predictions) -> Tally:
    return tally(adult, "sex")


@pytest.fixture(scope="session")
def by_race(adult: Predictions) -> Tally:
    return tally(adult, "race")


@pytest.fixture(scope="session")
def by_race_five(adult: Predictions) -> Tally:
    return tally(adult, "race_five")


@pytest.fixture(scope="session")
def by_sex_and_race_five(adult: Predictions) -> Tally:
    return tally(adult, ("sex", "race_five"))
