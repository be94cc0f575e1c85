"""What the display says of Blockade alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Nimm deinen Koenig vom Brett: er ist frei
"""
