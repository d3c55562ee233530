"""Names that are nearly alike: found, and told with what tells them apart."""

import pytest

from equipoise.invariance import ci_probability, read_answers, read_items, si_bias
from equipoise.invariance.tables.lookalikes import alike, first_alike, told_apart

NEARLY = [
    ("Woman", "woman", "case alone"),
    ("STRASSE", "straße", "case alone"),
    ("African American", "African\u00a0American", "blanks alone"),
    ("African American", "African  American", "blanks alone"),
    ("non-binary", "non\u2011binary", "looks alike"),
    ("non-binary", "non\u2010Binary", "looks alike"),
    ("woman", "wo\u200bman", "looks alike"),
    ("woman", "\uff57\uff4f\uff4d\uff41\uff4e", "looks alike"),
    ("woman", "w\u043eman", "looks alike"),
    ("O'Brien", "O\u2019Brien", "looks alike"),
    ("30", "30.0", "looks alike"),
]
APART = [("man", "woman"), ("01", "1"), ("1", "1.5"), ("m2", "m\u00b2"), ("a-b", "ab"), ("é", "e")]


def csv(*z: str) -> bytes:
    """Return items of one stratum in these contexts."""
    return "\n".join(["id;z;s", *(f"{n};{name};all" for n, name in enumerate(z))]).encode()


@pytest.mark.parametrize(("one", "other", "how"), NEARLY)
def test_nearly_the_same(one: str, other: str, how: str) -> None:
    assert alike(one) == alike(other)
    assert first_alike(["", "x", one, "", one, other]) == (2, 5)
    said = told_apart(other, one)
    assert how in said
    shown = ascii if how != "case alone" else repr
    assert shown(one) in said
    assert shown(other) in said


@pytest.mark.parametrize(("one", "other"), APART)
def test_clearly_apart(one: str, other: str) -> None:
    assert alike(one) != alike(other)
    assert first_alike([one, other]) is None


def test_what_is_the_same_once_trimmed_and_composed_is_one_context() -> None:
    items = read_items(csv("Caf\u00e9", " Cafe\u0301", "Caf\u00e9\u00a0", "bar", "bar"))
    assert items.contexts == ("Caf\u00e9", "bar")


@pytest.mark.parametrize(("one", "other", "how"), NEARLY)
def test_contexts_that_are_nearly_alike_are_refused_with_their_rows(
    one: str, other: str, how: str
) -> None:
    with pytest.raises(ValueError, match=rf"^Row 4 .*z is .*{how}.* in row 2"):
        read_items(csv(one, "man", other))
    with pytest.raises(ValueError, match=rf"^row 3: z is .*{how}.* in row 1"):
        si_bias([1, 0, 1], None, [one, "man", other])
    with pytest.raises(ValueError, match=r"^row 3: z is "):
        ci_probability([1, 0, 1], ["u", "u", "u"], [one, "man", other])


def test_so_are_strata() -> None:
    with pytest.raises(ValueError, match=r"^row 3: s is 'toxic', which differs by case alone"):
        si_bias([1, 0, 1], ["Toxic", "Toxic", "toxic"], ["a", "b", "a"])
    with pytest.raises(ValueError, match=r"^Row 4 .*s is 'toxic'"):
        read_items(b"id,z,s\n1,a,Toxic\n2,b,Toxic\n3,a,toxic\n4,b,toxic\n")


def test_contexts_of_rows_that_are_not_compared_may_be_written_as_they_are() -> None:
    items = read_items(b"id,z,s,sample,y\n1,a,all,,\n2,b,all,,\n3,A,all,population,1\n")
    assert items.contexts == ("a", "b")


def test_ways_of_asking_are_told_apart_clearly() -> None:
    with pytest.raises(ValueError, match="strategy is 'default', which differs by case alone"):
        read_answers(b"id,pred,strategy\n1,1,Default\n2,1,default\n")


def test_units_are_kept_apart_and_remarked() -> None:
    items = read_items(b"id,z,s,unit\n1,a,all,aB\n2,b,all,aB\n3,a,all,Ab\n4,b,all,Ab\n")
    assert items.table["unit"].nunique() == 2
    assert "unit is 'Ab', which differs by case alone from 'aB' in row 2" in items.notes[0]


def test_a_models_own_words_are_brought_into_one_spelling() -> None:
    answers = read_answers(b"id,pred,s_lm\n1,1,Toxic\n2,1,toxic\n3,0,\n4,0,kind\n")
    assert list(answers.table["s_lm"]) == ["Toxic", "Toxic", "", "kind"]
    assert "s_lm holds 'toxic', which differs by case alone from 'Toxic'" in answers.notes[0]
