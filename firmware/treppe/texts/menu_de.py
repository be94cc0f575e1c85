"""What the menu says in German, in ASCII: at most 20 letters beside its mark; `menu_en.py` has the same."""

TEXTS = """
menu: Menue
go_on: Weiter
redo: Wieder vor:
pause: Pause
draw: Unentschieden
resign: Aufgeben
new: Neues Spiel
again: Noch einmal
resume: Spiel fortsetzen
delete: Loeschen
day: D.M.
by_hand: Von Hand
discard: Spiel abbrechen
settings: Einstellungen
sensors: Sensoren
start: Los (OK halten)
clock: Uhr
readings: Andere Lesarten
increment: Je Zug
player: Spieler
starter: Beginnt
lot: per Los
seats: Wer spielt
person: Mensch
program: PC
board: Brett
who: Wer gibt auf?
sure resign: gibt auf?
sure draw: Alle einig?
sure discard: Fuer immer zu Ende?
sure calibrate: Eine Minute. Jetzt?
yes: ja
no: nein
on: an
advice: Rat
warning: Warnung
off: aus
brightness_percent: Helligkeit
sound: Ton
hints: Hinweise
language: Sprache
self_test: Selbsttest
check: Pruefen
quick: Schnellstart: 1 Min
calibrate: Kalibrieren
option seed: Gemischt
option players: Spieler
option teams: Zwei Gruppen
"""
