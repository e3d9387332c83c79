"""The number format in which a device multiplies matrices fastest.

Processors with matrix units for bfloat16 (AMX) are several times faster in it than in float32;
others emulate it and are up to eight times slower.  No flag tells this on every system, so a
short product is timed in both formats.
"""

import argparse
import time
from statistics import median

import torch

ROWS, SIZE = 4096, 512  # of the product: as large as a batch of training
TRIES = 5
PRECISIONS = {"bfloat16": torch.bfloat16, "float32": torch.float32}


def add_device_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where a training computes, and in which format."""
    parser.add_argument("--device", help="such as cpu or cuda; default: cuda where there is one")
    parser.add_argument("--precision", choices=PRECISIONS, help="default: whichever is faster here")


def fastest_precision(device: torch.device) -> torch.dtype:
    """`torch.bfloat16` where the device multiplies faster in it, else `torch.float32`."""
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float32
    return min(
        (torch.float32, torch.bfloat16), key=lambda precision: matmul_seconds(device, precision)
    )


def precision_by_name(name: str | None, device: torch.device) -> torch.dtype:
    """The format of this name, `bfloat16` or `float32`; without a name the fastest one."""
    return PRECISIONS[name] if name else fastest_precision(device)


def matmul_seconds(device: torch.device, precision: torch.dtype) -> float:
    """The median processor time of a matrix product in this format.

    Time on the clock would count what other programs do meanwhile, and the slower format could win.
    """
    left = torch.rand(ROWS, SIZE, device=device).to(precision)
    right = torch.rand(SIZE, SIZE, device=device).to(precision)
    times = []
    with torch.inference_mode():
        for _ in range(TRIES + 1):
            start = time.process_time()
            torch.mm(left, right)
            times.append(time.process_time() - start)
    return median(times[1:])  # the first one also prepares the library
