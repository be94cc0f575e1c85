"""What the display says of Aufstellen alone, in German; see `treppe/table/texts`."""

MENU = """
option diagonals: Schraeg zaehlt
"""
