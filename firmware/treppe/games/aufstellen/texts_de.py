"""What the display says of Aufstellen alone, in German; see `treppe/table/texts`."""

MENU = """
option diagonals: Schraeg zaehlt
option board: Brett
value large: gross
value small: klein
"""
