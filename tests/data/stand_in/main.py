"""The launcher of the firmware of few lines."""

import board


def start():
    """Start it."""
    board.run()
