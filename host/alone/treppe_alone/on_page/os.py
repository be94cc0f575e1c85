"""MicroPython's `os` in a browser, and random bytes from there."""

import js
from uos import *  # noqa: F403


def urandom(count):
    """Return so many random bytes."""
    drawn = js.Uint8Array.new(count)
    js.crypto.getRandomValues(drawn)
    return bytes(drawn[at] for at in range(count))
