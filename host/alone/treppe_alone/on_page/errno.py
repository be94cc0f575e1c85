"""MicroPython's `errno`, as a browser's files have the numbers."""

ENOENT = 44
