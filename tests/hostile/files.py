"""Files made to hurt whoever reads them, and what must become of each at every door.

None is stored: each is built when it is asked for, once. A new door tries all of them by one
line in `test_files.py`; a new file is tried at all doors by one line in `FILES`.
"""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

TOO_LARGE = r"larger than [\d.]+ MB"
ROWS = r"(more than )?[\d,]+ (rows|cells|values)"
COLUMNS = r"[\d,]+ columns"
LETTERS = r"[\d,]+ letters"
FEW_OR_SHORT = rf"{LETTERS}|300 are read"
"""Where some hundred rows are read at most, there are too many of these before all else."""


@dataclass(frozen=True)
class HostileFile:
    """A file and what a door says of it.

    Attributes
    ----------
    build : callable
        Returns its content.
    refused : str
        A pattern that is in the sentence by which it is turned away; "" where a door may read
        it, as long as it comes to an end and any refusal is a sentence.
    """

    build: Callable[[], bytes]
    refused: str = ""

    def content(self) -> bytes:
        """Return the content, built once."""
        return _built(self.build)


@cache
def _built(build: Callable[[], bytes]) -> bytes:
    return build()


def _constant_rows(rows: int, pieces: int) -> bytes:
    """Return Parquet of three columns that hold one value each, over and over."""
    piece = pa.table({name: np.zeros(rows // pieces, dtype=np.int8) for name in ("id", "z", "x")})
    buffer = io.BytesIO()
    with pq.ParquetWriter(buffer, piece.schema, compression="zstd") as writer:
        for _ in range(pieces):
            writer.write_table(piece)
    return buffer.getvalue()


def _parquet(columns: Mapping[str, object], **options: object) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer, compression="zstd", **options)
    return buffer.getvalue()


def _repeated_text() -> bytes:
    """Return 60 KB of Parquet in which 20,000 cells hold the same text of a million letters."""
    n = 20_000
    text = pa.DictionaryArray.from_arrays(np.zeros(n, dtype=np.int32), ["x" * 1_000_000])
    return _parquet({"id": np.arange(n), "z": text, "x": np.zeros(n)})


def _long_texts() -> bytes:
    """Return Parquet of texts that differ, and pack well all the same."""
    texts = [f"{'x' * 5_000}{k}" for k in range(20_000)]
    return _parquet({"id": np.arange(len(texts)), "z": texts, "x": texts}, use_dictionary=False)


def _long_lists() -> bytes:
    """Return Parquet of 60 rows whose lists hold a million values each."""
    one = pa.ListArray.from_arrays([0, 1_000_000], pa.array(np.zeros(1_000_000, dtype=np.int8)))
    piece = pa.table({"id": [1], "z": one, "x": [0.5]})
    buffer = io.BytesIO()
    with pq.ParquetWriter(buffer, piece.schema, compression="zstd") as writer:
        for _ in range(60):
            writer.write_table(piece)
    return buffer.getvalue()


def _nested() -> bytes:
    n = 300
    rows = [{"a": {"b": [k, None]}} for k in range(n)]
    return _parquet({"id": np.arange(n), "z": rows, "x": [[float(k)] * (k % 5) for k in range(n)]})


def _odd_names() -> bytes:
    columns = [np.arange(300.0)] * 5
    table = pa.table(columns, names=["nan", "", "x", "x", "\u202e\n"])
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def _odd_kinds() -> bytes:
    """Return Parquet of kinds that pandas holds as objects, or not at all."""
    frame = pd.DataFrame(
        {
            "id": range(300),
            "z": pd.Categorical(["a", "b", "c"] * 100),
            "when": pd.date_range("2020-01-01", periods=300),
            "x": pd.array([1, None, 2**62] * 100, dtype="Int64"),
        }
    )
    table = pa.Table.from_pandas(frame)
    some = pa.array([b"\xff\xfe", None, b""] * 100)
    price = pa.array(range(300)).cast(pa.decimal128(30, 4))
    buffer = io.BytesIO()
    pq.write_table(table.append_column("raw", some).append_column("price", price), buffer)
    return buffer.getvalue()


def _cut(content: bytes, at: int) -> bytes:
    return content[:at] + content[-12:]


def _noise(head: bytes) -> bytes:
    return head + random.Random(0).randbytes(100_000)


def _zipped() -> bytes:
    """Return a small archive of a large sheet."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sheet.csv", b"0" * 50_000_000)
    return buffer.getvalue()


def _wide_csv() -> bytes:
    header = ",".join(f"c{k}" for k in range(10_000))
    return f"{header}\n".encode() + (b"," * 9_999 + b"\n") * 490


def _json_columns(n: int) -> bytes:
    return b"{" + b",".join(b'"%x":[1]' % k for k in range(n)) + b"}"


def _json_new_names() -> bytes:
    """Return records each of which has fields of its own."""
    records = (",".join(f'"{k:x}{j}":1' for j in range(30)) for k in range(12_000))
    return ("[" + ",".join(f"{{{fields}}}" for fields in records) + "]").encode()


_SHORT = "id,z,x\n"

FILES: Mapping[str, HostileFile] = {
    "Parquet of 50 million rows": HostileFile(lambda: _constant_rows(50_000_000, 10), ROWS),
    "Parquet of 10 million rows": HostileFile(lambda: _constant_rows(10_000_000, 2), ROWS),
    "Parquet of one text, repeated": HostileFile(_repeated_text, FEW_OR_SHORT),
    "Parquet of long texts": HostileFile(_long_texts, rf"{FEW_OR_SHORT}|unpacks to"),
    "Parquet of long lists": HostileFile(_long_lists, ROWS),
    "Parquet of 10,000 columns": HostileFile(
        lambda: _parquet({f"c{k}": [1.0] for k in range(10_000)}), COLUMNS
    ),
    "Parquet of one long name": HostileFile(
        lambda: _parquet({"id": range(300), "z": range(300), "n" * 1_000_000: range(300)}),
        r"name of 1,000,000 letters",
    ),
    "Parquet of nested rows": HostileFile(_nested),
    "Parquet of odd names": HostileFile(_odd_names),
    "Parquet of odd kinds": HostileFile(_odd_kinds),
    "Parquet without rows": HostileFile(lambda: _parquet({"id": pa.array([], pa.int64())}), "no"),
    "Parquet cut short": HostileFile(lambda: _cut(_nested(), 2_000), "cannot be read"),
    "noise called Parquet": HostileFile(lambda: _noise(b"PAR1") + b"PAR1", "cannot be read"),
    "CSV of 10,000 columns": HostileFile(_wide_csv, COLUMNS),
    "CSV of 2 million columns": HostileFile(lambda: b"a," * 2_000_000 + b"b\n1\n", COLUMNS),
    "CSV of 2 million nameless columns": HostileFile(lambda: b"," * 2_000_000 + b"\n1\n", COLUMNS),
    "CSV of 1.2 million rows": HostileFile(
        lambda: _SHORT.encode() + b"1,\n" * 1_200_000 + b"1,,\n" * 100_000, ROWS
    ),
    "CSV of blank rows": HostileFile(lambda: _SHORT.encode() + b",,\n" * 900_000),
    "CSV of blank lines": HostileFile(lambda: b"\n" * 4_900_000, "empty|no rows"),
    "CSV of one long cell": HostileFile(
        lambda: _SHORT.encode() + b"1,a,0\n2,b,1\n" * 150 + b"3," + b"y" * 4_000_000 + b",0\n"
    ),
    "CSV of one long name": HostileFile(
        lambda: b"id,z," + b"n" * 4_000_000 + b"\n" + b"1,a,0\n" * 300,
        r"name of 4,000,000 letters",
    ),
    "CSV of a quotation mark that is not closed": HostileFile(
        lambda: _SHORT.encode() + b'"1,a,0\n' + b"2,b,1\n" * 700_000, "Line 2"
    ),
    "CSV of quotation marks": HostileFile(lambda: _SHORT.encode() + b' " ' * 1_600_000),
    "CSV of long numbers": HostileFile(
        lambda: (_SHORT + "".join(f"{k},{k % 2},{'9' * 10_000}\n" for k in range(400))).encode()
    ),
    "CSV of names that are all different": HostileFile(
        lambda: (_SHORT + "".join(f"{k},g{k},{k % 2}\n" for k in range(19_000))).encode()
    ),
    "text with zero bytes": HostileFile(lambda: _SHORT.encode() + b"\0" * 1_000_000, "zero bytes"),
    "noise": HostileFile(lambda: _noise(b"\x81"), "zero bytes|UTF-8"),
    "JSON of a million columns": HostileFile(
        lambda: _json_columns(1_000_000), rf"{COLUMNS}|{TOO_LARGE}"
    ),
    "JSON of ever new names": HostileFile(_json_new_names, COLUMNS),
    "JSON of empty records": HostileFile(lambda: b"[" + b"{}," * 1_600_000 + b"{}]", ROWS),
    "JSON of records a line": HostileFile(lambda: b'{"a":1}\n' * 600_000, ROWS),
    "JSON of empty lists": HostileFile(lambda: b"[" + b"[]," * 1_600_000 + b"[]]", ROWS),
    "JSON that is deep": HostileFile(
        lambda: b'[{"id":' + b"[" * 2_000_000 + b"]" * 2_000_000 + b"}]", "too deeply"
    ),
    "JSON of a deep cell": HostileFile(
        lambda: b'[{"id":' + b"[" * 500 + b"]" * 500 + b',"z":"a","x":1}]'
    ),
    "JSON of one long number": HostileFile(
        lambda: b'[{"id":' + b"9" * 4_000_000 + b',"z":"a","x":1}]'
    ),
    "an archive": HostileFile(_zipped, "spreadsheet or an archive"),
    "a packed stream": HostileFile(
        lambda: gzip.compress(b"0" * 50_000_000), "spreadsheet or an archive"
    ),
    "more bytes than may be": HostileFile(lambda: b"x" * 20_000_001, TOO_LARGE),
}
"""By what they are."""
