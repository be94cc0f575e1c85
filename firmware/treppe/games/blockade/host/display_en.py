"""What the display says of Blockade alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Your king can leave
"""
