"""Stress tests of fairness repairs: inject a bias, repair it, see what is recovered.

A world, made up so that its truth is known or a table whose truth is not; a bias injected into
its training half; a model, a repair, and measures on the half no bias was put into; after
Akpinar et al., "A Sandbox Tool to Bias(Stress)-Test Fairness Algorithms" (2022). Each part may
be exchanged for one's own: see `equipoise.stress.worlds`, `injections`, `models`,
`repairs` and `measures`.

>>> from equipoise.stress import *
>>> design = Design(Synthetic(), UnderRepresentation(label=1), levels=(0, 0.5, 0.9),
...                 arms=(DO_NOTHING, Arm("repaired", Logistic("none"), GridSearch())))
>>> results = run(design, repeats=10)
"""

from equipoise.stress.adult import adult
from equipoise.stress.data import Data, draw
from equipoise.stress.decorrelation import CorrelationRemover
from equipoise.stress.design import DO_NOTHING, Arm, Design
from equipoise.stress.fitting import fit
from equipoise.stress.injections import (
    BaseRateShift,
    Combined,
    LabelNoise,
    Missingness,
    UnderRepresentation,
    inject,
)
from equipoise.stress.measures import measure
from equipoise.stress.regression import Logistic
from equipoise.stress.repairs import ExponentiatedGradient, GridSearch, PostProcessing, Reweighing
from equipoise.stress.running import run
from equipoise.stress.tables import Table
from equipoise.stress.worlds import Synthetic

__all__ = [
    "DO_NOTHING",
    "Arm",
    "BaseRateShift",
    "Combined",
    "CorrelationRemover",
    "Data",
    "Design",
    "ExponentiatedGradient",
    "GridSearch",
    "LabelNoise",
    "Logistic",
    "Missingness",
    "PostProcessing",
    "Reweighing",
    "Synthetic",
    "Table",
    "UnderRepresentation",
    "adult",
    "draw",
    "fit",
    "inject",
    "measure",
    "run",
]
