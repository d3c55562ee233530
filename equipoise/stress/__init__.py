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
from equipoise.stress.classifiers import Classifier
from equipoise.stress.constraints import CONSTRAINTS
from equipoise.stress.data import Changes, Data, changes, draw, halves
from equipoise.stress.decorrelation import CorrelationRemover
from equipoise.stress.design import DO_NOTHING, Arm, Design, cautions
from equipoise.stress.direct import Searched
from equipoise.stress.errors import ClusterError, ParameterError, Uncomputable
from equipoise.stress.experiment import reference_agreement
from equipoise.stress.fitting import fit
from equipoise.stress.gains import Gain, gain
from equipoise.stress.injections import (
    BaseRateShift,
    Combined,
    LabelNoise,
    Missingness,
    UnderRepresentation,
    inject,
)
from equipoise.stress.measures import MEASURES, Rows, accuracy, disparity, fidelity, measure
from equipoise.stress.models import Constant
from equipoise.stress.postprocessing import Rule, Thresholded
from equipoise.stress.regression import INTERCEPTS, Linear, Logistic
from equipoise.stress.repairs import (
    FULL_GRIDS,
    ExponentiatedGradient,
    GridSearch,
    PostProcessing,
    Reweighing,
)
from equipoise.stress.running import COLUMNS, estimate, run
from equipoise.stress.specs import design_from
from equipoise.stress.tables import Table
from equipoise.stress.theory import base_rate, condition, fidelity_without
from equipoise.stress.worlds import Synthetic, Varied

__all__ = [
    "COLUMNS",
    "CONSTRAINTS",
    "DO_NOTHING",
    "FULL_GRIDS",
    "INTERCEPTS",
    "MEASURES",
    "Arm",
    "BaseRateShift",
    "Changes",
    "Classifier",
    "ClusterError",
    "Combined",
    "Constant",
    "CorrelationRemover",
    "Data",
    "Design",
    "ExponentiatedGradient",
    "Gain",
    "GridSearch",
    "LabelNoise",
    "Linear",
    "Logistic",
    "Missingness",
    "ParameterError",
    "PostProcessing",
    "Reweighing",
    "Rows",
    "Rule",
    "Searched",
    "Synthetic",
    "Table",
    "Thresholded",
    "Uncomputable",
    "UnderRepresentation",
    "Varied",
    "accuracy",
    "adult",
    "base_rate",
    "cautions",
    "changes",
    "condition",
    "design_from",
    "disparity",
    "draw",
    "estimate",
    "fidelity",
    "fidelity_without",
    "fit",
    "gain",
    "halves",
    "inject",
    "measure",
    "reference_agreement",
    "run",
]
