"""Committed data sets: how each is built from the raw files, and how it is audited.

`python -m equipoise.datasets NAME` builds the artifact of one of `DATASETS` anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from equipoise.datasets.adult.artifact import adult_card, load_adult
from equipoise.datasets.adult.card import AdultCard
from equipoise.io.artifacts import ArtifactError

if TYPE_CHECKING:
    from equipoise.audit import Audit, Comparison
    from equipoise.vocabulary import Vocabulary

__all__ = ["DATASETS", "AdultCard", "ArtifactError", "Dataset", "adult_card", "load_adult"]


@dataclass(frozen=True)
class Dataset:
    """Where a data set is built and audited; what that takes is imported only then.

    Attributes
    ----------
    command : str
        Its function that adds a subcommand to `python -m equipoise.datasets`, as
        "module:function".
    audited : str
        Its function that returns the audit of it, in a module that has its `COMPARISONS` and
        `VOCABULARY`, too; "" where it is not there to be audited by group.
    """

    command: str
    audited: str = ""

    @property
    def comparisons(self) -> Mapping[str, Comparison]:
        """The ways to form groups, which are known even where the predictions are not."""
        found: Mapping[str, Comparison] = self._known("COMPARISONS")
        return found

    @property
    def vocabulary(self) -> Vocabulary:
        """What its people and labels are called; known just as well."""
        found: Vocabulary = self._known("VOCABULARY")
        return found

    def add_command(self, parsers: Any) -> None:
        """Add the subcommand that builds it to the subparsers of a parser."""
        resolve_name(self.command)(parsers)

    def audit(self) -> Audit:
        """Return the audit of it, the same object each time.

        Raises
        ------
        ArtifactError
            If the committed file is missing or broken.
        """
        found: Audit = resolve_name(self.audited)()
        return found

    def _known(self, name: str) -> Any:
        return resolve_name(f"{self.audited.partition(':')[0]}:{name}")


DATASETS = {
    "adult": Dataset(
        "equipoise.datasets.adult.command:add_command",
        "equipoise.datasets.adult.audit:adult_audit",
    ),
    "templates": Dataset("equipoise.datasets.templates.recording:add_command"),
    "discrim": Dataset("equipoise.datasets.discrim.command:add_command"),
}
"""The committed data sets by name; what is added here can be built and audited."""
