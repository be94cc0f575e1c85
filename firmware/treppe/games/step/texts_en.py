"""What the display says of STEP BY STEP alone, in English; see `treppe/table/texts.py`."""

MENU = """
option size: Board
value 5: 5x5
value 7: 7x7
option edition: Edition
value de: German
value fr: French
"""
