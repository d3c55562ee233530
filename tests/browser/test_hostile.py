"""Foreign texts in a real browser: no request leaves, no link and no picture is made of them.

That no other host is asked is what every reader checks when leaving.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from equipoise.app.invariance import permission
from equipoise.foreign import JOINER, visible
from tests.browser.pages import TITLES, Visit
from tests.browser.reader import Reader
from tests.hostile import links, replies
from tests.hostile.names import HOST, NAMES, tens
from tests.hostile.tables import people, predictions
from tests.invariance.endpoints import endpoint
from tests.serving import ROOT, Server, serving

pytestmark = pytest.mark.browser

HARMFUL = (
    f'a[href*="{HOST}"], a[href$="//www"], a[href^="mailto"], img:not([src^="data:"]), iframe'
)
OURS = "it.tagName == 'A' && it.host == location.host"
MADE = (
    "a, img, strong, em, code, del, h1, h2, h3, ul, ol, blockquote, hr, table table, pre, "
    "span[role=img], .katex, .stMarkdownColoredText, .stMarkdownBadge"
)
GROUPS = tens()[0]
"""Ten of them at a time are enough where all go through the same sentences."""


def finds_no_harm(reader: Reader) -> None:
    """Check that nothing on the page leads to another host or was fetched from one."""
    reader.settled()
    harmful = reader.page.locator(HARMFUL)
    # Links between our own pages carry the address along, whatever it says.
    found = [one.evaluate(f"it => {OURS} ? '' : it.outerHTML") for one in harmful.all()]
    assert list(filter(None, found)) == []


def shown(part: Locator) -> str:
    return part.inner_text().replace(JOINER, "").strip()


APP = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import pandas as pd
import streamlit as st
from equipoise.foreign import plain
from tests.hostile.names import NAMES
st.title("names")
for place, name in enumerate(NAMES.values()):
    with st.container(key=f"name-{{place}}"):
        st.markdown(plain(name))
    with st.container(key=f"said-{{place}}"):
        st.markdown(f"Group {{plain(name)}}: 5 of {{plain(name)}}.")
with st.container(key="cells"):
    st.table(pd.DataFrame({{"name": [plain(name) for name in NAMES.values()]}}))
with st.container(key="options"):
    st.radio("names", [plain(name) for name in NAMES.values()])
with st.container(key="letters"):
    names = list(NAMES.values())
    st.selectbox("names", names)
    st.multiselect("more names", names, default=names)
    st.dataframe(pd.DataFrame({{name: [name] for name in names[:20]}}))
    drawn = {{"field": "name", "type": "nominal"}}
    st.vega_lite_chart(
        pd.DataFrame({{"name": names}}),
        {{
            "mark": "bar",
            "encoding": {{
                "y": drawn, "x": {{"value": 200}}, "color": drawn,
                "tooltip": [drawn, {{**drawn, "title": "again"}}],
            }},
        }},
        alt=" ".join(names),
    )
with st.container(key="cards"):
    parts = "\\n\\n".join(f":small[{{plain(name)}} is here]" for name in NAMES.values())
    st.markdown("<div>\\n\\n" + parts + "\\n\\n</div>", unsafe_allow_html=True)
"""


@pytest.fixture
def names_alone(browser: object, tmp_path: Path) -> Iterator[Server]:
    """Serve nothing but the names."""
    (tmp_path / "streamlit_app.py").write_text(APP, encoding="utf-8")
    shutil.copytree(ROOT / ".streamlit", tmp_path / ".streamlit")
    with serving(tmp_path) as running:
        yield running


def test_every_name_is_shown_as_it_is(names_alone: Server, visit: Visit) -> None:
    """The escape against the front end's own Markdown, wherever that is read."""
    page = visit("/", at=names_alone).page
    names = [" ".join(visible(name).split()) for name in NAMES.values()]
    cells, options, cards = (
        page.locator(f".st-key-{one}") for one in ("cells", "options", "cards")
    )
    alone = [page.locator(f".st-key-name-{place}") for place in range(len(names))]
    said = [page.locator(f".st-key-said-{place}") for place in range(len(names))]
    assert list(map(shown, alone)) == names
    assert list(map(shown, said)) == [f"Group {name}: 5 of {name}." for name in names]
    assert [shown(cell) for cell in cells.locator("td").all()] == names
    assert [shown(label) for label in options.locator("[role=radiogroup] label").all()] == names
    assert shown(cards).split("\n\n") == [f"{name} is here" for name in names]
    letters = page.locator(".st-key-letters")
    for bar in letters.locator("svg .mark-rect path").all()[:10]:
        bar.hover()
        expect(page.locator(".vg-tooltip")).to_contain_text("again")
        assert page.locator(".vg-tooltip").locator("a, img").count() == 0
    for part in (*alone, *said, cells, options, cards, letters):
        assert part.locator(MADE).count() == 0, part.inner_html()


@pytest.mark.parametrize("page", ["Data", "Metrics", "Incompatibility", "Frontier", "Stress_test",
                                  "Test_time"])  # fmt: skip
def test_a_link_makes_none(visit: Visit, page: str) -> None:
    doors = [door for door in links.DOORS if door.page == page]
    for place, door in enumerate(doors[:2]):
        query = links.queries(door)[place]
        for other in links.queries(door):
            query |= {name: value for name, value in other.items() if name not in query}
        reader = visit(f"/{page}?{links.written(query)}")
        reader.finds("is used instead")
        finds_no_harm(reader)


def test_a_table_of_ones_own_makes_none(visit: Visit) -> None:
    frame = people(GROUPS)
    file = {
        "name": f"{GROUPS[5].replace('/', '-')}.csv",
        "mimeType": "text/csv",
        "buffer": frame.to_csv(index=False).encode(),
    }
    query = "s.room=bench&s.world=own&s.rows=1000&s.repair=post"
    reader = visit(f"/Stress_test?{query}")
    reader.page.locator("input[type=file]").first.set_input_files([file])
    reader.page.get_by_role("combobox", name="Group").click()
    reader.page.get_by_role("option", name="who").click()
    reader.finds("The boundaries that were learned")
    finds_no_harm(reader)
    reader.unfold_all()
    finds_no_harm(reader)
    expect(reader.page.get_by_role("cell", name="evil").first).to_be_visible()


def test_predictions_of_ones_own_make_none(visit: Visit) -> None:
    reader = visit("/Test_time?i.room=own").arrived(TITLES["/Test_time"])
    for place, content in enumerate(predictions(GROUPS)):
        file = {"name": f"![x]({place}evil).csv", "mimeType": "text/csv", "buffer": content}
        reader.page.locator("input[type=file]").nth(place).set_input_files([file])
    reader.finds("SI-bias over what noise alone shows")
    reader.unfold_all()
    finds_no_harm(reader)
    reader.turn_to("Data", TITLES["/Data"]).turn_to("Test time", TITLES["/Test_time"])
    reader.finds("Kept from before: ![x](0evil).csv")
    finds_no_harm(reader)


@pytest.fixture(params=["Done", "It failed"])
def asking(
    browser: object, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Server]]:
    """Serve the app where endpoints may be asked, and one that answers or fails in evil words."""
    pytest.importorskip("openai")
    said = replies.ANSWERS if request.param == "Done" else replies.ERRORS[:1]
    monkeypatch.setenv(permission.ALLOW, "1")
    with endpoint(lambda number, _: said[number % len(said)]) as here:
        monkeypatch.setenv(permission.NAMED, here.url)
        with serving() as app:
            yield request.param, app


def test_an_endpoint_makes_none(asking: tuple[str, Server], visit: Visit) -> None:
    ending, app = asking
    reader = visit("/Test_time?i.room=own", at=app).arrived(TITLES["/Test_time"])
    model = reader.page.get_by_label("Model", exact=True)
    model.fill(NAMES["picture"])
    model.press("Enter")
    reader.press("Plan it: how many calls?")
    reader.press("Start it")
    reader.finds(ending)
    finds_no_harm(reader)
    reader.finds("evil")
