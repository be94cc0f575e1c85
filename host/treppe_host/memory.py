"""Python's collector: out of the way while a program is imported, at work as usual afterwards."""

import gc

_WHILE_IMPORTING = 50_000  # new objects between collections; with the usual 700 they take a fifth of the import time
_USUAL = gc.get_threshold()


def hurry() -> None:
    """Collect seldom: much is about to be imported, and all of it stays."""
    gc.set_threshold(_WHILE_IMPORTING)


def settle() -> None:
    """Collect as usual from now on, and look no more at what has been imported."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_USUAL)
