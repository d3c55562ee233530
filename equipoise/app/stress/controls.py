"""The controls of the stress test's bench; what they say stands in the address too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from equipoise import words
from equipoise.app.session import page_choice
from equipoise.app.stress.live import REPEATS, ROWS
from equipoise.app.stress.tables import world_of
from equipoise.stress import Table
from equipoise.stress.bench import Setup
from equipoise.stress.choices import BIASES, MODELS, REFERENCES, REPAIRS, WORLDS, Choices

SHARES = tuple(f"{step / 20:.2f}" for step in range(1, 11))
NOISES = tuple(f"{step / 20:.2f}" for step in range(10))
MEANS = (
    "-4.00", "-1.70", "-1.10", "-0.70", "-0.30", "0.00", "0.35", "0.70", "1.15", "1.75", "4.00",
)  # fmt: skip
SEEDS = tuple(map(str, range(10)))
FIRST = ("any", "A0", "A1", "B0", "B1")
"""Whose row comes first in a grid search: a cell, with B for the minority, or as drawn."""
PREFIX = "s."
"""Of the names of this page's settings in the address: other pages have theirs."""

_SETUP = "s setup"

DEFAULTS = {
    "room": "paper",
    "world": "sandbox",
    "r": "0.20",
    "eta": "0.40",
    "d": "0.00",
    "bias": "positives-removed",
    "repair": "grid",
    "model": "none",
    "reference": "learned",
    "rows": "10000",
    "repeats": "1",
    "seed": "0",
    "first": "A0",
    "figure": "removed_positives",
    "measure": "fidelity",
    "mode": "published",
    "group": "B",
    "story": "intercept",
    "intercept": "shared",
    "story r": "0.20",
    "story removed": "0.50",
    "story eta": "0.40",
    "first cell": "A0",
    "grid": "grid-published",
}
"""Where the bench begins: the setting of the theorem."""


def setting(name: str, options: Sequence[str]) -> str:
    """Return the session key of one of this page's settings, kept in the address."""
    default = DEFAULTS[name]
    return page_choice(
        PREFIX + name, list(options), default=default if default in options else options[0]
    )


def offer_bench(setup: Setup, key: str) -> None:
    """Offer to set the bench to a setup of the sandbox."""
    if st.button(
        "Take this to the bench", key=f"bench {key}", icon=":material/arrow_forward:",
        on_click=_set_bench, args=(setup,),
    ):  # fmt: skip
        # Within a finding the button draws that alone; what to look at is chosen above it.
        st.rerun()


def _set_bench(setup: Setup) -> None:
    """Set the bench and leave all else; a callback: drawn widgets take no other value."""
    choices = setup.choices
    values = {
        "world": choices.world,
        "r": f"{choices.r:.2f}",
        "eta": f"{choices.eta:.2f}",
        "d": f"{choices.d:.2f}",
        "bias": choices.bias,
        "repair": choices.repair,
        "model": choices.model,
        "reference": choices.reference,
        "rows": str(choices.n),
        "repeats": str(setup.repeats),
        "seed": str(choices.seed),
        "first": choices.first or "any",
        f"amount.{choices.bias}": f"{setup.amount:.2f}",
        "room": "bench",
    }
    for name, value in values.items():
        st.session_state[PREFIX + name] = value


def ask() -> Setup | None:
    """Draw the controls and return what they say; None where there is no world yet."""
    with st.grid(2, min_column_width=290, gap=("xsmall", "medium")):
        name = _select("world", "World", WORLDS)
        bias = _select("bias", "Bias put into the training half", BIASES)
        levels = [f"{level:.2f}" for level in BIASES[bias].levels]
        label = BIASES[bias].amount
        amount = st.select_slider(
            label[0].upper() + label[1:],
            levels,
            format_func=lambda level: words.percent(float(level), 0),
            # An amount for each bias: their levels differ.
            key=page_choice(f"{PREFIX}amount.{bias}", levels, default=levels[len(levels) // 2]),
            persist_state="session",
        )
        repair = _select("repair", "Repair", REPAIRS)
        model = _select("model", "Model: logistic regression with", MODELS)
        if name == "sandbox":
            _slider("r", "Share of the minority, group B", SHARES)
    # Without a world nothing stands here that a larger run could be planned of.
    st.session_state[_SETUP] = None
    world = world_of(name)
    if world is None:
        return None
    rest = _options(name, repair)
    n = int(rest["rows"])
    choices = Choices(
        world=name,
        bias=bias,
        repair=repair,
        model=model,
        reference=rest["reference"],
        r=float(st.session_state.get(PREFIX + "r", DEFAULTS["r"])),
        eta=float(rest["eta"]),
        d=float(rest["d"]),
        n=min(n, world.rows.n) if isinstance(world, Table) else n,
        seed=int(rest["seed"]),
        first="" if rest["first"] == "any" else rest["first"],
    )
    setup = Setup(choices, float(amount), int(rest["repeats"]), world)
    st.session_state[_SETUP] = setup
    return setup


def current() -> Setup | None:
    """Return what stands on the bench at present; None where it has no world."""
    return st.session_state.get(_SETUP)


def _options(world: str, repair: str) -> dict[str, str]:
    """Fold the seldom changed settings away and return them."""
    found = dict(DEFAULTS)
    sandbox = world == "sandbox"
    sides = ("group A", "group B") if sandbox else ("the majority", "the minority")

    def cell_words(cell: str) -> str:
        if cell == "any":
            return "as they come: chance decides"
        return f"{sides['AB'.index(cell[0])]}, {'positive' if cell[1] == '1' else 'negative'}"

    with st.popover("More settings", icon=":material/settings:"):
        if sandbox:
            found["eta"] = _slider("eta", "Label noise: share of wrong labels, anywhere", NOISES)
            found["d"] = _slider(
                "d", "Mean of the majority's features (0: equal base rates)", MEANS
            )
        found["rows"] = _slider("rows", "Rows of a repeat, half to train on", list(map(str, ROWS)))
        found["repeats"] = _slider(
            "repeats", "Repeats: draws of new rows, to see how far results scatter",
            list(map(str, REPEATS)),
        )  # fmt: skip
        found["seed"] = _slider("seed", "Seed of the random numbers", SEEDS)
        if sandbox:
            found["reference"] = _select("reference", "Fidelity is agreement with", REFERENCES)
        if repair.startswith("grid"):
            found["first"] = st.selectbox(
                "Row that comes first in the training data",
                FIRST,
                format_func=cell_words,
                key=setting("first", FIRST),
                persist_state="session",
                help="Grid search gives weights to the rows of the group it meets first.",
            )
    return found


def _select(name: str, label: str, options: Mapping[str, Any]) -> str:
    def title(key: str) -> str:
        option = options[key]
        return option if isinstance(option, str) else str(option.title)

    return st.selectbox(
        label,
        list(options),
        format_func=title,
        key=setting(name, list(options)),
        persist_state="session",
    )


def _slider(name: str, label: str, options: Sequence[str]) -> str:
    return st.select_slider(
        label,
        options,
        format_func=lambda value: value.replace("-", words.MINUS),
        key=setting(name, options),
        persist_state="session",
    )
