"""What this page can't show, where it comes from, and whose texts these are."""

from __future__ import annotations

import streamlit as st


def limits() -> None:
    """Draw, folded: honest limits, the paper, licences."""
    with st.expander("Where this comes from, and what it cannot show"):
        st.markdown(
            """
After Cotta and Maddison, *Test-Time Fairness and Robustness in Large Language Models*
(arXiv 2406.07685, 2024). Measures, strategies and prompts are written anew from the paper's
ideas; none of its figures is repeated here.

- Invariance is not fairness. A model that says *no* to everybody is perfectly invariant.
- SI-bias is the widest gap of many. Where each context has texts of its own, or answers vary from
  one asking to the next, it is usually above zero even for a model that is blind to the context.
  Nor is a gap within the band shown to be zero; few rows can hide a wide gap.
- The line is drawn at 1 in 20: of twenty ways of asking in which the context plays no part, up to
  one stands out by chance, on average.
- That one way of asking stands out from noise and another does not is no test of the change
  between them.
- Exchanging a word is a crude counterfactual. A name, a hobby or a manner of speaking may still
  tell, and some contexts do matter to some questions.
- The method adjusts for the label a model *believes*, the measure for the label that was given.
  Where the two differ, that can flatter the method.
- The comments were written, labelled and chosen for this page to show flips, and one classifier
  judged them. The language model is small and was recorded once, in English. Neither stands for
  all models, and intervals and noise speak of comments and questions like these alone.
- Rewriting by a small model often fails, as the check by words shows; and a list of words finds
  no more than words.
- On a shared server, your uploads are seen by whoever runs it. For texts that must not leave your
  machine, run the app there, or `python -m equipoise.invariance score`.

The decision questions are a slice of discrim-eval by Tamkin and others, *Evaluating and Mitigating
Discrimination in Language Model Decisions* (Anthropic, 2023), CC BY 4.0, unchanged but for blanks
around them. The comments are this project's own. The classifier is alt-profanity-check (MIT), the
language model Qwen2.5-Coder-1.5B-Instruct (Apache 2.0); neither is part of the app, only what they
answered.
"""
        )
