"""The paper's study and four findings about it: run, recorded, and read.

`load_paper` and `load_findings` read what was recorded, without scikit-learn or Fairlearn;
``python -m equipoise.stress paper`` and ``finding 1`` to ``4`` run it anew.
"""

from equipoise.stress.study.artifact import CurveResult, Model, PaperStudy, load_paper
from equipoise.stress.study.curves import CURVES, Curve
from equipoise.stress.study.provenance import Provenance
from equipoise.stress.study.published import load_published
from equipoise.stress.study.quoted import QUOTED, SOURCE, Quoted, check
from equipoise.stress.study.recorded import Finding, load_findings

__all__ = [
    "CURVES",
    "QUOTED",
    "SOURCE",
    "Curve",
    "CurveResult",
    "Finding",
    "Model",
    "PaperStudy",
    "Provenance",
    "Quoted",
    "check",
    "load_findings",
    "load_paper",
    "load_published",
]
