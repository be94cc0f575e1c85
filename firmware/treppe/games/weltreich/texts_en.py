"""What the display says of Weltreich alone, in English; see `treppe/table/texts`."""

MENU = """
option captures: Captures
value leap: may leap
value clear: no leap
"""
