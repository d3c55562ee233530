"""What the live bench keeps: each thing with its world; a reader's goes with the reader."""

import gc
import secrets
import weakref
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from equipoise.app.stress import live
from equipoise.app.stress.tables import Read, table_of
from equipoise.figures.stress.cells import cells_figure
from equipoise.figures.stress.charts import TITLES
from equipoise.figures.stress.measures import measure_figure
from equipoise.figures.stress.planes import plane_figure
from equipoise.stress import Table
from equipoise.stress.bench import MADE_UP, Setup, groups_of, open_level
from equipoise.stress.choices import NOTHING, REPAIRED, Choices


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[Setup]:
    """What is trained on from now on, one by one."""
    setups: list[Setup] = []

    def counted(setup: Setup) -> object:
        setups.append(setup)
        return open_level(setup)

    monkeypatch.setattr(live, "open_level", counted)
    return setups


def uploaded(*groups: str) -> Read:
    """A file of a reader's, in whose second column these groups stand."""
    rng = np.random.default_rng(len(groups))
    frame = pd.DataFrame({"age": rng.normal(40, 9, 600), "years": rng.integers(0, 20, 600)})
    frame["place"] = rng.choice(groups, 600)
    frame["hired"] = np.where(frame["age"] + rng.normal(0, 9, 600) > 40, "yes", "no")
    return Read("digest", frame)


def world_of(found: Read) -> Table:
    return table_of(found, "hired", "place", "yes", ("age", "years"))


def test_a_level_is_trained_once_and_a_reader_s_rows_are_not_kept(trained: list[Setup]) -> None:
    one, other = (Setup(Choices(n=500, seed=123), amount) for amount in (0.5, 0.6))
    assert live.look(one) is live.look(Setup(Choices(n=500, seed=123), 0.5))
    assert live.look(other) is not live.look(one)
    assert len(trained) == 2
    own = Setup(Choices(n=500), world=world_of(uploaded("North", "South")))
    assert live.look(own) is not live.look(own)
    assert trained[2:] == [own, own]


@pytest.mark.parametrize("amount", [0.2, 0.7])
def test_what_is_kept_is_what_would_be_trained(amount: float) -> None:
    setup = Setup(Choices(n=500), amount)
    kept, anew = live.look(setup), open_level(setup)
    assert (kept.after.y == anew.after.y).all()
    assert (kept.after.features == anew.after.features).all()


def test_more_repeats_keep_the_first() -> None:
    choices = Choices(n=1000, repair="reweighing", seed=3)
    one, three = live.curves(Setup(choices)), live.curves(Setup(choices, repeats=3))
    assert (three.values[:1] == one.values).all()
    assert one.models == (NOTHING, REPAIRED)


def test_how_close_a_reference_comes_is_not_found_again_for_another_bias_or_repair() -> None:
    setup = Setup(Choices(n=500, seed=7))
    other = Setup(Choices(n=500, seed=7, bias="noise", repair="post", model="shared"), 0.1, 3)
    assert live.agreement(other) is live.agreement(setup)
    assert live.agreement(Setup(Choices(n=500, seed=8))) is not live.agreement(setup)


def test_all_readers_share_what_was_found_in_a_made_up_world() -> None:
    first, second = (Setup(Choices(n=500, repair="post")) for _ in range(2))
    assert first is not second
    assert live.curves(first) is live.curves(second)
    a, b = (measure_figure(live.curves(one), one, "accuracy") for one in (first, second))
    assert a.spec is b.spec


def shown_of(world: Table) -> list[object]:
    """Everything that the bench shows of a world, and what it is drawn from."""
    setup = Setup(Choices(n=600, repair="post"), 0.3, 3, world)
    found, opened = live.curves(setup), live.look(setup)
    live.agreement(setup)
    figures = [
        *(measure_figure(found, setup, measure) for measure in TITLES),
        cells_figure(world, opened.before, opened.after),
        plane_figure(setup, opened, 0, REPAIRED),
    ]
    tables = [figure.table() for figure in figures if figure.table]
    return [found, *figures, *tables, found.table(), found.hole_lines()]


def test_two_readers_with_the_same_choices_see_their_own() -> None:
    """Only the tables differ; neither what is found nor any word or drawing is the other's."""
    files = [uploaded("North", "South"), uploaded("Hill", "Vale")]
    worlds = [world_of(file) for file in files]
    shown = [shown_of(world) for world in worlds]
    for world, parts, others in zip(worlds, shown, reversed(worlds), strict=True):
        found, *figures = parts[:6]
        assert found.groups == ("", *groups_of(world))
        for figure in figures:
            text = " ".join([figure.title, figure.takeaway, figure.alt, str(figure.vega_lite())])
            assert any(group in text for group in groups_of(world))
            assert not any(group in text for group in groups_of(others))
    # What a reader comes back to is kept, in the session that has the table.
    setup = Setup(Choices(n=600, repair="post"), 0.9, 3, worlds[0])
    assert live.curves(setup) is shown[0][0]
    assert measure_figure(live.curves(setup), setup, "fidelity").spec is shown[0][1].spec


def holders(text: str) -> Iterator[object]:
    """Yield whatever in this process holds a text that contains another, or is named so."""
    for held in gc.get_objects():
        if isinstance(held, dict):
            # Some dictionaries change while they are looked at.
            parts = [*list(held), *list(held.values())]
        elif isinstance(held, list | tuple | set | frozenset):
            parts = list(held)
        else:
            continue
        if any(isinstance(part, str) and text in part for part in parts):
            yield held


def test_nothing_of_a_reader_s_table_outlasts_its_session() -> None:
    name = secrets.token_hex(8)
    files = [uploaded(f"{name} one", f"{name} two"), uploaded("Hill", "Vale")]
    worlds = [world_of(file) for file in files]
    shown = [shown_of(world) for world in worlds]
    assert any(True for _ in holders(name))
    gone = weakref.ref(worlds[0])
    del files[0], worlds[0], shown[0]
    gc.collect()
    assert gone() is None
    assert not list(holders(name))
    assert live.curves(Setup(Choices(n=600, repair="post"), 0.3, 3, worlds[0])) is shown[0][0]
    assert MADE_UP.groups == ("A", "B")
