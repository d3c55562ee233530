"""What a link asks for, and what is made of it."""

from urllib.parse import parse_qsl, quote, urlencode

import pytest

from equipoise.app.address import LINKS, Settings, read_address, write_address
from tests.hostile.grammar import fetched

GROUPS = {"sex": ("Female", "Male"), "odd": ("R&D #1 + é", "50%", "a=b", "x × y")}


def read(params: dict[str, str]) -> tuple[Settings, tuple[str, ...]]:
    return read_address(params, tuple(GROUPS), GROUPS.__getitem__)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.3", 0.3),
        ("0.30", 0.3),
        ("1", 1.0),
        ("0", 0.0),
        ("0.29", 0.29),
        ("0.57", 0.57),
    ],
)
def test_thresholds_on_the_grid_are_used_in_silence(text: str, value: float) -> None:
    settings, notices = read({"t.Male": text})
    assert settings.thresholds["Male"] == value
    assert notices == ()


@pytest.mark.parametrize(
    "text",
    ["abc", "1.7", "-0.1", "nan", "inf", "", "0,7", "0.435", "1e-1", " 0.3", "٠.٣", "9" * 400],
)
def test_anything_else_falls_back_and_says_so(text: str) -> None:
    settings, notices = read({"t.Male": text, "t.Female": "0.20", "tolerance": "0.02"})
    assert settings.thresholds == {"Male": 0.5, "Female": 0.2}
    assert settings.tolerance == 0.02
    [notice] = notices
    assert "t.Male" in notice
    assert "0.50 is used" in notice
    assert len(notice) < 140


def test_unknown_names_fall_back_and_say_so() -> None:
    settings, notices = read(
        {
            "by": "planet",
            "link": "tight",
            "t.Martian": "0.3",
            "tolerance": "0.3",
            "uncertainty": "yes",
            "utm_source": "x",
        }
    )
    assert settings == Settings("sex")
    names = ("by", "link", "tolerance", "uncertainty", "t.Martian")
    for name, notice in zip(names, notices, strict=True):
        assert f"“{name}”" in notice


def test_what_a_link_says_is_not_formatted() -> None:
    _, [notice] = read({"by": "**[x](http://y)** <b> $z$ :red[a]"})
    assert "\\*\\*\\[x\\](http\\:" in notice
    assert not fetched(notice)


def test_every_setting_survives_a_link() -> None:
    settings = Settings(
        "odd", LINKS[2], 0.01, dict(zip(GROUPS["odd"], (0.29, 1.0, 0.0, 0.07), strict=True)), True
    )
    query = urlencode(write_address(settings))
    assert read(dict(parse_qsl(query))) == (settings, ())
    by_hand = "&".join(f"{quote(k)}={quote(v)}" for k, v in write_address(settings).items())
    assert read(dict(parse_qsl(by_hand))) == (settings, ())


def test_defaults_leave_the_address_short() -> None:
    settings = Settings("sex", thresholds={"Female": 0.5, "Male": 0.5})
    assert write_address(settings) == {"by": "sex"}


def test_many_unknown_groups_share_one_notice() -> None:
    _, [notice] = read({f"t.g{i}": "1" for i in range(300)})
    assert "“t.g0”, “t.g1”, “t.g2” and 297 more: there are no such groups" in notice


def test_letters_that_would_reorder_a_notice_are_not_shown() -> None:
    _, [notice] = read({"by": "a\u202eb\0"})
    assert "“a�b�”" in notice
