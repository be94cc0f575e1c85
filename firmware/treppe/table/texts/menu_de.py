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
increment: Je Zug
player: Spieler
starter: Beginnt
lot: per Los
who: Wer gibt auf?
resigns: gibt auf?
agreed: Alle einig?
yes: ja
no: nein
on: an
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
option size: Brett
option edition: Ausgabe
option teams: Zwei Teams
option shapes: Formen zaehlen
option side: Seite
option tiles: Plaettchen
option extra_round: Extrarunde
value 5: 5x5
value 7: 7x7
value de: deutsch
value fr: franz.
value plain: einfarbig
value mixed: gemischt
"""
