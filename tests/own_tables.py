"""A small table of one's own in many guises, and reading it."""

import io
from typing import Any

import pandas as pd

from equipoise import Predictions, read_predictions

HEADER = "y_true,y_prob,g\n"
ROWS = HEADER + "1,0.9,é\n0,0.2,b\n"


def read(content: str | bytes | pd.DataFrame, **options: Any) -> Predictions:
    source = content.encode() if isinstance(content, str) else content
    named = {"y_true": "y_true", "y_score": "y_prob", "groups": "g"} | options
    return read_predictions(source, **named)


def parquet(table: pd.DataFrame) -> bytes:
    file = io.BytesIO()
    table.to_parquet(file)
    return file.getvalue()


TABLE = pd.DataFrame({"y_true": [1, 0], "y_prob": [0.9, 0.2], "g": ["é", "b"]})

TWICE = pd.DataFrame([[1, 0.9, "a"], [0, 0.2, None]], columns=["y_true", "y_prob", "g"])
PEOPLE = "id,y_true,y_prob\n1,1,.9\n2,0,.1\n"
