"""One thread for matrix products: the setting of the libraries below NumPy, by environment.

The products of a player are small.  Threads only wait for each other over them, a hundred times
as long as the work takes where something else runs, and their number changes the last bits.
The variables count when NumPy is first imported; processes that are started inherit them.
"""

import os

SINGLE_THREAD_VARIABLES = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


def limit_blas_threads() -> None:
    """Set the variables for this process, but for those that somebody has set already."""
    for name, value in SINGLE_THREAD_VARIABLES.items():
        os.environ.setdefault(name, value)
