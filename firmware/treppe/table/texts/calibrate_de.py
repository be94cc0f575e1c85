"""The texts of calibration in German, see texts/__init__.py: what is wanted, what is wrong, how it ended."""

TEXTS = """
clear: Brett leeren
clear field: Feld {0} leeren
piece: Stein {1} von 7 aufs Licht setzen
take off: Alle 7 Steine weg
first tower: 7er-Turm aufs Licht setzen
one off: Einen Stein weg: noch {1}
tower: 7er-Turm auf jedes Licht: noch {1}
again: 7 andere Steine: ein Turm auf jedes Licht, noch {1}
check: 7er-Turm auf jedes Licht: noch {1}; END: genug
resume: {1} von {2} sind gesetzt. OK: weiter, END: von vorn
stop: Aufhoeren? {1} von {2} bleiben. OK: aufhoeren, END: weiter
lose: Aufhoeren? Nichts davon bleibt. OK: aufhoeren, END: weiter
taking: Eine Kalibrierung kommt vom PC
done: Fertig. OK sichert, END behaelt die alte
good: Alle Felder sind gut. OK
saving: Sichern: nicht ausschalten
not empty: {0} liest {2}: leer?
more: {0}: mehr als ein Stein
no tower: {0}: kein 7er-Turm
count: {0}: wirklich 7 Steine? Zaehlen, nochmal setzen
differs: {0}: die Tuerme sind verschieden, leeren
wrong piece: Stein {1} weicht {2:+.1f} g ab: alle weg, nochmal
off: {0} weicht {2:+.1f} g ab: heben, nochmal setzen
sweep: Magnet ueber jedes Licht; END: genug, OK: tote weglassen
nothing tried: Noch kein Feld geprueft
reeds_work: Alle Reeds gehen
reeds_unseen: Nie geschlossen: {fields}
calibration_saved: Kalibrierung gesichert
calibration_kept: Die alte Kalibrierung bleibt
calibration_once: Kalibrierung nur einmal gesichert: {why}
calibration_unsaved: Nicht gesichert, die alte bleibt: {why}
"""
