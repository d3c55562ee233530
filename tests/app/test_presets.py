"""Starting points: what they say of themselves."""

import pytest

from equipoise.app.presets import PRESETS
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.vocabulary import NEUTRAL


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_speaks_the_words_of_its_audit(name: str) -> None:
    said, neutral = PRESETS[name].means(VOCABULARY), PRESETS[name].means(NEUTRAL)
    assert not any(sign in said + neutral for sign in "{}")
    assert "50K" not in neutral
    assert ("50K" in said) == (said != neutral)


def test_what_labels_mean_is_said_in_the_form_that_fits() -> None:
    assert "by their score, to earn more than 50K." in PRESETS["half"].means(VOCABULARY)
    assert "by their score, to be positive." in PRESETS["half"].means(NEUTRAL)
    assert "of those who earn 50K or less, who is" in PRESETS["odds"].means(VOCABULARY)
