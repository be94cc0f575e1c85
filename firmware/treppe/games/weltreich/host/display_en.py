"""What the display says of Weltreich alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option captures: Captures
value leap: may leap
value clear: no leap
"""
