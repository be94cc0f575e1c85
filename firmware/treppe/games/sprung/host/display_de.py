"""What the display says of Schaff den Sprung alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option shapes: Formen zaehlen
"""
