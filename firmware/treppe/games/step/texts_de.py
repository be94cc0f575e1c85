"""What the display says of STEP BY STEP alone, in German; see `treppe/table/texts.py`."""

MENU = """
option size: Brett
value 5: 5x5
value 7: 7x7
option edition: Ausgabe
value de: deutsch
value fr: franz.
"""
