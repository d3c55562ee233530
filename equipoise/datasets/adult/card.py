"""What is known of a data set and of the model trained on it: the facts, without the words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GroupCount:
    """How many rows of a group there are, and how many of them have a positive label."""

    name: str
    n: int
    positives: int

    def __post_init__(self) -> None:
        if not 0 <= self.positives <= self.n or not self.n:
            raise ValueError(f"{self.name} has {self.positives} positives among {self.n} rows")

    @property
    def base_rate(self) -> float:
        """Share of the group's rows whose label is positive."""
        return self.positives / self.n


@dataclass(frozen=True)
class Split:
    """One of the two official files, and the model's performance on its rows.

    Attributes
    ----------
    file : str
        Name of the raw file.
    sha256 : str
        Its SHA-256, in hexadecimal.
    rows_read, rows_dropped : int
        Rows in the file, and those left out because a value is missing.
    positives : int
        Rows kept whose label is positive.
    accuracy : float
        Share of the rows kept that are classified rightly at threshold 0.50.
    roc_auc : float
        Area under the ROC curve on the rows kept.
    groups : dict from attribute to tuple of GroupCount
        The rows kept, by group.
    """

    file: str
    sha256: str
    rows_read: int
    rows_dropped: int
    positives: int
    accuracy: float
    roc_auc: float
    groups: dict[str, tuple[GroupCount, ...]]

    def __post_init__(self) -> None:
        if not 0 <= self.positives <= self.rows_kept <= self.rows_read or not self.rows_kept:
            raise ValueError(f"the row counts of {self.file} contradict each other")
        _check_shares({"accuracy": self.accuracy, "roc_auc": self.roc_auc})

    @property
    def rows_kept(self) -> int:
        """Rows the model was trained or tested on."""
        return self.rows_read - self.rows_dropped

    @property
    def base_rate(self) -> float:
        """Share of the rows kept whose label is positive."""
        return self.positives / self.rows_kept


@dataclass(frozen=True)
class Feature:
    """One input of the model.

    Attributes
    ----------
    name : str
    kind : str
        ``"numeric"`` (standardised) or ``"categorical"`` (one column for each category).
    columns : int
        Columns it takes once encoded: 1, or the number of categories in the training rows.
    """

    name: str
    kind: str
    columns: int


@dataclass(frozen=True)
class Coefficient:
    """Weight of one encoded column in the model's log-odds.

    `category` is empty for a numeric feature, whose weight is per standard deviation.
    """

    feature: str
    category: str
    weight: float


@dataclass(frozen=True)
class Model:
    """The model under audit.

    Attributes
    ----------
    kind : str
        Its class.
    solver : str
    random_state : int
    columns : int
        Encoded columns it reads.
    intercept : float
        Its log-odds where every encoded column is 0.
    largest : tuple of Coefficient
        The coefficients largest in size, largest first.
    """

    kind: str
    solver: str
    random_state: int
    columns: int
    intercept: float
    largest: tuple[Coefficient, ...]


@dataclass(frozen=True)
class Proxy:
    """How well the features predict an attribute that the model never sees.

    Every figure is an area under the ROC curve on the test rows, of the same kind of model
    trained to predict the attribute in place of the label; 0.5 is guessing.

    Attributes
    ----------
    predicts : str
        The group told from the others.
    roc_auc : float
        With all features.
    alone : dict from feature to float
        With this feature alone.
    without : dict from feature to float
        With all features but this one.
    """

    predicts: str
    roc_auc: float
    alone: dict[str, float]
    without: dict[str, float]

    def __post_init__(self) -> None:
        for shares in ({"roc_auc": self.roc_auc}, self.alone, self.without):
            _check_shares(shares)


@dataclass(frozen=True)
class Build:
    """The one part of an artifact that may differ between rebuilds.

    Attributes
    ----------
    source : str
        Where the raw files were obtained.
    python, numpy, scipy, pandas, scikit_learn : str
        Versions that built it.
    blas : str
        The linear algebra library and the processor family it computed for, which decide
        the last digits of the scores.
    equipoise : str
        The version that built it; empty before 0.2.0, which was the first to say so.
    """

    source: str
    python: str
    numpy: str
    scipy: str
    pandas: str
    scikit_learn: str
    blas: str
    equipoise: str = ""


@dataclass(frozen=True)
class AdultCard:
    """Facts about the Adult data set, the model trained on it and the artifact.

    Attributes
    ----------
    title : str
    year : int
        Year of the survey the rows come from.
    published : int
        Year the data set was published.
    creators, citation, doi, url : str
    licence, licence_url : str
    positive_label : str
        The label that counts as positive.
    held_back : tuple of str
        Attributes kept for the audit alone, which the model never sees.
    features : tuple of Feature
        What the model sees.
    train, test : Split
    model : Model
    proxies : dict from attribute to Proxy
        Strength of the features as stand-ins for "sex" and "race".
    build : Build
    """

    title: str
    year: int
    published: int
    creators: str
    citation: str
    doi: str
    url: str
    licence: str
    licence_url: str
    positive_label: str
    held_back: tuple[str, ...]
    features: tuple[Feature, ...]
    train: Split
    test: Split
    model: Model
    proxies: dict[str, Proxy]
    build: Build

    def __post_init__(self) -> None:
        names = [feature.name for feature in self.features]
        for attribute in self.held_back:
            if attribute not in self.proxies:
                raise ValueError(f"proxies lacks {attribute!r}")
            if attribute not in self.train.groups or attribute not in self.test.groups:
                raise ValueError(f"the groups of a split lack {attribute!r}")
        for attribute, proxy in self.proxies.items():
            if not list(proxy.alone) == list(proxy.without) == names:
                raise ValueError(f"proxies.{attribute} does not cover the features one by one")


def _check_shares(values: dict[str, float]) -> None:
    for name, value in values.items():
        if not 0 <= value <= 1:
            raise ValueError(f"{name} is {value}, expected a number from 0 to 1")
