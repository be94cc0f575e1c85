"""What the display says of Schaff den Sprung alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option shapes: Shapes count
"""
