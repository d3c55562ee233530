"""One comment's scores in every context."""

import pytest

from equipoise.figures.invariance.scores import score_rows, scores_figure
from equipoise.invariance.lesson.recorded import load_lesson

LESSON = load_lesson()


def test_scores_say_which_side_of_the_cut_they_are_on() -> None:
    drawn = score_rows(("a", "b", "c"), (0.1, 0.49, 0.5), "b")["scores"]
    assert drawn["answer"] == ["not toxic", "not toxic", "toxic"]
    assert drawn["here"] == [False, True, False]
    assert [bool(a) != bool(b) for a, b in zip(drawn["left"], drawn["right"], strict=True)] == [
        True
    ] * 3
    assert drawn["left"][1] == "0.49"


@pytest.mark.parametrize("template", LESSON.templates, ids=lambda one: one.id)
def test_a_flip_is_told_by_its_contexts(template) -> None:
    row = LESSON.templates.index(template)
    answers = LESSON.wordings.answers[row, 0]
    figure = scores_figure(LESSON, template, "gay")
    n = int(answers.sum())
    if 0 < n < len(answers):
        assert figure.takeaway.startswith("The answer **flips**: toxic for ")
        assert f"not toxic for the other {len(answers) - n}." in figure.takeaway
        assert ("and the feast differ" in figure.takeaway) == template.leaks
    else:
        assert "does not flip" in figure.takeaway
        assert figure.takeaway.startswith("Toxic" if n else "Not toxic")
    drawn = figure.data["scores"]
    assert drawn["here"] == [name == "gay" for name in LESSON.names]
    assert [said == "toxic" for said in drawn["answer"]] == answers.astype(bool).tolist()
