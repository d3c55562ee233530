"""Every door through which somebody else's text comes in, tried with all that means harm.

What a page sends is read as the front end would read it: nothing in it may be a link, a picture,
HTML or an icon that is not ours.
"""

from __future__ import annotations

import io
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Node

from equipoise import Predictions, load_adult
from equipoise.app.invariance import permission
from equipoise.app.invariance.predictions import example_files
from equipoise.app.invariance.recorded import recording
from equipoise.app.invariance.sets import template
from equipoise.datasets.discrim import artifact as discrim
from equipoise.foreign import JOINER, harmless
from equipoise.invariance.lesson.recorded import load_lesson
from equipoise.invariance.tables.paper_sets import PAPER_SETS
from tests.hostile import links, replies
from tests.hostile.grammar import fetched_from_evil
from tests.hostile.names import NAMES, tens
from tests.hostile.tables import people, predictions
from tests.invariance.endpoints import Script, endpoint
from tests.pages.pages import ROOT, open_page, unfolded
from tests.recordings import write_recording
from tests.waiting import PATIENCE

AS_THEY_ARE = {
    "selectbox": {"options", "placeholder", "raw_value"},
    "multiselect": {"options", "placeholder", "raw_values"},
    "text_input": {"default", "value", "placeholder"},
    "vega_lite_chart": {"spec", "alt"},
    "arrow_vega_lite_chart": {"spec", "alt"},
    "dataframe": {"columns", "column_order"},
    "arrow_data_frame": {"columns", "column_order"},
    "code": {"code_text"},
}
"""Fields that the front end shows letter by letter; the browser tests look at them."""

VALUES = {"domain", "values", "sort", "title"}
"""Where a drawing has names as they are: in its scales, its legends and its titles."""

NEVER_SHOWN = {
    *("id", "form_id", "url", "element_id", "fragment_id", "query_param_key", "icon"),
    "query_string",  # Of a link to a page of ours.
}


def sent(node: Node) -> Iterator[tuple[str, str]]:
    """Return every text that a part of a page sends to be read as Markdown or HTML."""
    if isinstance(node, Block):
        for child in node.children.values():
            yield from sent(child)
    proto = getattr(node, "proto", None)
    kind = getattr(node, "type", "")
    if isinstance(proto, Message):
        for field, text in texts(proto):
            if field not in AS_THEY_ARE.get(kind, set()) | NEVER_SHOWN:
                yield f"{kind}.{field}", text
    if kind == "table":
        table = node.value  # type: ignore[attr-defined]
        for text in (*table.index.names, *table.index, *table.columns, *table.to_numpy().ravel()):
            yield "table cell", str(text)


def texts(proto: Message) -> Iterator[tuple[str, str]]:
    for field, value in proto.ListFields():
        for one in value if field.is_repeated else [value]:
            if isinstance(one, str):
                yield field.name, one
            elif isinstance(one, Message):
                yield from texts(one)


def opened(page: str, **params: str) -> AppTest:
    return checked(open_page(page, **params))


def checked(at: AppTest) -> AppTest:
    """Check that a page ran to its end, and that nothing foreign in it is more than text."""
    assert not at.exception, at.exception[0].message
    found = {what: bad for what, text in sent(at._tree) if (bad := evil(what, text))}
    assert not found
    for kind in ("vega_lite_chart", "selectbox", "multiselect"):
        for part in at.get(kind):
            letters = part.proto
            if kind != "vega_lite_chart":
                letters = type(letters)(options=letters.options)
            assert JOINER.encode() not in letters.SerializeToString(), "Markdown, shown as letters"
    for part in at.get("vega_lite_chart"):
        assert not list(worked_out(json.loads(part.proto.spec)))
    for part in at.get("html"):
        assert JOINER not in part.proto.body
    return at


def worked_out(spec: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return where in a drawing a foreign name is more than a value, or leads anywhere."""
    if isinstance(spec, dict):
        for key, one in spec.items():
            if key in ("href", "url", "image"):
                yield (*path, key)
            yield from worked_out(one, (*path, key))
    elif isinstance(spec, list):
        for one in spec:
            yield from worked_out(one, path)
    elif re.search("evil|skull", str(spec)) and path[-1] not in VALUES:
        yield path


def evil(what: str, text: str) -> list[str]:
    """Return what is made of foreign parts of a text."""
    if what == "html.body":
        return re.findall(r"<(?:img|script|a)\b[^>]*>", text)
    return fetched_from_evil(text)


def first_letters(names: tuple[str, ...]) -> str:
    return "".join(filter(str.isalnum, names[0]))[:9]


def all_said(at: AppTest) -> str:
    return " ".join(text for _, text in sent(at._tree)).replace("\\", "")


def test_what_is_sent_is_looked_at_everywhere() -> None:
    """The check itself: each of these would be caught."""

    def page() -> None:
        import pandas as pd
        import streamlit as st

        bad = "![x](http://evil.example/a.png)"
        st.markdown(bad)
        st.radio("a", [bad, "b"])
        st.checkbox("b", help=bad)
        st.expander(bad)
        st.table(pd.DataFrame({"c": [bad]}))
        st.table(pd.DataFrame({bad: ["c"]}))
        st.table(pd.DataFrame({"c": ["c"]}, index=[bad]))
        st.html("<b>x</b><img src='//evil.example'>")
        st.selectbox("d", [bad])

    at = AppTest.from_function(page).run()
    caught = [what for what, text in sent(at._tree) if evil(what, text)]
    assert sorted(caught) == [
        "checkbox.help", "expander.label", "html.body", "markdown.body", "radio.options",
        "table cell", "table cell", "table cell",
    ]  # fmt: skip


# --- links ------------------------------------------------------------------------------------


@pytest.mark.parametrize("door", links.DOORS, ids=str)
def test_no_link_of_a_page_is_more_than_quoted(door: links.Door) -> None:
    for query in links.queries(door):
        at = opened(door.page.replace("_", " "), **query)
        assert "is used instead" in " ".join(box.value for box in at.info)
        if "page choices" in at.session_state and not door.is_any:
            known = {*door.settings, *door.room}
            assert at.session_state["page choices"].keys() <= known, "one that is not tried here"


# --- a table of one's own on the stress test -----------------------------------------------------

SMALL = {"s.room": "bench", "s.world": "own", "s.rows": "1000", "s.repair": "post"}


def stressed(names: tuple[str, ...], **params: str) -> AppTest:
    """Open the bench on a table with these groups, and columns of the same names."""
    content = people(names).to_csv(index=False).encode()
    at = opened("Stress test", **(SMALL | params))
    at.file_uploader[0].set_value((f"{names[0][:40]}.csv", content, "text/csv"))
    checked(at.run())
    at.selectbox(key="s own label").set_value("label")
    checked(at.run())
    at.selectbox(key="s own group").set_value("who")
    return checked(at.run())


@pytest.mark.parametrize("names", tens(), ids=first_letters)
def test_groups_and_columns_of_a_table(names: tuple[str, ...]) -> None:
    at = stressed(names)
    assert len(at.get("vega_lite_chart")) >= 3
    assert unfolded(at, check=checked).table


@pytest.mark.parametrize(
    "called", ["picture", "address without a scheme", "picture in HTML", "icon"]
)
def test_names_in_what_is_wrong_with_a_table(called: str) -> None:
    name = NAMES[called]
    at = open_page("Stress test", **SMALL)
    place = np.arange(330)
    rest = pd.DataFrame({"x": place * 37 % 101, "label": np.where(place % 3 == 0, "yes", "no")})
    twice = pd.concat([rest, rest["label"].rename(name), rest["label"].rename(name)], axis=1)
    many = rest.assign(**{name: place % 11 * 10})
    for frame in (twice, many):
        content = frame.to_csv(index=False).encode()
        at.file_uploader[0].set_value((f"{name[:40]}.csv", content, "text/csv"))
        checked(at.run())
        assert bool(at.error) == (frame is twice)
    at.selectbox(key="s own group").set_value(at.selectbox(key="s own group").options[2])
    checked(at.run())
    assert at.error


# --- predictions of one's own, and an endpoint's answers -----------------------------------------


@pytest.mark.parametrize("names", tens(), ids=first_letters)
def test_contexts_strata_strategies_and_units_of_predictions(names: tuple[str, ...]) -> None:
    at = opened("Test time", **{"i.room": "own"})
    for kind, content in zip(("items", "answers"), predictions(names), strict=True):
        file = (f"{names[0][:40]}.csv", content, "text/csv")
        at.file_uploader(key=f"i own {kind}").set_value(file)
    assert len(checked(at.run()).get("vega_lite_chart")) == 2, at.error[0].value
    assert "evil" in all_said(unfolded(at, check=checked))


@pytest.fixture
def switched_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(discrim, "DATA", write_recording(tmp_path))
    monkeypatch.setenv(permission.ALLOW, "1")
    recording.cache_clear()
    yield
    recording.cache_clear()


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize(
    "script",
    [lambda number, _: replies.ANSWERS[number % len(replies.ANSWERS)],
     *(lambda *_, one=one: one for one in replies.ERRORS)],
    ids=["answers", *(str(one.status) for one in replies.ERRORS)],
)  # fmt: skip
def test_what_an_endpoint_says(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai")
    with endpoint(script) as here:
        monkeypatch.setenv(permission.NAMED, here.url)
        at = opened("Test time", **{"i.room": "own"})
        at.text_input(key="i endpoint address").set_value(here.url)
        at.text_input(key="i endpoint model").set_value(NAMES["picture"])
        checked(at.run())
        at.button(key="i endpoint plan it").click()
        checked(at.run())
        at.button(key="i endpoint start").click()
        until = time.monotonic() + PATIENCE
        while not re.search(r"\*\*(Done|It failed)\*\*", all_said(checked(at.run()))):
            assert time.monotonic() < until
            time.sleep(0.3)
        checked(at.run())


# --- audits: whatever groups are called ----------------------------------------------------------


def renamed(names: tuple[str, ...]) -> Predictions:
    """Return some of the audited rows with groups of other names: two of sex, more of race."""
    adult = load_adult()
    rows = slice(0, 3_000)
    place = np.arange(3_000)
    groups = {
        "sex": np.array(names[:2])[place % 2],
        "race": np.array(names[-2:])[place % 2],
        "race_five": np.array(names)[place % len(names)],
    }
    return Predictions(adult.y_true[rows], adult.y_score[rows], groups)


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("page", ["Data", "Metrics", "Incompatibility", "Frontier"])
@pytest.mark.parametrize("names", tens()[::3], ids=first_letters)
def test_groups_of_an_audit(
    names: tuple[str, ...], page: str, audited: Callable[[Predictions], None]
) -> None:
    audited(renamed(names))
    for by, uncertainty in (("sex", "on"), ("race-five", "off")):
        at = unfolded(opened(page, by=by, uncertainty=uncertainty), check=checked)
        assert "evil" in all_said(at)


# --- files that are handed out ----------------------------------------------------------------


def test_every_table_that_is_handed_out_is_harmless() -> None:
    """Each button for a download of a table writes one that has gone through `harmless`."""
    sources = [*(ROOT / "pages").glob("*.py"), *(ROOT / "equipoise" / "app").rglob("*.py")]
    written = [
        (path.name, line.strip())
        for path in sources
        for line in path.read_text(encoding="utf-8").splitlines()
        if ".to_csv(" in line
    ]
    ours = {"predictions.py": 1, "sets.py": 1}
    bare = Counter(name for name, line in written if "harmless(" not in line)
    assert bare == ours, "the examples and the templates hold our own words alone"
    assert len(written) >= 7


def test_nor_do_our_own_files_hold_a_formula() -> None:
    contents = [*example_files(load_lesson()), *(template(one) for one in PAPER_SETS)]
    for content in contents:
        table = pd.read_csv(io.StringIO(content), dtype=str, keep_default_na=False)
        pd.testing.assert_frame_equal(harmless(table), table)
