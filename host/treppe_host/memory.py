"""Python's garbage collector: quiet during imports, at work afterwards; and memory that goes back to the system."""

import contextlib
import ctypes
import gc

_WHILE_IMPORTING = 50_000  # new objects between collections; with the usual 700 they take a fifth of the import time
_USUAL = gc.get_threshold()


def hurry() -> None:
    """Collect seldom, because imported objects stay."""
    gc.set_threshold(_WHILE_IMPORTING)


def settle() -> None:
    """Collect as usual from now on, but never examine the imported objects again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_USUAL)


def give_back() -> None:
    """Return free memory to the system. The C library of Linux keeps it otherwise; others have no such function."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
