"""What the display says of Das Tor alone, in English; see `treppe/table/texts.py`."""

TEXTS = """
word T+: triangle
word S+: square
"""
