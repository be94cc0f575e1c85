"""The one place that knows on which runtime the code runs: hands on `micropython`, `const`, `ptr8` and `ptr16`."""

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


__all__ = ("const", "micropython", "ptr8", "ptr16")
