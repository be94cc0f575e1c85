"""What the display says of Weltreich alone, in German; see `treppe/table/texts`."""

MENU = """
option captures: Schlagen
value leap: springt
value clear: frei
"""
