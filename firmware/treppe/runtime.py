"""The one place that knows on which runtime the code runs: hands on `micropython`, `const`, `ptr8` and `ptr16`.

And the one that knows of loaded modules, see `let_go`.
"""

import sys

try:
    import micropython
    from micropython import const
except ImportError:

    def const(value):  # type: ignore[misc] # MicroPython's own is generic
        """Return the value itself; MicroPython's compiler folds it into the code."""
        return value

    class micropython:  # type: ignore[no-redef] # stands in for the module of this name
        """Stands in for MicroPython's module where there is none: emitters change nothing."""

        @staticmethod
        def native(function):
            """Return the function as it is."""
            return function

        viper = native
        const = staticmethod(const)


# What viper calls a pointer to bytes: its compiler knows the name, everybody else takes it for the type.
ptr8 = bytearray


def ptr16(numbers):
    """Return the array itself; viper takes the name for a pointer to its numbers of 16 bits."""
    return numbers


_keeps = [False]
_stays: set = set()


def keep_loaded(is_kept: bool = True):
    """Turn `let_go` off or on: a PC has memory enough to keep all modules."""
    _keeps[0] = is_kept


def load_ahead(modules: str):
    """Load these modules (names with blanks between them), one a step, for good: later it would hold up a game.

    Yields True until all are there.
    """
    names = modules.split()
    _stays.update(names)
    for name in names:
        if name not in sys.modules:
            __import__(name)
            yield True


def is_loaded(name: str) -> bool:
    """Tell whether a module is loaded."""
    return name in sys.modules


def let_go(name: str):
    """Forget a module and those in it: the collector frees what is not referenced; they can be imported again.

    What was loaded ahead stays.
    """
    if _keeps[0] or name in _stays or name not in sys.modules:
        return
    del sys.modules[name]
    package, _, last = name.rpartition(".")
    if not package:  # on a board all names are such: it has no folders, see `flat.py`
        return
    inside = name + "."
    for other in [other for other in sys.modules if other.startswith(inside)]:
        del sys.modules[other]
    if hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)


def loaded(beginning: str) -> list:
    """Return the names of the loaded modules that begin so."""
    return [name for name in sys.modules if name.startswith(beginning)]


__all__ = ("const", "is_loaded", "keep_loaded", "let_go", "load_ahead", "loaded", "micropython", "ptr8", "ptr16")
