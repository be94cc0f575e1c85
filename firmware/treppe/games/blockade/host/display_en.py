"""What the display says of Blockade alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Take your king off the board: he is out
"""
