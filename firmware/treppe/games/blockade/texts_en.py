"""What the display says of Blockade alone, in English; see `treppe/table/texts.py`."""

TEXTS = """
leave: Your king can leave
"""
