"""Any number of groups has its signs; two look alike only a hundred places apart."""

import pytest

from equipoise.figures import theme


def shapes(n: int) -> list[str]:
    return theme.group_shape(groups(n)).to_dict()["scale"]["range"]


def groups(n: int) -> tuple[str, ...]:
    return tuple(f"g{place}" for place in range(n))


def test_the_first_ten_are_in_the_order_of_the_palette() -> None:
    assert list(theme.signs(groups(10)).values()) == list(theme.SIGNS)
    assert shapes(10) == list(theme.SHAPES)


@pytest.mark.parametrize("n", [14, 60, 100])
def test_no_two_groups_have_colour_and_shape_in_common(n: int) -> None:
    drawn = shapes(n)
    colours = [place % len(theme.COLOURS["light"]) for place in range(n)]
    assert len(drawn) == n == len(set(zip(colours, drawn, strict=True)))
    signs = list(theme.signs(groups(n)).values())
    assert [theme.SIGNS.index(sign) for sign in signs] == list(map(theme.SHAPES.index, drawn))


@pytest.mark.parametrize("n", [14, 60])
def test_text_gives_a_sign_the_colour_of_its_place(n: int) -> None:
    signs = theme.signs(groups(n))
    for place, group in enumerate(groups(n)):
        colour = place % 10
        sign = signs[group]
        expected = f":{theme.TEXT_COLOURS[colour]}[{sign}]" if colour < 5 else sign
        assert theme.group_sign(groups(n), group) == expected
        assert theme.group_label(groups(n), group) == f"{expected} {group}"
