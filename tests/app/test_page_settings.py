"""A page's own settings: what the address may say, and going back to one that says less."""

import pytest

from equipoise.app import session
from equipoise.app.page_settings import One, Several

CURVES = Several(("grid", "exact", "coin"), ("grid",))


@pytest.mark.parametrize("value", [(), ("grid",), ("grid", "coin"), ("grid", "exact", "coin")])
def test_several_options_come_back_from_the_address(value: tuple[str, ...]) -> None:
    assert CURVES.read(CURVES.write(value)) == value


def test_the_address_keeps_the_order_of_the_options() -> None:
    assert CURVES.write(["coin", "grid"]) == "grid.coin"
    assert CURVES.write([]) == "none"


@pytest.mark.parametrize("text", ["", "grid.", "grid.x", "coin.coin", "grid,coin", "<b>"])
def test_what_makes_no_sense_is_not_read(text: str) -> None:
    assert CURVES.read(text) is None


def test_only_options_are_allowed() -> None:
    assert CURVES.allows(["coin"])
    assert not CURVES.allows(["coin", "planet"])
    assert not CURVES.allows(None)
    assert One(("near", "whole"), "near").read("far") is None


def test_going_back_leaves_nothing_of_what_came_later(app, monkeypatch) -> None:
    app.open("4_Frontier", by="race", gap="equal_opportunity", point="0.43/0.49")
    app.at.query_params.clear()
    app.at.query_params["by"] = "sex"
    monkeypatch.setattr(session, "_went_back", lambda: True)
    app.run()
    assert app.at.select_slider(key="point").value == "0.43/0.49"
    assert app.at.query_params == {"by": "sex"}
    assert app.notices() == []


def test_going_back_to_another_view_finds_the_point_it_had(app, monkeypatch) -> None:
    app.open("4_Frontier", by="sex", point="0.48/0.58").choose("by", "race")
    app.at.query_params.clear()
    app.at.query_params["by"] = "sex"
    app.at.query_params["point"] = "0.48/0.58"
    monkeypatch.setattr(session, "_went_back", lambda: True)
    app.run()
    assert app.at.select_slider(key="point").value == "0.48/0.58"
    assert app.notices() == []


def test_an_address_never_holds_a_point_of_another_view(app, monkeypatch) -> None:
    app.open("4_Frontier", by="race", point="0.43/0.49")
    written = []
    write = session.write_to_address

    def noted() -> None:
        write()
        written.append(session.st.query_params.to_dict())

    monkeypatch.setattr(session, "write_to_address", noted)
    app.choose("by", "sex-race")
    assert {"by": "sex-race"} in written
    assert not any("point" in address for address in written)
    assert app.choose("by", "race").at.select_slider(key="point").value == "0.48/0.52"
