"""The facts of an artifact's card as tables in plain words, to be read by people."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.datasets.adult.card import AdultCard
from equipoise.glossary import TERMS
from equipoise.keeping import kept
from equipoise.predictions import Predictions

MEANINGS = {
    "age": "age in years",
    "workclass": "employer: private, government, self-employed, without pay",
    "fnlwgt": "survey weight: larger, the more people of the country this row stands for",
    "education": "highest degree or school year reached",
    "education-num": "the same in steps from 1 to 16",
    "marital-status": "married, divorced, never married, separated, widowed",
    "occupation": "kind of work",
    "relationship": "place in the household: Husband, Wife, Own-child, Unmarried and so on",
    "capital-gain": "gains from selling property or shares, in dollars",
    "capital-loss": "losses from the same, in dollars",
    "hours-per-week": "usual hours of work in a week",
    "native-country": "country of birth",
}
"""What each feature says about a person."""

LABEL = (
    "What the survey found of each of them, an income of more than 50,000 dollars in one year or "
    "not, is their **label**. Whoever had more is a **positive**; here they *earn more than 50K*, "
    "for short, although income is more than pay."
)
"""What is known of each person's income, and how it is spoken of."""

GROUP_NAMES = (
    "Groups are named as in the file, in the survey's terms of 1994: *Amer-Indian-Eskimo* is "
    "American Indian or Alaska Native, *Asian-Pac-Islander* is Asian or Pacific Islander, and "
    "*Other* is whoever was recorded as none of the races named. *Female × Other* are the women "
    "among them; *Non-White* joins everybody but White people."
)

PAIRS = {"sex": "one woman and one man", "race": "one White and one Non-White person"}
"""Two people who differ in each attribute that the features were asked to tell."""

MODEL_CARD = """
**Made for teaching.** A plain model, as one would train it without a thought of fairness, to
show what group criteria measure and how they conflict. It was not tuned, and it is not meant to
decide anything about anybody.

**Limits.** It knows the United States of the early 1990s, and of them only people with work and
income. The label may carry the injustices of its time. *fnlwgt* describes the survey more than the
person, and is among the features all the same. Of some groups there were few to learn from.
"""

COEFFICIENTS = f"""
**Its largest coefficients**, or weights, in log-odds. {TERMS["log-odds"]} A category's weight adds
to those of the person's other categories, and large weights of rare categories rest on few people;
a weight says what the model adds up, not what causes income.
"""

PROVENANCE = """
Scores and facts are stored in one file, built from the two official files by one command. Anybody
can build it again, and `--check` compares a fresh build with the file in use. The last digits of
the scores depend on the arithmetic kernel that the linear algebra library chose for the
processor, and on the library's release: up to 0.00024 was measured between them, which can move
a person whose score lies that near a threshold. The command recomputes the published figures and
says whether they still come out.
"""


def dataset_card(card: AdultCard) -> str:
    """Return what is known of the data set, in Markdown."""
    return f"""
**{card.title}**, by {card.creators}: an extract of the *Current Population Survey* of
{card.year}, a survey of the US Census Bureau, published in {card.published}. Each row is a person;
the label says whether their income was above 50,000 dollars a year (`{card.positive_label}`).

**Source** [{card.url}]({card.url}). **Licence** [{card.licence}]({card.licence_url}).
**Cite as** {card.citation}

**Who is in it.** Its makers kept people older than 16 who worked at least an hour a week and had
more than 100 dollars of income; who had no work or no income is not there. Each row counts once:
the weights that would make the rows stand for the country (*fnlwgt*) are not applied, so every
share here is a share of these rows. Rows with a missing value are dropped, and those people may
differ from the rest.

**Which income?** The survey asks for the income of the year before, so probably that of
{card.year - 1}. 50,000 dollars then were roughly twice as much in dollars of the 2020s, by the US
consumer price index (CPI-U), and most people fall below. It is not pay alone. The notes on a later
extract by one of its makers name *adjusted gross income*, what the income tax starts from, and say
that this was Adult's label, too; a couple who file one tax return have one such income together.

**Groups.** Sex and race are what the survey recorded, in two and in five categories, and no full
account of anybody; *Non-White* joins four very different ones.

**Limits.** A single survey of one country, three decades old, cut down to what its makers thought
clean: it serves to learn from, and says nothing of anybody's chances today.
"""


def feature_table(card: AdultCard) -> pd.DataFrame:
    """Return what the model sees: each feature, what it says and how it is encoded."""
    rows = [
        (
            MEANINGS.get(feature.name, ""),
            "a number" if feature.kind == "numeric" else f"one of {feature.columns} categories",
        )
        for feature in card.features
    ]
    return _table("Feature", [f.name for f in card.features], ("What it says", "Read as"), rows)


def rows_table(card: AdultCard) -> pd.DataFrame:
    """Return how many rows were read, dropped and kept, and what became of them."""
    splits = {"Training": card.train, "Test": card.test}
    facts = {
        name: {
            "Official file": split.file,
            "Rows read": words.count(split.rows_read),
            "Dropped: a value is missing": words.count(split.rows_dropped),
            "Rows kept": words.count(split.rows_kept),
            "Of them, above 50K": words.count(split.positives),
            "Base rate": words.percent(split.base_rate),
        }
        for name, split in splits.items()
    }
    return pd.DataFrame(facts).rename_axis(index="Fact")


def model_table(card: AdultCard) -> pd.DataFrame:
    """Return what kind of model it is and how well it does."""
    model = card.model
    numeric = sum(feature.kind == "numeric" for feature in card.features)
    facts = {
        "Kind": f"{model.kind} of scikit-learn, solver {model.solver}, "
        f"random_state {model.random_state}",
        "Reads": f"{len(card.features)} features in {model.columns} columns: {numeric} numbers, "
        "standardised, and the rest as one column for each category",
        "Never reads": f"{words.listed(card.held_back)}, kept for the audit alone",
        "Predicts": "whether income is above 50,000 dollars a year",
        "Accuracy at 0.50": f"{words.percent(card.test.accuracy, 2)} on test rows, "
        f"{words.percent(card.train.accuracy, 2)} on training rows",
        "ROC AUC": f"{words.number(card.test.roc_auc, 4)} on test rows, "
        f"{words.number(card.train.roc_auc, 4)} on training rows",
        "Intercept": words.signed(model.intercept, 4),
    }
    return _facts(facts)


def coefficient_table(card: AdultCard) -> pd.DataFrame:
    """Return the largest coefficients, largest first."""
    largest = card.model.largest
    rows = [
        (words.signed(c.weight, 4), "a higher score" if c.weight > 0 else "a lower score")
        for c in largest
    ]
    # A coefficient is worth a category, or one deviation: numbers were standardised.
    columns = [
        f"{c.feature} is {c.category}"
        if c.category
        else f"{c.feature}, one standard deviation more"
        for c in largest
    ]
    return _table("Column", columns, ("Log-odds", "Makes for"), rows)


def provenance_table(card: AdultCard) -> pd.DataFrame:
    """Return where the raw files came from and what built the artifact."""
    build = card.build
    facts = {
        "Raw files from": build.source,
        "Built with": f"Python {build.python}, NumPy {build.numpy}, SciPy {build.scipy}, "
        f"pandas {build.pandas}, scikit-learn {build.scikit_learn}",
        "Arithmetic kernel": build.blas,
    }
    return _facts(facts)


@kept()
def checksums(card: AdultCard, artifact: Path) -> str:
    """Return the SHA-256 of both raw files and of the artifact, as `sha256sum` writes them."""
    own = hashlib.sha256(artifact.read_bytes()).hexdigest()
    named = {split.file: split.sha256 for split in (card.train, card.test)} | {artifact.name: own}
    return "\n".join(f"{digest}  {name}" for name, digest in named.items())


def audited_rows(predictions: Predictions) -> pd.DataFrame:
    """Return label, score and groups of every audited row; a missing group is empty."""
    named = {
        # None stands at the end, where the code of what is missing, -1, finds it.
        attribute: np.array([*grouping.names, None], dtype=object)[grouping.codes]
        for attribute, grouping in predictions.groups.items()
    }
    columns = {"y_true": predictions.y_true, "y_score": predictions.y_score}
    return pd.DataFrame({**columns, **named})


def _facts(facts: dict[str, str]) -> pd.DataFrame:
    return _table("Fact", list(facts), ("Value",), [(value,) for value in facts.values()])


def _table(
    head: str, index: list[str], columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]
) -> pd.DataFrame:
    return pd.DataFrame(rows, index=pd.Index(index, name=head), columns=list(columns))
