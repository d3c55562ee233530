"""The recorded language model's pictures: what they say is what was recorded."""

from pathlib import Path

import pytest

from equipoise.datasets.discrim.artifact import Discrim, load_discrim
from equipoise.figures.invariance.recorded import (
    recorded_bands,
    recorded_shares,
    widest_genders,
    yes_of,
)
from equipoise.figures.invariance.words import called
from equipoise.invariance import Scores, score
from tests.recordings import write_recording


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Discrim:
    return load_discrim(write_recording(Path(tmp_path_factory.mktemp("recording"))))


@pytest.fixture(scope="module")
def scores(known: Discrim) -> Scores:
    return score(known.items, known.answers, common=True, n_permutations=100)


def test_every_way_of_asking_has_its_row(known: Discrim, scores: Scores) -> None:
    figure = recorded_bands(scores, known)
    assert figure.data["bands"]["name"] == [called(name) for name in scores]
    assert figure.data["bands"]["value"] == [one.si_bias.value for one in scores.values()]
    n = known.items.table["unit"].nunique()
    assert figure.takeaway.endswith(f" of {n} questions.")
    assert recorded_bands(scores, known) is figure


def test_shares_are_drawn_for_every_gender(known: Discrim, scores: Scores) -> None:
    drawn = recorded_shares(scores, known).data["shares"]
    assert set(drawn["context"]) == set(known.items.contexts)
    cells = scores["default"].si_bias.cells
    mine = [rate for line, rate in zip(drawn["line"], drawn["rate"], strict=True)
            if line == called("default")]  # fmt: skip
    assert mine == cells["rate"].tolist()


def test_a_gap_is_told_with_its_counts(scores: Scores) -> None:
    for one in scores.values():
        said = widest_genders(one)
        cells = one.si_bias.cells.set_index("context")
        for name in one.si_bias.contexts if one.si_bias.value else one.si_bias.contexts[:1]:
            assert f"{cells['positives'][name]:.0f} of {cells['n'][name]:.0f}" in said
        assert ("no gap" in said) == (one.si_bias.value == 0)


def test_yes_is_counted_among_what_could_be_read(scores: Scores) -> None:
    for one in scores.values():
        readable, asked = one.counts["ok"], sum(one.counts.values())
        said = yes_of(one)
        assert f" of {readable} " in said
        assert (f", of {asked} asked for" in said) == (readable < asked)
