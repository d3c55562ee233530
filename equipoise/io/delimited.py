"""Text with separators (CSV and its kin) as a table of untouched cells.

Quotation marks are the one thing here that can go wrong silently: one that stands astray
turns rows into a cell. So whatever looks like that is said.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

import pandas as pd

from equipoise.io.cells import headed
from equipoise.io.limits import Limits

LONGEST_CELL = 2**25
"""Letters of one cell; more than the largest upload (20 MB) holds."""

# It holds for the whole process, so it is set once, and never below what others have set.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))

LINE_END = re.compile(r"\r\n?|\n")
_SEPARATORS = ",;\t|"
_SEPARATOR_LINE = re.compile(rf'"?sep=(.)"?(?:{LINE_END.pattern})', re.IGNORECASE)
_QUOTED = r'"[^"]*+(?:""[^"]*+)*+"'
_HEADER = re.compile(rf'(?:[^"\r\n]|{_QUOTED})*+')


def read_delimited(text: str, limits: Limits | None = None) -> tuple[pd.DataFrame, list[str]]:
    """Return the table in a text, each row with its place, and remarks.

    Raises
    ------
    ValueError
        If there is nothing in it, a row is longer than the header, or quotation marks do
        not pair up; the line is named. With limits, if there are more columns or cells.
    """
    hint = _SEPARATOR_LINE.match(text)
    body = text[hint.end() :] if hint else text
    if hint:
        separator = hint[1]
    else:
        # The one that occurs most often in the header, outside quotes.
        header = _HEADER.match(body.lstrip("\r\n"))
        outside = re.sub(_QUOTED, "", header[0]) if header else ""
        counts = Counter(letter for letter in outside if letter in _SEPARATORS)
        separator = counts.most_common(1)[0][0] if counts else ","
    found = _Rows(separator, first_line=2 if hint else 1, limits=limits)
    found.read(_unpadded(body, separator))
    columns = {
        place: pd.Series(found.cells[place :: len(found.header)], dtype=str)
        for place in range(len(found.header))
    }
    numbers = pd.Index(found.numbers, name=headed(found.header_number))
    table = pd.DataFrame(columns).set_axis(numbers).set_axis(found.header, axis=1)
    # Spreadsheets like to add columns without name or content; those are left out.
    nameless = [place for place, name in enumerate(table.columns) if not name]
    filled = [place for place in nameless if (table.iloc[:, place].str.strip() != "").any()]
    if len(filled) > 1:
        first, second = (place + 1 for place in filled[:2])
        raise ValueError(
            f"Columns {first} and {second} hold something but have no name; "
            "name them in the header, or empty them."
        )
    kept = sorted({*range(table.shape[1])} - ({*nameless} - {*filled}))
    table = table if len(kept) == table.shape[1] else table.iloc[:, kept]
    return table, found.remarks()


class _Rows:
    """The rows that are not blank; a spreadsheet counts those that are, too.

    The cells stand in one list: a list for each of a million rows takes twice as long.
    """

    def __init__(self, separator: str, *, first_line: int, limits: Limits | None) -> None:
        self.separator = separator
        self.limits = limits
        self.first_line = first_line
        self.header: list[str] = []
        self.header_number = 1
        self.cells: list[str] = []
        self.numbers: list[int] = []
        self.doubtful: list[tuple[int, int]] = []

    def read(self, text: str) -> None:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=self.separator, strict=True)
        begins = filled = 0
        try:
            for number, cells in enumerate(lines, start=1):
                if lines.line_num > begins + 1:
                    self._note_swallowed(number, cells)
                if cells and self.header:
                    if len(cells) != (width := len(self.header)):
                        # Blank cells beyond the header are the marks of a spreadsheet.
                        if any(map(str.strip, cells[width:])):
                            line = self.first_line + begins
                            raise ValueError(
                                f"Line {line} has {len(cells)} cells; the header has {width}."
                            )
                        cells = (cells + [""] * width)[:width]
                    self.cells += cells
                    self.numbers.append(number)
                elif cells:
                    self.header, self.header_number = [name.strip() for name in cells], number
                    if self.limits is not None:
                        self.limits.check_header(self.header)
                if self.limits is not None:
                    filled += any(map(str.strip, cells))
                    self.limits.check_rows_so_far(filled - 1)
                    self.limits.check_cells(len(self.cells))
                begins = lines.line_num
        except csv.Error as error:
            n_lines = lines.line_num - begins
            runs = f", within a quoted cell that runs over {n_lines} lines" if n_lines > 1 else ""
            raise ValueError(f"Line {self.first_line + begins}: {error}{runs}.") from None
        if not self.header:
            raise ValueError("The file is empty.")

    def remarks(self) -> list[str]:
        """Say where quotation marks may have swallowed rows."""
        if not self.doubtful:
            return []
        number, n_lines = self.doubtful[0]
        others = len(self.doubtful) - 1
        rows = "1 more row" if others == 1 else f"{others:,} more rows"
        more = f" The same holds for {rows}." if others else ""
        where = headed(self.header_number).format(number)
        return [
            f"{where[:1].upper()}{where[1:]}: a quoted cell runs over {n_lines} lines, each of "
            f"which reads like a row of its own; stray quotation marks may have swallowed "
            f"{n_lines - 1} of them.{more}"
        ]

    def _note_swallowed(self, number: int, cells: list[str]) -> None:
        """Keep a row in mind that would be several if its quotation marks were not there."""
        lines = LINE_END.split(self.separator.join(cells))
        full = [line for line in lines if line.strip()]
        width = len(self.header or full[0].split(self.separator)) if full else 1
        if width == 1 or len(full) == 1:
            return
        if all(line.count(self.separator) == width - 1 for line in full):
            if not self.header:
                raise ValueError(
                    f"The header, in row {number}: a quoted cell runs over {len(lines)} lines, "
                    "each of which reads like a row of its own; take stray quotation marks out."
                )
            self.doubtful.append((number, len(lines)))


def _unpadded(text: str, separator: str) -> str:
    """Take blanks away between a separator and a quotation mark, which hide that it is one."""
    end = rf"[{re.escape(separator)}\r\n]"
    blank = rf"[^\S{re.escape(separator)}\r\n]"
    if '"' not in text or not re.search(rf'(?:^|{end}){blank}+"|"{blank}+(?:{end}|\Z)', text):
        return text
    # Cell by cell, because a quoted one may hold what looks like the end of another. Of one that
    # is not closed, the blanks go, too: then the reader sees that it is not.
    cell = (
        rf"{blank}*+(?P<quoted>{_QUOTED}){blank}*+(?={end}|\Z)"
        rf'|{blank}++(?P<unclosed>"[^{re.escape(separator)}\r\n]*+)'
        rf"|[^{re.escape(separator)}\r\n]++"
    )
    return re.sub(cell, lambda found: found["quoted"] or found["unclosed"] or found[0], text)
