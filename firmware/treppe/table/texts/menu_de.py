"""What the menu says in German, in ASCII: at most 20 letters beside its mark; `texts_menu_en` has the same."""

TEXTS = """
menu: Menue
go_on: Weiter
pause: Pause
draw: Unentschieden
resign: Aufgeben
new: Neues Spiel
resume: Spiel fortsetzen
settings: Einstellungen
sensors: Sensoren
start: Beginnen
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
resigns: gibt auf?
agreed: Alle einig?
yes: ja
no: nein
on: an
advice: Rat
off: aus
brightness_percent: Helligkeit
sound: Ton
hints: Hilfen
language: Sprache
self_test: Selbsttest
check: Pruefen
calibrate: Kalibrieren
option seed: Gemischt
option players: Spieler
option teams: Zwei Teams
"""
