"""A layout that compiled code knows when it is compiled; itself where nothing is compiled."""

from functools import lru_cache
from typing import cast

from bottleimp.compiler import is_compiler_available
from bottleimp.rules.position import Layout


@lru_cache(maxsize=128)
def freeze_layout(layout: Layout) -> Layout:
    """The layout, to be compiled for."""
    if not is_compiler_available():
        return layout
    from bottleimp.kernel.compile.frozen_layout_type import (  # noqa: PLC0415 - loads numba
        LayoutConstant,
    )

    # A cast: whatever reads the fields of a layout reads those of a frozen one.
    return cast("Layout", LayoutConstant(layout))
