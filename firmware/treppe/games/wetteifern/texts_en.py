"""What the display says of Allein Wetteifern alone, in English; see `treppe/table/texts.py`."""

TEXTS = """
rating excellent: excellent
rating good: good
rating satisfactory: satisfactory
rating keep practising: keep practising
word .: end of the game
"""
