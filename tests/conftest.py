"""The audited predictions on the Adult test rows, loaded and tallied once."""

import json

import pytest
from hypothesis import settings

from equipoise import Predictions, Tally, load_adult, tally
from equipoise.datasets.adult import audit
from equipoise.datasets.adult.artifact import ARTIFACT

# The same examples every time, and no limit on how long one may take on a busy machine.
settings.register_profile("equipoise", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("equipoise")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-snapshots",
        action="store_true",
        help="take over what pages say now as what they are to say (tests/pages/test_prose.py)",
    )


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


@pytest.fixture(scope="session")
def committed():
    """The parsed committed artifact; copy before changing it."""
    return json.loads(ARTIFACT.read_text())


@pytest.fixture
def damaged(committed, tmp_path):
    """Write the artifact's start (100 rows) after a change to it; return the file."""

    def write(change):
        document = {key: committed[key][:100] for key in ("y_true", "y_prob", "sex", "race")}
        document["race_five"] = {
            "names": committed["race_five"]["names"],
            "codes": committed["race_five"]["codes"][:100],
        }
        document["card"] = json.loads(json.dumps(committed["card"]))
        document["card"]["test"]["rows_dropped"] = document["card"]["test"]["rows_read"] - 100
        document["card"]["test"]["positives"] = sum(document["y_true"])
        document["build"] = dict(committed["build"])
        change(document)
        file = tmp_path / "artifact.json"
        file.write_text(json.dumps(document))
        return file

    return write


@pytest.fixture
def audited(monkeypatch):
    """Return a function that lets the app audit other predictions than the committed ones."""

    def replace(predictions):
        monkeypatch.setattr(audit, "load_adult", lambda: predictions)
        audit.adult_audit.cache_clear()

    yield replace
    audit.adult_audit.cache_clear()
