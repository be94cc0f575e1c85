"""What the display says of Allein Wetteifern alone, in German; see `treppe/table/texts.py`."""

TEXTS = """
rating excellent: ausgezeichnet
rating good: gut
rating satisfactory: befriedigend
rating keep practising: weiter ueben
word .: Ende des Spiels
"""
