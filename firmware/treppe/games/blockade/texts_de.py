"""What the display says of Blockade alone, in German; see `treppe/table/texts.py`."""

TEXTS = """
leave: Koenig kann hinaus
"""
