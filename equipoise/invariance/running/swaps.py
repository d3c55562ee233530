"""Words exchanged for others: whole words only, capitals kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

Pairs = Mapping[str, str] | Iterable[tuple[str, str]]

# Accents that follow their letter, which are not in \w.
_MARKS = r"\u0300-\u036f"
_SENTENCE_START = re.compile(r"(?:^|[.!?…:]['\"”’)]*\s|\n)[\s'\"“‘(]*$")


def whole_words(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of these words, the longest first, in any case.

    A word counts only where neither a letter, a digit nor an accent touches it: "he" is
    found in "he's" and "he-goat", not in "hero" or "the". Blanks inside a word stand for any
    run of blanks.

    Parameters
    ----------
    words : iterable of str
        Words or phrases, none of them blank.

    Returns
    -------
    re.Pattern
        Its matches are the words as they are written.

    Raises
    ------
    ValueError
        If there is no word, or one is blank.
    """
    # A pattern takes the first of several words that fits. A blank one would stand last.
    known = sorted({word.strip() for word in words}, key=lambda word: (-len(word), word))
    if not known or not known[-1]:
        raise ValueError("Words to find must not be blank, and there must be at least one.")
    either = "|".join(r"\s+".join(map(re.escape, word.split())) for word in known)
    return re.compile(rf"(?<![\w{_MARKS}])(?:{either})(?![\w{_MARKS}])", re.IGNORECASE)


def swap_words(text: str, pairs: Pairs, *, keep_case: bool = True) -> str:
    """Replace whole words by others in one pass, so that no replacement is replaced again.

    Parameters
    ----------
    text : str
    pairs : mapping or iterable of pairs of str
        Each word or phrase, in any case, and what stands for it. For an exchange give both
        directions: ("he", "she"), ("she", "he").
    keep_case : bool, optional
        Write the replacement as the word was: HE becomes SHE, He becomes She. The capital of
        a name ("Muslim") says nothing, unless a sentence begins there.

    Returns
    -------
    str
        The text; all between the replaced words is untouched.

    Raises
    ------
    ValueError
        If a word to replace is blank or is given twice with two replacements.
    """
    table: dict[str, tuple[str, str]] = {}
    for source, target in pairs.items() if isinstance(pairs, Mapping) else pairs:
        known = table.setdefault(_key(source), (source.strip(), target))
        if known[1] != target:
            raise ValueError(f"{source!r} is to become both {known[1]!r} and {target!r}.")
    if not table:
        return text

    def replaced(match: re.Match[str]) -> str:
        source, target = table[_key(match[0])]
        begins = bool(_SENTENCE_START.search(text[: match.start()]))
        return _written_like(match[0], source, target, begins) if keep_case else target

    return whole_words(source for source, _ in table.values()).sub(replaced, text)


def _key(word: str) -> str:
    # Patterns that ignore case take the Turkish letters for an i, and folding does not.
    return " ".join(word.casefold().replace("i\u0307", "i").replace("\u0131", "i").split())


def _written_like(found: str, source: str, target: str, begins: bool) -> str:
    """Return the target in the case pattern of the word that was found."""
    # A single capital may just begin a sentence, and a word such as UK has its own.
    if found.isupper() and len(found) > 1 and not source.isupper():
        return target.upper()
    is_name = source[:1].isupper()
    if found[:1].isupper() and (begins or not is_name):
        return target[:1].upper() + target[1:]
    return target
