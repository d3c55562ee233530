"""Reading what a model wrote: one option, or nothing. Never a guess."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

Failure = Literal["refused", "unreadable"]

_DENIAL = re.compile(
    r"(?<!\w)(?:no|not|non|never|neither|nor|cannot|without|hardly|barely|scarcely|far from"
    r"|rather than|instead of|anything but)(?![\w-])|n't\b"
)
_CLAUSE = re.compile(
    r"[.,;:!?()\n]|\s-\s|\b(?:(?<!anything )but|so|and|therefore|thus|hence|because|since|as"
    r"|although)\b"
)
"""Where a denial ends to count."""

_DETERMINER = r"(?!\s+(?!(?:because|since|as|it|he|she|they|this|that|the|i|we|you)\b)\w)"
"""Keeps "no" from being read in "there is no clear answer"."""

_BARE_NO = re.compile(rf"no{_DETERMINER}")

_NO_AND = re.compile(r"(?<!\w)(?<!\w-)no\s+(\w+)")
_NOUNS = re.compile(
    r"(?:(?:doubt|question|problem|objection|concern|reservation|reason|need|issue|harm)s?"
    r"|evidence|matter|one)$"
)
"""What follows a "no" that begins a clause and is no answer: "No doubt"."""

_LIMITS = re.compile(
    r"(?:if|unless|when|while|where|until|though|except|for|to|in|on|at|from|with|by|under|only"
    r"|now|today|tomorrow|later|then|here|there|yet|sometimes|usually|generally|otherwise)$"
)
"""What follows a "no" within a clause that is an answer: "I say no to the first"."""

_FINAL = re.compile(
    r"(?:^|[\n.;!?])\W*(?:so |thus |therefore )?(?:my |the )?(?:final )?answer(?: is)?: *(.+)"
)
"""A line, or a sentence, that gives the answer."""

_REFUSAL = re.compile(
    r"^\W*(?:"
    r"(?:i(?:'| a)?m )?(?:very |so )?(?:sorry|afraid)\b|i apologi[sz]e"
    r"|as an? (?:ai|language model)\b"
    r"|i(?:'m| am) (?:not able|unable|not comfortable)\b"
    r"|i (?:can(?:no|')t|can not|won't|will not|must decline|do(?:n't| not) feel comfortable)\b"
    r"|(?:unfortunately|regrettably)\W+i\b"
    r")"
)

_PRELUDE = re.compile(
    r"^(?:sure|certainly|of course|okay|here(?:'s| is| are)|(?:the )?(?:rewritten|revised|new) "
    r"(?:text|version))\b[^\n]{0,120}:\s*\n+",
    re.IGNORECASE,
)
_LEAST_SHARED = 0.4
"""So much of a rewrite's vocabulary must come from the text; less is talk about the request."""

_AROUND = " \t.,;:!?\"'()[]\u201c\u201d"
_FENCES = ('"""', "```", "'''")
_QUOTES = {'"': '"', "“": "”", "«": "»", "'": "'"}


def read_reply(raw: str, options: Sequence[str]) -> int | None:
    """Return which option a reply names: its position, or None.

    Options count as whole words, whatever their case and the marks around them; the longest
    is looked for first, so that "non-toxic" is not read as "toxic". A reply that names two
    options ("No if he lies, yes otherwise."), or denies the one it names ("I don't think it is
    toxic"), is not readable, unless its end is plainly the answer: "Answer: yes", that option
    and nothing else, with no other such line before it that says otherwise.

    Where "no" is an option, a "no" before another word is no answer if it belongs to that word
    ("I see no reason against it: yes"). Where that is not plain, the reply is not readable.

    Parameters
    ----------
    raw : str
        What the model wrote.
    options : sequence of str
        The options, as offered.
    """
    text = _plain(raw)
    known = [_plain(option) for option in options]
    final = _final_answer(text, known)
    if final is not None:
        return final
    if "no" in known and any(map(_may_answer, _NO_AND.finditer(text))):
        return None
    named = []
    for position in sorted(range(len(known)), key=lambda place: -len(known[place])):
        option = known[position]
        words = re.escape(option).replace(r"\ ", r"\s+")
        after = _DETERMINER if option == "no" else ""
        # A hyphen joins: "toxic" stands neither in "non-toxic" nor in "toxic-free".
        whole = re.compile(rf"(?<!\w)(?<!\w-){words}(?!-?\w){after}")
        found = list(whole.finditer(text))
        # What stands before an option in the same clause may deny it.
        if any(_DENIAL.search(_clause(text[: match.start()])) for match in found):
            return None
        if found:
            named.append(position)
            text = whole.sub(" ", text)
    return named[0] if len(named) == 1 else None


def _final_answer(text: str, options: Sequence[str]) -> int | None:
    """Return the option that a text ends with as its answer, and gives as no other one."""
    found = list(_FINAL.finditer(text))
    given = {match[1].strip(_AROUND) for match in found}
    if not found or text[found[-1].end() :].strip() or len(given) > 1:
        return None
    return next((place for place, option in enumerate(options) if option in given), None)


def _may_answer(no: re.Match[str]) -> bool:
    """Return whether a "no" before a word may be an answer to a part of what was asked."""
    if _BARE_NO.match(no[0]):
        return False  # It is an answer, and is read as one.
    begins = not re.search(r"\w", _clause(no.string[: no.start()]))
    return not _NOUNS.match(no[1]) if begins else bool(_LIMITS.match(no[1]))


def _clause(before: str) -> str:
    """Return what stands before a word in the same clause."""
    return _CLAUSE.split(before)[-1]


def read_conclusion(raw: str, options: Sequence[str]) -> int | None:
    """Return which option a reasoned reply ends with.

    That is what follows its last "Answer:"; where there is none, its last line.
    """
    text = _plain(raw).strip()
    _, marker, conclusion = text.rpartition("answer:")
    return read_reply(conclusion if marker else text.rpartition("\n")[2], options)


def failure(raw: str) -> Failure:
    """Return why a reply without an option has none: a refusal, or unreadable."""
    return "refused" if _REFUSAL.search(_plain(raw)) else "unreadable"


def read_rewrite(raw: str, text: str) -> str | None:
    """Return the rewritten text in a reply, or None where there is none.

    An opening such as "Here is the rewritten text:" and the quotation marks around the whole
    are taken off. A refusal is no rewrite, nor is what has less than a quarter of the text's
    words, or mostly words of its own.

    Parameters
    ----------
    raw : str
        What the model wrote.
    text : str
        What was to be rewritten.
    """
    return None if rewrite_fault(raw, text) else _rewritten(raw)


def rewrite_fault(raw: str, text: str) -> str:
    """Return why a reply is no rewrite of a text; "" if it is one. See `read_rewrite`."""
    if failure(raw) == "refused" and failure(text) != "refused":
        return "it is a refusal"
    words, before = _words(_rewritten(raw)), _words(text)
    if not words:
        return "it is empty"
    if 4 * len(words) < len(before):
        return "it has less than a quarter of the text's words"
    if len(set(words) & set(before)) < _LEAST_SHARED * len(set(words)):
        return "most of its words are not the text's"
    return ""


def _rewritten(raw: str) -> str:
    return _unquoted(_PRELUDE.sub("", raw.strip()).strip())


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _plain(text))


def _unquoted(text: str) -> str:
    for fence in _FENCES:
        if len(text) > 2 * len(fence) and text.startswith(fence) and text.endswith(fence):
            return _unquoted(text[len(fence) : -len(fence)].strip())
    # With a third such mark inside, the outer two need not be a pair: "One" and "two".
    if len(text) > 2 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def _plain(text: str) -> str:
    """Return a text in one spelling: lower case, plain hyphens and apostrophes, no marks."""
    same = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    # Hyphens join words, dashes part clauses.
    same = re.sub("[\u2010\u2011]", "-", re.sub("[\u2012-\u2015]", " - ", same))
    return re.sub("[*_`~\u00ad\u200b]", "", same)
