"""What the display says in German: at most 21 letters of ASCII a line, for 128x64 points; `en.py` has the same."""

TEXTS = """
player 0: Blau
player 1: Rot
player 2: Gelb
player 3: Gruen
letters: B R Ge Gr
player: Spieler
piece O: Kugel
piece B: Stein
piece D: Scheibe
piece S: Quadrat
piece T: Dreieck
piece C: Zylinder
piece P: Figur
piece W: Weiss
piece N: Stein
testing: Selbsttest laeuft
healthy: Selbsttest: alles gut
idle: Kein Spiel
menu: MENU: neues Spiel
again: MENU, OK: noch mal
paused: Pause: weiter mit OK
rough: Unkalibriert: MENU
learning: Lernt noch:
clock stands: OK startet die Uhr
setup: Bitte aufbauen
back: Figuren zurueck
clear: Weg und hin:
wrong: Das geht nicht
leave: Sie muss vom Brett
missing: hin
surplus: weg
inactive: aus
away: in der Hand?
beside: daneben?
there: Figur da?
all_there: Stueck da?
yes: OK: sie steht da
no: END: sie fehlt
put: setzt
move: zieht
unsure: Neu setzen, oder OK
empty: Erst alles abnehmen
which: OK: ja, END: nein
next: MENU: anderes
take: OK: das hier
no more: Sonst nichts gefunden
hold menu: MENU halten: Menue
thinking: Denkt nach ...
confirm: OK: ja, END: nein
wins: gewinnt
draw: Unentschieden
over: Spiel zu Ende
sagging: Strom schwach: dunkel
ended time: Zeit abgelaufen
ended resign: Aufgegeben
ended deadlock: Niemand kann ziehen
blocked: ist blockiert
eliminated: scheidet aus
collapse: stuerzt ein
stop: END beendet den Zug
more: MENU: mehr zur Wahl
finish: END beendet das Spiel
advice: Rat:
own: OK: deine Hand
asking: Frage den PC ...
instead: statt
to: nach
edge: Rand
act puts: auf {b} setzen
act moves: {a} nach {b}
act takes: {a} schlaegt {b}
act off: {a}: weg
act stone: Stein {a} auf {b}
word .: Ende des Zugs
left: Noch
why_wins: gewinnt
why_only: geht nur so
why_saves: sonst verloren
why_steps: noch {steps} Stufen
why_stair: Stufe fuer dich
why_bars: sperrt einen Weg
why_line: {pieces} in einer Linie
why_way: Weg fuer den Koenig
why_squares: {squares} Felder weiter
why_takes: schlaegt {pieces}
why_throne: Throne: {held}
why_left: noch {pieces}
why_enters: {pieces} fehlen noch
why_active: aktiv: {stones}
why_points: {points} Punkte
why_best: bewiesen
why_alike: eine von mehreren
why_costs: {percent} % besser
why_gates: {squares} Wege zu oeffnen
why_closes: schliesst {squares} Wege
why_opens: {moves} Zuege zum Tor
why_shortens: kuerzerer Weg
surface reed12: die Reed-Platte
surface start4: die kleine Platte
surface square7: die Turm-Platte
surface hex49: die Sechseck-Platte
"""
