"""What the display says of Das Tor alone, in German; see `treppe/table/texts.py`."""

TEXTS = """
word T+: Dreieck
word S+: Quadrat
"""
