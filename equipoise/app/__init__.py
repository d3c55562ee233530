"""The app's frame: the only package that knows Streamlit.

A page opens with `open_page` and draws `controls`. A fragment with the key `BENCH` then draws the
`thresholds`, which return what the reader looks at, and the charts, tables and tasks that follow.
"""

from equipoise.app.cards import criterion_cards, rate_cards
from equipoise.app.controls import BENCH, controls, draw_again, thresholds
from equipoise.app.draw import draw, draw_table
from equipoise.app.frame import next_page, open_page
from equipoise.app.session import BY, current_view, page_choice, page_choices, set_thresholds
from equipoise.app.tasks import draw_guess, draw_task, guessed

__all__ = [
    "BENCH",
    "BY",
    "controls",
    "criterion_cards",
    "current_view",
    "draw",
    "draw_again",
    "draw_guess",
    "draw_table",
    "draw_task",
    "guessed",
    "next_page",
    "open_page",
    "page_choice",
    "page_choices",
    "rate_cards",
    "set_thresholds",
    "thresholds",
]
