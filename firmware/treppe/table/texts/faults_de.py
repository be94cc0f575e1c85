"""Faults in German, short enough for the display: by their codes, see protocol.toml."""

TEXTS = """
hall_open: Feld {field}: Sensor offen
hall_shorted: Feld {field}: Sensor kurzgeschlossen
hall_dead: Feld {field}: Sensor tot
magnet_lost: Feld {field}: Magnet fehlt
platform_jammed: Feld {field}: ueberladen, oder klemmt
platform_off: Feld {field}: klemmt, oder neu kalibrieren
reference_wrong: Multiplexer M{mux}: Stecker pruefen
references_gone: Kein Feld lesbar: Stecker der Platte pruefen
references_apart: Referenzen von M{mux} driften
half_supply_off: Sensorspannung falsch: Gewichte unsicher
thermistor_off: Thermistor offen oder kurzgeschlossen
converter_noisy: Wandler rauscht: mehr Felder unsicher
weights_rough: Nicht kalibriert: Gewichte ungenau
reed_masked: Feld {field}: ausgelassen
reed_wrong: Feld {field}: liest falsch
reed_chatters: Feld {field}: Reed prellt
reed_stuck: Feld {field}: Reed bleibt zu
tile_silent: Kachel {tile}: antwortet nicht: Stecker pruefen
chain_silent: Kein Reed antwortet: ersten Stecker pruefen
chain_unloaded: Kein Reed lesbar: GP5 und Stecker pruefen
supply_weak: Strom schwach: anderes Kabel oder Netzteil
lamps_dark: Erste dunkle Lampe suchen; ist keine dunkel, die Rueckleitung
surface_unsure: Platte unbekannt: Stecker pruefen
lines_joined: Adressleitungen verbunden: Felder lesen falsch
feed_stays: Sensoren immer gespeist: GP19 pruefen
feed_leaks: Ein Sensor von M{mux} immer gespeist
display_silent: Anzeige antwortet nicht
"""
