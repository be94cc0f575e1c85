"""What the display says of 7 Steps alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
word ?A: Hilfe ziehen
word ?V: Siegplaettchen ziehen
word =: altes behalten
word ~: neues behalten
word $: Siegplaettchen legen
word !2: Hilfe: Start beliebig
word !3: Hilfe: zwei hinauf
word !4: Hilfe: neue Hand
word !0: Hilfe: Scheiben weg
"""

MENU = """
option side: Seite
value plain: einfarbig
value mixed: gemischt
option tiles: Plaettchen
option extra_round: Extrarunde
"""
