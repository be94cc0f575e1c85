"""What the display says of Aufstellen alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option diagonals: Schraeg zaehlt
option board: Brett
value large: gross
value small: klein
"""
