"""What the display says of Schaff den Sprung alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option shapes: Shapes count
"""

REFUSALS = """
extra: Only the piece just moved may go on
row: It stays in its row
right: To the right only
first: To the first free field only
"""
