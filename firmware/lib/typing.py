"""Stands in for CPython's `typing` on a board: type checkers read annotations, nothing there runs them."""

TYPE_CHECKING = False


def __getattr__(_name):
    """Return something for each name that an annotation may use."""
    return object
