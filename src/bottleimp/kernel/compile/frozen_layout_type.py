"""A layout as a constant of compiled code.

The numbers of a frozen layout are part of its numba type: a function compiled for it is compiled
for one edition, every look-up folds away, and loops over seats and hands unroll.
"""

from hashlib import sha256
from typing import Any

from numba import typeof, types
from numba.extending import (
    NativeValue,
    lower_getattr_generic,
    models,
    register_model,
    unbox,
)

from bottleimp.kernel.compile.numba_internals import AttributeTemplate, infer_getattr
from bottleimp.rules.position import Layout

# Numba counts as untyped: `Any` below stands for its contexts, builders and values.


class FrozenLayoutType(types.Type):  # type: ignore[misc]  # numba counts as untyped
    """The numba type of one frozen layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        super().__init__(name=f"FrozenLayout_{sha256(repr(layout).encode()).hexdigest()[:20]}")


class LayoutConstant:
    """A layout that compiled functions know when they are compiled.

    No tuple, since numba tells tuples apart by what they hold, not by the numbers in it.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._numba_type_ = FrozenLayoutType(layout)  # where numba looks for the type of a value

    def __getattr__(self, name: str) -> object:
        return getattr(self.layout, name)


class FrozenLayoutModel(models.OpaqueModel):  # type: ignore[misc]  # numba counts as untyped
    """Nothing at run time: all is in the type."""


class FrozenLayoutAttributes(AttributeTemplate):  # type: ignore[misc]  # numba counts as untyped
    """The types of the fields."""

    key = FrozenLayoutType

    def generic_resolve(self, kind: FrozenLayoutType, name: str) -> Any:
        """The numba type of a field; None if there is none of this name."""
        return typeof(getattr(kind.layout, name)) if name in Layout._fields else None


def lower_field(context: Any, builder: Any, kind: FrozenLayoutType, value: Any, name: str) -> Any:  # noqa: ARG001
    """The field as a constant."""
    entry = getattr(kind.layout, name)
    return context.get_constant_generic(builder, typeof(entry), entry)


def unbox_frozen_layout(kind: FrozenLayoutType, value: Any, c: Any) -> Any:  # noqa: ARG001
    """A value of no size."""
    return NativeValue(c.context.get_dummy_value())


register_model(FrozenLayoutType)(FrozenLayoutModel)
infer_getattr(FrozenLayoutAttributes)
lower_getattr_generic(FrozenLayoutType)(lower_field)
unbox(FrozenLayoutType)(unbox_frozen_layout)
