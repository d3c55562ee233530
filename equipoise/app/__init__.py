"""The app's frame: the only package that knows Streamlit.

A page opens with `open_page`, draws `controls` to learn what the reader looks at, and then
draws charts, tables and tasks.
"""

from equipoise.app.cards import criterion_cards, rate_cards
from equipoise.app.charts import draw_chart, draw_table
from equipoise.app.controls import controls, group_label
from equipoise.app.frame import next_page, open_page
from equipoise.app.marks import CRITERIA, Mark
from equipoise.app.session import current_view, page_choice, set_thresholds
from equipoise.app.tasks import predict_first, try_this
from equipoise.app.views import (
    VIEWS,
    View,
    card,
    exact_tally_of,
    predictions,
    tally_of,
)

__all__ = [
    "CRITERIA",
    "VIEWS",
    "Mark",
    "View",
    "card",
    "controls",
    "criterion_cards",
    "current_view",
    "draw_chart",
    "draw_table",
    "exact_tally_of",
    "group_label",
    "next_page",
    "open_page",
    "page_choice",
    "predict_first",
    "predictions",
    "rate_cards",
    "set_thresholds",
    "tally_of",
    "try_this",
]
