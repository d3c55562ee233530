"""How much a file that a stranger brings may hold, asked while it is read.

Each question is put as soon as its answer is known: the size before anything, the columns of a
text at its header, those of a Parquet file in its description, the letters of a text that is
packed once and stands there a million times before it is written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

_NAMELESS = 10
"""Times as many columns as may be read, where most have no name."""


class LimitError(ValueError):
    """A file holds more than is read; the message says of what."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a door lets in.

    Attributes
    ----------
    bytes : int
        Of the file, as it is.
    rows, columns, cells : int
        Of the table; `cells` counts blank rows, too, which `rows` does not.
    letters : int
        In all cells together.
    name : int
        Letters in the name of a column.
    """

    bytes: int
    rows: int
    columns: int
    cells: int
    letters: int
    name: int = 100

    @property
    def megabytes(self) -> int:
        """Of the file, as a page says it."""
        return self.bytes // 1_000_000

    @property
    def unpacked(self) -> int:
        """Bytes that a packed file may say it has: more than what is let in can take."""
        return 16 * self.cells + 4 * self.letters

    def check_bytes(self, n: int) -> None:
        """Raise LimitError if the file is too large."""
        if n > self.bytes:
            raise LimitError(f"The file is larger than {self.megabytes} MB.")

    def check_unpacked(self, n: int) -> None:
        """Raise LimitError if the file would be too large once it is unpacked."""
        if n > self.unpacked:
            raise LimitError(
                f"The file unpacks to {n / 1e6:,.0f} MB; {self.unpacked / 1e6:,.0f} are read."
            )

    def check_rows(self, n: int) -> None:
        """Raise LimitError if there are too many rows that hold something."""
        if n > self.rows:
            raise LimitError(f"The file has {n:,} rows; {self.rows:,} are read.")

    def check_rows_so_far(self, n: int) -> None:
        """Raise LimitError if there are too many rows already, and perhaps more to come."""
        if n > self.rows:
            raise LimitError(f"The file has more than {self.rows:,} rows; no more are read.")

    def check_cells(self, n: int) -> None:
        """Raise LimitError if there are too many cells, or values within them."""
        if n > self.cells:
            raise LimitError(f"The file has more than {self.cells:,} cells; no more are read.")

    def check_columns(self, n: int) -> None:
        """Raise LimitError if there are too many columns."""
        if n > self.columns:
            raise LimitError(
                f"The file has {n:,} columns; {self.columns:,} are read. Leave out those that "
                "are not asked for."
            )

    def check_letters(self, n: int) -> None:
        """Raise LimitError if there are too many letters in all."""
        if n > self.letters:
            raise LimitError(f"The file holds {n:,} letters; {self.letters:,} are read.")

    def check_header(self, names: Sequence[str]) -> None:
        """Raise LimitError if the first row of a text has too many cells, or one too long.

        Spreadsheets like to add columns without a name, which are left out later.
        """
        nameless = len(names) <= _NAMELESS * self.columns
        self.check_columns(sum(map(bool, names)) if nameless else len(names))
        self.check_names(names)

    def check_names(self, names: Iterable[object]) -> None:
        """Raise LimitError if the name of a column is too long."""
        longest = max(map(str, names), key=len, default="")
        if len(longest) > self.name:
            raise LimitError(
                f"A column has a name of {len(longest):,} letters, beginning with "
                f"{longest[:40]!r}; {self.name:,} are read. Is the first row the header?"
            )


TABLE = Limits(bytes=20_000_000, rows=200_000, columns=200, cells=5_000_000, letters=20_000_000)
"""Of a table that a stress test is made of."""

ANSWERS = Limits(bytes=5_000_000, rows=20_000, columns=100, cells=2_000_000, letters=20_000_000)
"""Of a file of items, or of answers to them."""

QUESTIONS = replace(ANSWERS, bytes=1_000_000, rows=300)
"""Of a file of texts that an endpoint is asked about."""
