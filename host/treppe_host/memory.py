"""Python's garbage collector: quiet during imports, at work afterwards."""

import gc

_WHILE_IMPORTING = 50_000  # new objects between collections; with the usual 700 they take a fifth of the import time
_USUAL = gc.get_threshold()


def hurry() -> None:
    """Collect seldom, because imported objects stay."""
    gc.set_threshold(_WHILE_IMPORTING)


def settle() -> None:
    """Collect as usual from now on, but never examine the imported objects again, nor now: none of them can go."""
    gc.freeze()
    gc.set_threshold(*_USUAL)
