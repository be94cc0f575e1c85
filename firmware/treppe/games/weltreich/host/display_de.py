"""What the display says of Weltreich alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option captures: Schlagen
value leap: springt
value clear: frei
"""
