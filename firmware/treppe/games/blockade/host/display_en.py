"""What the display says of Blockade alone, in English; see `words_XX.py`."""

TEXTS = """
leave: Your king can leave
"""
