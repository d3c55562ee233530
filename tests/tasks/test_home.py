"""The Home page's guess, posed on values."""

from equipoise.datasets import adult_card
from equipoise.tasks.home import GUESSES, PAIRS_TOLD_APART


def test_the_right_answer_is_the_nearest_to_the_area_under_the_curve() -> None:
    card = adult_card()
    asked, area = PAIRS_TOLD_APART.pose(card), card.proxies["sex"].roc_auc
    tenths = {int(answer.split()[1]): answer for answer in asked.comments}
    assert asked.right == tenths[min(tenths, key=lambda n: abs(n / 10 - area))]
    assert f"in {100 * area:.1f}" in asked.comments[asked.right]


def test_the_strongest_stand_ins_are_named_in_their_order() -> None:
    card = adult_card()
    alone = card.proxies["sex"].alone
    said = PAIRS_TOLD_APART.pose(card).comments["In 9 of 10 pairs"]
    ranked = sorted(alone, key=lambda name: -alone[name])[:4]
    places = [said.index(name) for name in ranked]
    assert places == sorted(places)


def test_it_is_listed_under_its_page() -> None:
    assert [(one.id, one.page) for one in GUESSES] == [("home/pairs-told-apart", "Home")]
