"""A larger network that plays exactly as a smaller one: where to begin a larger one from."""

from collections.abc import Mapping

import torch

Weights = Mapping[str, torch.Tensor]


def widen_weights(small: Weights, large: Weights) -> dict[str, torch.Tensor]:
    """The weights of the small network in the shapes of the large one.

    Units that the small network lacks begin as in the large one, and nothing listens to them yet;
    blocks that it lacks add nothing yet.  So both say the same of everything, and all can learn.
    Raises ValueError where the small network has units or blocks that the large one lacks, or
    reads or values something else.
    """
    missing = [name for name in small if name not in large]
    if missing:
        raise ValueError(f"The larger network has no {missing[0]}.")
    return {name: widen_weight(name, small.get(name), weight) for name, weight in large.items()}


def fit_weights(theirs: Weights, own: Weights) -> tuple[dict[str, torch.Tensor], bool]:
    """The weights of another network in the shapes of one's own, and whether all of them fit.

    All of them do where the other is as large or smaller: then both say the same of everything.
    Else, as where it reads something else, only those of the same shape are taken over.
    """
    try:
        return widen_weights(theirs, own), True
    except ValueError:
        return {k: w for k, w in theirs.items() if k in own and own[k].shape == w.shape}, False


def widen_weight(name: str, small: torch.Tensor | None, large: torch.Tensor) -> torch.Tensor:
    """One array in the shape of the large one."""
    widened = large.detach().clone()
    if small is None:
        return widened.zero_() if ".second." in name else widened
    has_fixed_rows, has_fixed_columns = name.startswith(("exit.", "where.")), name == "entry.weight"
    is_smaller = all(one <= other for one, other in zip(small.shape, large.shape, strict=True))
    is_alike = (not has_fixed_rows or len(small) == len(large)) and (
        not has_fixed_columns or small.shape[1] == large.shape[1]
    )
    if not is_smaller or not is_alike:
        raise ValueError(f"{name} has {tuple(small.shape)} weights, for {tuple(large.shape)}.")
    if small.ndim == 1:
        widened[: len(small)] = small
        return widened
    rows, columns = small.shape
    widened[:, columns:] = 0
    widened[:rows, :columns] = small
    return widened
