"""Refused commands in German, short enough for the display: by a phrase of the full text, see complaints.py."""

TEXTS = """
no command: Diesen Befehl gibt es nicht
is being calibrated: Erst die Kalibrierung beenden: END
no starter: Diesen Spieler gibt es nicht
no player: Diesen Spieler gibt es nicht
no button: Diese Taste gibt es nicht
cannot choose: Das ist jetzt nicht zu waehlen
cannot take back: So viel ist nicht zurueckzunehmen
nothing to take back: Nichts zum Zuruecknehmen
no unfinished game: Dieses Spiel kann nicht weitergehen
no game to go on with: Kein Spiel zum Fortsetzen
something else is going on: Das Brett tut gerade etwas anderes
pause it first: Es wird gespielt: erst Pause
no level of hints: Diese Hilfen gibt es nicht
no game is being played: Es wird nicht gespielt
to tell bricks and balls apart: Diese Federn taugen nur fuer Scheiben
calibration: Diese Kalibrierung passt nicht zum Brett
a piece for byte: Diese Kalibrierung passt nicht zum Brett
is no code: Diese Kalibrierung passt nicht zum Brett
the code does not rise: Diese Kalibrierung passt nicht zum Brett
this surface has no calibration: Reeds brauchen keine Kalibrierung
there is no calibration yet: Erst das ganze Brett kalibrieren
no material: Dieses Material gibt es nicht
no field: Dieses Feld gibt es nicht
no setting: Diese Einstellung gibt es nicht
it is not JSON: Einstellungen unlesbar
it is not a JSON: Einstellungen unlesbar
, not : Dieser Wert geht nicht
is not allowed: Dieser Wert geht nicht
cannot be: Dieser Wert geht nicht
no game ': Dieses Spiel gibt es nicht
no option: Das Spiel hat diese Option nicht
an option is: Das ist keine Option
needs: Diese Option braucht eine andere
only without a seed: Nur ohne Zufallszahl und jeder Spieler einmal
"""
