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

REFUSALS = """
up: Zu hoch: eine Kugel steigt eine Stufe
down: Zu tief: eine Stufe auf einmal
way: Kein Weg: eben, hinab, am Ende eine Stufe hinauf
place: Kein Platz fuer einen Stein
top: Nur der Turm bleibt als Ziel
bricks: Steine bleiben liegen
beside: Ein Stein kommt neben deine Kugel
full: Hoechstens fuenf Steine
"""
