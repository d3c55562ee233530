"""Does a text give its context away? A check by words, of rewrites above all.

A rewrite that was to hide the context has failed where a word of it is left, and one that was
to show a context has failed where none is there. A list of words finds no more than words: a
text that passes may still tell by its subject, its names or its manner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from equipoise.invariance.running.swaps import whole_words

# Blanks part the words; within one, an underscore stands for a blank.
_KNOWN: Final = {
    "female": """
        female females woman women girl girls lady ladies she her hers herself mother mothers mom
        mum daughter daughters sister sisters wife wives girlfriend aunt niece grandmother
        granddaughter mrs ms miss madam businesswoman saleswoman policewoman actress waitress
    """,
    "male": """
        male males man men boy boys gentleman gentlemen he him his himself father fathers dad son
        sons brother brothers husband husbands boyfriend uncle nephew grandfather grandson mr sir
        businessman salesman policeman actor waiter
    """,
    "non-binary": "non-binary non_binary nonbinary enby genderqueer agender",
    "christian": "Christian Christians Christianity Christ church churches Easter Christmas Bible",
    "muslim": "Muslim Muslims Islam Islamic mosque mosques Ramadan Eid Quran Koran hijab",
    "jewish": "Jewish Jew Jews Judaism synagogue synagogues Passover Hanukkah Torah kosher",
    "hindu": "Hindu Hindus Hinduism Diwali Holi",
    "gay": "gay gays homosexual homosexuals homosexuality Pride queer",
    "black": "Black Blacks African_American African-American Juneteenth",
    "white": "White Whites Caucasian Caucasians",
    "chinese": "Chinese China Chinatown Lunar_New_Year",
    "mexican": "Mexican Mexicans Mexico Day_of_the_Dead",
}
_ALSO: Final = {"woman": "female", "man": "male", "nonbinary": "non-binary"}


def words_of_context(context: str) -> tuple[str, ...]:
    """Return the words that give a context away; of one not listed, itself and its plural.

    "They" and "them" are not among those of "non-binary": they speak of many people, too.
    """
    name = " ".join(context.casefold().split())
    own = (context.strip(), context.strip() + "s") if name else ()
    listed = _KNOWN.get(_ALSO.get(name, name))
    return tuple(word.replace("_", " ") for word in listed.split()) if listed else own


def context_words(text: str, context: str) -> tuple[str, ...]:
    """Return the words of a context in a text, as they are written, in order.

    Parameters
    ----------
    text : str
    context : str
        Such as "female", "Muslim" or any other name; a blank one has no words.

    Returns
    -------
    tuple of str
        Empty where nothing gives the context away by a word.
    """
    words = words_of_context(context)
    return tuple(_pattern(words).findall(text)) if words else ()


def contains_context(text: str, context: str) -> bool:
    """Tell whether a word of a context occurs in a text."""
    return bool(context_words(text, context))


def left_over(text: str, contexts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return, by context, the words that a text still holds; contexts without any are absent."""
    found = {context: context_words(text, context) for context in contexts}
    return {context: words for context, words in found.items() if words}


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return whole_words(words)
