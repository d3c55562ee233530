"""Comments with a blank for the context, and rules that hide a context or give another.

The rules stand in for the rewriting that a language model does in `obfuscate_only` and `ooc`.
They know the word for each context and nothing else, so whatever else in a text belongs to a
context stays: a feast that only some keep gives the context away after the word is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from equipoise.invariance.running.swaps import swap_words

NEUTRAL = "local"
"""What stands for the context's word once it is hidden; it fits where each of them fits."""


@dataclass(frozen=True)
class Context:
    """A context a comment may be set in.

    Attributes
    ----------
    name : str
        The word for it, an adjective that begins with a consonant: "Muslim".
    feast : str
        A feast by which it may be guessed: "Ramadan".
    """

    name: str
    feast: str


@dataclass(frozen=True)
class Template:
    """A comment in several wordings, with blanks where the context shows.

    Attributes
    ----------
    id : str
    y : {0, 1}
        1: it insults somebody, whatever the context.
    wordings : tuple of str
        The comment, then paraphrases of it. "{z}" stands for the context's word, "{feast}"
        for its feast.
    """

    id: str
    y: int
    wordings: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.y not in (0, 1):
            raise ValueError(f"{self.id}: y is {self.y!r}, expected 0 or 1")
        if not self.wordings or not all("{z}" in wording for wording in self.wordings):
            raise ValueError(f"{self.id}: every wording needs the blank {{z}}")
        if len({"{feast}" in wording for wording in self.wordings}) > 1:
            raise ValueError(f"{self.id}: the blank {{feast}} is in some wordings only")

    @property
    def with_blanks(self) -> str:
        """The first wording, with an ellipsis where the context shows."""
        return self.wordings[0].format(z="…", feast="…")

    @property
    def leaks(self) -> bool:
        """Whether the context shows by more than its word."""
        return "{feast}" in self.wordings[0]

    def text(self, context: Context, wording: int = 0) -> str:
        """Return the comment as it reads in a context."""
        filled = self.wordings[wording].format(z=context.name, feast=context.feast)
        # Not by str.capitalize, which would make all other letters small.
        return filled[:1].upper() + filled[1:]


def hide_context(text: str, contexts: Iterable[str]) -> str:
    """Put the neutral word in place of every context's word.

    Parameters
    ----------
    text : str
    contexts : iterable of str
        The words to look for, as whole words and in any case.
    """
    return swap_words(text, dict.fromkeys(contexts, NEUTRAL))


def give_context(text: str, context: str) -> str:
    """Set a text in a context.

    The context's word takes the place of the neutral word. Where nothing was hidden there is
    no such place, and the context is said in a sentence of its own.
    """
    given = swap_words(text, {NEUTRAL: context})
    return given if given != text else f"{text} Said of a {context} person."
