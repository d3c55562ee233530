"""How one speaks of the people of an audit: who they are, and what a label says of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from equipoise.tally import JOIN

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Outcome:
    """What one label says of people, in the forms that sentences need.

    Attributes
    ----------
    plural, singular, participle : str
        Such as "earn more than 50K", "earns more than 50K", "earning more than 50K".
    short : str
        The same without its verb: "more than 50K".
    head : str
        As the head of a column: "Above 50K".
    """

    plural: str
    singular: str
    participle: str
    short: str
    head: str

    @property
    def infinitive(self) -> str:
        """As after "turn out to": "earn more than 50K", "be positive"."""
        return re.sub(r"^are\b", "be", self.plural)


POSITIVE = Outcome("are positive", "is positive", "labelled positive", "positive", "Positive")
NEGATIVE = Outcome("are negative", "is negative", "labelled negative", "negative", "Negative")


@dataclass(frozen=True)
class Vocabulary:
    """The words of one data set; what is left out is said neutrally.

    Attributes
    ----------
    positive, negative : Outcome
        What the two labels mean.
    positives : str
        Those with a positive label, as a noun: "high earners".
    positive_adjective : str
        The same before a noun: "high-earning" women.
    positive_noun : str
        One of them: "high earner".
    topic, topics : str
        What labels are about, of one person and of many: "income", "incomes".
    question : str
        What a label answers: "who earns more".
    nouns : mapping from str to str
        What the people of a group are called, if not "people": women.
    adjectives : mapping from str to str
        Names of groups as one would write them before that noun.
    attributed : mapping from str to str
        Names of groups that stand behind it: "recorded as Other".
    terms : mapping from str to str
        Definitions that replace or join those of `equipoise.glossary`.
    share : str
        What the share of positive labels is called beside a field: "Share over 50K".
    attributes : mapping from str to str
        What attributes are called in a sentence, if not by their names.
    """

    positive: Outcome = POSITIVE
    negative: Outcome = NEGATIVE
    positives: str = "positives"
    positive_adjective: str = "positive"
    positive_noun: str = "positive"
    topic: str = "the label"
    topics: str = "labels"
    question: str = "who is positive"
    nouns: Mapping[str, str] = field(default_factory=lambda: _NONE)
    adjectives: Mapping[str, str] = field(default_factory=lambda: _NONE)
    attributed: Mapping[str, str] = field(default_factory=lambda: _NONE)
    terms: Mapping[str, str] = field(default_factory=lambda: _NONE)
    share: str = "Share positive"
    attributes: Mapping[str, str] = field(default_factory=lambda: _NONE)

    def outcome(self, label: int) -> Outcome:
        """Return what a label, 0 or 1, means."""
        return self.positive if label else self.negative

    def who(self, group: str, label: int | None = None) -> str:
        """Return a group, or those of it with one label, as one would say it.

        Parameters
        ----------
        group : str
            A group's name; combinations are joined by " × ".
        label : {0, 1}, optional
            Adds what it means: "who earn more than 50K".

        Returns
        -------
        str
            Such as "women", "Non-White men who earn more than 50K" or "people in group B".
        """
        people = self._people(group)
        return people if label is None else f"{people} who {self.outcome(label).plural}"

    def fill(self, text: str) -> str:
        """Return a text whose places for this data set's words are filled in.

        They are {plural}, {infinitive} and {positives}, of the positive label, and
        {negative_plural}.
        """
        return text.format(
            plural=self.positive.plural,
            infinitive=self.positive.infinitive,
            positives=self.positives,
            negative_plural=self.negative.plural,
        )

    def positives_of(self, group: str) -> str:
        """Return the people of a group with a positive label, in short: high-earning women."""
        return f"{self.positive_adjective} {self._people(group)}"

    def again(self, n: float) -> str:
        """Return what says of n people that their label is positive where it was just said.

        Such as "do" after "earn more than 50K", and "is" after "are positive", of one.
        """
        verb = self.positive.plural.partition(" ")[0]
        one, many = {"are": ("is", "are"), "have": ("has", "have")}.get(verb, ("does", "do"))
        return one if n == 1 else many

    def _people(self, group: str) -> str:
        parts = group.split(JOIN)
        noun = next((self.nouns[part] for part in parts if part in self.nouns), "people")
        others = [part for part in parts if part not in self.nouns]
        if not others:
            return noun
        if all(part in self.adjectives for part in others):
            return f"{' '.join(self.adjectives[part] for part in others)} {noun}"
        if len(others) == 1 and others[0] in self.attributed:
            return f"{noun} {self.attributed[others[0]]}"
        return f"{noun} in group {JOIN.join(others)}"


NEUTRAL = Vocabulary()
"""Of predictions that nobody has described."""
