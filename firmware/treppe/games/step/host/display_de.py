"""What the display says of STEP BY STEP alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option size: Brett
value 5: 5x5
value 7: 7x7
option edition: Ausgabe
value de: deutsch
value fr: franz.
option blocked: Es sperrt
value beside: jede
value way: im Weg
option last_brick: Letzter St.
value ends: remis
value reach: hoch
"""
