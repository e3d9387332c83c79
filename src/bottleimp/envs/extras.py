"""One sentence for whoever imports an adapter without the library that it adapts to."""

from bottleimp.errors import BottleImpError


class MissingLibrary(BottleImpError, ImportError):
    """A module needs a library that is not installed; the message says how to install it."""

    def __init__(self, module: str, library: str, extra: str) -> None:
        super().__init__(
            f"{module} needs {library}: install it with pip install 'bottleimp[{extra}]'."
        )
