"""The pool for the number of processes, or the Ray cluster, that a command was asked to use."""

from collections.abc import Iterator
from contextlib import contextmanager

from bottleimp.execution.process_pool import process_pool
from bottleimp.execution.task_pool import TaskPool


@contextmanager
def open_pool(processes: int = 1, ray: str | None = None) -> Iterator[TaskPool | None]:
    """A pool of so many processes, or None for one: then all is done in this one.

    `ray` is the address of a Ray cluster that does the work instead, as `HOST:PORT`; `local` starts
    one here with so many processes.  Raises MissingLibrary where Ray is not installed, and
    BottleImpError where no cluster answers.

    Set `OPENBLAS_NUM_THREADS=1` for this process before NumPy is imported, as the command line
    does: with several threads networks take far longer on a busy machine, and count otherwise in
    the last bit.

    A script that asks for more than one process must do so below `if __name__ == "__main__":`.
    """
    if ray is not None:
        # Only here, so that everything else runs without Ray.
        from bottleimp.execution.ray_pool import ray_pool  # noqa: PLC0415

        with ray_pool(ray, processes) as cluster:
            yield cluster
    elif processes <= 1:
        yield None
    else:
        with process_pool(processes) as pool:
            yield pool
