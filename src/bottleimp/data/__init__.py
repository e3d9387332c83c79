"""Data sets of rounds among computer players: written by `bottleimp selfplay`, read from here.

`open_dataset` reads what was written, for numpy, polars, pandas or as records; `write_dataset`
plays and writes.  `COLUMNS` says what every column means.  `open_dataset` and `write_dataset`
need `bottleimp[data]`, which is pyarrow; importing this package loads nothing.
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.data.columns import COLUMNS, DataColumn
    from bottleimp.data.dataset import Dataset, open_dataset
    from bottleimp.data.selfplay import SelfplaySettings
    from bottleimp.data.writing import write_dataset

__all__ = [
    "COLUMNS",
    "DataColumn",
    "Dataset",
    "SelfplaySettings",
    "open_dataset",
    "write_dataset",
]

lazy_imports(
    globals(),
    {
        "bottleimp.data.columns": ("COLUMNS", "DataColumn"),
        "bottleimp.data.dataset": ("Dataset", "open_dataset"),
        "bottleimp.data.selfplay": ("SelfplaySettings",),
        "bottleimp.data.writing": ("write_dataset",),
    },
)
