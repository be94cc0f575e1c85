"""What the display says of Schaff den Sprung alone, in English; see `treppe/table/texts.py`."""

MENU = """
option shapes: Shapes count
"""
