"""The one place that knows on which runtime the code runs: has `micropython`, `const` and the types of viper."""

import io
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


CLOCK = 0x3FFFFFFF
"""Milliseconds start anew here, after twelve days: greater numbers take memory on a Pico."""


def elapsed_ms(now_ms: int, then_ms: int) -> int:
    """Return the milliseconds from then to now, less than twelve days apart: also where CLOCK has begun anew.

    >>> elapsed_ms(120, 100), elapsed_ms(5, CLOCK)
    (20, 6)
    """
    return (now_ms - then_ms) & CLOCK


# What viper calls a pointer to bytes: its compiler knows the name, everybody else takes it for the type.
ptr8 = bytearray


def ptr16(numbers):
    """Return the array itself; viper takes the name for a pointer to its numbers of 16 bits."""
    return numbers


def ptr32(numbers):
    """Return the array itself; viper takes the name for a pointer to its numbers of 32 bits."""
    return numbers


def trace_of(error: Exception) -> str:
    """Return the end of an error's traceback: its place, and what it is; empty if memory lacks."""
    try:
        text = io.StringIO()
        if hasattr(sys, "print_exception"):
            sys.print_exception(error, text)
        else:
            import traceback  # type: ignore[import-not-found]  # MicroPython has none

            traceback.print_exception(error, file=text)
        return end_of_trace(text.getvalue())
    except MemoryError:
        return ""


def end_of_trace(trace: str) -> str:
    """Return the last lines of a traceback as one."""
    return " / ".join([line.strip() for line in trace.strip().split("\n")[-3:]])[:300]


__all__ = ("CLOCK", "const", "elapsed_ms", "end_of_trace", "micropython", "ptr8", "ptr16", "ptr32", "trace_of")
