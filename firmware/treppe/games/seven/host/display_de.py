"""What the display says of 7 Steps alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
note bag: Im Beutel:
word ?A: Bauhilfe ziehen
word ?V: Siegpunkte ziehen
word =: altes behalten
word ~: neues behalten
word $: Siegpunkte legen
word $0: sieben Farben
word $1: eine Farbe
word $2: gerade Reihe
word $3: eine Ebene
word $4: Aufstiege
word $5: hoechste Scheibe
word x: Scheiben {discs} zurueck
word !2: Bauhilfe: Start beliebig
word !3: Bauhilfe: zwei hinauf
word !4: Bauhilfe: neue Hand
word !0: Bauhilfe: Scheiben weg {fields}
word !1: Bauhilfe: Turm {fields}
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
down: Eben oder hinauf, nie hinab
up: Hoechstens eine Ebene hinauf
up 2: Hoechstens zwei Ebenen hinauf
most: Hoechstens fuenf Scheiben
"""
