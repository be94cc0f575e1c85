"""What the display says of 7 Steps alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
note bag: Im Beutel:
word ?A: Hilfe ziehen
word ?V: Siegplaettchen ziehen
word =: altes behalten
word ~: neues behalten
word $: Siegplaettchen legen
word $0: sieben Farben
word $1: eine Farbe
word $2: gerade Reihe
word $3: eine Ebene
word $4: Aufstiege
word $5: hoechste Scheibe
word x: Scheiben {discs} zurueck
word !2: Hilfe: Start beliebig
word !3: Hilfe: zwei hinauf
word !4: Hilfe: neue Hand
word !0: Hilfe: Scheiben weg {fields}
word !1: Hilfe: Stapel {fields}
"""

MENU = """
option side: Seite
value plain: einfarbig
value mixed: gemischt
option tiles: Plaettchen
option extra_round: Extrarunde
"""

REFUSALS = """
stays: Scheiben bleiben liegen
colour: Diese Farbe hast du nicht
lowest: Beginne auf dem niedrigsten Turm der Farbe
again: Da warst du schon
beside: Weiter neben der letzten Scheibe
down: Nicht hinab
up: Hoechstens eine Stufe hinauf
up 2: Hoechstens zwei Stufen hinauf
most: Hoechstens fuenf Scheiben
"""
