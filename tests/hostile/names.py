"""Names that a group, a column, a file or a model can be given by somebody who means harm.

Each says `evil` or `skull`, so that whatever is made of it can be told from what a page makes
itself. A new door is tried with all of them.
"""

from __future__ import annotations

HOST = "evil.example"
"""No such host is ever to be asked, nor linked to."""

MARKDOWN = {
    "picture": f"![x](http://{HOST}/a.png)",
    "link": f"[x](http://{HOST}/a)",
    "end of a link": f"evil](http://{HOST}/a)",
    "reference": f"[evil]: http://{HOST}/a",
    "picture on a line of its own": f"evil\n\n![x](http://{HOST}/b.png)",
    "address": f"http://{HOST}/a",
    "secure address": f"see HTTPS://{HOST}/a.",
    "address without a scheme": f"WWW.{HOST}",
    "mail address": f"a@{HOST}",
    "odd mail address": f"a-@{HOST}",
    "address in angles": f"<http://{HOST}>",
    "address in entities": f"&#104;ttp://{HOST}/a",
    "picture in HTML": f'<img src="http://{HOST}/c.png">',
    "script": f"<script src=//{HOST}/d.js></script>",
    "HTML in entities": f"&lt;img src=//{HOST}/e.png&gt;",
    "link in HTML": f"<a href='//{HOST}'>x</a>",
    "icon": ":material/skull:",
    "emoji": ":skull:",
    "colour": ":red[evil]",
    "badge": ":red-badge[evil]",
    "colour alone": "evil:red",
    "formula": rf"$\href{{http://{HOST}}}{{x}}$",
    "formula on its own": "$$evil$$",
    "code": "`evil`",
    "bold": "**evil**",
    "italic": "_evil_",
    "struck out": "~~evil~~",
    "heading": "# evil",
    "quotation": "> evil",
    "list": "- evil",
    "list with pluses": "+ evil",
    "list with numbers": "1. evil",
    "far into a list": "123456789) evil",
    "underlined": "evil\n====",
    "table": "| evil | b |\n|:--|--:|\n| c | d |",
    "fence": "```evil",
    "arrow": "evil -> x <- y <-> z",
    "signs": "evil >= x <= y ~= z -- w",
}
"""Markdown makes something else of them, as they are."""

ODD = {
    "indented": "    evil",
    "end of a sentence": "evil www",
    "backslash": "evil\\",
    "backslashes": r"\\![evil\](x)",
    "open bracket": "evil [",
    "exclamation": "evil!",
    "colon": "evil:",
    "turned round": "\u202elive\u202c evil",
    "unseen": "ev\u200bil",
    "bell": "ev\x07il",
    "long": "evil" * 500,
    "expression": "datum.evil && alert(1)",
    "path": "evil.a[0]['b']",
    "quotation mark": 'o\'evil "x"',
    "prototype": "__proto__ evil",
    "tooltip": f'{{"image": "http://{HOST}/f.png", "title": "evil"}}',
}
"""They could break what stands around them, or hide."""

FORMULAS = {
    "link in a cell": f'=HYPERLINK("http://{HOST}","x")',
    "command": "=cmd|' /C evil'!A0",
    "sum": "+evil",
    "difference": "-evil",
    "function of old": "@evil",
    "after a tab": "\t=evil",
    "wide sign": "\uff1dskull",
}
"""A spreadsheet would work them out."""

NAMES = MARKDOWN | ODD | FORMULAS


def tens() -> list[tuple[str, ...]]:
    """Return all names, ten at a time: as many groups as a page shows."""
    names = tuple(NAMES.values())
    starts = [*range(0, len(names) - 10, 10), len(names) - 10]
    return [names[start : start + 10] for start in starts]
