"""What the display says of Schaff den Sprung alone, in German; see `treppe/table/texts.py`."""

MENU = """
option shapes: Formen zaehlen
"""
