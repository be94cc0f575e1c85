"""What the display says of Blockade alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Koenig kann hinaus
"""
