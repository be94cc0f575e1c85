"""Faults in German, short enough for the display: by a phrase of the full text, see complaints.py."""

TEXTS = """
part field: Feld
part tile: Kachel
part multiplexer: Multiplexer
Hall output open: Sensor offen
Hall output shorted: Sensor kurzgeschlossen
the Hall is dead: Sensor tot
the magnet is lost: Magnet fehlt
overloaded or jammed: ueberladen, oder klemmt
the empty platform reads: klemmt, oder neu kalibrieren
reed masked: ausgelassen
reads wrongly: liest falsch
the reed is stuck closed: Reed bleibt zu
the reed chatters: Reed prellt
of the reed chain: antwortet nicht: Stecker pruefen
/PL never loads: Kein Reed lesbar: GP5 und Stecker pruefen
MISO, /PL: Kein Reed antwortet: ersten Stecker pruefen
channel: liest die Referenz falsch: Stecker pruefen
no multiplexer reads: Kein Feld lesbar: Stecker der Platte pruefen
weights are rough: Nicht kalibriert: Gewichte ungenau
half of it reads: Sensorspannung falsch: Gewichte unsicher
the correction of heat: Thermistor offen oder kurzgeschlossen
references are noisy: Wandler rauscht: mehr Felder unsicher
 mV: Strom schwach: anderes Kabel oder Netzteil
comes back on GP1: Erste dunkle Lampe suchen; ist keine dunkel, die Rueckleitung
GP28 reads as: Platte unbekannt: Stecker pruefen
are joined: Adressleitungen verbunden: Felder lesen falsch
its calibration cannot be read: Speicher der Platte antwortet nicht
lamps and buttons do without: Anzeige antwortet nicht
the journal is full: Speicher voll: PC anschliessen, der die Spiele holt
of the journal is damaged: ein Eintrag ist beschaedigt
no action of: ein Eintrag ist beschaedigt
not legal here: ein Eintrag ist beschaedigt
nothing to undo: ein Eintrag ist beschaedigt
"""
